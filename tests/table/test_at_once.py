"""Several seats asked at once: their answers wait sealed at the host's, and one step opens them together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.kernel.errors import IllegalMove, OutOfOrder, Unreadable
from referee.protocol.step.draft import draft
from referee.record.file_names import step_name
from referee.record.note import render_bundle, sign_note
from referee.record.notes import Step
from referee.record.store import effects
from referee.session.todo.status import status_for
from tests.long_runs import of
from tests.support.rehearse import open_match
from tests.table.killed_processes import KILLED, Laid, dies_at, run_in_a_child
from tests.table.players_on_disk import Person, materialize
from tests.table.simultaneous_game import ASKING, SEATS, asking, at_the_box
from tests.table.small_games import HOST, changed, copy_of, key_of, order, sealed_note


def test_all_who_are_asked_are_named_clockwise_from_the_seat_in_turn() -> None:
    match = order(copy_of(asking()), "pass")
    for seat in ("bert", "carl"):
        match.enter(match.write(seat, ["pass"]))
    order(match, "pass")

    step = match.signed_notes[step_name(3)][-1].read(Step)

    assert [(line.seat, line.question) for line in step.next] == [
        ("bert", "claim"),
        ("carl", "claim"),
        ("anna", "claim"),
    ]
    assert [request.seat for request in match.host.asked] == [1, 2, 0]


# What a player writes


def test_whatever_is_typed_beside_others_is_sealed_and_ends_with_the_order_that_does_nothing() -> None:
    match = asking()
    written = draft(match.players["bert"], match.eyes["bert"], ["claim red"])

    assert (written.do, written.lines, written.covered) == ((), ("claim red", "pass"), True)


def test_what_is_typed_behind_the_answer_is_a_plan() -> None:
    match = asking()
    written = draft(match.players["bert"], match.eyes["bert"], ["claim red", "pass", "then peek low"])

    assert written.lines == ("claim red", "pass", "peek low")


def test_an_order_in_front_of_several_answers_stays_clear_and_the_own_answer_is_sealed_behind_it() -> None:
    match = open_match(ASKING, 3, "at once")
    written = [
        draft(match.players["anna"], match.eyes["anna"], ["peek high", *typed])
        for typed in (["claim red", "pass"], ["claim red"], ["then claim red", "then peek low"], [])
    ]

    assert [drafted.lines for drafted in written] == [
        ("claim red", "pass"),
        ("claim red", "pass"),
        ("claim red", "pass", "peek low"),
        (),
    ]
    assert {drafted.do for drafted in written} == {("peek high",)}


def test_an_answer_has_the_pins_and_the_seal_of_its_question_whatever_it_says() -> None:
    match = asking()
    notes = [match.write("bert", typed).note() for typed in (["pass"], ["claim red"], ["claim red", "then peek low"])]

    assert {(len(note.pin), len(note.seal)) for note in notes} == {(6, 528)}  # type: ignore[union-attr, arg-type]


# In whatever order they arrive


def answers(place: Path) -> dict[str, tuple[bytes, bytes, bytes]]:
    """What each seat sends: an answer, with the standing note that it names, another one that replaces it, and a
    standing note made afterwards.
    """
    people = at_the_box(place)
    wanted = {"anna": "claim high", "bert": "claim red", "carl": "pass"}
    along = {name: people[name].stand("claim low") for name in SEATS}
    first = {name: along[name] + people[name].move("claim low") for name in SEATS}
    moves = {name: people[name].move(typed, instead=True) for name, typed in wanted.items()}
    return {name: (first[name], along[name] + moves[name], people[name].stand("pass")) for name in SEATS}


def test_six_orders_of_arrival_with_a_correction_and_a_duplicate_make_one_record(tmp_path: Path) -> None:
    sent = answers(tmp_path / "written")
    records = set()
    for number, coming in enumerate(permutations(SEATS)):
        host = at_the_box(tmp_path / str(number))[HOST]
        before = host.record()
        host.take(sent[coming[0]][0])  # replaced by the next one
        for name in coming:
            assert host.record() == before
            host.take(sent[name][1])
            host.take(sent[coming[0]][1], sent[name][2])  # the first answer once more, and a later standing note
        records.add(tuple(sorted((host.record() | {"letter": host.letter(2)}).items())))

    assert len(records) == 1
    step = dict(next(iter(records)))["0002.step"]
    carried_out = [b"anna claim high", b"anna pass", b"bert claim red", b"bert pass", b"carl pass"]
    assert re.findall(rb"^did (.*)$", step, re.MULTILINE) == carried_out


def test_answers_wait_as_files_of_the_step_and_seat(tmp_path: Path) -> None:
    people = at_the_box(tmp_path)
    said = people[HOST].take(people["bert"].move("claim red"))

    assert people[HOST].folder.list_pending() == ("answer-0002-bert.move",)
    assert said == [
        "Bert's answer has arrived, sealed",
        "nothing is revealed until everyone has answered; still missing: anna, carl",
    ]


def test_everybody_enters_the_step_that_opens_all_answers(tmp_path: Path) -> None:
    people = at_the_box(tmp_path)
    people[HOST].take(*(people[name].move("claim red") for name in SEATS))
    letter = people[HOST].letter(2)
    for name in SEATS:
        people[name].take(letter)

    assert len({tuple(sorted(person.record().items())) for person in people.values()}) == 1
    assert audit(people["anna"].record()).findings == ()


def test_a_second_answer_that_does_not_name_the_first_is_kept_as_evidence(tmp_path: Path) -> None:
    one, other = at_the_box(tmp_path / "one"), at_the_box(tmp_path / "other")
    one[HOST].take(one["bert"].move("claim red"))
    waits = one[HOST].folder.read_pending("answer-0002-bert.move")

    with pytest.raises(OutOfOrder, match="two different move notes"):
        one[HOST].take(other["bert"].move("claim low"))

    assert one[HOST].folder.read_pending("answer-0002-bert.move") == waits
    assert [name[:8] for name in one[HOST].folder.list_pending()] == ["answer-0", "evidence"]


@pytest.mark.parametrize("moment", ["the first answer waits", "an answer is replaced", "the last one closes the step"])
def test_a_host_killed_before_any_change_on_disk_takes_the_answer_again(moment: str, tmp_path: Path) -> None:
    people = at_the_box(tmp_path / "written")
    first, again = people["bert"].move("claim red"), people["bert"].move("claim low", instead=True)
    others = [people[name].move("pass") for name in ("anna", "carl")]
    before, mail = {
        "the first answer waits": ((), first),
        "an answer is replaced": ((first,), again),
        "the last one closes the step": ((first, *others[:1]), others[1]),
    }[moment]

    def takes(people: dict[str, Person]) -> None:
        people[HOST].take(mail)

    laid = Laid(takes, lambda root: at_the_box(root)[HOST].take(*before), tmp_path, (HOST,), of(4, 1))
    assert laid.disturbed()
    for number, effect in laid.disturbed():
        people = laid.copy(f"killed-{number}")

        def dying(people: dict[str, Person] = people, number: int = number) -> None:
            effects.append(dies_at(number))
            takes(people)

        assert run_in_a_child(dying) == KILLED, effect
        takes(people)
        assert people[HOST].files() == Person(HOST, tmp_path / "calm").files(), effect


# Plans and standing answers


def test_a_plan_answers_for_its_seat_and_is_opened_with_the_answers_of_the_others(tmp_path: Path) -> None:
    match = open_match(ASKING, 3, "at once")
    match.enter(match.write("anna", ["peek high", "claim red", "pass"]))
    people = materialize(match, tmp_path, (*SEATS, HOST))
    people[HOST].take(people["bert"].move("claim low"))

    assert status_for(people[HOST].session(), "en").answered == ("anna", "bert")
    people[HOST].take(people["carl"].move("pass"))
    assert re.findall(rb"^(?:note|did) (\S+ \S+)", people[HOST].record()["0002.step"], re.MULTILINE)[-5:] == [
        b"anna claim",
        b"anna pass",
        b"bert claim",
        b"bert pass",
        b"carl pass",
    ]


def test_who_has_planned_an_answer_is_told_that_it_stands(tmp_path: Path) -> None:
    match = open_match(ASKING, 3, "at once")
    match.enter(match.write("anna", ["peek high", "claim red"]))
    people = materialize(match, tmp_path, ("anna", "bert"))
    for name in people:
        people[name].session().keep_comparison([other for other in (*SEATS, "referee") if other != name], "equal")

    told = [[todo.code for todo in status_for(people[name].session(), "en").next] for name in ("anna", "bert")]
    assert told == [["your-plan-answers"], ["answer-in-order", "you-answer-example"]]


def test_a_standing_answer_answers_for_its_seat(tmp_path: Path) -> None:
    people = at_the_box(tmp_path)
    people[HOST].take(people["anna"].move("claim red"), people["bert"].move("pass"))
    people[HOST].take(people["carl"].stand("claim low"))

    step = people[HOST].record()["0002.step"]
    assert re.findall(rb"^did (.*)$", step, re.MULTILINE)[-2:] == [b"carl claim low", b"carl pass"]
    assert re.findall(rb"^order (\S+)", step, re.MULTILINE) == [b"anna", b"anna", b"bert"]


# What is refused, to its author alone


@pytest.mark.parametrize(
    ("do", "texts", "rule"),
    [
        (["claim red"], ["pass"], "PM 6"),
        (["pass"], None, "PM 6"),
        ([], None, "PM 6"),
        ([], ["claim red"], "PM 7"),
        ([], [], "PM 7"),
        ([], ["peek red", "pass"], "PM 7"),
        ([], ["claim red", "claim low", "pass"], "CL 3"),
        ([], ["claim nowhere", "pass"], "CL 1"),
    ],
)
def test_an_answer_that_shows_an_order_or_is_not_whole_is_refused_and_nothing_is_written(
    do: list[str], texts: list[str] | None, rule: str, tmp_path: Path
) -> None:
    host = at_the_box(tmp_path)[HOST]
    before = host.files()

    with pytest.raises(IllegalMove) as refused:
        host.take(render_bundle((sealed_note(asking(), "bert", do, texts),)))

    assert (refused.value.rule, host.files()) == (rule, before)


def test_pins_of_another_question_are_refused(tmp_path: Path) -> None:
    host = at_the_box(tmp_path)[HOST]
    note = sealed_note(asking(), "bert", [], ["pass"])
    short = sign_note(changed(note.note(), pin=note.note().pin[:4]), key_of("bert"))  # type: ignore[union-attr]

    with pytest.raises(Unreadable, match="6 pins"):
        host.take(render_bundle((short,)))


def test_a_seat_that_is_not_asked_is_told_who_is(tmp_path: Path) -> None:
    match = copy_of(asking())
    for name in SEATS:
        match.enter(match.write(name, ["pass"]))
    people = materialize(match, tmp_path, (*SEATS, HOST))
    foreign = sealed_note(match, "anna", ["pass"], None)

    with pytest.raises(OutOfOrder, match="Bert"):
        people[HOST].take(render_bundle((foreign,)))


# What one answer tells of another


def worlds(place: Path) -> Iterator[dict[str, Person]]:
    """Two worlds in which the answer of bert that waits says other things."""
    for claim in ("claim red", "claim low", "pass"):
        people = at_the_box(place / claim.replace(" ", "-"))
        people[HOST].take(people["bert"].move(claim))
        yield people


def test_a_waiting_answer_changes_no_byte_of_anybody_elses_folder(tmp_path: Path) -> None:
    seen = []
    for people in worlds(tmp_path):
        told = people[HOST].take(people["anna"].move("claim red"))
        with pytest.raises(IllegalMove) as refused:
            people[HOST].take(render_bundle((sealed_note(asking(), "carl", [], ["claim red"]),)))
        seen.append(
            (
                told,
                refused.value.sentence(),
                people["anna"].files(),
                people["carl"].files(),
                {name: data for name, data in people[HOST].files().items() if "answer-0002-bert" not in name},
                status_for(people[HOST].session(), "en"),
                len(people[HOST].folder.read_pending("answer-0002-bert.move")),
            )
        )

    assert seen[1:] == seen[:-1]


def test_only_the_host_learns_who_has_answered(tmp_path: Path) -> None:
    people = at_the_box(tmp_path)
    people[HOST].take(people["bert"].move("claim red"))
    host, anna = (status_for(people[name].session(), "en") for name in (HOST, "anna"))

    assert (host.answered, anna.answered) == (("bert",), ())
    assert [question.seat for question in anna.questions] == list(SEATS)
    assert (host.asked.seat, anna.asked.seat) == ("anna", "anna")  # type: ignore[union-attr]
    assert host.mails == anna.mails == SEATS
