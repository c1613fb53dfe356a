"""The pygame application: its loop, its frame, keyboard, mouse and files."""
