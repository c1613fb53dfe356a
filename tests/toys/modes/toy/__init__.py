"""A mode of the tests: a bell that can be rung while a run is watched."""
