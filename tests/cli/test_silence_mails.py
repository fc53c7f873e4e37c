"""What a silent seat costs in mails: words with the step that asks, a move that is handed on, an answer sent again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from referee.cli.context import Context
from referee.mail.outgoing import handed_on, own_note_mail
from referee.record.file_names import step_name
from referee.record.note import read_bundle
from referee.service.post.due_mails import answers_again
from tests.cli.masked_story import Evening
from tests.cli.test_silence import FOUR, THREE, begun, days_go_by, take_away
from tests.support.dishonest.light import light


@pytest.fixture(autouse=True)
def numbers() -> Iterator[None]:
    with light():
        yield


def with_addresses(evening: Evening, who: str) -> None:
    book = [{"name": name, "address": f"{name}@example.org"} for name in evening.players if name != who]
    book += [{"name": "host", "address": f"{evening.host}@example.org"}]
    for person in book:
        evening.does(who, "people", "set", person["name"], person["address"])


def types_in(parcel_notes: str) -> list[str]:
    return [signed.type for signed in read_bundle(parcel_notes.encode())]


def test_words_go_to_all_with_the_step_that_asks_and_each_new_one_makes_another_mail() -> None:
    evening = begun(FOUR, asked="carl")
    evening.swaps()
    evening.look()
    assert evening.asked() == "carl"
    days_go_by(evening, 10.1)
    evening.look(("bert",))
    first = own_note_mail(evening.session("bert"))
    assert first is not None and set(first.roles) == {"referee", "carl", "dora"}  # Anna hosts
    newest = evening.session("bert").history.signed_notes[step_name(evening.session("bert").position.step)]
    assert types_in(first.notes)[: len(newest)] == [signed.type for signed in newest]
    assert types_in(first.notes)[-1] == "consent"
    days_go_by(evening, 10)
    evening.look(("bert",))
    second = own_note_mail(evening.session("bert"))
    assert second is not None and types_in(second.notes).count("consent") > types_in(first.notes).count("consent")
    assert second.message_id("bert", "carl") != first.message_id("bert", "carl")


def test_a_move_that_is_handed_on_goes_to_all_but_its_author() -> None:
    evening = begun(FOUR, asked="bert")
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    evening.look(("carl",))
    take_away(evening, "bert")
    days_go_by(evening, 7.1)
    evening.look(("carl",))
    (parcel,) = handed_on(evening.session("carl"))
    assert set(parcel.roles) == {"referee", "dora"}
    assert types_in(parcel.notes)[-1] == "move"
    assert handed_on(evening.session("dora")) == []


def test_who_is_shown_the_answered_step_again_answers_once_a_day_and_three_times_a_step() -> None:
    evening = begun(THREE, asked="bert")
    evening.swaps()
    evening.look()
    assert evening.asked() == "bert"
    with_addresses(evening, "bert")
    step = evening.session("bert").history.signed_notes[step_name(evening.session("bert").position.step)]
    context, folder = Context(game=str(evening.game("bert"))), evening.game("bert")

    def again(day: str) -> int:
        with patch.dict("os.environ", {"REFEREE_HOME": str(evening.home("bert"))}):
            owing = answers_again(context.session(folder=folder, side="plays"), context.lang, step, day)
        for draft in owing.drafts if owing is not None else ():
            owing.sent.add(draft)  # type: ignore[union-attr]
        return len(owing.drafts) if owing is not None else 0

    assert again("2026-11-28") == 0
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    counts = [again(day) for day in ("2026-11-28", "2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01")]
    assert counts[0] > 0 and counts == [counts[0], 0, counts[0], counts[0], 0]


def test_a_step_that_was_signed_with_its_words_is_made_again_with_the_same_ones() -> None:
    """A crash between the memory and the file: words that came since change no byte."""
    evening = begun(FOUR, asked="carl")
    days_go_by(evening, 20.1)
    for _ in range(2):
        evening.look(("anna", "bert"))
    with patch("referee.record.store.GameFolder.commit", side_effect=OSError):
        assert evening.types("anna", "absent", "carl", "--yes")[0] != 0
    assert evening.stands.position.passed == ()
    evening.does("dora", "consent", "silent", "carl", "--yes")
    (word,) = (evening.game("dora") / "outbox").glob("consent-*")
    evening.types("anna", "receive", word)
    printed = json.loads(evening.does("anna", "absent", "carl", "--yes", "--json"))
    assert [line for line in printed["table"] if not line.startswith("time")] == ["absent carl without dora"]
