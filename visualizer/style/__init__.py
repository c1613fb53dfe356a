"""Theme colours, digit symbols and glyph outlines, as data."""

SYMBOLS = ("digits", "letters", "colours", "shapes")
"""The names of the ways to show digits, which are the values of :class:`visualizer.style.theme.Symbols`."""
