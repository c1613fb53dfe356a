"""Large files of puzzles, and random draws from them."""
