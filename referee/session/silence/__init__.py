"""A seat that does not answer: how long it is waited for, the words that say so, moves that were skipped."""

from referee.kernel.late_loading import late

late(
    __name__,
    "hand_on",
    "host_refusals",
    "missing_words",
    "say_words",
    "skipped_moves",
    "unheard_seats",
    "days_to_answer",
)
