"""Judges how hard a puzzle is."""
