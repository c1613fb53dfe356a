"""How hard a puzzle is."""
