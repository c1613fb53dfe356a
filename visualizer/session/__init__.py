"""The current puzzle, its run, earlier runs and the settings."""
