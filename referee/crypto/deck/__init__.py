"""Mental poker: the group, masked cards, the proof of a shuffle, shares of deck keys."""
