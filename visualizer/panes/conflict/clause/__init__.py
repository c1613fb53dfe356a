"""The clause below the implication graph."""
