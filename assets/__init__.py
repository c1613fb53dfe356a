"""Fonts with their licences, lectures, and themes. No code: read through ``importlib.resources``."""
