"""The door: one short file for each group of commands. Everything that is printed is printed here."""
