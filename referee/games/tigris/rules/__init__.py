"""The rulebook, a module per chapter. `order.py` has the sequence of the game."""
