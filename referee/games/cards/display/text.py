"""The table as plain text: lines of (text, style) spans, readable without colour.

         A        B        C        D
     0   * aKg-bF-*    --?--+        *        heads, and connectors between them
     1   k        r cP     Sg       b

`k r b g` are cards, `*` a treasure, `+` the card that took its place, `Sk Sg Sr` ships, `?` a card face down; a leader
stands right of its card as a small letter for its player and a capital: K king, P priest, F farmer, T trader.
"""

from __future__ import annotations

from referee.drawing.text_picture import (
    Line,
    Span,
    columns,
    numbered_names,
    pack_entries,
    strip_line,
    text_line,
    wrap_lines,
)
from referee.games.cards.board import COLUMNS, SLOTS
from referee.games.cards.data import CODES, COVERED, EMPTY, KINDS, SHIP_CODES, SUBSTITUTE, TREASURE
from referee.games.cards.display import status
from referee.games.cards.display.status import cards_of, say
from referee.games.cards.state import State
from referee.kernel.game import Viewer

_CARD_WIDTH = 4
_GAP_WIDTH = 5


def picture(state: State, view: Viewer) -> tuple[Line, ...]:
    """Columns, players, what is left, what is open beside the turn, for a reader of `view.lang`."""
    depth = max(len(column) for column in state.columns)
    lines = [_letters(), *(_board_row(state, view, row) for row in range(depth)), (), *_players_table(state, view)]
    lines += [text_line(text) for text in wrap_lines(status.supply(state, view.lang), view.columns, "", "  ")]
    for seat, question in status.questions(state, view):
        lines += [text_line(text, f"seat{seat + 1}") for text in wrap_lines(question, view.columns, "", "  ")]
    return tuple(lines)


def legend(state: State, view: Viewer) -> tuple[Line, ...]:
    """What the signs on the table mean."""
    seat = view.seat or 0
    roles = " ".join(status.leader_sign(view, seat, index) for index in range(4))
    entries = [entry for text in status.legend(view, roles, view.names[seat]) for entry in text.split("  ")]
    entries += [f"< {say('new', view.lang)}"] if view.since is not None and view.since != state else []
    return tuple(text_line(text, "dim") for text in pack_entries(entries, view.columns))


def hand(view: Viewer) -> tuple[Line, ...]:
    """The player's cards, by kind, and those that were laid face down."""
    assert view.own is not None
    held = [
        (f"{count} {cards_of(kind, count, view.lang)}", kind) for kind in KINDS if (count := view.own.hand.count(kind))
    ]
    spans: list[Span] = [(say("hand", view.lang) + " ", "bold")]
    for number, span in enumerate(held or [(say("no card", view.lang), "dim")]):
        spans += [(", ", ""), span] if number else [span]
    for place, kind in view.own.covered:
        spans.append((say("covered", view.lang, place=place, kind=cards_of(kind, 1, view.lang)), "dim"))
    return (tuple(spans),)


def _letters() -> Line:
    width = _CARD_WIDTH + _GAP_WIDTH
    return (("    " + "".join(letter.ljust(width) for letter in COLUMNS).rstrip(), "bold"),)


def _board_row(state: State, view: Viewer, row: int) -> Line:
    spans: list[Span] = [(f" {row}  ", "dim")]
    for index, letter in enumerate(COLUMNS):
        cards, place = state.columns[index], f"{letter}{row}"
        joined = row == 0 and index < len(SLOTS) and state.slots[index] != EMPTY
        if row < len(cards):
            spans += _card_spans(state, view, cards[row], place)
        spans.append(
            ("<", "new") if row < len(cards) and not joined and status.is_new(state, view, place) else ("", "")
        )
        end = 4 + (index + 1) * (_CARD_WIDTH + _GAP_WIDTH) - (_GAP_WIDTH if joined else 0)
        spans.append((" " * (end - sum(len(text) for text, _ in spans)), ""))
        spans += _connector(state, view, index) if joined else []
    return strip_line(tuple(span for span in spans if span[0]))


def _card_spans(state: State, view: Viewer, code: str, place: str) -> list[Span]:
    leader, sign = _leader_at(state, view, place), status.card_sign(code, view.lang)
    if code in SHIP_CODES:
        return [(sign, _style(code)), *([leader] if leader else [])]
    return [(f"{sign} ", _style(code)), leader] if leader else [(sign, _style(code))]


def _connector(state: State, view: Viewer, slot: int) -> list[Span]:
    """The five columns between two heads that are joined: the connector with its leader between dashes."""
    code = state.slots[slot]
    sign = status.card_sign(code, view.lang)
    leader = _leader_at(state, view, SLOTS[slot])
    if leader:
        return [("-", "dim"), (sign, _style(code)), leader, ("-", "dim")]
    end = ("<", "new") if status.is_new(state, view, SLOTS[slot]) else ("-", "dim")
    return [("--", "dim"), (sign, _style(code)), end, ("-", "dim")]


def _leader_at(state: State, view: Viewer, place: str) -> Span | None:
    stands = status.leader_at(state, place)
    return (status.leader_sign(view, *stands), f"seat{stands[0] + 1}") if stands else None


def _style(code: str) -> str:
    if code in (TREASURE, SUBSTITUTE):
        return "red"
    if code in SHIP_CODES:
        return "bold"
    return "dim" if code == COVERED else KINDS[CODES.index(code)]


def _players_table(state: State, view: Viewer) -> tuple[Line, ...]:
    """A table with a line for each seat; `>` marks the one to move."""
    player, *heads = status.heads(view.lang)
    rows: list[list[Span]] = [[(f"  {player}", "dim"), *((head, "dim") for head in heads)]]
    for seat, name in enumerate(numbered_names(view.names)[: len(state.hands)]):
        mark = ">" if not state.ending and seat == state.active else " "
        facts = status.facts(state, seat, view.lang)
        rows.append([(f"{mark} {name}", f"seat{seat + 1}"), *((fact, "") for fact in facts)])
    return columns(rows)
