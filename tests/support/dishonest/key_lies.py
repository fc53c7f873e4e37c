"""Lies that need a new key: what was signed twice is to count for nothing, and seats of others are taken."""

from __future__ import annotations

from tests.support.dishonest.deciding import (
    ESCROW,
    MAJORITY,
    agreeing,
    agreeing_to_key,
    asking,
    decided,
    enter,
    parties,
    pass_over,
    rotate,
    unasked,
)
from tests.support.dishonest.project import HOST, REFEREE, Match, SignedNote, make_charter, step_name, test_key
from tests.support.dishonest.story import Story
from tests.support.rehearse import copy_of

STEPS = 4


def washed_by_a_new_key(story: Story) -> None:
    """Something is signed twice, or ruled wrongly, and then its author agrees to a new key of the own: it is told all
    the same, whoever holds the new key.
    """
    chance = story.chance
    match = story.open_agreed(options=chance.choice(((), ESCROW, MAJORITY)))
    ways = {"steps": _two_steps, "ruling": _wrong_ruling, "charters": _two_charters, "moves": _two_moves}
    role = ways[chance.choice(sorted(ways))](story)
    story.liars, story.owed = {role}, {role}
    story.play(chance.randrange(STEPS))
    of_host = role == HOST
    who = parties(match) if of_host or chance.random() < 0.5 else (role,)
    other = chance.random() < 0.5
    rotate(match, REFEREE if of_host else role, "gina" if other else "fresh", who, "Gina" if other else None)
    story.play(chance.randrange(STEPS))
    if chance.random() < 0.3:
        _end(match)


def forked_by_a_new_key(story: Story) -> None:
    """The host closes a step with the move that came, for one; for the others the same step enters a new key of his
    own, or hands the game over to a friend. Both histories hold, so somebody must see what he has signed twice.
    """
    chance = story.chance
    there = story.open_agreed(options=chance.choice(((), ESCROW, MAJORITY)))
    story.match = here = copy_of(there)
    story.liars, story.owed = {HOST}, {HOST}
    story.play(chance.randrange(1, STEPS))
    story.others.append(dict(here.files))
    story.match = there
    story.lied_at = step_name(there.host.step + 1)
    rotate(there, REFEREE, *chance.choice((("fresh", parties(there)), ("gina", parties(there), "Gina"))))
    story.play(chance.randrange(STEPS))


def rotated_by_himself(story: Story) -> None:
    """The same, and nobody but the host has agreed to his new key."""
    there = story.open_agreed()
    story.match = here = copy_of(there)
    story.liars, story.owed = {HOST}, {HOST}
    story.play(1)
    story.others.append(dict(here.files))
    story.match = there
    story.lied_at = step_name(there.host.step + 1)
    with unasked():
        rotate(there, REFEREE, "fresh", (REFEREE,))
        story.play(story.chance.randrange(STEPS))


def seat_taken(story: Story) -> None:
    """The host and some players put a key of theirs on the seat of another, whom the host has let pass before."""
    chance = story.chance
    match = story.open_agreed(seats=chance.choice((3, 3, 4)), options=chance.choice(((), MAJORITY)))
    names = match.table.names
    victim, bystander, *friends = chance.sample(names, len(names))
    passed = {seat: chance.randrange(5) for seat in (victim, bystander)}
    for _ in range(chance.randrange(14)):
        if match.host.over:
            return
        if passed.get(story.asked, 0):
            passed[pass_over(match)] -= 1
        else:
            story.one()
    who = [party for party in (REFEREE, *friends, bystander) if party != bystander or chance.random() < 0.2]
    story.liars = {HOST, *friends, "thief"}
    story.holders[test_key("thief").public] = "thief"
    story.lied_at = step_name(match.host.step + 1)
    with unasked():
        rotate(match, victim, "thief", who)
    story.play(chance.randrange(STEPS))


def agreed_in_another_history(story: Story) -> None:
    """Two histories of one host; who has agreed in one of them is counted in the other."""
    there = story.open_agreed(options=story.chance.choice(((), ESCROW)))
    story.match = here = copy_of(there)
    story.liars = {HOST}
    seat = story.asked
    move = story.move(seat)
    for match, time in ((here, "time 2026-11-21T18:00Z"), (there, "time 2026-11-21T18:01Z")):
        enter(match, decided(match, time, moves=[move]))
    story.others.append(dict(here.files))
    story.owed = {HOST}
    elsewhere = story.chance.sample(there.table.names, story.chance.randrange(1, 3))
    rekey = asking(there, REFEREE, "gina", "Gina")
    there_agreed = agreeing_to_key(there, [one for one in parties(there) if one not in elsewhere], rekey)
    here_agreed = agreeing_to_key(here, elsewhere, rekey)
    place = parties(there).index
    consents = sorted((*there_agreed, *here_agreed), key=lambda signed: place(signed.note().seat))  # type: ignore[union-attr]
    story.match, story.lied_at = there, step_name(there.host.step + 1)
    story.loose = [*here_agreed]
    with unasked():
        enter(there, decided(there, "key referee", consents=consents, rekeys=[rekey], key=test_key("gina")))


def _two_steps(story: Story) -> str:
    match, move = story.match, story.move(story.asked)
    other = decided(match, "time 2026-11-21T18:00Z", moves=[move])
    enter(match, decided(match, moves=[move]))
    story.loose = list(other.signed_notes)
    return HOST


def _wrong_ruling(story: Story) -> str:
    move = story.move(story.asked)
    closed = story.close(move)
    told = story.signed(closed.step_note, state=bytes(32))
    assert told is not None
    story.loose = [move, told]
    story.enter(closed)
    return HOST


def _two_charters(story: Story) -> str:
    offer, *joins, _ = story.match.signed_notes["charter.note"]
    story.loose = [make_charter(test_key(HOST), offer, joins, story.match.table.names[::-1])]
    return HOST


def _two_moves(story: Story) -> str:
    seat = story.asked
    move = story.move(seat)
    other: SignedNote | None = story.signed(move, say=("I meant this one",))
    assert other is not None
    story.enter(story.close(move))
    story.loose = [other]
    return seat


def _end(match: Match) -> None:
    """All agree to a draw: what was kept shut is opened."""
    enter(match, decided(match, "end draw", consents=agreeing(match, match.table.names, "end draw")))
