"""Standing answers: what a seat would answer to a question, from a policy given beforehand and its own hand.

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

import msgspec

from referee.games.cards.board import COLUMNS
from referee.games.cards.data import HAND_SIZE, KINDS, RED, SORTED_KINDS
from referee.games.cards.moves import Commit, Convert, Decline, Move, Score, SwapTreasure
from referee.games.cards.rules.conflict import kind_of_conflict, standing_strength
from referee.games.cards.rules.connector import treasures_to_take
from referee.games.cards.rules.flow import requests
from referee.games.cards.state import Conversion, Defence, Scoring, State, TreasureSwap
from referee.kernel.errors import Unreadable
from referee.kernel.goods import Hand, Own
from referee.kernel.requests import Seat

NEVER = HAND_SIZE
"""A hand never keeps as many cards of a kind beside the one it scores: `never` is `keep 8`."""

Limits = tuple[tuple[str, int], ...]
"""(kind, number) sorted by kind; the empty kind stands for all others."""


class Policy(msgspec.Struct, frozen=True):
    """Standing answers. An empty tuple, or None, leaves that question to the player."""

    score: Limits = ()
    defend: Limits = ()
    convert: bool | None = None
    swap: str | None = None


def parse_policy(lines: tuple[str, ...]) -> Policy:
    """The policy that lines of text spell; a later line for the same question and kind replaces an earlier one.

    Raises:
        Unreadable: a line that is written otherwise.
    """
    score: dict[str, int] = {}
    defend: dict[str, int] = {}
    convert: bool | None = None
    swap: str | None = None
    for line in lines:
        match line.split():
            case ["score", *kind, "always"] if _is_kind(kind):
                score["".join(kind)] = 0
            case ["score", *kind, "never"] if _is_kind(kind):
                score["".join(kind)] = NEVER
            case ["score", *kind, "keep", count] if _is_kind(kind) and _is_count(count):
                score["".join(kind)] = int(count)
            case ["defend", *kind, "min", count] if _is_kind(kind) and _is_count(count):
                defend["".join(kind)] = int(count)
            case ["convert", ("yes" | "no") as answer]:
                convert = answer == "yes"
            case ["swap", "none"]:
                swap = ""
            case ["swap", letters] if set(letters) <= set(COLUMNS) and len(set(letters)) == len(letters):
                swap = letters
            case _:
                raise Unreadable(
                    "cards/policy-form", example="score keep 2, defend min 3, convert yes, swap CAB", found=repr(line)
                )
    return Policy(tuple(sorted(score.items())), tuple(sorted(defend.items())), convert, swap)


def format_policy(policy: Policy) -> tuple[str, ...]:
    """The lines that spell a policy; `parse_policy` undoes it."""
    lines = []
    for kind, keep in policy.score:
        how = {0: "always", NEVER: "never"}.get(keep, f"keep {keep}")
        lines.append(" ".join(filter(None, ("score", kind, how))))
    lines += [" ".join(filter(None, ("defend", kind, "min", str(most)))) for kind, most in policy.defend]
    if policy.convert is not None:
        lines.append(f"convert {'yes' if policy.convert else 'no'}")
    if policy.swap is not None:
        lines.append(f"swap {policy.swap or 'none'}")
    return tuple(lines)


def answer(state: State, seat: Seat, own: Own, policy: Policy) -> Move | None:
    """What the policy answers to the question that `seat` is asked now; None if it leaves it to the player."""
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


def _score(frame: Scoring, hand: Hand, policy: Policy) -> Move | None:
    keep = _limit(policy.score, frame.kind)
    return None if keep is None else Score(hand.count(frame.kind) > keep)


def _defend(state: State, frame: Defence, hand: Hand, policy: Policy) -> Move | None:
    kind = kind_of_conflict(frame)
    most = _limit(policy.defend, kind)
    if most is None:
        return None
    attack = frame.attack + standing_strength(state, frame, frame.attacker)
    # CK 11.4, CK 12.4: a tie is enough for the defender.
    needed = max(0, attack - standing_strength(state, frame, frame.defender))
    return Commit(needed if needed <= min(most, hand.count(kind)) else 0)


def _swap(state: State, frame: TreasureSwap, hand: Hand, letters: str) -> Move:
    there = treasures_to_take(state, frame.slot)
    wanted = [f"{letter}0" for letter in letters if f"{letter}0" in there]
    return SwapTreasure(wanted[0]) if wanted and KINDS[RED] in hand else Decline()


def _limit(limits: Limits, kind: str) -> int | None:
    known = dict(limits)
    return known.get(kind, known.get(""))


def _is_kind(words: list[str]) -> bool:
    return not words or (len(words) == 1 and words[0] in SORTED_KINDS)


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) == 1 and int(word) <= HAND_SIZE
