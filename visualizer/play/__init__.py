"""The mode for playing a puzzle by hand or entering one."""
