"""Child processes: starting them, talking to them, and killing them."""
