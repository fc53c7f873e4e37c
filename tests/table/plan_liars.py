"""A plan that is carried out as it was sealed, and hosts who leave it undone."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from referee.protocol.step.ending import make_ack
from referee.protocol.step.produce import make_step_note, position_after_run, produce
from referee.protocol.step.record_step import record_step_file
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Move
from tests.support.rehearse import Match
from tests.table.plan_games import before_revolt, sides
from tests.table.small_games import HOST, changed, copy_of, key_of, order, step_name, swap_all


@cache
def truth() -> tuple[Match, SignedNote, SignedNote]:
    """A game before the answer to a revolt, and the move and turn of that answer: one sealed line was opened."""
    match = copy_of(before_revolt())
    order(match, "leader king B9", "commit 2", "win place temple A1", "lose pass")
    after = order(copy_of(match), "commit 0")
    move, step_note = after.signed_notes[step_name(after.host.step)]
    return match, move, step_note


def undone(seat_colludes: bool) -> tuple[Match, tuple[SignedNote, ...]]:
    """The answer to the revolt, closed by a referee who does as if there were no plan."""
    match, move, _ = truth()
    blind = replace(match.host_eyes, order_keys=(None,) * len(match.table.names))
    note = move.note()
    assert isinstance(note, Move)
    position = replace(match.host, plans=tuple(closed_plan(plan) for plan in match.host.plans))
    own = replace(blind, order_keys=tuple(match.host_eyes.order_keys))
    run = produce(position, note, own)
    step_note = sign_note(make_step_note(run, (move,), match.host_eyes), key_of(HOST))
    played = copy_of(match)
    played.host = position_after_run(run, step_note.note(), step_note.id)  # type: ignore[arg-type]
    played.keep(step_name(played.host.step), (move, step_note))
    return played, (move, step_note)


def closed_plan(plan: Any) -> Any:
    return plan if plan is None else changed(plan, texts=None, salts=())


def followed_blindly(match: Match, signed_notes: tuple[SignedNote, ...]) -> Match:
    """The game in which everybody has followed that step, its owner without a look at his plan."""
    match, before = copy_of(match), truth()[0]
    attacker, _ = sides(before_revolt())
    blind = replace(before.eyes[attacker], order_keys=(None,) * len(match.table.names))
    for seat, position in before.players.items():
        eyes = blind if seat == attacker else before.eyes[seat]
        own = replace(position, plans=tuple(map(closed_plan, position.plans))) if seat == attacker else position
        match.players[seat], _ = record_step_file(own, signed_notes, eyes)
    return match


@cache
def undone_to_the_end() -> Match:
    """The same with the owner's connivance, played to the end and acknowledged."""
    match = followed_blindly(*undone(True))
    while not match.host.over:
        order(match, swap_all(match))
    end = match.signed_notes[step_name(match.host.step)][-1]
    for seat in match.table.names:
        match.keep(f"ack-{seat}.note", (make_ack(match.keys[seat], match.table, end.id),))
    return match
