"""The user's own solver file, run in a child process."""
