"""Makes puzzles."""
