"""The solvers, one per file."""
