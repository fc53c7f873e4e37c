"""The page of a table in the browser of this machine: one room for a game, drawn by its own scripts from a view."""
