"""Widgets that know no Sudoku: fonts, buttons, cards, text fields, tooltips."""
