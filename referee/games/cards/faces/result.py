"""How a game ended, in words and as a table: whose weakest colour is the strongest, and where the treasures went."""

from __future__ import annotations

from referee.drawing.signs import told_apart
from referee.drawing.text import Line, Span, columns
from referee.drawing.verdict import by_place, weakest_first
from referee.games.cards.data import KINDS
from referee.games.cards.faces.status import headline
from referee.games.cards.faces.words import say, word
from referee.games.cards.rules.ending import outcome
from referee.games.cards.state import State, VictoryPile
from referee.kernel.game import View


def result(state: State, view: View) -> tuple[str, ...]:
    """Why the game is over, who won and by what, and then each player's points, the winner first."""
    ended = outcome(state)
    if ended is None:
        return ()
    lines = [f"{headline(state, view)}.", weakest_first(ended, view.names, view.lang)]
    for seat in by_place(ended):
        points = _points(state.piles[seat], view.lang)
        lines.append(say("place", view.lang, place=ended.ranks[seat], name=view.names[seat], points=points))
    return tuple(lines)


def shares(pile: VictoryPile) -> tuple[int, ...]:
    """How many treasures went to each colour: one after the other to the smallest, the last of equals.

    Source: CK 16.1.
    """
    points, given = list(pile.cards), [0] * len(pile.cards)
    for _ in range(pile.treasures):
        smallest = max(range(len(points)), key=lambda kind: (-points[kind], kind))
        points[smallest] += 1
        given[smallest] += 1
    return tuple(given)


def compared(state: State, view: View) -> tuple[Line, ...]:
    """A row for each player, the winner first: points of each colour with treasures, then all from the weakest on."""
    ended = outcome(state)
    assert ended is not None
    lang = view.lang
    heads = ("", *(word(kind, lang) for kind in KINDS), say("treasures", lang), say("weakest first", lang))
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    for seat in by_place(ended):
        pile = state.piles[seat]
        row: list[Span] = [(f"{ended.ranks[seat]}  {told_apart(view.names)[seat]}", f"seat{seat + 1}")]
        row += [
            (f"{own}+{more}={own + more}" if more else str(own), kind)
            for own, more, kind in zip(pile.cards, shares(pile), KINDS, strict=True)
        ]
        vector = " ".join(f"{number:>2}" for number in ended.scores[seat])
        rows.append([*row, (str(pile.treasures), ""), (vector, "")])
    return columns(rows, right=(1, 2, 3, 4, 5))


def _points(pile: VictoryPile, lang: str) -> str:
    """`red 9, black 5 + 1 treasure`."""
    told = []
    for kind, own, more in zip(KINDS, pile.cards, shares(pile), strict=True):
        points = f"{word(kind, lang)} {own}"
        told.append(say("with treasures", lang, points=points, count=more) if more else points)
    return ", ".join(told)
