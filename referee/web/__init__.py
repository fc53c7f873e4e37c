"""The pages in the browser of this computer, one for each game: drawn by their own scripts from a view."""
