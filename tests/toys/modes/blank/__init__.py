"""A blank screen."""
