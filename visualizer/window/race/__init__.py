"""The race in the window."""
