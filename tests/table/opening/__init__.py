"""The opening of a game: offer, joins, charter, accepts, deal, and the four words."""
