"""Mails that arrived: the game that each one is for, the folder of that game, and what became of each note."""
