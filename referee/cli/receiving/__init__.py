"""What came in: mails as a person names them, the game each is for, and the folder in which that game lies."""
