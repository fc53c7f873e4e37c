"""Practice: a real game whose host and other seats are bots in a folder of their own."""
