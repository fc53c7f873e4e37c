"""What the players decide together beside their moves: consents, new keys, another host, holidays, take-backs."""

from referee.kernel.late_loading import late

late(
    __name__,
    "consent",
    "decisions",
    "handover",
    "holidays",
    "host_escrow",
    "host_replacement",
    "new_key",
    "silence",
    "stand_ins",
)
