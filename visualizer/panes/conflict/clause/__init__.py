"""The clause under the implication graph."""
