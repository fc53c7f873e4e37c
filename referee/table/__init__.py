"""One game being played: where games, record and crypto meet. Nothing here prints."""
