"""The game as pictures and text."""
