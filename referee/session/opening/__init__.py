"""A party before the deal: invitations, joins, a second offer, a host who plays."""

from referee.kernel.late_loading import late

late(__name__, "invitation", "joins")
