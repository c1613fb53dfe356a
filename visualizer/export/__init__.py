"""Films of a run, one file a format."""
