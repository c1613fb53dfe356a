"""The pane with the clauses that matter at a step."""
