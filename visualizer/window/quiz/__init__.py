"""A question in the window."""
