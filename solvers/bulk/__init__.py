"""Solves thousands of boards at once with numpy."""
