"""The masked deck: shuffles, key shares, reveals, and the shares that bring a lost seat back."""

from referee.kernel.late_loading import late

late(
    __name__, "deck", "deck_escrow", "deck_keys", "key_share_notes", "key_shares", "note_rules", "shuffling"
)  # few games are masked
