"""How solving is watched: in a window, in a terminal, as text and as a picture."""

__version__ = "0.1.0"
