"""Where puzzles come from: drawn from a file, or generated in the background."""
