"""The pane with the numbers of a run."""
