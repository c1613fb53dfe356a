"""Frozen records that the painters, the terminal and the exporters read."""
