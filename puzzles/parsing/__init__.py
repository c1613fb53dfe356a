"""From a text to its marks, and from those to givens; no puzzle is built here."""
