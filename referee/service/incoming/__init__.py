"""What came in: the game that each mail is for, the folder in which that game lies, and what became of each note."""
