"""The table as plain text: lines of (text, style) spans, readable without colour.

         A        B        C        D
     0   * 1k-g2f-*    --?--+        *        heads, and connectors between them
     1   k        r 2p     Sg       b

`k r b g` are cards, `*` a treasure, `+` the card that took its place, `Sk Sg Sr` ships, `?` a card face down; a leader
stands right of its card as the number of its player and its letter: k king, p priest, f farmer, t trader.
"""

from __future__ import annotations

from referee.drawing.text import Line, Span, columns
from referee.games.cards.board import COLUMNS, SLOTS, ships_left
from referee.games.cards.data import (
    CODES,
    COVERED,
    DYNASTIES,
    EMPTY,
    KINDS,
    SHIP_CODES,
    SHIP_OF,
    SUBSTITUTE,
    TREASURE,
)
from referee.games.cards.faces.words import CAPTIONS, DYNASTY_WORDS, KIND_WORDS, SHIP_WORDS
from referee.games.cards.rules.flow import requests
from referee.games.cards.state import State, Turn, VictoryPile
from referee.kernel.game import View
from referee.kernel.goods import Own

_LEADER_LETTERS = "kpft"
_CARD_WIDTH = 4
_GAP_WIDTH = 5


def picture(state: State, view: View) -> tuple[Line, ...]:
    """Headline, columns, players, own hand, what is asked, and the legend, for a reader of `view.lang`."""
    blank: Line = ()
    depth = max(len(column) for column in state.columns)
    lines = [_headline(state, view), blank, _letters(), *(_row(state, row) for row in range(depth)), blank]
    lines += [*_players(state, view), blank, _supply(state, view)]
    if view.own is not None:
        lines.append(_hand(view.own, view.lang))
    return (*lines, *_questions(state, view), blank, *_legend(view.lang))


def _headline(state: State, view: View) -> Line:
    say = CAPTIONS[view.lang]
    if state.ending:
        return ((say["over"].format(reason=say[f"ending {state.ending}"]), "title"),)
    top = state.frames[-1]
    left = next((frame.left for frame in reversed(state.frames) if isinstance(frame, Turn)), 0)
    words = say["turn"].format(turn=state.turn + 1, name=view.names[state.active])
    actions = say["actions"].format(count=left) if isinstance(top, Turn) else ""
    return ((words, "title"), (actions, "dim"))


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
    shown = f"S{CODES[_second(code)]}" if code in SHIP_CODES else f"{code} "
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
    for seat, places in enumerate(state.leaders):
        if place in places:
            return f"{seat + 1}{_LEADER_LETTERS[places.index(place)]}", f"seat{seat + 1}"
    return None


def _second(ship: str) -> int:
    return KINDS.index(SHIP_OF[ship].partition("-")[2])


def _style(code: str) -> str:
    if code in (TREASURE, SUBSTITUTE):
        return "red"
    if code in SHIP_CODES:
        return "bold"
    return "dim" if code == COVERED else KINDS[CODES.index(code)]


def _players(state: State, view: View) -> tuple[Line, ...]:
    """A table with a line for each seat; `>` marks the one on turn."""
    say = CAPTIONS[view.lang]
    player, *heads = say["heads"].split(", ")
    rows: list[list[Span]] = [[(f"    {player}", "dim"), *((head, "dim") for head in heads)]]
    for seat, places in enumerate(state.leaders):
        mark = ">" if not state.ending and seat == state.active else " "
        home = " ".join(letter for letter, place in zip(_LEADER_LETTERS, places, strict=True) if not place)
        facts = (
            DYNASTY_WORDS[view.lang][DYNASTIES[seat]],
            str(state.hands[seat]),
            _pile(state.piles[seat], state.variant.piles == "open", view.lang),
            say[str(state.catastrophes[seat])],
            home or "-",
        )
        rows.append([(f" {mark}{seat + 1} {view.names[seat]}", f"seat{seat + 1}"), *((fact, "") for fact in facts)])
    return columns(rows)


def _pile(pile: VictoryPile, is_open: bool, lang: str) -> str:
    """The kind on top, or all there is as `3k 2b 1*`."""
    if is_open and pile.top:
        counts = zip(f"{CODES}{TREASURE}", (*pile.cards, pile.treasures), strict=True)
        return " ".join(f"{count}{code}" for code, count in counts if count)
    return {**KIND_WORDS[lang], "treasure": CAPTIONS[lang]["treasure"], "": CAPTIONS[lang]["empty"]}[pile.top]


def _supply(state: State, view: View) -> Line:
    say = CAPTIONS[view.lang]
    ships = ", ".join(SHIP_WORDS[view.lang][SHIP_OF[ship]] for ship in ships_left(state.columns)) or say["none"]
    return ((say["supply"].format(deck=state.deck, ships=ships), ""),)


def _hand(own: Own, lang: str) -> Line:
    say, words = CAPTIONS[lang], KIND_WORDS[lang]
    spans: list[Span] = [(say["hand"], "")]
    for kind in KINDS:
        count = own.hand.count(kind)
        if count:
            spans.append((f" {count} {words[kind]}", kind))
    if len(spans) == 1:
        spans.append((f" {say['none']}", "dim"))
    spans += [(say["covered"].format(place=place, kind=words[kind]), "dim") for place, kind in own.covered]
    return tuple(spans)


def _questions(state: State, view: View) -> list[Line]:
    say = CAPTIONS[view.lang]
    words = {**KIND_WORDS[view.lang], **SHIP_WORDS[view.lang]}
    lines: list[Line] = []
    for request in requests(state):
        about = ", ".join(words.get(word, word) for word in request.about)
        question = say[f"ask {request.question}"].format(name=view.names[request.seat], about=about)
        lines.append(((question, f"seat{request.seat + 1}"),))
    return lines


def _legend(lang: str) -> tuple[Line, ...]:
    return tuple(((CAPTIONS[lang][f"legend {number}"], "dim"),) for number in (1, 2, 3))
