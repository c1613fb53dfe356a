"""Frozen records for the painters, the terminal and the exporters to draw."""
