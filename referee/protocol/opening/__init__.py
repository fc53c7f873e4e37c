"""How a game comes about: offer, joins and charter; accepts and the deal."""
