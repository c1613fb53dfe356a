"""Shows how a puzzle is solved: in a window, in a terminal, as text or in pictures."""

__version__ = "0.1.0"
