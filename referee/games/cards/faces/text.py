"""The table as plain text: lines of (text, style) spans, readable without colour.

         A        B        C        D
     0   * 1k-g2f-*    --?--+        *        heads, and connectors between them
     1   k        r 2p     Sg       b

`k r b g` are cards, `*` a treasure, `+` the card that took its place, `Sk Sg Sr` ships, `?` a card face down; a leader
stands right of its card as the number of its player and its letter: k king, p priest, f farmer, t trader.
"""

from __future__ import annotations

from referee.drawing.text import Line, Span, columns
from referee.games.cards.board import COLUMNS, SLOTS
from referee.games.cards.data import CODES, COVERED, EMPTY, KINDS, SHIP_CODES, SUBSTITUTE, TREASURE
from referee.games.cards.faces import status
from referee.games.cards.faces.words import cards_of, say
from referee.games.cards.state import State
from referee.kernel.game import View
from referee.kernel.goods import Own

_CARD_WIDTH = 4
_GAP_WIDTH = 5


def picture(state: State, view: View) -> tuple[Line, ...]:
    """Headline, columns, players, own hand, what is asked, and the legend, for a reader of `view.lang`."""
    blank: Line = ()
    depth = max(len(column) for column in state.columns)
    head: Line = ((status.headline(state, view), "title"), (status.actions_left(state, view), "dim"))
    lines = [head, blank, _letters(), *(_row(state, row) for row in range(depth)), blank]
    lines += [*_players(state, view), blank, ((status.supply(state, view.lang), ""),)]
    if view.own is not None:
        lines.append(_hand(view.own, view.lang))
    lines += [((question, f"seat{seat + 1}"),) for seat, question in status.questions(state, view)]
    return (*lines, blank, *(((line, "dim"),) for line in status.legend(view.lang)))


def _letters() -> Line:
    width = _CARD_WIDTH + _GAP_WIDTH
    return (("    " + "".join(letter.ljust(width) for letter in COLUMNS).rstrip(), "bold"),)


def _row(state: State, row: int) -> Line:
    spans: list[Span] = [(f" {row}  ", "dim")]
    for index, letter in enumerate(COLUMNS):
        cards = state.columns[index]
        code = cards[row] if row < len(cards) else ""
        spans += _card(state, code, f"{letter}{row}", _CARD_WIDTH)
        if index < len(SLOTS):
            spans += _connector(state, index) if row == 0 else [(" " * _GAP_WIDTH, "")]
    while spans[-1][0].isspace():
        spans.pop()
    text, style = spans.pop()
    return (*spans, (text.rstrip(), style))


def _card(state: State, code: str, place: str, width: int) -> list[Span]:
    if not code:
        return [(" " * width, "")]
    shown = status.ship_sign(code) if code in SHIP_CODES else f"{code} "
    spans = [(shown, _style(code))]
    leader = _leader_at(state, place)
    if leader:
        spans.append(leader)
    return [*spans, (" " * (width - sum(len(text) for text, _ in spans)), "")]


def _connector(state: State, slot: int) -> list[Span]:
    """The five columns between two heads: blank, or the connector with its leader between dashes."""
    code = state.slots[slot]
    if code == EMPTY:
        return [(" " * _GAP_WIDTH, "")]
    leader = _leader_at(state, SLOTS[slot])
    if leader:
        return [("-", "dim"), (code, _style(code)), leader, ("-", "dim")]
    return [("--", "dim"), (code, _style(code)), ("--", "dim")]


def _leader_at(state: State, place: str) -> Span | None:
    stands = status.leader_at(state, place)
    if stands is None:
        return None
    seat, index = stands
    return f"{seat + 1}{status.LEADER_LETTERS[index]}", f"seat{seat + 1}"


def _style(code: str) -> str:
    if code in (TREASURE, SUBSTITUTE):
        return "red"
    if code in SHIP_CODES:
        return "bold"
    return "dim" if code == COVERED else KINDS[CODES.index(code)]


def _players(state: State, view: View) -> tuple[Line, ...]:
    """A table with a line for each seat; `>` marks the one on turn."""
    player, *heads = status.heads(view.lang)
    rows: list[list[Span]] = [[(f"    {player}", "dim"), *((head, "dim") for head in heads)]]
    for seat in range(len(state.hands)):
        mark = ">" if not state.ending and seat == state.active else " "
        name = f" {mark}{seat + 1} {view.names[seat]}"
        rows.append([(name, f"seat{seat + 1}"), *((fact, "") for fact in status.facts(state, seat, view.lang))])
    return columns(rows)


def _hand(own: Own, lang: str) -> Line:
    spans: list[Span] = [(say("hand", lang), "")]
    for kind in KINDS:
        count = own.hand.count(kind)
        if count:
            spans.append((f" {count} {cards_of(kind, count, lang)}", kind))
    if len(spans) == 1:
        spans.append((f" {say('none', lang)}", "dim"))
    spans += [(say("covered", lang, place=place, kind=cards_of(kind, 1, lang)), "dim") for place, kind in own.covered]
    return tuple(spans)
