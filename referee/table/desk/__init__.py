"""Somebody at a game: the folder, the own key, the guard, and whatever is signed there."""
