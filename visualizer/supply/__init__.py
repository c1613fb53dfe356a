"""Where puzzles come from: drawn from a file, or made in the background."""
