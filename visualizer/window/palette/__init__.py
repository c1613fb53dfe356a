"""The entries of the palette, one file a kind. Each file declares ``ABOUT`` and has ``finder(window)``."""
