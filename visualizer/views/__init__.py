"""Frozen records for the painters and the exporters to draw."""
