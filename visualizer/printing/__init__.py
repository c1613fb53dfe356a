"""Boards on paper, as PDF or PNG."""
