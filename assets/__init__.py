"""Fonts with their licences, and themes. No code: read through ``importlib.resources``."""
