"""What is open: the puzzle, its run, the runs before it, and the settings."""
