"""Absence, leaving and ending early by mail: what the host enters, what the others see, what nobody can force."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

import pytest

from referee.audit.recompute import audit
from referee.kernel.errors import OutOfOrder
from referee.messages.step_news import news_of_step
from referee.protocol.agreements.consent import consent_note
from referee.record.note import render_bundle
from referee.record.store import GameFolder
from referee.session.agreements.skip_seat import SkippedTurn, publish_skip, skip_seats
from referee.session.incoming.receive import receive
from referee.session.pending import pending_notes_that_hold, store_pending
from referee.session.silence.skipped_moves import passed_over
from referee.session.todo.status import status_for
from tests.table.players_on_disk import Person, materialize, snapshot
from tests.table.simultaneous_game import SEATS, at_the_box
from tests.table.small_games import HOST, asked, copy_of, running

WHEN = "2026-11-21T18:00Z"
ASKED = asked(running())
NAMES = running().table.names
OTHERS = [name for name in NAMES if name != ASKED]


@pytest.fixture
def people(tmp_path: Path) -> dict[str, Person]:
    return materialize(copy_of(running()), tmp_path, (*NAMES, HOST))


def absent(host: Person, *names: str, moment: str | None = WHEN) -> SkippedTurn:
    passing = skip_seats(host.session(), names, moment)
    publish_skip(host.session(), passing, lang="en")
    return passing


def agrees(person: Person, to: str) -> bytes:
    """The mail in which somebody agrees; their own program keeps it as well."""
    session = person.session()
    assert session.key is not None
    signed = consent_note(session.position, session.key, to)
    store_pending(session.folder, signed)
    return render_bundle((signed,))


def letter(host: Person) -> bytes:
    return host.letter(host.session().position.step)


def test_the_host_lets_a_seat_pass_and_all_take_it_in(people: dict[str, Person]) -> None:
    host = people[HOST]
    before = host.session().position.step
    absent(host, ASKED)
    told = [people[name].take(letter(host)) for name in NAMES]

    assert told == [[f"step {before + 1} is recorded"]] * len(NAMES)
    assert {people[name].session().position.step for name in NAMES} == {before + 1}
    assert "was skipped; the host does not say after how long" in " ".join(letter(host).decode().split())


def test_the_letter_and_the_log_say_who_was_let_pass_and_when(people: dict[str, Person]) -> None:
    host = people[HOST]
    absent(host, ASKED)
    session = host.session()
    step = news_of_step(session.position, session.history.steps()[-1][1], "en")

    assert step.table == (f"time {WHEN}", f"absent {ASKED}")
    assert step.decided == (
        f"{session.table.called[session.table.seat(ASKED)]} was skipped; the host does not say after how long",
        "closed 2026-11-21 18:00 UTC, according to the host",
    )
    assert step.standing == ()


def test_the_status_marks_who_was_let_pass_until_an_own_move_comes(people: dict[str, Person]) -> None:
    host = people[HOST]
    absent(host, ASKED)

    assert status_for(host.session(), "en").missed == {ASKED: 1}


def test_a_step_that_was_signed_and_not_written_is_made_again_as_it_was(people: dict[str, Person]) -> None:
    host = people[HOST]
    session = host.session()
    passing = skip_seats(session, [ASKED], WHEN)
    note = passing.closed.step_note
    name = f"decision-{session.position.step + 1:04d}.txt"
    host.folder.replace_pending(name, "".join(f"{line}\n" for line in passing.lines).encode())
    listed = tuple(signed.id for signed in passing.closed.entered)
    session.change_guard(lambda guard: guard.entering(session.position.step + 1, note.id, listed))
    again = absent(host, ASKED, moment="2026-11-22T09:30Z")

    assert again.closed.step_note.id == note.id
    assert name not in host.folder.list_pending()


def test_whose_move_the_host_has_entered_is_not_absent(people: dict[str, Person]) -> None:
    """The step is closed by the move; who is asked then is somebody else, or the same seat for another thing."""
    host, step = people[HOST], people[HOST].session().position.step
    with pytest.raises(OutOfOrder) as refusal:
        absent(host, OTHERS[0])

    assert refusal.value.code == "absent-not-asked"
    assert host.session().position.step == step


def test_of_several_asked_at_once_only_who_has_not_answered_is_let_pass(tmp_path: Path) -> None:
    people = at_the_box(tmp_path)
    host, (first, second, third) = people[HOST], SEATS
    for seat, order in ((first, "claim red"), (second, "claim low")):
        host.take(people[seat].move(order))
    with pytest.raises(OutOfOrder) as refusal:
        absent(host, first)
    absent(host, third)

    assert refusal.value.code == "absent-has-moved"
    assert people[first].take(letter(host)) == ["step 2 is recorded"]
    assert not [name for name in host.folder.list_pending() if name.startswith("answer-")]


def test_a_player_leaves_by_one_mail_and_the_host_enters_it(people: dict[str, Person]) -> None:
    host, leaver = people[HOST], people[OTHERS[0]]
    said = host.take(agrees(leaver, "left"))
    people[ASKED].take(letter(host))

    assert said == [f"{OTHERS[0].title()} agrees to leaving the game", "recorded as step 15"]
    assert status_for(people[ASKED].session(), "en").left == (OTHERS[0],)
    assert pending_notes_that_hold(host.session(), "consent") == ()


def test_a_draw_is_entered_when_the_last_one_agrees_and_the_host_says_yes(people: dict[str, Person]) -> None:
    host = people[HOST]
    *first, last = NAMES
    said = [host.take(agrees(people[name], "end draw")) for name in first]
    end = host.take(agrees(people[last], "end draw"))
    told = [people[name].take(letter(host)) for name in NAMES]

    assert said[-1] == [f"{first[-1].title()} agrees to a draw", f"a draw: still to agree: {last.title()}"]
    assert end == [f"{last.title()} agrees to a draw", "recorded as step 15"]
    assert [len(codes) for codes in told] == [1] * len(NAMES)
    assert audit(host.record()).verdict == "clean"


def test_the_last_consent_is_asked_about_as_an_agreement_and_not_as_a_move(people: dict[str, Person]) -> None:
    host = people[HOST]
    *first, last = (agrees(people[name], "end draw") for name in NAMES)
    host.take(*first)
    with pytest.raises(OutOfOrder) as asked_first:
        receive(host.session(), last, confirm_end=False)

    assert str(asked_first.value).startswith("everyone has now agreed, which ends the game: 1. ")


def test_a_move_that_comes_after_its_seat_was_let_pass_is_told_so_with_what_to_do(people: dict[str, Person]) -> None:
    host, late = people[HOST], people[ASKED].move("pass", "pass")
    step = host.session().position.step + 1
    absent(host, ASKED)
    with pytest.raises(OutOfOrder) as refused:
        host.take(late)

    assert (refused.value.code, refused.value.values) == ("let-pass-before", {"seat": ASKED, "step": step})
    assert "referee receive" in str(refused.value.hint)


def test_a_move_of_an_open_deal_is_kept_at_its_author_who_is_let_pass(people: dict[str, Person]) -> None:
    author, move = people[ASKED], people[ASKED].move("pass", "pass")
    absent(people[HOST], ASKED)
    (signed,) = [name for name in author.folder.list_outbox() if name.endswith(".move")]
    os.utime(author.folder.path / "outbox" / signed, (1_000_000_000, 1_000_000_000))
    author.take(letter(people[HOST]))

    (one,) = passed_over(author.session())
    assert (one.step, one.seat, one.since) == (author.session().position.step, ASKED, 1_000_000_000)
    assert one.file.startswith("pending/evidence-")
    assert (author.folder.path / one.file).read_bytes() == move
    assert passed_over(people[HOST].session()) == ()


@pytest.mark.parametrize("part", ["drop_pending", "keep_pending"])
def test_a_machine_that_stops_before_a_move_is_kept_loses_none(people: dict[str, Person], part: str) -> None:
    author, move = people[ASKED], people[ASKED].move("pass", "pass")
    absent(people[HOST], ASKED)
    author.folder.write_pending(f"answer-{author.session().position.step + 1:04d}-{ASKED}.move", move)
    with patch.object(GameFolder, part, side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        author.take(letter(people[HOST]))

    (one,) = passed_over(author.session())
    assert (author.folder.path / one.file).read_bytes() == move


def test_evidence_that_is_none_of_a_seat_let_pass_is_not_told_as_one(people: dict[str, Person]) -> None:
    """Somebody else's move, or a file that was changed, stands for nothing."""
    author = people[ASKED]
    author.move("pass", "pass")
    absent(people[HOST], ASKED)
    author.take(letter(people[HOST]))
    (one,) = passed_over(author.session())
    for file in (author.folder.path / one.file, author.folder.path / "outbox" / author.folder.list_outbox()[-1]):
        file.write_bytes(file.read_bytes().replace(b"do pass", b"do skip"))

    assert passed_over(author.session()) == ()


def test_players_see_who_has_agreed_to_what(people: dict[str, Person]) -> None:
    mail = agrees(people[OTHERS[0]], "end draw")
    people[ASKED].take(mail)
    (proposal,) = status_for(people[ASKED].session(), "en").proposed

    assert (proposal.to, proposal.agreed) == ("end draw", (OTHERS[0],))
    assert set(proposal.missing) == set(NAMES) - {OTHERS[0]}


def test_a_consent_lapses_with_the_next_step(people: dict[str, Person]) -> None:
    host = people[HOST]
    mails = [agrees(people[name], "end draw") for name in NAMES]
    host.take(mails[0])
    absent(host, ASKED)
    with pytest.raises(OutOfOrder) as refusal:
        host.take(mails[1])

    assert refusal.value.code == "consent-lapsed"
    assert pending_notes_that_hold(host.session(), "consent") == ()
    assert not [name for name in host.folder.list_pending() if name.startswith("consent-")]


def test_a_consent_to_something_else_is_refused_and_nothing_is_written(people: dict[str, Person]) -> None:
    host = people[HOST]
    session = people[ASKED].session()
    assert session.key is not None
    mail = render_bundle((consent_note(session.position, session.key, "expel bert"),))
    before = snapshot(host.root)
    with pytest.raises(OutOfOrder) as refusal:
        host.take(mail)

    assert refusal.value.code == "consent-to-nothing"
    assert snapshot(host.root) == before


def test_who_leaves_while_several_are_asked_leaves_with_their_answers(tmp_path: Path) -> None:
    people = at_the_box(tmp_path)
    host, (first, second, third) = people[HOST], SEATS
    host.take(people[first].move("claim red"))
    kept = host.take(agrees(people[third], "left"))
    closed = host.take(people[second].move("claim low"))

    assert kept[0] == f"{third.title()} agrees to leaving the game"
    assert closed[-1] == "recorded as step 2"
    assert people[first].take(letter(host)) == ["step 2 is recorded"]
    assert host.session().position.left == (2,)
