"""What watching adds to the usual screen: its buttons, and forking by a click."""
