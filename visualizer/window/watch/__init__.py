"""What watching adds to the usual screen: its buttons, and forking the run with a click."""
