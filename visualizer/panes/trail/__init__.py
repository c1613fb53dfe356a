"""The pane with the trail: what was assigned, at which level."""
