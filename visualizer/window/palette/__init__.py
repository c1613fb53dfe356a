"""What the palette finds: one file a kind. Each declares ``ABOUT`` and has ``finder(window)``."""
