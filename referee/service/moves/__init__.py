"""A player's move: its draft, its signature, and what follows from it at once."""

from referee.kernel.late_loading import late

late(__name__, "move_drafts", "signature_effects")
