"""Painters of the board, its cells and the time line."""
