"""The mode for presenting a run to an audience."""
