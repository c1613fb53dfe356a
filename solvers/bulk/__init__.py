"""Thousands of boards at once, with numpy."""
