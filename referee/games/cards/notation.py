"""Orders as text: the one canonical spelling, at most 40 columns, and its strict reader.

    leader farmer C3     card green C     withdraw king     score yes     commit 2       swap C0
    leader king C-D      connect C-D      catastrophe C3    convert no    war green      decline
    pass                                  ship blue-black C3              income blue blue green

What people type is read by `typed.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.cards.board import COLUMNS, PLACES, SLOTS
from referee.games.cards.data import BLUE, KINDS, LEADERS, SHIPS
from referee.games.cards.moves import (
    BuildShip,
    Commit,
    Connect,
    Convert,
    Decline,
    Move,
    Pass,
    PlaceLeader,
    PlayCard,
    PlayCatastrophe,
    Score,
    SwapTreasure,
    TakeIncome,
    War,
    WithdrawLeader,
)
from referee.kernel.errors import Unreadable

_YES_NO = ("no", "yes")
_COUNTS = tuple(str(count) for count in range(100))

_FORMAT: dict[type[Move], Callable[[Any], str]] = {
    PlaceLeader: lambda move: f"leader {move.leader} {move.place}",
    WithdrawLeader: lambda move: f"withdraw {move.leader}",
    PlayCard: lambda move: f"card {move.kind} {move.column}",
    Connect: lambda move: f"connect {move.slot}",
    PlayCatastrophe: lambda move: f"catastrophe {move.place}",
    Pass: lambda move: "pass",
    Score: lambda move: f"score {_YES_NO[move.yes]}",
    Commit: lambda move: f"commit {move.count}",
    War: lambda move: f"war {move.kind}",
    Convert: lambda move: f"convert {_YES_NO[move.yes]}",
    SwapTreasure: lambda move: f"swap {move.place}",
    BuildShip: lambda move: f"ship {move.ship} {move.place}",
    TakeIncome: lambda move: " ".join(("income", *move.kinds)),
    Decline: lambda move: "decline",
}

A_LEADER = "cards/bad-leader"
A_KIND = "cards/bad-colour"
A_COLUMN = "cards/bad-column"
A_PLACE = "cards/bad-place"
A_SLOT = "cards/bad-slot"
A_HEAD = "cards/bad-head"
AN_ANSWER = "cards/bad-yes-no"
A_COUNT = "cards/bad-number"
A_SHIP = "cards/bad-ship"

_LEADER = (A_LEADER, LEADERS)
_KIND = (A_KIND, KINDS)
_COLUMN = (A_COLUMN, tuple(COLUMNS))
_PLACE = (A_PLACE, PLACES)
_SLOT = (A_SLOT, SLOTS)
_HEAD = (A_HEAD, tuple(f"{letter}0" for letter in COLUMNS))
_ANSWER = (AN_ANSWER, _YES_NO)
_COUNT = (A_COUNT, _COUNTS)
_SHIP = (A_SHIP, SHIPS)

_GRAMMAR: dict[str, tuple[Callable[..., Move], tuple[tuple[str, tuple[str, ...]], ...], str]] = {
    "leader": (PlaceLeader, (_LEADER, _PLACE), "leader king C3"),
    "withdraw": (WithdrawLeader, (_LEADER,), "withdraw king"),
    "card": (PlayCard, (_KIND, _COLUMN), "card green C"),
    "connect": (Connect, (_SLOT,), "connect C-D"),
    "catastrophe": (PlayCatastrophe, (_PLACE,), "catastrophe C3"),
    "pass": (Pass, (), "pass"),
    "score": (lambda word: Score(word == "yes"), (_ANSWER,), "score yes"),
    "commit": (lambda word: Commit(int(word)), (_COUNT,), "commit 2"),
    "war": (War, (_KIND,), "war green"),
    "convert": (lambda word: Convert(word == "yes"), (_ANSWER,), "convert yes"),
    "swap": (SwapTreasure, (_HEAD,), "swap C0"),
    "ship": (BuildShip, (_SHIP, _PLACE), "ship blue-black C3"),
    "decline": (Decline, (), "decline"),
}
"""For each verb what makes the move, the words that must follow (refusal, words there are), and an example."""


def format_order(move: Move) -> str:
    """The canonical spelling of an order."""
    return _FORMAT[type(move)](move)


def parse_order(text: str) -> Move:
    """The order that `text` spells canonically; `format_order` gives exactly `text` back.

    Raises:
        Unreadable: another verb, a missing or surplus word, or a word that may not stand there.
    """
    verb, *words = text.split(" ")
    if verb == "income":
        return _parse_income(words)
    if verb not in _GRAMMAR:
        raise Unreadable(
            "cards/no-such-verb",
            verbs=", ".join(sorted((*_GRAMMAR, "income"))),
            found=repr(verb),
        )
    make, places, example = _GRAMMAR[verb]
    if len(words) != len(places):
        raise Unreadable("cards/order-form", example=repr(example), found=repr(text))
    for word, (refusal, choices) in zip(words, places, strict=True):
        if word not in choices:
            raise Unreadable(refusal, at=verb, text=repr(word))
    return make(*words)


def _parse_income(words: list[str]) -> TakeIncome:
    if not is_income(words):
        raise Unreadable(
            "cards/bad-income",
            found=repr(" ".join(words)),
        )
    return TakeIncome(tuple(words))


def is_income(kinds: list[str]) -> bool:
    """Whether three ships could pay these kinds, which are sorted: blue is on every ship, each other kind on one."""
    known = all(kind in KINDS and kinds.count(kind) <= (len(SHIPS) if kind == KINDS[BLUE] else 1) for kind in kinds)
    return bool(kinds) and known and kinds == sorted(kinds)
