"""Standing orders: what a seat would answer to a question, from a policy given beforehand and its own hand.

A policy is lines of text, each for one question; a line for one kind comes before the line for all kinds:

    score always | never | keep N         a point from the hand; `keep N`: only while N cards of the kind stay there
    score green keep 2                    the same for one kind
    defend min N                          as many cards as win, if N are enough and held; otherwise none
    defend red min N                      the same for conflicts fought in one kind
    convert yes | no                      a card into a point after a conflict without cards
    swap CAB | none                       the treasure of the first of these columns that can be taken

Everything here is pure and looks at one hand only. When a policy is asked is a matter of the table.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.games.cards.board import COLUMNS
from referee.games.cards.data import HAND_SIZE, KINDS, RED
from referee.games.cards.moves import CardsOrder, Commit, Convert, Decline, Score, SwapTreasure
from referee.games.cards.rules.conflict import kind_of_conflict, standing_strength
from referee.games.cards.rules.connector import treasures_to_take
from referee.games.cards.rules.flow import requests
from referee.games.cards.state import Conversion, Defence, Scoring, State, TreasureSwap
from referee.kernel.goods import Hand, OwnGoods
from referee.kernel.grammar.policies import Line, PolicyLines, Words, are_some, one_line
from referee.kernel.requests import Seat

NEVER = HAND_SIZE
"""A hand never keeps as many cards of a kind beside the one it scores: `never` is `keep 8`."""

Limits = tuple[tuple[str, int], ...]
"""(kind, number) sorted by kind; the empty kind stands for all others."""


class Policy(msgspec.Struct, frozen=True):
    """Standing orders. An empty tuple, or None, leaves that question to the player."""

    score: Limits = ()
    defend: Limits = ()
    convert: bool | None = None
    swap: str | None = None


def _limits(word: str, **fixed: int) -> Line:
    """`keep 2`, `green keep 2`: a number after `word`, or a word that is `fixed` for one, for a kind or for all."""
    numbers: dict[Words, int] = {(word, str(number)): number for number in range(HAND_SIZE + 1)}
    numbers |= {(name,): number for name, number in fixed.items()}
    spelled = {number: words for words, number in numbers.items()}

    def read(words: Words, before: Limits) -> Limits | None:
        kind = words[:1] if words and words[0] in KINDS else ()
        number = numbers.get(words[len(kind) :])
        return None if number is None else tuple(sorted({**dict(before), "".join(kind): number}.items()))

    return Line(read, lambda limits: tuple((*filter(None, (kind,)), *spelled[number]) for kind, number in limits))


def _columns(words: Words, before: str | None) -> str | None:
    if words == ("none",):
        return ""
    return words[0] if len(words) == 1 and are_some(tuple(words[0]), COLUMNS, len(COLUMNS)) else None


_YES_OR_NO: Mapping[Words, bool] = {("yes",): True, ("no",): False}
_SAID: Mapping[bool | None, Words] = {True: ("yes",), False: ("no",), None: ()}

LINES = PolicyLines(
    Policy,
    "score keep 2, defend min 3, convert yes, swap CAB",
    {
        "score": _limits("keep", always=0, never=NEVER),
        "defend": _limits("min"),
        "convert": Line(lambda words, before: _YES_OR_NO.get(words), lambda yes: one_line(_SAID[yes])),
        "swap": Line(_columns, lambda letters: () if letters is None else ((letters or "none",),)),
    },
    heard=str,
)
parse_policy, format_policy = LINES.parse, LINES.format


def answer(state: State, seat: Seat, own: OwnGoods, policy: Policy) -> CardsOrder | None:
    """What the policy answers to the question that `seat` must answer now; None if it leaves it to the player."""
    if all(request.seat != seat for request in requests(state)):
        return None
    frame = state.frames[-1]
    if isinstance(frame, Scoring):
        return _score(frame, own.hand, policy)
    if isinstance(frame, Defence):
        return _defend(state, frame, own.hand, policy)
    if isinstance(frame, Conversion) and policy.convert is not None:
        return Convert(policy.convert and frame.kind in own.hand)
    if isinstance(frame, TreasureSwap) and policy.swap is not None:
        return _swap(state, frame, own.hand, policy.swap)
    return None


def _score(frame: Scoring, hand: Hand, policy: Policy) -> CardsOrder | None:
    keep = _limit(policy.score, frame.kind)
    return None if keep is None else Score(hand.count(frame.kind) > keep)


def _defend(state: State, frame: Defence, hand: Hand, policy: Policy) -> CardsOrder | None:
    kind = kind_of_conflict(frame)
    most = _limit(policy.defend, kind)
    if most is None:
        return None
    attack = frame.attack + standing_strength(state, frame, frame.attacker)
    # CK 11.4, CK 12.4: a tie is enough for the defender.
    needed = max(0, attack - standing_strength(state, frame, frame.defender))
    return Commit(needed if needed <= min(most, hand.count(kind)) else 0)


def _swap(state: State, frame: TreasureSwap, hand: Hand, letters: str) -> CardsOrder:
    there = treasures_to_take(state, frame.slot)
    wanted = [f"{letter}0" for letter in letters if f"{letter}0" in there]
    return SwapTreasure(wanted[0]) if wanted and KINDS[RED] in hand else Decline()


def _limit(limits: Limits, kind: str) -> int | None:
    known = dict(limits)
    return known.get(kind, known.get(""))
