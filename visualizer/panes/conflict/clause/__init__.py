"""The clause under the graph."""
