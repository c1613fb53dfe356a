"""Turns a run and a position into the views that are drawn."""
