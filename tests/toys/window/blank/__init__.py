"""The blank in the window."""
