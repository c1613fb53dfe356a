"""The blank screen's part of the window."""
