"""Boards on paper: PDF and PNG."""
