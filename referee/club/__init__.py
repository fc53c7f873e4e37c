"""Many finished games: leagues, ratings, statistics."""
