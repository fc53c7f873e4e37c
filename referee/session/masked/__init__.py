"""What the program of a seat signs by itself with a masked deck."""

from referee.kernel.late_loading import late

late(__name__, "automatic_notes", "pending_key_shares", "share_handover")
