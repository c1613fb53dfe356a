"""Makes new puzzles."""
