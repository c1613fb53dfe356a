"""The rules beyond "these cells differ": a file each, found by its declaration (see :mod:`puzzles.rules.rule`)."""
