"""A stand-in: the bot of a player's own computer plays for some steps, as the seat has signed for all to check."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.audit.recompute import Report, audit
from referee.kernel.bot import VERSION
from referee.kernel.dice import stream
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.stand_ins import span_at
from referee.protocol.agreements.table_lines import StandIn, read_table_line, write_table_line
from referee.protocol.history.read_record import read_history
from referee.protocol.step.bot_orders import orders_of_bot
from referee.protocol.step.draft import move_note
from referee.record.file_names import step_name
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import Consent
from referee.record.store import effects
from referee.session.agreements.proposals import pending_stand_ins, stand_in_now
from referee.session.bot_seat import is_bot_due, outgoing_bot_move, seat_bot
from referee.session.close_step import close_together
from referee.session.pending import store_pending
from referee.session.send import OutgoingNote, send
from tests.long_runs import of
from tests.support.dishonest.light import light
from tests.support.rehearse import Match, open_match, play_out, random_note, sensible_order
from tests.table.killed_processes import KILLED, Laid, dies_at, run_in_a_child
from tests.table.masked_matches import sit_down, swap_all
from tests.table.new_seat_keys import rekeyed
from tests.table.opening.masked_openings import MASKED, accepted, mix
from tests.table.players_on_disk import Person, materialize, snapshot
from tests.table.signatures import checked_apart
from tests.table.small_games import HOST, asked, copy_of, key_of
from tests.table.take_backs import gone_back

GAMES = ("tigris", "ur", "cards", "civilization")
TERMS = (("standin", "40"),)
UNTIL = f"greedy {VERSION} 30"


@cache
def begun(options: tuple[tuple[str, str], ...] = TERMS, game: str = "tigris") -> Match:
    seats = 2 if game == "cards" else 4 if game == "civilization" else 3
    return play_out(open_match(game, seats, "standin", options), "standin", steps=2)


ASKED = asked(begun())
OTHER, THIRD = (name for name in begun().table.names if name != ASKED)


def declared(match: Match, seat: str, words: str = UNTIL) -> SignedNote:
    return match.consent(seat, f"standin {words}")


def enter(match: Match, *rows: tuple[str, str], given: tuple[SignedNote, ...] | None = None) -> Match:
    """These declarations, entered with the pass of whoever is asked."""
    consents = [declared(match, *row) for row in rows] if given is None else given
    lines = [f"standin {seat} {words}" for seat, words in rows]
    match.decide(*lines, consents=consents, moves=[match.write(asked(match), ["pass", "pass"])])
    return match


def refused(match: Match, *rows: tuple[str, str], given: tuple[SignedNote, ...] | None = None) -> str:
    with pytest.raises(RefereeError) as refusal:
        enter(copy_of(match), *rows, given=given)
    return refusal.value.code


def bot_move(match: Match, seat: str, level: str = "greedy") -> SignedNote:
    share = read_history(match.files).shares[seat]
    return move_note(
        match.players[seat], match.keys[seat], orders_of_bot(match.players[seat], match.eyes[seat], share, level)[1]
    )


def played(game: str, by_hand: frozenset[int] = frozenset(), steps: int = 10) -> Match:
    """The seat that is asked after the first steps has its bot play, but for the answers `by_hand`; all end it then."""
    match = copy_of(begun(game=game))
    words, seat, answers = stream(b"words", "stand-ins"), match.asked(), 0
    assert seat is not None
    match.decide(f"standin {seat} {UNTIL}", consents=[declared(match, seat)], moves=[bot_move(match, seat)])
    for _ in range(of(steps, 3 * steps)):
        if (name := match.asked()) is None:
            return match
        answers += name == seat
        if name == seat and answers not in by_hand:
            match.enter(bot_move(match, seat))
        else:
            match.enter(
                move_note(match.players[name], match.keys[name], random_note(match, name, words, sensible_order))
            )
    return over(match)


def over(match: Match) -> Match:
    """All agree to a draw, and the host reveals everything."""
    match = copy_of(match)
    match.decide("end draw", consents=[match.consent(name, "end draw") for name in match.table.names])
    match.acknowledge()
    return match


def remarks(report: Report) -> list[tuple[str, dict[str, Any]]]:
    return [(one.code, one.values) for one in report.remarks if one.code.startswith("standin-")]


# As it is written


@pytest.mark.parametrize(
    "words", ["", "greedy", "greedy 4", "greedy 4 0", "greedy 04 9", "best 4 9", "back 4", "greedy 4 9 9", "greedy 4 ٩"]
)
def test_what_names_no_bot_and_no_step_is_no_stand_in(words: str) -> None:
    with pytest.raises(Unreadable):
        read_table_line(f"standin {OTHER} {words}".rstrip())


def test_it_has_one_spelling() -> None:
    for text, line in (
        ("standin anna good 4 40", StandIn("anna", "good", 4, 40)),
        ("standin back back", StandIn("back")),
    ):
        assert read_table_line(text) == line and write_table_line(line) == text


# In the record


def test_it_holds_from_the_step_that_enters_it_until_its_last_and_no_checker_sees_a_fault() -> None:
    match = enter(copy_of(begun()), (OTHER, UNTIL))

    found = [step for step in range(50) if span_at(match.host, OTHER, step) is not None]
    assert found == [*range(3, 31)]
    assert [span_at(match.host, seat, 5) for seat in (ASKED, THIRD)] == [None, None]
    assert audit(match.files).findings == ()
    assert checked_apart(over(match).files) is None
    read = read_history(match.files).position
    assert read is not None and read.past.stand_ins == match.host.past.stand_ins


def test_one_that_was_signed_for_an_earlier_step_is_entered_for_both_checkers() -> None:
    match = copy_of(begun())
    first = declared(match, OTHER)
    match.enter(match.write(asked(match), ["pass", "pass"]))
    enter(match, (OTHER, UNTIL), given=(first,))

    assert (match.host.past.stand_ins[-1].first, match.host.past.stand_ins[-1].declared) == (4, 3)
    assert audit(over(match).files).verdict == "clean"
    assert checked_apart(over(match).files) is None


def test_its_owner_ends_it_at_once_and_may_declare_another() -> None:
    match = enter(enter(copy_of(begun()), (OTHER, UNTIL)), (OTHER, "back"))
    assert [span_at(match.host, OTHER, step) is not None for step in (3, 4, 5)] == [True, False, False]
    enter(match, (OTHER, f"good {VERSION} 9"))

    assert [step for step in range(20) if span_at(match.host, OTHER, step)] == [3, 5, 6, 7, 8, 9]
    assert checked_apart(over(match).files) is None


def test_it_changes_nothing_of_the_game() -> None:
    plain, match = copy_of(begun()), enter(copy_of(begun()), (OTHER, UNTIL))
    plain.enter(plain.write(ASKED, ["pass", "pass"]))

    assert (match.host.state, match.host.asked) == (plain.host.state, plain.host.asked)
    assert (match.host.missed, match.host.left) == (plain.host.missed, plain.host.left)


def test_what_the_charter_or_the_seat_has_not_allowed_is_refused() -> None:
    match = enter(copy_of(begun()), (OTHER, UNTIL))
    old = declared(begun(), OTHER, "back")

    assert refused(begun(()), (OTHER, UNTIL)) == "standin-not-given"
    assert refused(begun((("standin", "0"),)), (OTHER, UNTIL)) == "standin-not-given"
    assert refused(begun(), (OTHER, f"greedy {VERSION} 43")) == "standin-too-long"
    assert refused(begun(), (OTHER, f"greedy {VERSION} 2")) == "standin-over"
    assert refused(begun(), (OTHER, "back")) == "standin-none"
    assert refused(begun(), (OTHER, UNTIL), given=()) == "consents-missing"
    assert refused(begun(), (OTHER, UNTIL), given=(declared(begun(), THIRD),)) == "consents-missing"
    assert (
        refused(begun(), (OTHER, UNTIL), given=(declared(begun(), OTHER, f"good {VERSION} 30"),)) == "consents-missing"
    )
    assert refused(match, (OTHER, "back"), given=(old,)) == "standin-declared-before"
    assert refused(match, (OTHER, UNTIL), given=(declared(begun(), OTHER),)) == "standin-declared-before"
    assert refused(begun(), (OTHER, f"good {VERSION} 30"), (OTHER, UNTIL)) == "table-seat-order"


def test_a_bot_has_no_stand_in() -> None:
    match = play_out(open_match("tigris", 3, "standin", TERMS, bots={OTHER: "good"}), "standin", steps=2)
    assert refused(match, (OTHER, UNTIL)) == "standin-of-bot"


def test_no_step_stands_on_a_stand_in_alone() -> None:
    match = copy_of(begun())
    with pytest.raises(OutOfOrder) as refusal:
        match.decide(f"standin {OTHER} {UNTIL}", consents=[declared(match, OTHER)])
    assert refusal.value.code == "step-decides-nothing"


def test_a_step_back_does_not_end_it_and_a_new_key_does() -> None:
    match = gone_back(enter(copy_of(begun()), (OTHER, UNTIL)), 3)
    assert span_at(match.host, OTHER, 9) is not None
    other = rekeyed(match, OTHER)
    assert span_at(other.host, OTHER, 9) is None
    assert checked_apart(over(match).files) is None


def test_a_charter_without_it_is_the_same_byte_for_byte() -> None:
    assert b"standin" not in b"".join(begun(()).files.values())


# After the end


@pytest.mark.parametrize("game", GAMES)
def test_after_the_end_each_of_its_answers_is_made_again(game: str) -> None:
    report = audit(played(game).files)

    assert report.verdict == "clean" and not report.findings
    ((code, values),) = remarks(report)
    assert (code, values["first"]) == ("standin-made-again", 3)
    assert values["count"] >= 2


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_otherwise_under_the_name_of_the_bot_is_named(game: str) -> None:
    report = audit(played(game, frozenset({1, 2, 3, 4})).files)

    assert report.verdict == "clean" and not report.findings
    ((code, values),) = remarks(report)
    assert code == "standin-was-not-it" and values["steps"]


def test_of_a_bot_that_never_had_to_answer_nothing_is_said() -> None:
    assert remarks(audit(over(enter(copy_of(begun()), (OTHER, UNTIL))).files)) == []


def test_before_the_end_and_by_another_release_nothing_is_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    match = enter(copy_of(begun()), (OTHER, UNTIL))
    assert [code for code, _ in remarks(audit(match.files, match.keys[OTHER]))] == ["standin-not-checked"]
    monkeypatch.setattr("referee.kernel.bot.VERSION", VERSION - 1)
    assert [code for code, _ in remarks(audit(match.files))] == ["standin-other-release"]


# By mail


@pytest.fixture
def people(tmp_path: Path) -> dict[str, Person]:
    return materialize(begun(), tmp_path, (*begun().table.names, HOST))


def says(person: Person, words: str = UNTIL) -> bytes:
    session = person.session()
    signed = consent_note(session.position, session.signer(), f"standin {words}")
    store_pending(session.folder, signed, last=True)
    return render_bundle((signed,))


def goes_on(people: dict[str, Person]) -> None:
    """Whoever is asked passes, the host enters it, and all take the step in."""
    host = people[HOST]
    position = host.session().position
    mover = position.table.names[position.awaited[0].seat]
    host.take(people[mover].move("pass", "pass"))
    for name, person in people.items():
        if name != HOST:
            person.take(host.letter(position.step + 1))


def plays(person: Person) -> bool:
    return seat_bot(person.session()) is not None


def test_it_outlives_its_step_and_the_last_word_of_its_owner_counts(people: dict[str, Person]) -> None:
    first = says(people[OTHER])
    told = people[THIRD].take(first)
    assert [plays(people[OTHER]), stand_in_now(people[HOST].session(), OTHER)] == [True, None]
    goes_on(people)
    last = says(people[OTHER], f"good {VERSION} 20")
    people[HOST].take(last)
    people[HOST].take(first)  # late, and nobody minds
    goes_on(people)

    assert told == [f"a bot (greedy) plays for {OTHER.title()} until step 30; the next move records it"]
    for person in people.values():
        assert stand_in_now(person.session(), OTHER) == StandIn(OTHER, "good", VERSION, 20)
        if person is not people[THIRD]:
            assert [name for name in person.folder.list_pending() if "standin" in name] == []
    types = [signed.type for signed in people[HOST].session().history.signed_notes[step_name(4)]]
    assert types == ["consent", "move", "step"]


def test_only_the_program_of_its_owner_answers_and_only_in_its_steps(people: dict[str, Person]) -> None:
    asked_now = people[ASKED]
    assert not is_bot_due(asked_now.session())
    letter = says(asked_now, f"greedy {VERSION} 3")
    assert [name for name in people if name != HOST and is_bot_due(people[name].session())] == [ASKED]
    session = asked_now.session()
    sent = send(session, outgoing_bot_move(session, "greedy"))
    assert not is_bot_due(asked_now.session())
    people[HOST].take(letter, render_bundle((sent.note,)))

    host = people[HOST].session().position
    assert host.past.stand_ins[-1].first == 3 and span_at(host, ASKED, 4) is None


def test_what_is_not_allowed_is_refused_by_mail_and_nothing_is_kept(people: dict[str, Person]) -> None:
    host = people[HOST]
    before, position = host.files(), begun().host
    at = {"game": position.table.game_id, "step": position.step + 1, "head": position.head, "seat": OTHER}

    def note(words: str, key: str = OTHER) -> bytes:
        return render_bundle((sign_note(Consent(**at, to=f"standin {words}"), key_of(key)),))  # type: ignore[arg-type]

    for mail, error, code in (
        (note(f"greedy {VERSION} 43"), OutOfOrder, "standin-too-long"),
        (note("back"), OutOfOrder, "standin-none"),
        (note("best 4 9"), Unreadable, "bad-table-line"),
        (note(UNTIL, THIRD), NotAuthentic, "consent-other-key"),
    ):
        with pytest.raises(error) as refusal:
            host.take(mail)
        assert (refusal.value.code, host.files()) == (code, before)


# Stopped anywhere


def declares(people: dict[str, Person]) -> None:
    session = people[OTHER].session()
    signed = consent_note(session.position, session.signer(), f"standin {UNTIL}")
    name = f"consent-0003-{OTHER}-standin-greedy-{VERSION}-30.note"
    send(session, OutgoingNote(None, "", lambda _: (signed,), name))
    store_pending(session.folder, signed)


def enters(people: dict[str, Person]) -> None:
    move = begun().write(ASKED, ["pass", "pass"])
    people[HOST].take(render_bundle((declared(begun(), OTHER),)), render_bundle((move,)))


@pytest.mark.parametrize("work", [declares, enters])
def test_killed_before_any_change_on_disk_a_second_run_ends_as_a_calm_one(
    tmp_path: Path, work: Callable[[dict[str, Person]], None]
) -> None:
    laid = Laid(work, lambda root: materialize(begun(), root, (OTHER, HOST)), tmp_path, (OTHER, HOST), of(6, 1))
    for number, effect in laid.disturbed():
        people = laid.copy(f"killed-{number}")

        def dying(people: dict[str, Person] = people, number: int = number) -> None:
            effects.append(dies_at(number))
            work(people)

        assert run_in_a_child(dying) == KILLED, effect
        work(people)
        assert snapshot(tmp_path / f"killed-{number}") == laid.after, effect


def test_what_comes_between_a_signed_step_and_its_file_waits_for_the_next(tmp_path: Path) -> None:
    host = materialize(begun(), tmp_path, (HOST,))[HOST]
    move = render_bundle((begun().write(ASKED, ["pass", "pass"]),))

    def dying() -> None:
        effects.append(lambda effect: os._exit(KILLED) if effect.startswith("link") else None)
        host.take(move)

    assert run_in_a_child(dying) == KILLED
    host.take(render_bundle((declared(begun(), OTHER),)), move)

    assert host.session().position.past.stand_ins == ()
    assert [signed.read(Consent).to for signed in pending_stand_ins(host.session())] == [f"standin {UNTIL}"]


# Where nobody ever sees a hand


def test_with_a_masked_deck_the_audit_says_that_no_answer_can_be_made_again() -> None:
    """It fell over where somebody had another key since: what a seat saw is never opened."""
    with light():
        match = sit_down(mix(accepted(3, "stand-ins", (*MASKED, *TERMS))))
        name = match.asked()
        line, moves = f"standin {name} {UNTIL}", (match.write(swap_all(match)),)
        said = (consent_note(match.seen[name], match.key(name), f"standin {UNTIL}"),)
        closing = {"lines": (line,), "consents": said, "unlocks": match.entering()}
        match.follow(close_together(match.host, moves, match.eyes(HOST), match.key(HOST), **closing))  # type: ignore[arg-type]
        draws = [consent_note(match.seen[one], match.key(one), "end draw") for one in match.table.names]
        match.follow(match.decide("end draw", draws))
        report = audit(match.files)

        assert report.verdict == "clean"
        assert [code for code, _ in remarks(report)] == ["standin-hidden"]
        assert checked_apart(match.files) is None
