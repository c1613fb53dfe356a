"""The pane that shows the implication graph of a conflict."""
