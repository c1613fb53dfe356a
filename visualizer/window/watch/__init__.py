"""The additions of watching to the usual screen: its buttons, and forks by a click."""
