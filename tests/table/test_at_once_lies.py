"""A host who closes otherwise a step for which several seats were asked is found."""

from __future__ import annotations

import pytest

from referee.disputes.judging import judge
from referee.kernel.errors import NotAuthentic, RefereeError
from referee.protocol.seating import stranger_eyes
from referee.protocol.step.record_step import position_after_step, record_step_file
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Did, Step
from referee.session.close_step import close_together
from tests.support.rehearse import Match
from tests.table.simultaneous_game import SEATS, asking
from tests.table.small_games import HOST, changed, key_of


def closed(match: Match) -> tuple[SignedNote, ...]:
    notes = [match.write(name, [typed]) for name, typed in zip(SEATS, ("claim red", "claim low", "pass"), strict=True)]
    return close_together(match.host, notes, match.host_eyes, match.keys[HOST]).signed_notes


def told_otherwise(**values: object) -> tuple[SignedNote, ...]:
    *notes, step = closed(asking())
    return (*notes, sign_note(changed(step.note(), **values), key_of(HOST)))


def step_of() -> Step:
    return closed(asking())[-1].read(Step)


def without_answer_of_carl() -> tuple[SignedNote, ...]:
    *notes, _ = closed(asking())
    step = step_of()
    lines = slice(None, 4)
    kept = changed(step, note=step.note[:2], did=step.did[lines], opened=step.opened[lines], order=step.order[lines])
    return (*notes[:2], sign_note(kept, key_of(HOST)))


def in_another_order() -> tuple[SignedNote, ...]:
    step, turned = step_of(), (2, 3, 0, 1, 4)
    return told_otherwise(
        did=tuple(step.did[at] for at in turned),
        opened=tuple(step.opened[at] for at in turned),
        order=tuple(step.order[at] for at in turned),
    )


LIES = {
    "an answer is missing": (without_answer_of_carl, "before everyone had answered"),
    "nothing is carried out": (lambda: told_otherwise(did=(), opened=(), order=()), "before everyone had answered"),
    "not clockwise": (in_another_order, "out of order"),
    "an order that nobody gave": (
        lambda: told_otherwise(did=(Did("anna", "claim high"), *step_of().did[1:])),
        "claim high",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_host_who_closes_such_a_step_otherwise_is_found_by_a_stranger_at_once(lie: str) -> None:
    make, sentence = LIES[lie]
    match = asking()

    with pytest.raises(NotAuthentic, match=sentence):
        position_after_step(match.players["bert"], make(), stranger_eyes(match.table))


def test_moves_out_of_seat_order_are_no_step() -> None:
    match = asking()
    first, second, third, step = closed(match)
    listed = changed(step.note(), note=tuple(step.read(Step).note[at] for at in (1, 0, 2)))

    with pytest.raises(RefereeError, match="seat order"):
        position_after_step(
            match.host, (second, first, third, sign_note(listed, key_of(HOST))), stranger_eyes(match.table)
        )


def test_two_answers_of_one_seat_that_do_not_name_each_other_are_judged() -> None:
    match = asking()
    verdicts = judge(match.files, (match.write("bert", ["claim red"]), match.write("bert", ["pass"])))

    assert [verdict.party for verdict in verdicts if verdict.upheld] == ["bert", "bert"]


def test_the_author_checks_his_own_share_and_the_referee_all_of_them() -> None:
    match = asking()
    notes = closed(match)
    for eyes, position in (
        (match.eyes["bert"], match.players["bert"]),
        (match.host_eyes, match.host),
        (stranger_eyes(match.table), match.players["carl"]),
    ):
        after, _ = record_step_file(position, notes, eyes)

        assert after.step == 2
