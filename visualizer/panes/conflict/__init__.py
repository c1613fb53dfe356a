"""The pane with the implication graph of a conflict."""
