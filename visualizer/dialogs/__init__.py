"""Dialogs, each with a model and a painter beside it."""
