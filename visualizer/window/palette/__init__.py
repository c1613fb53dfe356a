"""The entries of the palette, one file per kind. Each file declares ``ABOUT`` and defines ``finder(window)``."""
