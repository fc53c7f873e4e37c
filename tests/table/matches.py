"""Small games with test keys, made once for all tests that only read them. Whoever plays on takes a `copy_of`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

import msgspec

from referee.crypto.keys import SigningKey
from referee.kernel.goods import Hand
from referee.record.note import Frame, read_bundle, render_bundle, sign_note
from referee.record.notes import AnyNote, Turn
from referee.table.draft import draft, move_note
from referee.table.history import CHARTER, DEAL, turn_name
from scripts.rehearse import Match, open_match, play_out, test_key

HOST = "host"


def copy_of(match: Match) -> Match:
    """The same game, to be played on without changing the one it was copied from."""
    return replace(match, files=dict(match.files), players=dict(match.players), frames=dict(match.frames))


def asked(match: Match) -> str:
    """The seat that is asked now."""
    request = match.host.request
    assert request is not None
    return match.table.names[request.seat]


def hand(match: Match, seat: str) -> Hand:
    """What a seat holds."""
    own = match.players[seat].knowledge.own(match.table.seat(seat))
    assert own is not None
    return own.hand


def order(match: Match, *typed: str) -> Match:
    """The seat that is asked writes a note with these orders, the referee enters it, every player follows."""
    match.enter(match.write(asked(match), typed))
    return match


def swap_all(match: Match) -> str:
    """`swap` with every tile in the hand of the seat that is asked."""
    return " ".join(("swap", *hand(match, asked(match))))


@cache
def dealt(seats: int = 2, label: str = "small") -> Match:
    """A game of Tigris in which nobody has moved yet."""
    return open_match("tigris", seats, label)


@cache
def small() -> Match:
    """Two seats swap whole hands until the bag is empty: a finished and acknowledged game of about 22 steps."""
    match = copy_of(dealt())
    while not match.host.over:
        order(match, swap_all(match))
    match.acknowledge()
    return match


@cache
def four() -> Match:
    """Four seats at random until the end: conflicts, sealed lines opened, swaps. Acknowledged by all."""
    match = _first(lambda label: play_out(open_match("tigris", 4, label), label), _is_lively)
    match.acknowledge()
    return match


@cache
def running() -> Match:
    """Four seats at random, stopped in the middle."""
    return play_out(open_match("tigris", 4, "running"), "running", steps=14)


def _is_lively(match: Match) -> bool:
    turns = [turn for turn in turns_of(match) if turn.opened]
    words = {event.split()[0] for turn in turns_of(match) for event in turn.event}
    return bool(turns) and {"revolt", "war", "won", "discarded"} <= words


def _first(make: Callable[[str], Match], wanted: Callable[[Match], bool]) -> Match:
    return next(match for match in (make(f"search {number}") for number in count()) if wanted(match))


@cache
def answered_in_drawing(kinds_held: bool = False) -> Match:
    """A deal in which the first seat, once it swaps its whole hand, draws a kind it did not hold."""
    return _first(lambda label: open_match("tigris", 2, label), lambda match: bool(fresh_kinds(match)))


def fresh_kinds(match: Match) -> tuple[str, ...]:
    """What the seat that is asked would draw with a swap of its whole hand and does not hold, farms left out."""
    held = hand(match, asked(match))
    (pile,) = match.host.knowledge.piles  # type: ignore[union-attr]
    drawn = pile.kinds[pile.drawn : pile.drawn + len(held)]
    return tuple(sorted({kind for kind in drawn if kind not in held and kind != "farm"}))


def turns_of(match: Match) -> list[Turn]:
    """Every turn note of a game, in order."""
    notes = [frame.note() for name in sorted(match.frames) for frame in match.frames[name]]
    return [note for note in notes if isinstance(note, Turn)]


def changed(note: AnyNote, /, **values: Any) -> AnyNote:
    """The note with other values in some fields."""
    return msgspec.structs.replace(note, **values)


def signed_again(frame: Frame, key: SigningKey, /, **values: Any) -> Frame:
    """The note of `frame` with other values, signed by `key`."""
    return sign_note(changed(frame.note(), **values), key)


def with_frame(match: Match, name: str, frames: Iterable[Frame]) -> dict[str, bytes]:
    """The record with another content of one file."""
    return {**match.files, name: render_bundle(frames)}


def key_of(role: str) -> SigningKey:
    """The test key of a seat, or of `host`."""
    return test_key(role)


__all__ = [
    "CHARTER",
    "DEAL",
    "HOST",
    "Mapping",
    "asked",
    "changed",
    "copy_of",
    "dealt",
    "draft",
    "four",
    "fresh_kinds",
    "hand",
    "key_of",
    "move_note",
    "open_match",
    "order",
    "read_bundle",
    "running",
    "signed_again",
    "small",
    "swap_all",
    "turn_name",
    "turns_of",
    "with_frame",
]
