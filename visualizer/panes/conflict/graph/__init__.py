"""The picture of the implication graph."""
