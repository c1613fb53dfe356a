"""The pane that shows the search tree."""
