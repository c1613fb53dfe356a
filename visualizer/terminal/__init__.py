"""The application in a terminal."""
