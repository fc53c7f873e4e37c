"""What a home keeps for its owner: keys, addresses, and the mail account."""
