"""Practice: a real game whose host and other seats are programs that sit in a folder inside its own."""
