"""A record read to its last note: positions, keys over time, safety words."""

from referee.kernel.late_loading import late

late(__name__, "key_history", "safety_words")
