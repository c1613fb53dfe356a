"""The pane that shows the relevant clauses at a step."""
