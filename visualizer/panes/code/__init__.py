"""The pane that shows the running solver's source code."""
