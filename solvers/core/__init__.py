"""Steps, the board they act on, and the registry of solvers."""
