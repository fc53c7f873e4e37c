"""Who won, and by what: a result in sentences, for games that compare the weakest field first."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.game import Outcome
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence

_DECIDED = ("result-weakest", "result-second", "result-third", "result-fourth")


def by_place(outcome: Outcome) -> tuple[Seat, ...]:
    """The seats, the winner first; equal places clockwise."""
    return tuple(sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat]))


def weakest_first(outcome: Outcome, names: Sequence[str], lang: str) -> str:
    """Such as: Anna wins. The weakest field counts: Anna and Bert have 8. The second weakest decides: Anna 14, Bert 8.

    `outcome.scores` are the fields of each seat, ascending; the number that decided is told with all it was compared
    with.
    """
    first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    best = outcome.scores[first[0]]
    if len(first) > 1:
        return f"{Sentence('result-shared', names=_all(names, first, lang), score=_row(best)).told(lang)}."
    rivals = list(by_place(outcome))
    level = 0
    while level < len(best) - 1 and len(alike := _alike(outcome, rivals, best, level)) > 1:
        rivals, level = alike, level + 1
    points = ", ".join(f"{names[seat]} {outcome.scores[seat][level]}" for seat in rivals)
    equal = _all(names, rivals, lang)
    said = Sentence(_DECIDED[level], name=names[first[0]], equal=equal, score=_row(best[:level]), points=points)
    return f"{said.told(lang)}."


def _alike(outcome: Outcome, rivals: list[Seat], best: tuple[int, ...], level: int) -> list[Seat]:
    return [seat for seat in rivals if outcome.scores[seat][level] == best[level]]


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _all(names: Sequence[str], seats: Sequence[Seat], lang: str) -> str:
    """`Anna, Bert and Carl`."""
    *others, last = (names[seat] for seat in seats)
    return Sentence("names-and", names=", ".join(others), last=last).told(lang) if others else last
