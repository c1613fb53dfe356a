"""The pane with the search tree."""
