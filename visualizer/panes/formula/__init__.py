"""The pane with the relevant clauses at a step."""
