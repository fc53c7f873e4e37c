"""What came in: the game that each mail is for, and the folder in which that game lies."""
