"""Who won, and by what: a result in sentences and as a table, for games that compare the lowest field first. And what
would win a conflict in which a tie is the defender's.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.drawing.text_picture import Picture, Span, columns, numbered_names, seat_style
from referee.kernel.conflict import ConflictState
from referee.kernel.game import Outcome, Viewer
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.kernel.tallies import spread_treasures

_DECIDED = ("result-weakest", "result-second", "result-third", "result-fourth")


class Points(msgspec.Struct, frozen=True):
    """What the seats have: points in some colours, each with its style and its word, and treasures. The sentences are
    those of `game`.
    """

    game: str
    colours: tuple[str, ...]
    words: tuple[str, ...]
    of_seats: tuple[tuple[int, ...], ...]
    treasures: tuple[int, ...]

    def say(self, word: str, lang: str, **values: object) -> str:
        """A sentence or head of the game's board."""
        return Sentence(f"{self.game}/board/{word}", **values).told(lang)

    def told(self, seat: Seat, lang: str) -> str:
        """`red 9, black 5 + 1 treasure`."""
        parts = []
        for word, own, more in zip(self.words, self.of_seats[seat], self.shares(seat), strict=True):
            points = f"{word} {own}"
            parts.append(self.say("with treasures", lang, points=points, count=more) if more else points)
        return ", ".join(parts)

    def shares(self, seat: Seat) -> tuple[int, ...]:
        """How many treasures of a seat go to each colour."""
        return spread_treasures(self.of_seats[seat], self.treasures[seat])


def result_lines(ended: Outcome | None, headline: str, view: Viewer, points: Points) -> tuple[str, ...]:
    """Why the game is over, who won and by what, and then each player's points, the winner first; () while it runs."""
    if ended is None:
        return ()
    lang = view.lang
    items = (
        points.say("place", lang, place=ended.ranks[seat], name=view.names[seat], points=points.told(seat, lang))
        for seat in by_place(ended)
    )
    return (f"{headline}.", ranked_by_lowest(ended, view.names, lang), *items)


def result_table(ended: Outcome | None, view: Viewer, points: Points) -> Picture:
    """A row for each player, the winner first: points of each colour with treasures, then all from the weakest on."""
    assert ended is not None
    lang = view.lang
    heads = ("", *points.words, points.say("treasures", lang), points.say("weakest first", lang))
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    for seat in by_place(ended):
        row = [(f"{ended.ranks[seat]}  {numbered_names(view.names)[seat]}", seat_style(seat))]
        row += [
            (f"{own}+{more}={own + more}" if more else str(own), colour)
            for own, more, colour in zip(points.of_seats[seat], points.shares(seat), points.colours, strict=True)
        ]
        vector = " ".join(f"{number:>2}" for number in ended.scores[seat])
        rows.append([*row, (str(points.treasures[seat]), ""), (vector, "")])
    return columns(rows, right=tuple(range(1, len(points.words) + 2)))


def by_place(outcome: Outcome) -> tuple[Seat, ...]:
    """The seats, the winner first; equal places clockwise."""
    return tuple(sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat]))


def ranked_by_lowest(outcome: Outcome, names: Sequence[str], lang: str) -> str:
    """Such as: Anna wins. The lowest field counts: Anna and Bert have 8. The second lowest decides: Anna 14, Bert 8.

    `outcome.scores` are the fields of each seat, ascending; the number that decided is told with all it was compared
    with.
    """
    first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    best = outcome.scores[first[0]]
    if len(first) > 1:
        return f"{Sentence('result-shared', names=_all(names, first, lang), score=_in_row(best)).told(lang)}."
    rivals = list(by_place(outcome))
    level = 0
    while level < len(best) - 1 and len(alike := _level_with(outcome, rivals, best, level)) > 1:
        rivals, level = alike, level + 1
    points = ", ".join(f"{names[seat]} {outcome.scores[seat][level]}" for seat in rivals)
    equal = _all(names, rivals, lang)
    said = Sentence(_DECIDED[level], name=names[first[0]], equal=equal, score=_in_row(best[:level]), points=points)
    return f"{said.told(lang)}."


def _level_with(outcome: Outcome, rivals: list[Seat], best: tuple[int, ...], level: int) -> list[Seat]:
    return [seat for seat in rivals if outcome.scores[seat][level] == best[level]]


def _in_row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _all(names: Sequence[str], seats: Sequence[Seat], lang: str) -> str:
    """`Anna, Bert and Carl`."""
    *others, last = (names[seat] for seat in seats)
    return Sentence("names-and", names=", ".join(others), last=last).told(lang) if others else last


def held_count(view: Viewer, kind: str, size: int) -> int | None:
    """How many of a kind the reader holds in a hand of so many; None if part of the hand is not seen yet."""
    return view.own.hand.count(kind) if view.own is not None and len(view.own.hand) == size else None


def needed_to_win(fought: ConflictState, view: Viewer) -> Sentence:
    """What the reader, who is asked for tiles or cards, needs to win as things are now, or that all that is held is too
    little. Where part of the hand is not seen yet only the need is said.
    """
    own, other, count = fought.own.together, fought.other.together, fought.needed
    name, held = view.names[fought.other.seat], held_count(view, fought.kind, fought.own.most)
    if held is not None and held < count:
        code = "all-is-too-little" if held else "none-is-held"
        return Sentence(f"/enough/{code}", name=name, own=own + held, other=other)
    if not fought.is_attackers_turn:
        return Sentence(f"/enough/{'enough-for-tie' if count else 'nothing-for-tie'}", count=count)
    code = "enough-to-lead" if count else "lead-already"
    return Sentence(f"/enough/{code}", count=count, name=name, own=own + count, other=other)


def result_of_adding(fought: ConflictState, view: Viewer, added: int) -> Sentence:
    """The result if the reader, who is asked, adds so many, as far as that is known: `You win, 5 to 5`."""
    own, other = fought.own.together + added, fought.other.together
    ends = {
        True: "sure" if fought.is_attackers_turn else "won",
        False: "too-few" if fought.is_attackers_turn else "lost",
        None: "open",
    }
    name = view.names[fought.other.seat]
    return Sentence(f"/enough/ends-{ends[fought.wins(added)]}", name=name, own=own, other=other, count=own - other)
