"""The pane that shows the trail: the assigned literals, level by level."""
