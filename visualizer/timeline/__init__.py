"""A recorded run: recording, seeking, searching and playing it."""
