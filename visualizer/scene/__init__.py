"""From a run and a position to the views that are drawn."""
