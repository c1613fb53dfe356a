"""Presenting in the window."""
