"""Somebody at a game: the folder, the reader's key, the guard, and whatever is signed there."""
