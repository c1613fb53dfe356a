"""Films: runs saved as data that can be played without Python, with the same sentences and marks as in the window."""
