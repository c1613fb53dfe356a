"""The pane that shows the matrix of an exact cover."""
