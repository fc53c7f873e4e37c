"""What the players decide together beside their moves: consents, new keys, another host, holidays, take-backs."""
