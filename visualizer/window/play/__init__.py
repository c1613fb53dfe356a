"""What playing adds to the usual screen: its buttons, the pad, and cells to write in."""
