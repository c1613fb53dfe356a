"""Reasons why a puzzle has no solution or several, hints for the next move, and the first mistake."""
