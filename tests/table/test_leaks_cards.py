"""Nothing leaks in the card game, the hardest case: out-of-turn questions, a card face down, standing answers."""

from __future__ import annotations

import pytest

from referee.kernel.goods import Dealer
from referee.record.notes import Standing
from tests.support.rehearse import Match, open_match, test_key
from tests.table.card_worlds import SILENT, card_worlds
from tests.table.small_games import steps_of
from tests.table.two_worlds import masked, reasons

pytestmark = pytest.mark.usefixtures("remembered_proofs")


def test_the_two_worlds_differ_in_everything_hidden_and_show_every_kind_of_question() -> None:
    one, other = card_worlds(False).matches
    assert isinstance(one.host.knowledge, Dealer)
    assert isinstance(other.host.knowledge, Dealer)

    assert one.host.knowledge.hands != other.host.knowledge.hands
    questions = {line.question for step_note in steps_of(one) for line in step_note.next}
    assert {"turn", "score", "commit"} <= questions
    assert any(step_note.show for step_note in steps_of(one))


@pytest.mark.parametrize("standing", [False, True], ids=["asked", "standing"])
def test_what_is_published_of_two_worlds_is_the_same_but_for_locks_and_ids(standing: bool) -> None:
    """Questions, missing questions, answers and sizes: nothing tells whether somebody could have scored or defended."""
    one, other = card_worlds(standing).matches

    assert sorted(one.files) == sorted(other.files)
    for name in sorted(one.files):
        if name[:4].isdigit():
            assert masked(one.files[name]) == masked(other.files[name]), name


@pytest.mark.parametrize("standing", [False, True], ids=["asked", "standing"])
def test_every_state_digest_of_two_worlds_is_equal(standing: bool) -> None:
    one, other = card_worlds(standing).matches

    assert [step_note.state for step_note in steps_of(one)] == [step_note.state for step_note in steps_of(other)]


def test_standing_answers_answer_in_the_step_and_are_never_opened() -> None:
    match = card_worlds(True).matches[0]
    answered = [
        did.order for step_note in steps_of(match) for did in step_note.did if did.order in ("score no", "commit 0")
    ]

    assert answered
    assert not any(
        order.text.startswith(("score", "defend")) for step_note in steps_of(match) for order in step_note.order
    )


def test_standing_notes_of_all_policies_have_one_size() -> None:
    match: Match = open_match("cards", 3, "sizes")
    sizes = set()
    for lines in ((), ("score always",), SILENT, ("score black keep 1", "score red never", "defend red min 8")):
        match.stand("anna", lines)
        note = match.waiting["anna"].note()
        assert isinstance(note, Standing)
        assert note.seal is not None
        sizes.add((len(match.waiting["anna"].body), len(note.seal), len(note.pin)))

    assert len(sizes) == 1


def test_the_reason_of_a_bot_is_the_same_in_two_worlds_and_to_every_reader() -> None:
    """Attack A-9: whatever the hands hold, and whoever reads."""
    one, other = card_worlds(False).matches
    said = reasons(one)

    assert said == reasons(other) == reasons(one, one.keys["anna"]) == reasons(one, test_key("host"))
    assert len({reason.code for *_, reason in said if reason is not None}) > 5
