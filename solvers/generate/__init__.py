"""The making of puzzles."""
