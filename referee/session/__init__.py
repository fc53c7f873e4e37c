"""One party at one game: folder, home, key, signing guard, sending."""
