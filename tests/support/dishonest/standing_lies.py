"""A host who answers for a player by standing answers that this player has ended."""

from __future__ import annotations

from typing import Any

from tests.support.dishonest.project import (
    HOST,
    SignedNote,
    end_note,
    make_step_note,
    position_after_run,
    produce,
    sign_note,
    step_name,
    with_standing_note,
)
from tests.support.dishonest.signing import changed
from tests.support.dishonest.story import Story

ASKED_WITHIN, ANSWERED_WITHIN = 12, 40
"""Within so many steps a seat has a move of its own, and is asked out of turn, or the story is about nothing."""

LINES = ("score always", "defend min 0", "convert yes")


def standing_kept_on(story: Story) -> None:
    """The host goes on with standing answers after a move of their author that names none; or enters them with it, or
    once more behind it.
    """
    story.open("cards")
    story.liars = {HOST}
    match, chance = story.match, story.chance
    seat, at_once, again = chance.choice(match.table.names), chance.random() < 0.5, chance.random() < 0.5
    standing = story.stand(seat, LINES)
    if not (at_once and again):
        _enter(story, standing)
    kept = match.host.standing
    for _ in range(ASKED_WITHIN):
        if match.host.over or story.asked == seat:
            break
        story.play(1)
    if match.host.over or story.asked != seat:
        return
    match.wanted[seat] = ""
    if not at_once:
        story.play(1)
    if again:
        _enter_anyway(story, (standing,))
    else:
        match.host = changed(match.host, standing=kept)
    for _ in range(ANSWERED_WITHIN):
        if match.host.over or _enter_anyway(story, (), seat):
            return


def _enter(story: Story, standing: SignedNote) -> None:
    """The next step with a standing note, as an honest host enters it; its author's own move names it and brings it."""
    note: Any = standing.note()
    move = story.move(story.asked)
    story.enter(story.close(move) if story.asked == note.seat else story.close(move, (standing,)))


def _enter_anyway(story: Story, standing: tuple[SignedNote, ...], seat: str = "") -> bool:
    """A step as the host wants it, by what stands for him; whether it answers for `seat` by standing answers."""
    match = story.match
    if match.host.over:
        return False
    signed = story.move(story.asked)
    before = match.host
    for entered in standing:
        before = changed(before, standing=with_standing_note(before, entered, match.host_eyes))
    move: Any = signed.note()
    run = produce(before, move, match.host_eyes)
    note = make_step_note(run, (*standing, signed), match.host_eyes)
    told = sign_note(note, match.keys[HOST])
    match.host = position_after_run(run, note, told.id)
    end = (sign_note(end_note(match.host, match.keys[HOST]), match.keys[HOST]),) if match.host.over else ()
    match.keep(step_name(note.step), (*standing, signed, told, *end))
    answers = [did for did in note.did[len(move.do) :] if did.seat == seat] and not note.order
    if standing or answers:
        story.lied_at = story.lied_at or step_name(note.step)
    return bool(answers)
