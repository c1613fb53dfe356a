"""Starts child processes, talks to them and kills them."""
