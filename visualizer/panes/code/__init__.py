"""The pane with the source code of the running solver."""
