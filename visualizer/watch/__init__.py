"""The mode in which an algorithm is watched."""
