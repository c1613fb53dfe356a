"""Measures how hard a puzzle is for a person."""
