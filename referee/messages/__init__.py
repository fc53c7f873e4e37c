"""What people read about a game: letters, news, boards in text, choices, forecasts."""
