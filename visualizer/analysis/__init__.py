"""Data derived from a run: its search tree, heat map, depth profile and statistics."""
