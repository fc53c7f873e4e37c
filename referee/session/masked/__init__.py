"""What the program of a seat signs by itself in a masked game."""

from referee.kernel.late_loading import late

late(__name__, "automatic_notes", "share_handover")
