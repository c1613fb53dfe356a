"""The panes beside the board, one folder each: the view without pygame, and its painter."""
