"""The terminal version of the application."""
