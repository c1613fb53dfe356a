"""From a text to its marks, and from the marks to givens; no puzzle is built here."""
