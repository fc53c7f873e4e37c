"""Positions of the case book as text, and back: `* r<lion.king> g S(bg)` is a column, `g<bull.farmer>` a connector.

Seats are called by their dynasties, clockwise lion, bull, bow, vase. Counts of cards are written `2r 1k` or `1*` for a
treasure. What a case does not say is filled in so that all invariants hold (`position`).
"""

from __future__ import annotations

import re
from typing import Final

from referee.games.cards.board import COLUMNS, HOME, SLOTS
from referee.games.cards.casebook import Given
from referee.games.cards.data import (
    CARD_COUNTS,
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
from referee.games.cards.rules.setup import set_aside, variant_of
from referee.games.cards.state import AnyFrame, Income, Refill, State, Turn, VictoryPile
from referee.kernel.errors import Unreadable
from referee.kernel.game import complete_options
from referee.kernel.goods import Hand

SHIP_SIGNS: Final = {"S(bk)": "K", "S(bg)": "G", "S(br)": "R"}
_SIGN_OF: Final = {code: sign for sign, code in SHIP_SIGNS.items()}
_CARD = re.compile(r"(S\(b[kgr]\)|[*+krbg?])(?:<(\w+)\.(\w+)>)?")
_COUNT = re.compile(r"(\d+)([krbg*])")
AMPLE: Final = tuple(sorted(KINDS * HAND_SIZE))
"""The hand of a seat whose hand a case does not give: enough of everything, though its public number is eight."""


def seat_called(name: str) -> int:
    """The seat of a dynasty. Raises `Unreadable` for another word."""
    if name not in DYNASTIES:
        raise Unreadable("cards/bad-dynasty", found=repr(name))
    return DYNASTIES.index(name)


def cards_of(text: str) -> list[tuple[str, int, int]]:
    """(code, seat, leader index) of each card in a column or slot; seat -1 where no leader stands.

    Raises:
        Unreadable: a word that is no card.
    """
    found = []
    for word in text.split():
        match = _CARD.fullmatch(word)
        if match is None or (match[3] is not None and match[3] not in LEADER_INDEX):
            raise Unreadable("cards/bad-card", found=repr(word))
        seat = seat_called(match[2]) if match[2] else -1
        found.append((SHIP_SIGNS.get(match[1], match[1]), seat, LEADER_INDEX[match[3]] if match[3] else -1))
    return found


def counts_of(text: str) -> tuple[tuple[int, int, int, int], int]:
    """Cards of each of KINDS, and treasures, in `2r 1k 1*`."""
    counts = dict.fromkeys((*CODES, TREASURE), 0)
    for word in text.split():
        match = _COUNT.fullmatch(word)
        if match is None:
            raise Unreadable("cards/bad-count", found=repr(word))
        counts[match[2]] += int(match[1])
    return (counts["k"], counts["r"], counts["b"], counts["g"]), counts[TREASURE]


def column_text(state: State, column: int) -> str:
    """A column with its leaders, as a case writes it."""
    cards = state.columns[column]
    return " ".join(_card_text(state, code, f"{COLUMNS[column]}{row}") for row, code in enumerate(cards))


def slot_text(state: State, slot: int) -> str:
    """A slot with its leader, as a case writes it; `.` if it is empty."""
    return _card_text(state, state.slots[slot], SLOTS[slot])


def counts_text(cards: tuple[int, ...], treasures: int = 0) -> str:
    """`2r 1k` for counts by kind; a negative count is written too, so that a difference shows."""
    words = [f"{count}{code}" for code, count in zip(CODES, cards, strict=True) if count]
    return " ".join([*words, f"{treasures}*"] if treasures else words) or "nothing"


def _card_text(state: State, code: str, place: str) -> str:
    sign = _SIGN_OF.get(code, code)
    for seat, places in enumerate(state.leaders):
        if place in places:
            return f"{sign}<{DYNASTIES[seat]}.{LEADERS[places.index(place)]}>"
    return sign


def position(case: Given) -> State:
    """The state a case begins with.

    Not mentioned means: four seats, lion active with two actions, bare treasures at the head of every column, empty
    slots, eight cards in each hand, empty piles, catastrophes unplayed. Treasures taken that no pile holds lie in the
    last seat's pile. The draw pile holds what is nowhere else; if a case gives its size the rest is discarded.
    """
    seats = case.seats
    names = DYNASTIES[:seats]
    variant = variant_of(complete_options(INFO, seats, tuple(case.options.items())))
    columns, slots, leaders = _table(case)
    piles = _piles(case, names, sum(column[0] == SUBSTITUTE for column in columns))
    hands = tuple(len(case.hands.get(name, " " * HAND_SIZE)) for name in names)
    table = "".join(columns) + slots
    left = [
        printed - table.count(code) - sum(pile.cards[index] for pile in piles)
        for index, (code, printed) in enumerate(zip(CODES, CARD_COUNTS, strict=True))
    ]
    left[RED] -= table.count(SUBSTITUTE)
    unseen = sum(left) - set_aside(variant, seats) - sum(hands)
    deck = unseen if case.deck is None else case.deck
    frames: tuple[AnyFrame, ...] = (Refill(), Income(), Turn(case.left))
    return State(
        variant=variant,
        columns=tuple(columns),
        slots=slots,
        leaders=leaders,
        hands=hands,
        deck=deck,
        piles=piles,
        discards=_discards(left, unseen - deck),
        catastrophes=tuple(case.catastrophes.get(name, 1) for name in names),
        active=seat_called(case.active),
        turn=0,
        changed=-1,
        quiet=0,
        frames=frames,
    )


def hand_of(case: Given, seat: int) -> Hand:
    """The kinds in a hand: those a case gives as codes (`rrg`), or enough of everything."""
    codes = case.hands.get(DYNASTIES[seat])
    return AMPLE if codes is None else tuple(sorted(KIND_OF[code] for code in codes))


def _table(case: Given) -> tuple[list[str], str, tuple[tuple[str, ...], ...]]:
    leaders = [[HOME] * len(LEADERS) for _ in range(case.seats)]
    columns = []
    for letter in COLUMNS:
        cards = cards_of(case.columns.get(letter, TREASURE))
        columns.append("".join(code for code, _, _ in cards))
        for row, (_, seat, index) in enumerate(cards):
            if seat >= 0:
                leaders[seat][index] = f"{letter}{row}"
    slots = ""
    for slot in SLOTS:
        code, seat, index = (cards_of(case.slots.get(slot, "")) or [(EMPTY, -1, -1)])[0]
        slots += code
        if seat >= 0:
            leaders[seat][index] = slot
    return columns, slots, tuple(tuple(places) for places in leaders)


def _piles(case: Given, names: tuple[str, ...], taken: int) -> tuple[VictoryPile, ...]:
    piles: list[VictoryPile] = []
    for name in names:
        cards, treasures = counts_of(case.piles.get(name, ""))
        if name == names[-1]:
            treasures = taken - sum(pile.treasures for pile in piles)
        kinds = [kind for kind, number in zip(KINDS, cards, strict=True) if number]
        piles.append(VictoryPile(cards, treasures, kinds[-1] if kinds else "treasure" if treasures else ""))
    return tuple(piles)


def _discards(left: list[int], count: int) -> tuple[int, int, int, int]:
    """`count` cards out of those `left` by kind, always from the kind of which most are left."""
    gone = [0, 0, 0, 0]
    for _ in range(count):
        index = max(range(len(left)), key=lambda kind: left[kind] - gone[kind])
        gone[index] += 1
    return gone[0], gone[1], gone[2], gone[3]
