"""Playing a puzzle by hand in the lab."""
