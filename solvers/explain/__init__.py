"""Explains why a puzzle has no solution or several, gives hints for the next move, and finds the first mistake."""
