"""What watching adds to the usual screen: its buttons, and forks by a click."""
