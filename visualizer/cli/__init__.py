"""The command line: arguments, output and program startup."""
