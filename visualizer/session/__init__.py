"""What is open: the puzzle, its run, earlier runs, and the settings."""
