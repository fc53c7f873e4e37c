"""Mental poker: the group, masked cards, the proof of a shuffle, shares of deck keys."""

from referee.kernel.late_loading import late

late(__name__, "masking")
