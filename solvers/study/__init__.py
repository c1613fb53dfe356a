"""What algorithms cost: runs within limits, isomorphic copies of puzzles, and statistics that know what was cut off."""
