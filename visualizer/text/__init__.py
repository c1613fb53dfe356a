"""Numbers, lists and spans as text."""
