"""Checks of solvers and of collections: the laws, the answers, the time without steps."""
