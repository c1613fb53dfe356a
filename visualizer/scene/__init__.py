"""Turns a run and a position into views to draw."""
