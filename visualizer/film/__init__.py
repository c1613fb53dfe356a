"""Films: a run as data that a player without Python shows, with the window's own sentences and marks."""
