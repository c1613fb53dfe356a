"""Turns text into marks, and marks into givens. It does not build puzzles."""
