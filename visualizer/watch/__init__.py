"""The mode for watching an algorithm."""
