"""Presenting a run to an audience: a mode entered over the run."""
