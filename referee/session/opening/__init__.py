"""A party before the deal: invitations, joins, a second offer, a host who plays."""
