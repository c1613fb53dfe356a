"""The bell in the window."""
