"""Dialogs: for each a model, and a painter beside it."""
