"""The mode for racing several algorithms against each other."""
