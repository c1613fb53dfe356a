"""Presenting a run to an audience: a mode entered from the window."""
