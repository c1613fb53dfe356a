"""A mode that blanks the screen."""
