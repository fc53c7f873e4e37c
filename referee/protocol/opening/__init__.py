"""How a game comes about: offer, joins and charter; accepts and the deal."""

from referee.kernel.late_loading import late

late(__name__, "charter", "deal")
