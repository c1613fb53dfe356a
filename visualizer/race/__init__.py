"""The mode in which several runs race."""
