"""The pane with the matrix of an exact cover."""
