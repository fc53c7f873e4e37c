"""A player's move: its draft, its signature, and its immediate effects."""

from referee.kernel.late_loading import late

late(__name__, "move_drafts", "signature_effects", "slip_checks")
