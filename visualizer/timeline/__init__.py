"""A recorded run: recording it, seeking, searching and playing it."""
