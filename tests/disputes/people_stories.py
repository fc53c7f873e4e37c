"""Stories of who is let pass, and of ends and steps back that not all have agreed to, or all."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.record.note import SignedNote
from tests.disputes.stories import AT, Case, Story, answer_to, at_dispute, claim_of, honest, record
from tests.support.rehearse import Match
from tests.table.small_games import HOST, asked, copy_of, key_of, order, signed_again, step_name, swap_all
from tests.table.take_backs import gone_back


@cache
def let_pass(ended: bool) -> Match:
    """The host lets the seat pass in the step in dispute; the game goes on from there."""
    match = copy_of(at_dispute())
    match.decide(f"absent {asked(match)}")
    while ended and not match.host.over:
        order(match, swap_all(match))
    return match


def passing() -> SignedNote:
    """The step note in which the seat was let pass."""
    return let_pass(False).signed_notes[step_name(AT)][-1]


def somebody_else_is_let_pass(ended: bool) -> Case:
    """The host lets a seat pass that was asked nothing."""
    match = at_dispute()
    other = next(name for name in match.table.names if name != asked(match))
    return Case(record(ended), (signed_again(passing(), key_of(HOST), table=(f"absent {other}",)),))


def somebody_does_more_than_pass(ended: bool) -> Case:
    """The host has a seat that he lets pass do another thing than nothing."""
    note: Any = passing().note()
    done = tuple(type(did)(did.seat, "withdraw king") for did in note.did)
    return Case(record(ended), (signed_again(passing(), key_of(HOST), did=done),))


def an_end_without_consents(ended: bool) -> Case:
    """The host ends the game, and nobody has agreed to it."""
    return Case(record(ended), (signed_again(passing(), key_of(HOST), table=("end draw",), did=(), event=(), next=()),))


def a_move_and_let_pass(ended: bool) -> Case:
    """The host has entered the move of a seat and shows others a step in which it was let pass."""
    return Case(record(True) if ended else {**record(False), step_name(AT): record(True)[step_name(AT)]}, (passing(),))


def a_move_that_came_too_late(ended: bool) -> Case:
    """A seat that was let pass shows the move it had signed. Whether it had reached the host no signature tells."""
    return Case(let_pass(ended).files, (honest()[0],))


def a_move_that_others_have(ended: bool) -> Case:
    """The same, and the other player says to have it, and so does the host himself."""
    move, match = honest()[0], at_dispute()
    author, *others = asked(match), *(name for name in match.table.names if name != asked(match))
    claim = claim_of(match, author, note=(move.id,), seen=(move.id,))
    answers = [answer_to(match, claim, party, seen=(move.id,)) for party in (*others, HOST)]
    return Case(let_pass(ended).files, (claim,), (move, *answers))


def a_step_back_without_consents(ended: bool) -> Case:
    """The host goes back over the last step, and nobody has agreed to it."""
    table = (f"back {AT - 1}",)
    return Case(record(ended), (signed_again(passing(), key_of(HOST), table=table, did=(), event=(), next=()),))


def a_step_that_was_taken_back(ended: bool) -> Case:
    """All have agreed to go back; then somebody holds the step that was undone against the host."""
    match = went_back(ended)
    return Case(match.files, match.signed_notes[step_name(AT - 1)])


@cache
def went_back(ended: bool) -> Match:
    """The step in dispute takes back the one before it; the game goes on from there."""
    match = gone_back(at_dispute(), AT - 1)
    while ended and not match.host.over:
        order(match, swap_all(match))
    return match


PEOPLE_STORIES: dict[str, Story] = {
    "let pass and asked nothing": somebody_else_is_let_pass,
    "let pass and made to do something": somebody_does_more_than_pass,
    "an end without consents": an_end_without_consents,
    "a move, and let pass": a_move_and_let_pass,
    "let pass, and a move turns up": a_move_that_came_too_late,
    "let pass, and others have the move": a_move_that_others_have,
    "a step back without consents": a_step_back_without_consents,
    "a step that was taken back": a_step_that_was_taken_back,
}
