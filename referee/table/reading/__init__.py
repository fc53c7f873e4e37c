"""A record read from its first note to its last: history, audit, disputes."""
