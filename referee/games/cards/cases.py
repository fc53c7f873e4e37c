"""The case book: plays one case of the exchange format and tells what differs (`schemas/cases-cards.schema.json`).

An order is written `lion: leader king A3`; a connector's kind follows it (`vase: connect C-D red`), and a rule behind
`!` says that the order is refused under it (`lion: card green A !CK 6.2`). Whatever `expect` does not mention must be
as it was: columns with their leaders, slots, hands, piles, discards, draw pile, catastrophes, and who is asked what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from referee.games.cards.board import COLUMNS, SLOTS
from referee.games.cards.check import check
from referee.games.cards.data import CODE_OF, DYNASTIES, INFO, KINDS
from referee.games.cards.fragment import (
    cards_of,
    column_text,
    counts_of,
    counts_text,
    hand_of,
    position,
    seat_called,
    slot_text,
)
from referee.games.cards.legal import legal_moves
from referee.games.cards.moves import Connect
from referee.games.cards.notation import format_move, parse_move
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import requests
from referee.games.cards.rules.setup import goods, setup
from referee.games.cards.state import State, Turn
from referee.kernel.dice import Dice
from referee.kernel.errors import IllegalMove, RefereeError, Unreadable
from referee.kernel.game import complete_options
from referee.kernel.goods import Dealer, Hand, Supply
from referee.kernel.play import play

Difference = tuple[str, str, str]

_MATCHED = ("offers", "ranks", "scores")
"""What is compared only where a case mentions it."""


@dataclass(frozen=True, slots=True)
class _Order:
    """One line of a case: who orders what, with which secret kind, and the rule that refuses it, if any."""

    seat: int
    text: str
    secret: Hand
    refused: str


def run_case(case: dict[str, Any]) -> Sequence[Difference]:
    """(where, expected, found) for everything that differs; empty if the case holds."""
    try:
        if "setup" in case:
            return _run_setup(case)
        before = position(case)
        check(before)
        state, differences = _played(case, before)
        check(state)
        return [*differences, *_compared(before, state, case.get("expect", {}))]
    except RefereeError as error:
        return [("case", "a case that can be played", str(error))]


def _run_setup(case: dict[str, Any]) -> list[Difference]:
    """A set-up is compared with the bare table of `position`, whoever begins."""
    options = complete_options(INFO, case["setup"]["seats"], tuple(case["setup"].get("options", {}).items()))
    state = setup(options, Dice(bytes(32))).state
    bare = position({**case["setup"], "active": DYNASTIES[state.active], "deck": state.deck})
    differences = _compared(bare, state, case.get("expect", {}))
    pile = " ".join(f"{count}{CODE_OF[kind]}" for kind, count in goods(options)[0].kinds)
    wanted = case.get("expect", {}).get("pile", pile)
    return differences if wanted == pile else [*differences, ("pile", wanted, pile)]


def _played(case: dict[str, Any], state: State) -> tuple[State, list[Difference]]:
    """Every order with the referee's knowledge: hands as the case gives them, or with enough of everything."""
    from referee.games.cards import GAME

    supply = Supply("cards", KINDS * 200)
    knowledge = Dealer(tuple(hand_of(case, seat) for seat in range(len(state.hands))), (supply,))
    differences: list[Difference] = []
    for number, line in enumerate(case.get("orders", ()), 1):
        order = _order(line)
        where = f"order {number} ({order.text})"
        try:
            played = play(GAME, state, order.seat, parse_move(order.text), knowledge, secret=order.secret)
        except IllegalMove as refusal:
            if refusal.rule != order.refused:
                differences.append((where, order.refused or "accepted", str(refusal)))
            continue
        if order.refused:
            differences.append((where, f"refused under {order.refused}", "accepted"))
        state = played.state
        assert isinstance(played.knowledge, Dealer)
        knowledge = played.knowledge
    return state, differences


def _order(line: str) -> _Order:
    """`vase: connect C-D red !CK 8.1` taken apart."""
    name, colon, rest = line.partition(": ")
    if not colon:
        raise Unreadable("an order is written {example}; got {found}", example="'lion: pass'", found=repr(line))
    text, _, refused = rest.partition(" !")
    secret: Hand = ()
    if text.startswith("connect "):
        text, _, kind = text.rpartition(" ")
        secret = (kind,)
        assert isinstance(parse_move(text), Connect)
    return _Order(seat_called(name), text, secret, refused)


def _compared(before: State, after: State, expect: dict[str, Any]) -> list[Difference]:
    """Every place that differs from `before` with `expect` written over it."""
    wanted = {**_facts(before, before), **_wanted(expect)}
    found = _facts(before, after)
    for key in _MATCHED:
        if key in expect:
            found[key] = _matched(key, after)
    known = {*found, *_MATCHED, "pile"}
    strange = [(key, "a place of the game", "a word of no meaning") for key in wanted if key not in known]
    return [*strange, *((key, wanted[key], found[key]) for key in found if wanted[key] != found[key])]


def _facts(before: State, state: State) -> dict[str, str]:
    """What is compared, as texts: piles and discards as gains on `before`, all else as it is."""
    facts = {letter: column_text(state, index) for index, letter in enumerate(COLUMNS)}
    facts |= {slot: slot_text(state, index) for index, slot in enumerate(SLOTS)}
    for seat, name in enumerate(DYNASTIES[: len(state.hands)]):
        pile, old = state.piles[seat], before.piles[seat]
        gain = tuple(new - was for new, was in zip(pile.cards, old.cards, strict=True))
        facts[f"hand of {name}"] = str(state.hands[seat])
        facts[f"pile of {name}"] = counts_text(gain, pile.treasures - old.treasures)
        facts[f"top of {name}"] = pile.top or "nothing"
        facts[f"catastrophe of {name}"] = str(state.catastrophes[seat])
    facts["discards"] = counts_text(tuple(new - was for new, was in zip(state.discards, before.discards, strict=True)))
    facts["deck"] = str(state.deck)
    facts["asks"] = " ".join(f"{DYNASTIES[request.seat]} {request.question}" for request in requests(state))
    facts["active"] = DYNASTIES[state.active]
    facts["left"] = str(next((frame.left for frame in state.frames if isinstance(frame, Turn)), 0))
    facts["ending"] = state.ending
    return facts


def _wanted(expect: dict[str, Any]) -> dict[str, str]:
    """The facts a case mentions, spelled like those of `_facts`."""
    wanted: dict[str, str] = {}
    for key, value in expect.items():
        if key in ("hands", "piles", "tops", "catastrophes"):
            for name, told in value.items():
                text = counts_text(*counts_of(told)) if key == "piles" else str(told)
                wanted[f"{key[:-1]} of {name}"] = text
                if key == "piles" and name not in expect.get("tops", {}):
                    wanted[f"top of {name}"] = _only_kind(told)
        elif key == "columns" or key == "slots":
            wanted |= {place: _spelled(text) for place, text in value.items()}
        elif key == "discards":
            wanted[key] = counts_text(counts_of(value)[0])
        elif key in _MATCHED:
            wanted[key] = msgspec.json.encode(value).decode()
        else:
            wanted[key] = str(value)
    return wanted


def _only_kind(told: str) -> str:
    """The kind of a gain, which then lies on top; a gain of several kinds must name the top itself."""
    kinds = [word[-1] for word in told.split()]
    return {**dict(zip("krbg", KINDS, strict=True)), "*": "treasure"}[kinds[-1]] if kinds else "nothing"


def _spelled(text: str) -> str:
    """A column or slot in its one spelling."""
    return text if text == "." else " ".join(text.split()) if cards_of(text) else "."


def _matched(key: str, state: State) -> str:
    """The orders that public facts allow the asked seat, or the result."""
    if key == "offers":
        asked = [request.seat for request in requests(state)]
        return msgspec.json.encode(
            [format_move(move) for seat in asked for move in legal_moves(state, seat, None)]
        ).decode()
    result = outcome(state)
    if result is None:
        return "the game goes on"
    told = result.ranks if key == "ranks" else result.scores
    return msgspec.json.encode(told).decode()
