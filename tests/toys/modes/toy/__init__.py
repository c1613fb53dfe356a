"""A mode for tests, with a bell that can be rung while a run is watched."""
