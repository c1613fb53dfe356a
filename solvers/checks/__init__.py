"""Checks of solvers and of collections: laws, answers, and bare times."""
