"""The case book of the card game: what a position is told by, and what can be found in one.

Seats are called by their dynasties, clockwise lion, bull, bow, vase. Cards are written `k r b g` (black, red, blue,
green), `*` a treasure, `+` the red card that took its place, `S(bk)`, `S(bg)`, `S(br)` the ships, `?` a card face down;
a leader stands after its card: `* r<lion.king> g S(bg)` is a column, head first. Counts are `2r 1*`.
"""

from __future__ import annotations

import re
from typing import Annotated, Final

from msgspec import Struct

from referee.games.cards.board import COLUMNS, HOME, SLOTS
from referee.games.cards.check import check
from referee.games.cards.data import (
    CARD_COUNTS,
    CODE_OF,
    CODES,
    DYNASTIES,
    EMPTY,
    HAND_SIZE,
    INFO,
    KIND_OF,
    KINDS,
    LEADER_INDEX,
    LEADERS,
    RED,
    SUBSTITUTE,
    TREASURE,
)
from referee.games.cards.legal import legal_orders
from referee.games.cards.moves import ORDERS
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import requests
from referee.games.cards.rules.setup import goods, set_aside, setup, variant_of
from referee.games.cards.state import AnyFrame, Income, Refill, State, Turn, VictoryPile
from referee.kernel.cases import CasePosition, CaseRules, Facts, Setup, meaning, options_of
from referee.kernel.dice import Dice
from referee.kernel.game import Options

SIGN_OF: Final = {"K": "S(bk)", "G": "S(bg)", "R": "S(br)"}
_CODE_OF: Final = {sign: code for code, sign in SIGN_OF.items()}
_SEAT: Final = {name: seat for seat, name in enumerate(DYNASTIES)}
_CARD = re.compile(r"(S\(b[kgr]\)|[*+krbg?])(?:<(\w+)\.(\w+)>)?")
_COUNT = re.compile(r"(\d+)([krbg*])")

Texts = dict[str, str]


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, or a set-up."""

    setup: Annotated[Setup | None, meaning("a set-up instead of a position and orders")] = None
    seats: Annotated[int, meaning("players: lion, bull, bow, vase, clockwise")] = 4
    options: Annotated[Texts, meaning("options that are not the default, by name")] = {}
    active: Annotated[str, meaning("dynasty on turn")] = "lion"
    left: Annotated[int, meaning("actions left")] = 2
    columns: Annotated[Texts, meaning("columns by letter, head first; the rest are bare treasures")] = {}
    slots: Annotated[Texts, meaning("connectors by slot; the rest are empty")] = {}
    hands: Annotated[Texts, meaning("hands as codes: `rrg`; others count eight and hold enough of everything")] = {}
    piles: Annotated[Texts, meaning("victory piles by dynasty; treasures gone elsewhere lie in the last one")] = {}
    catastrophes: Annotated[dict[str, int], meaning("0 where the catastrophe is played")] = {}
    deck: Annotated[int | None, meaning("cards in the draw pile; the rest has been discarded")] = None


def position_of(given: Given) -> CasePosition:
    """The position of a case, or a set-up. Raises BrokenState for what cannot be."""
    if given.setup is not None:
        return _set_up(options_of(INFO, given.setup))
    state = state_of(given)
    check(state)
    codes = [given.hands.get(name) for name in DYNASTIES[: given.seats]]
    hands = tuple(None if hand is None else tuple(KIND_OF[code] for code in hand) for hand in codes)
    options = options_of(INFO, given)
    return CasePosition(state=state, options=options, hands=hands)


def _set_up(options: Options) -> CasePosition:
    """A set-up, read against the bare table of a position, no matter who begins."""
    state = setup(options, Dice(bytes(32))).state
    bare = Given(seats=options.seats, options=dict(options.values), active=DYNASTIES[state.active], deck=state.deck)
    return CasePosition(state=state, options=options, before=state_of(bare))


def state_of(given: Given) -> State:
    """The state of a position.

    Not mentioned means: four seats, lion active with two actions, bare treasures at the head of every column, empty
    slots, eight cards in each hand, empty piles, catastrophes unplayed. Treasures taken that no pile holds are in the
    last seat's pile. The draw pile holds what is nowhere else; if a case gives its size the rest is discarded.
    """
    seats, names = given.seats, DYNASTIES[: given.seats]
    variant = variant_of(options_of(INFO, given))
    columns, slots, leaders = _given_table(given)
    piles = _piles(given, names, sum(column[0] == SUBSTITUTE for column in columns))
    hands = tuple(len(given.hands.get(name, " " * HAND_SIZE)) for name in names)
    table = "".join(columns) + slots
    left = [
        printed - table.count(code) - sum(pile.cards[index] for pile in piles)
        for index, (code, printed) in enumerate(zip(CODES, CARD_COUNTS, strict=True))
    ]
    left[RED] -= table.count(SUBSTITUTE)
    unseen = sum(left) - set_aside(variant, seats) - sum(hands)
    deck = unseen if given.deck is None else given.deck
    frames: tuple[AnyFrame, ...] = (Refill(), Income(), Turn(given.left))
    return State(
        variant=variant,
        columns=tuple(columns),
        slots=slots,
        leaders=leaders,
        hands=hands,
        deck=deck,
        piles=piles,
        discards=_discards(left, unseen - deck),
        catastrophes=tuple(given.catastrophes.get(name, 1) for name in names),
        active=_SEAT[given.active],
        turn=0,
        changed=-1,
        quiet=0,
        frames=frames,
    )


def _given_table(given: Given) -> tuple[list[str], str, tuple[tuple[str, ...], ...]]:
    leaders = [[HOME] * len(LEADERS) for _ in range(given.seats)]
    columns = []
    for letter in COLUMNS:
        cards = _cards_in(given.columns.get(letter, TREASURE))
        columns.append("".join(code for code, _, _ in cards))
        for row, (_, seat, index) in enumerate(cards):
            if seat >= 0:
                leaders[seat][index] = f"{letter}{row}"
    slots = ""
    for slot in SLOTS:
        code, seat, index = (_cards_in(given.slots.get(slot, "")) or [(EMPTY, -1, -1)])[0]
        slots += code
        if seat >= 0:
            leaders[seat][index] = slot
    return columns, slots, tuple(tuple(places) for places in leaders)


def _cards_in(text: str) -> list[tuple[str, int, int]]:
    """(code, seat, leader index) of each card in a column or slot; seat -1 where no leader stands."""
    found = []
    for word in text.split():
        match = _CARD.fullmatch(word)
        if match is None:
            raise ValueError(word + " is no card such as r or k<lion.king>")
        seat, leader = (_SEAT[match[2]], LEADER_INDEX[match[3]]) if match[2] else (-1, -1)
        found.append((_CODE_OF.get(match[1], match[1]), seat, leader))
    return found


def _piles(given: Given, names: tuple[str, ...], taken: int) -> tuple[VictoryPile, ...]:
    piles: list[VictoryPile] = []
    for name in names:
        cards, treasures = _counts(given.piles.get(name, ""))
        if name == names[-1]:
            treasures = taken - sum(pile.treasures for pile in piles)
        kinds = [kind for kind, number in zip(KINDS, cards, strict=True) if number]
        piles.append(VictoryPile(cards, treasures, kinds[-1] if kinds else "treasure" if treasures else ""))
    return tuple(piles)


def _counts(text: str) -> tuple[tuple[int, int, int, int], int]:
    """Cards of each of KINDS, and treasures, in `2r 1k 1*`."""
    counts = dict.fromkeys((*CODES, TREASURE), 0)
    for word in text.split():
        match = _COUNT.fullmatch(word)
        if match is None:
            raise ValueError(f"{word} is no count such as 2r")
        counts[match[2]] += int(match[1])
    return (counts["k"], counts["r"], counts["b"], counts["g"]), counts[TREASURE]


def _discards(left: list[int], count: int) -> tuple[int, int, int, int]:
    """`count` cards out of those `left` by kind, always from the kind of which most are left."""
    gone = [0, 0, 0, 0]
    for _ in range(count):
        index = max(range(len(left)), key=lambda kind: left[kind] - gone[kind])
        gone[index] += 1
    return gone[0], gone[1], gone[2], gone[3]


def facts(state: State) -> Facts:
    """Columns and slots with their leaders, what each dynasty has, the draw pile and what has left the game."""
    found = {
        letter: " ".join(_case_card(state, code, f"{letter}{row}") for row, code in enumerate(cards))
        for letter, cards in zip(COLUMNS, state.columns, strict=True)
    }
    found |= {
        slot: _case_card(state, code, slot) for slot, code in zip(SLOTS, state.slots, strict=True) if code != EMPTY
    }
    for seat, name in enumerate(DYNASTIES[: len(state.hands)]):
        pile = state.piles[seat]
        found[f"hand of {name}"] = str(state.hands[seat])
        found[f"pile of {name}"] = _cards_text(pile.cards, pile.treasures)
        found[f"top of {name}"] = pile.top
        found[f"catastrophe of {name}"] = str(state.catastrophes[seat])
    found["discards"] = _cards_text(state.discards)
    found["deck"] = str(state.deck)
    found["on turn"] = DYNASTIES[state.active]
    found["left"] = str(next((frame.left for frame in state.frames if isinstance(frame, Turn)), 0))
    return found


def _case_card(state: State, code: str, place: str) -> str:
    sign = SIGN_OF.get(code, code)
    for seat, places in enumerate(state.leaders):
        if place in places:
            return f"{sign}<{DYNASTIES[seat]}.{LEADERS[places.index(place)]}>"
    return sign


def _cards_text(cards: tuple[int, ...], treasures: int = 0) -> str:
    """`2r 1k 1*`; empty for nothing."""
    counts = (*zip(CODES, cards, strict=True), (TREASURE, treasures))
    return " ".join(f"{count}{code}" for code, count in counts if count)


def more(state: State) -> Facts:
    """The orders that public facts allow the seat asked, the colours by seat that decide, weakest first, and the
    cards that were shuffled.
    """
    asked = [(request.seat, move) for request in requests(state) for move in legal_orders(state, request.seat, None)]
    end = outcome(state)
    rows = (" ".join(map(str, row)) for row in end.scores) if end else ()
    (pile,) = goods(Options(len(state.hands)))
    return {
        "offers": ", ".join(ORDERS.format(move) for _, move in asked),
        "scores": ", ".join(rows),
        "cards": " ".join(f"{count}{CODE_OF[kind]}" for kind, count in pile.kinds),
    }


def rules() -> CaseRules[Given]:
    """How the cases are read."""
    return CaseRules(given=Given, position_of=position_of, facts=facts, more=more, seats=DYNASTIES)
