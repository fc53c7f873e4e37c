"""What the players decide together beside their moves: consents, new keys, another host, holidays, take-backs."""

from referee.kernel.late_loading import late

late(__name__, "handover", "holidays", "host_replacement", "silence")
