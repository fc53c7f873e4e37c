"""What comes before its time: steps behind a gap, notes of a game whose opening is not here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.record.note import render_bundle
from referee.session.incoming.receive import receive
from referee.session.todo.status import status_for
from tests.table.intake.mails import good_move
from tests.table.players_on_disk import Person
from tests.table.small_games import CHARTER, DEAL, STRANGER, four, small, step_name


def test_a_step_that_comes_too_early_is_kept_and_entered_once_the_gap_is_closed(table: dict[str, Person]) -> None:
    """Attack 22: at the gap nothing is guessed, the missing step is named, and no mail must be taken in twice."""
    files, anna = small().files, table["anna"]
    before = anna.record()
    kept = anna.take(files[step_name(6)], files[step_name(6)])

    assert kept == ["mail 0006 is kept until 0004, 0005 arrives; to send that one again, ask the host, Bert"] * 2
    assert anna.record() == before
    assert anna.take(files[step_name(4)]) == ["step 4 is recorded"]
    assert anna.take(files[step_name(5)]) == ["step 5 is recorded", "step 6 is recorded"]
    assert anna.record() == before | {step_name(step): files[step_name(step)] for step in (4, 5, 6)}
    assert anna.folder.list_pending() == ()


def test_status_remembers_a_gap_and_says_who_can_close_it(table: dict[str, Person]) -> None:
    table["anna"].take(small().files[step_name(6)])
    todo = status_for(table["anna"].session(), "en").next[0]

    assert (todo.code, todo.command) == ("step-awaited", "referee mail 4")
    assert todo.sentence == (
        "mail 0004, 0005 is still missing (0006 is kept until then); the host, Bert can write it again with"
    )


def test_a_step_that_waited_and_does_not_follow_is_left_out_and_stops_no_mail(table: dict[str, Person]) -> None:
    """What is wrong with it is said when its turn has come."""
    anna, files = table["anna"], small().files
    anna.folder.write_pending("ahead-0005.note", files[step_name(6)])
    said = anna.take(files[step_name(4)])

    assert said[0] == "step 4 is recorded"
    assert len(said) == 2
    assert anna.folder.list_pending() == () or "evidence" in anna.folder.list_pending()[0]


def test_steps_may_come_in_one_mail_in_any_order_and_more_than_once(table: dict[str, Person]) -> None:
    """Attack 22: the notes of a mail are a set."""
    files = small().files
    mail = b"".join(files[step_name(step)] for step in (6, 4, 2, 5, 4))

    said = table["anna"].take(mail)

    assert said == ["already recorded as step 2", "step 4 is recorded", "step 5 is recorded", "step 6 is recorded"]
    assert table["anna"].take(mail) == [f"already recorded as step {step}" for step in (2, 4, 5, 6)]
    assert table["anna"].record()[step_name(6)] == files[step_name(6)]


def test_every_note_that_is_here_already_is_no_error(table: dict[str, Person]) -> None:
    """Attack 21, the harmless half: the same mail twice changes nothing, for anybody."""
    files = small().files
    for person in table.values():
        before = person.record()
        for name in ("offer.note", CHARTER, DEAL, step_name(1), step_name(3)):
            person.take(files[name])
        person.take(b"".join(files[name] for name in ("offer.note", CHARTER, DEAL, step_name(1), step_name(3))))

        assert person.record() == before


def test_every_truncation_of_a_letter_is_refused_or_enters_nothing(table: dict[str, Person]) -> None:
    """Attack 22: cut at any byte of the turn's file, step 4 is never half there."""
    data, player = small().files[step_name(4)], table["anna"]
    before = player.files()
    session = player.session()
    for cut in range(0, len(data) - 1, 11):
        try:
            receive(session, data[:cut])
        except RefereeError:
            continue
        raise AssertionError(f"cut at {cut} something was taken")

    assert player.files() == before


INCOMPLETE: Mapping[str, tuple[Callable[[], bytes], type[RefereeError]]] = {
    "a charter without a join": (
        lambda: render_bundle((*small().signed_notes[CHARTER][:1], *small().signed_notes[CHARTER][2:])),
        Unreadable,
    ),
    "a charter without its offer": (lambda: render_bundle(small().signed_notes[CHARTER][1:]), Unreadable),
    "a charter alone": (lambda: render_bundle(small().signed_notes[CHARTER][-1:]), Unreadable),
    "a join before any offer": (lambda: render_bundle(small().signed_notes[CHARTER][1:2]), OutOfOrder),
    "an accept before any charter": (lambda: render_bundle(small().signed_notes[DEAL][:1]), OutOfOrder),
    "a deal before any charter": (lambda: small().files[DEAL], OutOfOrder),
    "a turn before any charter": (lambda: small().files[step_name(1)], OutOfOrder),
    "a move before any charter": (lambda: render_bundle((good_move(),)), OutOfOrder),
    "an ack before any charter": (lambda: small().files["ack-anna.note"], OutOfOrder),
}


@pytest.mark.parametrize("what", INCOMPLETE)
def test_what_comes_before_its_time_is_refused_in_an_empty_folder(tmp_path: Path, what: str) -> None:
    """Attack 22: nothing is built on notes that are not here."""
    make, layer = INCOMPLETE[what]
    person = Person(STRANGER, tmp_path, keyless=True)

    with pytest.raises(layer):
        person.take(make())
    assert CHARTER not in person.record()


BEFORE_THE_DEAL: Mapping[str, tuple[Callable[[], bytes], type[RefereeError]]] = {
    "a deal without an accept": (lambda: render_bundle(small().signed_notes[DEAL][1:]), NotAuthentic),
    "a deal alone": (lambda: render_bundle(small().signed_notes[DEAL][-1:]), NotAuthentic),
    "a turn": (lambda: small().files[step_name(1)], OutOfOrder),
    "a move": (lambda: render_bundle((good_move(),)), OutOfOrder),
    "a charter of another offer": (lambda: four().files[CHARTER], OutOfOrder),
}


@pytest.mark.parametrize("what", BEFORE_THE_DEAL)
def test_what_comes_before_its_time_is_refused_before_the_deal(tmp_path: Path, what: str) -> None:
    """Attacks 22 and 105."""
    make, layer = BEFORE_THE_DEAL[what]
    person = Person(STRANGER, tmp_path, keyless=True)
    person.take(small().files[CHARTER])
    before = person.record()

    with pytest.raises(layer):
        person.take(make())
    assert person.record() == before
