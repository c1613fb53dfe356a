"""Theme colours, digit symbols and glyph outlines, as data."""
