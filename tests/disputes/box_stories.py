"""Stories of the box of a key that was replaced: its owner opens it, and everybody reads what was sealed to it."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from referee.crypto import boxes
from referee.crypto.keys import SigningKey
from referee.protocol.seating import own_game_secret
from referee.protocol.step.record_step import record_step_file
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Claim
from referee.session.close_step import close_step
from tests.disputes.stories import Case, Story
from tests.support.rehearse import Match, open_match, play_out
from tests.table.new_seat_keys import rekeyed
from tests.table.small_games import HOST, asked, copy_of, key_of, order, signed_again, step_name, swap_all

STEPS = 3


@cache
def begun() -> Match:
    """A game of two in which the seat that is asked is about to draw."""
    return play_out(open_match("tigris", 2, "box"), "box", steps=STEPS)


def box_of(match: Match, key: SigningKey) -> bytes:
    """The private box key of the party that signs with `key` now."""
    return boxes.box_private(own_game_secret(match.table, key))


def claim_box(match: Match, seat: str, box: bytes, **values: Any) -> SignedNote:
    """A claim of a seat, under its key of now, that opens a box."""
    position = match.players[seat]
    note = Claim(game=match.table.game_id, step=position.step, seat=seat, head=position.head, box=box, **values)
    return sign_note(note, match.keys[seat])


def told_falsely() -> tuple[Match, str]:
    """The host seals nothing but zeros to the seat that draws; its owner takes part in spite of it, and complains."""
    match = copy_of(begun())
    seat = asked(match)
    move = match.write(seat, [swap_all(match)])
    true = close_step(match.host, move, match.host_eyes, key_of(HOST))
    lines = {name: bytes(len(line)) for name, line in true.signed_notes[-1].note().hand.items()}  # type: ignore[union-attr]
    false = signed_again(true.signed_notes[-1], key_of(HOST), hand=lines)
    match.keep(step_name(STEPS + 1), (*true.signed_notes[:-1], false))

    def on_it(position: Any) -> Any:
        return replace(
            position, head=false.id, past=replace(position.past, heads=(*position.past.heads[:-1], false.id))
        )

    match.host = on_it(true.position)
    for name in match.players:
        match.players[name] = on_it(record_step_file(match.players[name], true.signed_notes, match.eyes[name])[0])
    return match, seat


@cache
def renewed(truly: bool, ended: bool = False) -> tuple[Match, str, bytes]:
    """A game in which a seat has drawn and then got another key; that seat, and its old box."""
    match, seat = (order(copy_of(begun()), "pass", "pass"), asked(begun())) if truly else told_falsely()
    box = box_of(match, match.keys[seat])
    match = rekeyed(match, seat)
    if ended:
        match.decide("end draw", consents=[match.consent(name, "end draw") for name in match.table.names])
    return match, seat, box


def an_old_box(truly: bool) -> Story:
    """The owner of a replaced key opens its box: the host has told it what was dealt, or has not."""

    def story(ended: bool) -> Case:
        match, seat, box = renewed(truly, ended)
        return Case(match.files, (claim_box(match, seat, box),))

    return story


def a_box_in_use(ended: bool) -> Case:
    """A seat opens the box of the key that it plays with."""
    match, seat, _ = renewed(True, ended)
    return Case(match.files, (claim_box(match, seat, box_of(match, match.keys[seat])),))


BOX_STORIES: dict[str, Story] = {
    "an old box with a false hand": an_old_box(False),
    "an old box that holds what was dealt": an_old_box(True),
    "a box in use": a_box_in_use,
}
"""By the name that `rows.toml` has for it."""
