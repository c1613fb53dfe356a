"""The kinds of puzzle: a folder each, found by its declaration (see :mod:`puzzles.kinds.kind`)."""
