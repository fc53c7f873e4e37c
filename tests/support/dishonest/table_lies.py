"""Lies about what the table decides: steps back without those whose moves they undo, and words that were taken back."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

from tests.support.dishonest.deciding import (
    MAJORITY,
    agreeing,
    agreeing_to_key,
    asking,
    decided,
    enter,
    enter_key,
    parties,
    pass_over,
    unasked,
)
from tests.support.dishonest.look import eyes_open
from tests.support.dishonest.project import (
    HOST,
    REFEREE,
    Consent,
    RefereeError,
    SignedNote,
    materialize,
    render_bundle,
    step_name,
    test_key,
)
from tests.support.dishonest.story import Found, Story
from tests.support.rehearse import copy_of

STEPS = 4
HOLIDAY = (("holiday", "9"),)
STAND_IN = (("standin", "9"),)


def back_without_a_seat(story: Story) -> None:
    """The host lets a seat pass again and again, or most of the others are enough; then they go back over its moves."""
    chance = story.chance
    match = story.open_agreed(seats=chance.choice((2, 3, 3)), options=chance.choice(((), MAJORITY)))
    names = match.table.names
    victim, *friends = chance.sample(names, len(names))
    first = match.host.step + 1
    passed = chance.randrange(5)
    for _ in range(chance.randrange(2, 16)):
        if match.host.over:
            return
        if passed and story.asked == victim and match.host.step > first:
            story.loose.append(story.move(victim))  # it came, and the host says that it did not
            pass_over(match)
            passed -= 1
        else:
            story.one()
    if match.host.over or match.host.step < first:
        return
    story.liars = {HOST, *friends}
    story.lied_at = step_name(match.host.step + 1)
    to = f"back {chance.randint(max(1, first - 2), match.host.step)}"
    with unasked():
        enter(match, decided(match, to, consents=agreeing(match, friends, to)))
        story.play(chance.randrange(STEPS))


def box_put_again(story: Story) -> None:
    """Two of three who are asked at once are let pass, and when they have seen what the third has answered they go back
    to be asked once more.
    """
    chance = story.chance
    match = story.open_asked_at_once(MAJORITY)
    box = match.host.step
    answering, *silent = chance.sample(match.table.names, 3)
    match.enter(neutral_note(story, answering))
    match.decide(*(f"absent {name}" for name in match.table.names if name in silent))
    story.liars = {HOST, *silent}
    story.lied_at = step_name(match.host.step + 1)
    to = f"back {box + 1}"
    with unasked():
        enter(match, decided(match, to, consents=agreeing(match, silent, to)))


def neutral_note(story: Story, seat: str) -> SignedNote:
    """The note in which a seat does what does nothing."""
    match, game = story.match, story.match.table.game
    assert game.neutral is not None
    return match.write(seat, [game.notation.format_order(game.neutral(match.host.state, match.table.seat(seat)))])


def noes_of_some(story: Story) -> None:
    """The host has handed over to somebody who closes the step after all; he closes it himself, and lists the noes of
    whom he likes. If they are those of all he has done nothing wrong.
    """
    chance = story.chance
    there = story.open_agreed()
    story.match = here = copy_of(there)
    names = there.table.names
    said_no = names if chance.random() < 0.4 else chance.sample(names, chance.randrange(len(names)))
    rekey = asking(there, REFEREE, "gina", "Gina")
    story.holders[test_key("gina").public] = "gina"
    consents = agreeing_to_key(there, parties(there), rekey)
    noes = agreeing(here, said_no, f"no key {rekey.id}")
    story.liars = {"gina"} if said_no is names else {HOST}
    story.owed = story.liars - {"gina"}
    with unasked():
        enter(here, decided(here, consents=noes, moves=[story.move(story.asked)]))
    story.play(chance.randrange(STEPS))
    story.others.append(dict(here.files))
    story.match, story.lied_at = there, step_name(there.host.step + 1)
    enter_key(there, rekey, consents, "gina")
    story.loose = [*noes]


def taken_back_too_late(story: Story) -> None:
    """Seats agree to a key and then say no; the host enters it all the same, as he may who has not heard of it. Nobody
    can tell, so nobody is accused, and neither of the two words is a lie.
    """
    chance = story.chance
    match = story.open_agreed(options=chance.choice(((), MAJORITY)))
    seat = chance.choice((REFEREE, *match.table.names))
    holder, name = chance.choice((("fresh", None), ("gina", "Gina")))
    rekey = asking(match, seat, holder, name)
    given = agreeing_to_key(match, [one for one in parties(match) if one != seat or one == REFEREE], rekey)
    if seat != REFEREE:
        story.play(chance.randrange(2))
    story.loose = [*given, *agreeing(match, match.table.names, f"no key {rekey.id}")]
    story.lied_at = step_name(match.host.step + 1)
    enter_key(match, rekey, given, holder)
    story.play(chance.randrange(STEPS))
    story.loose += agreeing_again(story, rekey)


def agreeing_again(story: Story, rekey: SignedNote) -> tuple[SignedNote, ...]:
    """Some say something about a key that was entered long ago."""
    match = story.match
    try:
        return agreeing(match, story.chance.sample(match.table.names, 2), f"key {rekey.id}")
    except RefereeError:
        return ()


def entered_against_a_no(story: Story) -> None:
    """A seat agrees to a key and takes it back; the host, who has got both, enters the key by the first of the two. The
    seat's own program has its word, and does not go along.
    """
    chance = story.chance
    match = story.open_agreed()
    reader = chance.choice(match.table.names)
    role = chance.choice([party for party in parties(match) if party != reader])
    holder, name = ("gina", "Gina") if role == REFEREE else ("fresh", None)
    rekey = asking(match, role, holder, name)
    given = agreeing_to_key(match, [one for one in parties(match) if one != role or one == REFEREE], rekey)
    story.liars, story.lied_at = {HOST}, step_name(match.host.step + 1)
    with tempfile.TemporaryDirectory() as root, eyes_open():
        person = materialize(match, Path(root), [reader])[reader]
        said = agreeing(match, [reader], f"no key {rekey.id}")
        enter_key(match, rekey, given, holder)
        own = [signed for signed in given if signed.key == match.keys[reader].public]
        for notes in ((rekey,), own, said, match.signed_notes[story.lied_at]):
            with suppress(RefereeError):
                person.take(render_bundle(notes))
        story.loose = [*own, *said]
        if person.session().position.step == match.host.step:
            story.found.append(Found("a word taken back is used", f"{reader} goes along with the new key of {role}"))


def holidays_bent(story: Story) -> None:
    """A seat has had some days of holiday. The host enters others that nobody has declared, or not so, or the same
    again; or seat and host more than the charter gives. Sometimes all is in order.
    """
    chance = story.chance
    match = story.open_agreed(options=HOLIDAY)
    seat, other = chance.sample(match.table.names, 2)
    had, said = "2026-08-01 2026-08-05", "2026-12-24 2026-12-27"
    first = agreeing(match, [seat], f"holiday {had}")
    enter(match, decided(match, f"holiday {seat} {had}", consents=first, moves=[story.move(story.asked)]))
    if match.host.over:
        return
    entered, consents, liars = (
        (said, (), {HOST}),
        (said, agreeing(match, [other], f"holiday {said}"), {HOST, other}),
        (said, agreeing(match, [seat], "holiday 2026-12-24 2026-12-26"), {HOST}),
        (had, first, {HOST}),
        (had, agreeing(match, [seat], f"holiday {had}"), {HOST, seat}),
        ("2026-12-24 2026-12-28", agreeing(match, [seat], "holiday 2026-12-24 2026-12-28"), {HOST, seat}),
        (said, agreeing(match, [seat], f"holiday {said}"), set[str]()),
    )[chance.randrange(7)]
    story.liars, story.lied_at, story.loose = liars, step_name(match.host.step + 1), [*first, *consents]
    with unasked(), patch("referee.protocol.agreements.holidays.check_holidays", lambda *_: None):
        moves = [story.move(story.asked)]
        enter(match, decided(match, f"holiday {seat} {entered}", consents=consents, moves=moves))
        story.play(chance.randrange(STEPS))


def stand_ins_bent(story: Story) -> None:
    """A seat has had a bot play, and has ended that. The host enters a stand-in that the seat has not declared, or not
    so, or the one that is over, or its end again; or seat and host one that lasts too long. Sometimes all is in order.
    """
    chance = story.chance
    match = story.open_agreed(options=STAND_IN)
    seat, other = chance.sample(match.table.names, 2)
    told: list[SignedNote] = []
    for words in (f"greedy 4 {match.host.step + 8}", "back"):
        if match.host.over or len(match.host.asked) > 1:
            return
        declared = agreeing(match, [seat], f"standin {words}")
        told += declared
        moves = [story.move(story.asked)]
        enter(match, decided(match, f"standin {seat} {words}", consents=declared, moves=moves))
    if match.host.over or len(match.host.asked) > 1:
        return
    now, first = match.host.step + 1, told[0].read(Consent).to.removeprefix("standin ")
    said, long = f"good 4 {now + 3}", f"greedy 4 {now + 9}"
    entered, consents, liars = (
        (said, [], {HOST}),
        (said, agreeing(match, [other], f"standin {said}"), {HOST, other}),
        (said, agreeing(match, [seat], f"standin greedy 4 {now + 3}"), {HOST}),
        (first, told[:1], {HOST}),
        ("back", told[1:], {HOST}),
        (long, agreeing(match, [seat], f"standin {long}"), {HOST, seat}),
        (said, agreeing(match, [seat], f"standin {said}"), set[str]()),
    )[chance.randrange(7)]
    story.liars, story.lied_at, story.loose = liars, step_name(now), [*told, *consents]
    with unasked(), patch("referee.protocol.agreements.stand_ins.check_stand_in", lambda *_: None):
        moves = [story.move(story.asked)]
        enter(match, decided(match, f"standin {seat} {entered}", consents=consents, moves=moves))
        story.play(chance.randrange(STEPS))
