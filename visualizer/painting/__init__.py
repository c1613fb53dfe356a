"""Painters for the board, its cells and the timeline."""
