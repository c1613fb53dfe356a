"""The bell's part of the window."""
