"""The table kingdom by kingdom, in words: how strong each is, and column by column what is there."""

from __future__ import annotations

from referee.drawing.text_picture import Line, Span, columns
from referee.games.cards.board import COLUMNS, PLACES, SLOTS, Kingdom, count_colour, kingdom_of
from referee.games.cards.data import EMPTY, KINDS, LEADERS
from referee.games.cards.display import status
from referee.games.cards.display.status import points_table, say
from referee.games.cards.state import Merger, State
from referee.kernel.game import Viewer


def strengths(state: State, view: Viewer) -> tuple[Line, ...]:
    """A row for each kingdom: its leaders, and its cards of each colour; when the game is over, what was compared."""
    if state.ending:
        return points_table(state, view)
    heads = (say("kingdom", view.lang), say("leaders", view.lang), *(say(f"{kind} cards", view.lang) for kind in KINDS))
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    for kingdom in kingdoms(state):
        standing = [
            f"{status.leader_sign(view, seat, LEADERS.index(leader))} {place}"
            for seat, leader, place in _leaders_of(state, kingdom)
        ]
        if standing:
            rows.append([(_kingdom_name(kingdom), "bold"), ("  ".join(standing), ""), *_counts(state, kingdom)])
    return columns(rows, right=(2, 3, 4, 5)) if len(rows) > 1 else ()


def listing(state: State, view: Viewer) -> tuple[str, ...]:
    """A sentence for each column with the connector to its right, then the players, what is left, new and open."""
    parts = [_column(state, view, index) for index in range(len(COLUMNS))]
    _, *heads = status.heads(view.lang)
    for seat, name in enumerate(view.names):
        facts = zip(heads[:-1], status.facts(state, seat, view.lang), strict=False)
        parts.append(f"{name}: {', '.join(f'{head} {fact}' for head, fact in facts)}.")
    parts.append(f"{status.supply(state, view.lang)}.")
    new = [place for place in PLACES if status.is_new(state, view, place)]
    if new:
        parts.append(say("new places", view.lang, places=", ".join(new)))
    return (*parts, *(f"{question}." for _, question in status.questions(state, view)))


def kingdoms(state: State) -> tuple[Kingdom, ...]:
    """The regions of the table, from left to right; two that fight over the connector between them are told apart."""
    fought_over = {frame.slot for frame in state.frames if isinstance(frame, Merger)}
    slots = "".join(EMPTY if slot in fought_over else code for slot, code in zip(SLOTS, state.slots, strict=True))
    found: list[Kingdom] = []
    while not found or found[-1][1] < len(COLUMNS) - 1:
        found.append(kingdom_of(slots, found[-1][1] + 1 if found else 0))
    return tuple(found)


def _kingdom_name(kingdom: Kingdom) -> str:
    first, last = kingdom
    return COLUMNS[first] if first == last else f"{COLUMNS[first]}-{COLUMNS[last]}"


def _leaders_of(state: State, kingdom: Kingdom) -> list[tuple[int, str, str]]:
    """(seat, leader, place) of all leaders of a kingdom."""
    inside = COLUMNS[kingdom[0] : kingdom[1] + 1]
    return [
        (seat, leader, place)
        for seat, places in enumerate(state.leaders)
        for leader, place in zip(LEADERS, places, strict=True)
        if place and place[0] in inside
    ]


def _counts(state: State, kingdom: Kingdom) -> list[Span]:
    counts = [count_colour(state.columns, state.slots, kingdom, index) for index in range(len(KINDS))]
    return [(str(count or "."), kind if count else "dim") for count, kind in zip(counts, KINDS, strict=True)]


def _column(state: State, view: Viewer, index: int) -> str:
    letter = COLUMNS[index]
    cards = [status.card_name(state, code, f"{letter}{row}", view) for row, code in enumerate(state.columns[index])]
    if index < len(SLOTS) and state.slots[index] != EMPTY:
        slot = SLOTS[index]
        cards.append(say("joined by", view.lang, card=status.card_name(state, state.slots[index], slot, view)))
    return f"{'; '.join(cards)}."
