"""The pane with the trail: the assigned literals, level by level."""
