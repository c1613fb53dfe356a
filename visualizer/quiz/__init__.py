"""Being asked: a run that is watched stops one step before a question."""
