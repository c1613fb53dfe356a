"""Large files of puzzles, and drawing from them."""
