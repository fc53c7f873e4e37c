"""A record read to its last note: positions, keys over time, safety words."""
