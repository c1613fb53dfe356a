"""Data computed from a run: its search tree, heat map, depth profile and statistics."""
