"""Generates new puzzles."""
