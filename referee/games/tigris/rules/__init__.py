"""The rulebook, a module per chapter. `order.py` holds what follows what."""
