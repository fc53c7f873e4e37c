"""The case book: how a case of the card game is set up, played and compared. Its language is in `casebook`.

Whatever `then` does not mention must be as it was: columns with their leaders, slots, hands, piles, discards, draw
pile, catastrophes, and who is asked what.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from referee.games.cards.board import COLUMNS, SLOTS
from referee.games.cards.casebook import Given, Setup, Then
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
from referee.games.cards.notation import format_order, parse_order
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import requests
from referee.games.cards.rules.setup import goods, setup
from referee.games.cards.state import State, Turn
from referee.kernel.dice import Dice
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame, complete_options
from referee.kernel.goods import Dealer, Hand, Supply
from referee.kernel.own_cases import Difference, OwnRules
from referee.kernel.play import play


class Position(Struct, frozen=True):
    """A case being played: how it began, where it stands, what the referee knows; in a set-up the hidden pile."""

    before: State
    state: State
    knowledge: Dealer
    pile: str = ""


def position_of(given: Given) -> Position:
    """The table of a case, with hands as it gives them or with enough of everything.

    Raises:
        Unreadable, BrokenState: what is drawn means nothing, or cannot be.
    """
    if given.setup is not None:
        return _set_up(given, given.setup)
    before = position(given)
    check(before)
    supply = Supply("cards", KINDS * 200)
    return Position(before, before, Dealer(tuple(hand_of(given, seat) for seat in range(len(before.hands))), (supply,)))


def _set_up(given: Given, told: Setup) -> Position:
    """A set-up is compared with the bare table of `position`, whoever begins."""
    options = complete_options(INFO, told.seats, tuple(told.options.items()))
    state = setup(options, Dice(bytes(32))).state
    active = DYNASTIES[state.active]
    bare = position(replace(given, seats=told.seats, options=told.options, active=active, deck=state.deck))
    pile = " ".join(f"{count}{CODE_OF[kind]}" for kind, count in goods(options)[0].kinds)
    return Position(bare, state, Dealer((), ()), pile)


def play_order(game: AnyGame, position: Position, line: str, refused: bool) -> Position:
    """`vase: connect C-D red` with the referee's knowledge. Raises Unreadable, OutOfOrder and IllegalMove."""
    name, colon, text = line.partition(": ")
    if not colon:
        raise Unreadable("cards/bad-order", example="'lion: pass'", found=repr(line))
    secret: Hand = ()
    if text.startswith("connect "):
        text, _, kind = text.rpartition(" ")
        secret = (kind,)
    move = parse_order(text)
    played = play(game, position.state, seat_called(name), move, position.knowledge, secret=secret)
    check(played.state)
    assert isinstance(played.knowledge, Dealer)
    return replace(position, state=played.state, knowledge=played.knowledge)


def compare(position: Position, then: Then) -> list[Difference]:
    """Every place that differs from the beginning with `then` written over it."""
    differences = _compared(position.before, position.state, then)
    wanted = position.pile if then.pile is None else then.pile
    return differences if wanted == position.pile else [*differences, ("pile", wanted, position.pile)]


def _compared(before: State, after: State, expect: Then) -> list[Difference]:
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


def _wanted(expect: Then) -> dict[str, str]:
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


def rules() -> OwnRules[Given, Then, Position]:
    """How cases of the card game are read."""
    from referee.games.cards import GAME

    return OwnRules(given=Given, then=Then, position_of=position_of, play=partial(play_order, GAME), compare=compare)
