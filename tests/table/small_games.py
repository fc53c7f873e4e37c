"""Small games with test keys, made once for all tests that only read them. Whoever plays on takes a `copy_of`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import count
from typing import Any

import msgspec

from referee.crypto import joint_randomness, sealing
from referee.crypto.keys import SigningKey
from referee.kernel.goods import Hand
from referee.protocol.opening.deal import read_deal
from referee.protocol.seating import own_game_secret, stranger_eyes
from referee.protocol.step.planned_orders import cover_size
from referee.record.file_names import CHARTER, DEAL, step_name
from referee.record.note import SignedNote, read_bundle, render_bundle, sign_note
from referee.record.notes import AnyNote, Move, Step
from tests.long_runs import of
from tests.support.rehearse import Match, copy_of, open_match, play_out, sensible_order, test_key

HOST = "host"

SOON = of(10, 1000)
"""After so many steps a game has an end of its own in a long run alone."""


def asked(match: Match) -> str:
    """The seat that is asked now."""
    seat = match.asked()
    assert seat is not None
    return seat


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


def soon_over(match: Match, label: str, steps: int = SOON) -> Match:
    """The game after so many steps more: ended by all who play if it is not over, and acknowledged."""
    play_out(match, label, steps=steps, policy=sensible_order)
    if not match.host.over:
        match.answers.clear()
        match.decide("end agreed", consents=[match.consent(seat, "end agreed") for seat in match.table.names])
    match.acknowledge()
    return match


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
    turns = [step_note for step_note in steps_of(match) if step_note.opened]
    words = {event.split()[0] for step_note in steps_of(match) for event in step_note.event}
    return bool(turns) and {"revolt", "war", "won", "discarded"} <= words


def _first(make: Callable[[str], Match], wanted: Callable[[Match], bool]) -> Match:
    return next(match for match in (make(f"search {number}") for number in count()) if wanted(match))


@cache
def with_fresh_draw() -> Match:
    """A deal in which the first seat, once it swaps its whole hand, draws a kind it did not hold."""
    return _first(lambda label: open_match("tigris", 2, label), lambda match: bool(fresh_kinds(match)))


def fresh_kinds(match: Match) -> tuple[str, ...]:
    """What the seat that is asked would draw with a swap of its whole hand and does not hold, farms left out."""
    held = hand(match, asked(match))
    (pile,) = match.host.knowledge.piles  # type: ignore[union-attr]
    drawn = pile.kinds[pile.drawn : pile.drawn + len(held)]
    return tuple(sorted({kind for kind in drawn if kind not in held and kind != "farm"}))


STRANGER = "stranger"


def with_stranger(match: Match) -> Match:
    """The same game with a reader who has no key: whatever is entered must hold for him as well."""
    watched = copy_of(match)
    watched.eyes = {**match.eyes, STRANGER: stranger_eyes(match.table)}
    watched.players[STRANGER] = read_deal(match.table, match.signed_notes[DEAL], stranger_eyes(match.table))
    return watched


def set_up(match: Match, **values: Any) -> Match:
    """The same game with other values in its public state, for everybody at the table."""
    changed_state = msgspec.structs.replace(match.host.state, **values)
    built = copy_of(match)
    built.host = msgspec.structs.replace(match.host, state=changed_state)
    built.players = {
        seat: msgspec.structs.replace(position, state=changed_state) for seat, position in match.players.items()
    }
    return built


@cache
def dealt_to(*wanted: tuple[str, ...], seats: int = 2) -> Match:
    """A fresh deal in which the first seat holds the kinds of `wanted[0]`, the next one those of `wanted[1]`."""

    def holds(match: Match) -> bool:
        first = match.table.seat(asked(match))
        hands = [hand(match, match.table.names[(first + place) % seats]) for place in range(len(wanted))]
        return all(
            held.count(kind) >= kinds.count(kind) for held, kinds in zip(hands, wanted, strict=True) for kind in kinds
        )

    return with_stranger(_first(lambda label: open_match("tigris", seats, label), holds))


def sealed_note(match: Match, seat: str, do: Sequence[str], texts: Sequence[str] | None, **values: Any) -> SignedNote:
    """A signed move that says exactly this, sensible or not: clear orders, the texts of the sealed lines (None: no
    cover at all), and other values for any of its fields.
    """
    table, position, key = match.table, match.players[seat], match.keys[seat]
    step, head = position.step + 1, position.head
    pins: tuple[bytes, ...] = ()
    seal: bytes | None = None
    if texts is not None:
        count, blocks = cover_size(table.game, position.request_of(table.seat(seat)))
        lines = (*texts, *("",) * (count - len(texts)))
        q, _ = joint_randomness.pin_salts(own_game_secret(table, key), "move", step, lines)
        pins = joint_randomness.plan_commitments(table.charter, seat, step, q, lines)
        plain = sealing.pack_lines(q, lines)
        ad = sealing.associated_data("seal", table.game_id, head, step, seat)
        seal = sealing.seal(seal_key(match, seat), plain, ad, blocks)
    note = Move(game=table.game_id, step=step, seat=seat, head=head, do=tuple(do), pin=pins, seal=seal)
    return sign_note(changed(note, **values), key)


def seal_key(match: Match, seat: str) -> bytes:
    """The key under which a seat's lines travel to the referee."""
    key = match.eyes[seat].order_keys[match.table.seat(seat)]
    assert key is not None
    return key


def steps_of(match: Match) -> list[Step]:
    """Every step note of a game, in order."""
    notes = [signed.note() for name in sorted(match.signed_notes) for signed in match.signed_notes[name]]
    return [note for note in notes if isinstance(note, Step)]


def changed(note: AnyNote, /, **values: Any) -> AnyNote:
    """The note with other values in some fields."""
    return msgspec.structs.replace(note, **values)


def signed_again(signed: SignedNote, key: SigningKey, /, **values: Any) -> SignedNote:
    """The note of `signed` with other values, signed by `key`."""
    return sign_note(changed(signed.note(), **values), key)


def with_notes(match: Match, name: str, signed_notes: Iterable[SignedNote]) -> dict[str, bytes]:
    """The record with another content of one file."""
    return {**match.files, name: render_bundle(signed_notes)}


def key_of(role: str) -> SigningKey:
    """The test key of a seat, or of `host`."""
    return test_key(role)


__all__ = ["CHARTER", "DEAL", "HOST", "STRANGER", "copy_of", "read_bundle", "render_bundle", "step_name"]
