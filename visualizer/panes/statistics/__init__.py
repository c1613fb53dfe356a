"""The pane that plots a run's statistics."""
