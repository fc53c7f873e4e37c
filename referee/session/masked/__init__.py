"""What the program of a seat signs by itself in a masked game."""
