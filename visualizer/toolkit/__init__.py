"""Widgets that know nothing of Sudoku: fonts, buttons, cards, text fields, tooltips."""
