"""From a text to its marks, and from the marks to givens; this package builds no puzzles."""
