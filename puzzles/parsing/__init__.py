"""Turns a text into marks, and marks into givens; this package builds no puzzles."""
