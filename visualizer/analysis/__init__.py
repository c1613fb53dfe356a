"""What is derived from a run: search tree, heat, depth profile, statistics."""
