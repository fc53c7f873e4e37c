"""Honest games made once for all stories: dealt, played to where orders hide goods, or almost at their end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.dishonest.project import (
    Match,
    OwnGoods,
    Position,
    below,
    open_match,
    play_again,
    play_out,
    random_order,
    sensible_order,
    typed,
)
from tests.support.dishonest.signing import legal
from tests.support.rehearse import copy_of

WARM = 40
"""Within so many steps of a random game somebody may hide something."""

LATE = 8
"""A late game has at most so many steps to go, played with a little sense."""

STANDING = {"cards": ("score always", "defend min 3", "convert yes")}
"""The standing answers in whole games; in the others each is asked each time."""

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

WHOLE = {"cards": (2, "cards example", 104), "ur": (3, "ur example 13", 33)}
"""Examples that are short: seats, label, and how many steps they have."""


@cache
def opened(game: str, seats: int, label: str, hiding: bool) -> Match:
    """A game that is dealt, or played on until the seat that is asked may hide something."""
    match = open_match(game, seats, label)
    for step in range(WARM if hiding else 0):
        request = match.host.request
        if request is None or any(match.table.game.secret(move) for move in legal(match.host, request.seat)):
            break
        play_out(match, f"{label} {step}", steps=1)
    return match


@cache
def agreed(game: str, seats: int, label: str, options: tuple[tuple[str, str], ...], steps: int) -> Match:
    """A game with these options of its charter, some steps on."""
    return play_out(open_match(game, seats, label, options), label, steps=steps)


@cache
def asked_at_once(label: str, options: tuple[tuple[str, str], ...]) -> Match:
    """A game in which all three are asked at once for the first time; nobody has done anything before."""
    match = open_match("civilization", 3, label, options)
    game = match.table.game
    assert game.neutral is not None
    while len(match.host.asked) < 3:
        request = match.host.request
        assert request is not None
        order = game.notation.format_order(game.neutral(match.host.state, request.seat))
        match.enter(match.write(match.table.names[request.seat], [order]))
    return match


@cache
def late(game: str) -> tuple[Match, ...]:
    """A whole game with 1, 2, .. `LATE` steps to go."""
    seats, label, steps = WHOLE[game]
    match = open_match(game, seats, label)
    for seat in match.players if game in STANDING else ():
        match.stand(seat, STANDING[game])
    play_again(match, EXAMPLES / f"{game}-{seats}p" / "record", steps - LATE)
    match.waiting.clear()
    found = [copy_of(match)]
    for step in range(LATE - 1):
        play_out(match, f"{label} {step}", steps=1, policy=sensible_order)
        found.append(copy_of(match))
    return tuple(reversed(found))


def hiding_order(position: Position, seat: int, own: OwnGoods, words: Iterator[int]) -> str:
    """Mostly an order that gives goods away unseen, if there is one."""
    game = position.table.game
    hiding = [move for move in legal(position, seat) if game.secret(move)]
    if hiding and below(words, 4):
        return typed(game, hiding[below(words, len(hiding))], own, words)
    return random_order(position, seat, own, words)
