"""The board as pictures and tables."""
