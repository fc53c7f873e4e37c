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
from msgspec.structs import replace

from referee.games.cards.board import COLUMNS, SLOTS
from referee.games.cards.casebook import Case, Expect, Setup
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
from referee.games.cards.legal import legal_orders
from referee.games.cards.moves import Connect, Move
from referee.games.cards.notation import format_order, parse_order
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import requests
from referee.games.cards.rules.setup import goods, setup
from referee.games.cards.state import State, Turn
from referee.kernel.dice import Dice
from referee.kernel.errors import IllegalMove, RefereeError, Unreadable
from referee.kernel.game import Game, complete_options
from referee.kernel.goods import Dealer, Hand, Supply
from referee.kernel.play import play

Difference = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class _Order:
    """One line of a case: who orders what, with which secret kind, and the rule that refuses it, if any."""

    seat: int
    text: str
    secret: Hand
    refused: str


def run_case(game: Game[State, Move], case: dict[str, Any]) -> Sequence[Difference]:
    """(where, expected, found) for everything that differs; empty if the case holds. `game` is the card game itself.

    Raises:
        msgspec.ValidationError: the case is not written in the exchange format.
    """
    told = msgspec.convert(case, Case)
    try:
        if told.setup is not None:
            return _run_setup(told, told.setup)
        before = position(told)
        check(before)
        state, differences = _played(game, told, before)
        check(state)
        return [*differences, *_compared(before, state, told.expect)]
    except RefereeError as error:
        return [("case", "a case that can be played", str(error))]


def _run_setup(case: Case, told: Setup) -> list[Difference]:
    """A set-up is compared with the bare table of `position`, whoever begins."""
    options = complete_options(INFO, told.seats, tuple(told.options.items()))
    state = setup(options, Dice(bytes(32))).state
    active = DYNASTIES[state.active]
    bare = position(replace(case, seats=told.seats, options=told.options, active=active, deck=state.deck))
    differences = _compared(bare, state, case.expect)
    pile = " ".join(f"{count}{CODE_OF[kind]}" for kind, count in goods(options)[0].kinds)
    wanted = pile if case.expect.pile is None else case.expect.pile
    return differences if wanted == pile else [*differences, ("pile", wanted, pile)]


def _played(game: Game[State, Move], case: Case, state: State) -> tuple[State, list[Difference]]:
    """Every order with the referee's knowledge: hands as the case gives them, or with enough of everything."""
    supply = Supply("cards", KINDS * 200)
    knowledge = Dealer(tuple(hand_of(case, seat) for seat in range(len(state.hands))), (supply,))
    differences: list[Difference] = []
    for number, line in enumerate(case.orders, 1):
        order = _order(line)
        where = f"order {number} ({order.text})"
        try:
            played = play(game, state, order.seat, parse_order(order.text), knowledge, secret=order.secret)
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
        assert isinstance(parse_order(text), Connect)
    return _Order(seat_called(name), text, secret, refused)


def _compared(before: State, after: State, expect: Expect) -> list[Difference]:
    """Every place that differs from `before` with `expect` written over it."""
    wanted = {**_facts(before, before), **_wanted(expect)}
    found = _facts(before, after)
    if expect.offers is not None:
        found["offers"] = _offers(after)
    if expect.ranks is not None or expect.scores is not None:
        found |= _result(after)
    strange = [(key, wanted[key], "no such place") for key in wanted if key not in found]
    return [*strange, *((key, wanted[key], found[key]) for key in found if wanted.get(key, found[key]) != found[key])]


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


def _wanted(expect: Expect) -> dict[str, str]:
    """The facts a case mentions, spelled like those of `_facts`."""
    wanted = {place: _spelled(text) for place, text in (*expect.columns.items(), *expect.slots.items())}
    for name, told in expect.piles.items():
        wanted[f"pile of {name}"] = counts_text(*counts_of(told))
        wanted[f"top of {name}"] = _only_kind(told)
    wanted |= {f"top of {name}": kind for name, kind in expect.tops.items()}
    wanted |= {f"hand of {name}": str(count) for name, count in expect.hands.items()}
    wanted |= {f"catastrophe of {name}": str(count) for name, count in expect.catastrophes.items()}
    if expect.discards is not None:
        wanted["discards"] = counts_text(counts_of(expect.discards)[0])
    plain: dict[str, object] = {"deck": expect.deck, "active": expect.active, "left": expect.left, "asks": expect.asks}
    plain |= {"ending": expect.ending, "ranks": expect.ranks, "scores": expect.scores}
    wanted |= {key: str(value) for key, value in plain.items() if value is not None}
    if expect.offers is not None:
        wanted["offers"] = ", ".join(expect.offers)
    return wanted


def _only_kind(told: str) -> str:
    """The kind of a gain, which then lies on top; a gain of several kinds must name the top itself."""
    kinds = [word[-1] for word in told.split()]
    return {**dict(zip("krbg", KINDS, strict=True)), "*": "treasure"}[kinds[-1]] if kinds else "nothing"


def _spelled(text: str) -> str:
    """A column or slot in its one spelling."""
    return text if text == "." else " ".join(text.split()) if cards_of(text) else "."


def _offers(state: State) -> str:
    """The orders that public facts allow whoever is asked."""
    return ", ".join(
        format_order(move) for request in requests(state) for move in legal_orders(state, request.seat, None)
    )


def _result(state: State) -> dict[str, str]:
    """Ranks and scores of a finished game."""
    result = outcome(state)
    if result is None:
        return {"ranks": "the game goes on", "scores": "the game goes on"}
    return {"ranks": str(result.ranks), "scores": str(result.scores)}
