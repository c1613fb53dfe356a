"""A run as a timeline that can be recorded, seeked, searched and played."""
