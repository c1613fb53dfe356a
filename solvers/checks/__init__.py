"""Checks for solvers and collections: laws, answers and bare times."""
