"""The additions of playing to the usual screen: its buttons, the pad, and cells to write in."""
