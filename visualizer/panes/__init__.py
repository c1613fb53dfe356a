"""The panes beside the board, one folder each. Each has a view without pygame, and a painter."""
