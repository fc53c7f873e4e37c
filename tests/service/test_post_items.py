"""What is to go to whom: listed for a page, sent or marked one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.errors import OutOfOrder
from referee.mail.accounts import Account, Server, keep_account
from referee.mail.address_book import ME, Person, address_command, store_person
from referee.mail.mail_memory import SentMails
from referee.mail.mime import message_id
from referee.mail.outgoing import step_letter_mail
from referee.record.mails.unwrap import unwrap
from referee.record.notes import Step
from referee.service.errors import NotHere
from referee.service.post import due_mails, post_items
from referee.service.post.post_items import list_post, mark_sent, send_post
from referee.service.table import OpenTable
from tests.cli.games_on_disk import asked, running
from tests.service.golden_views import table_of


def steps_in(text: str) -> list[Step]:
    """The steps that a mail brings."""
    notes = [signed.note() for signed in unwrap(text.encode()).signed_notes]
    return [note for note in notes if isinstance(note, Step)]


@pytest.fixture
def hosted(tmp_path: Path) -> OpenTable:
    """The table of a host, whose newest letter goes to every seat."""
    return table_of(tmp_path, running(), "host")


def test_the_letter_of_a_step_is_an_item_for_each_seat(hosted: OpenTable) -> None:
    items = list_post(hosted)

    assert [item.name for item in items] == [*hosted.session.table.called]
    assert {(item.kind, item.way, item.state, item.address) for item in items} == {("step", "files", "to send", "")}
    assert len({item.id for item in items}) == len(items)


def test_what_was_sent_by_hand_says_so_from_then_on(hosted: OpenTable) -> None:
    first, *others = list_post(hosted)

    assert mark_sent(hosted, first.id).state == "sent"
    assert [item.state for item in list_post(hosted)] == ["sent", *("to send" for _ in others)]


def test_who_has_signed_nothing_has_nothing_to_send(tmp_path: Path) -> None:
    table = table_of(tmp_path, running(), asked(running()))

    assert list_post(table) == ()
    with pytest.raises(NotHere):
        mark_sent(table, "<none>")


@pytest.mark.parametrize(("sent", "first"), [(3, 4), (4, 5), (None, 5)])
def test_a_letter_brings_every_step_since_the_last_that_was_sent(sent: int | None, first: int, tmp_path: Path) -> None:
    """A host who plays, or gets two moves at once, records steps that nobody was sent yet."""
    table = table_of(tmp_path, running(steps=5), "host")
    if sent is not None:
        for role in table.session.table.names[:2]:
            letter = message_id("step", table.session.seen[sent].head, "referee", role)
            SentMails(table.session).add_id(letter, "")
    steps = [[note.step for note in steps_in(item.text)] for item in list_post(table)]

    assert steps == [[*range(first, 6)], [*range(first, 6)], [5]]


@pytest.mark.parametrize("letter_first", [True, False])
def test_what_a_host_who_plays_says_reaches_everyone_one_by_one(
    letter_first: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ack of the own seat goes with a letter, or after it where that was sent already."""
    table = table_of(tmp_path, running(steps=5), "host")
    letter = step_letter_mail(table.session, 5)
    ack = letter._replace(kind="ack", note="a" * 43, notes="the ack\n")
    if letter_first:
        for item in list_post(table):
            mark_sent(table, item.id)
    monkeypatch.setattr(due_mails, "_of_own_seat", lambda session: [ack])
    told = []
    while due := [item for item in list_post(table) if item.state != "sent"]:
        told.append((due[0].name, due[0].text.count("the ack")))
        mark_sent(table, due[0].id)

    assert told == [(name, 1) for name in table.session.table.called]


def test_a_letter_of_several_steps_keeps_what_goes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(tmp_path, running(steps=5), "host")
    ack = step_letter_mail(table.session, 5)._replace(kind="ack", note="a" * 43, notes="the ack\n")
    for role in table.session.table.names:
        SentMails(table.session).add_id(message_id("step", table.session.seen[3].head, "referee", role), "")
    monkeypatch.setattr(due_mails, "_of_own_seat", lambda session: [ack])
    items = list_post(table)

    assert [([note.step for note in steps_in(item.text)], item.text.count("the ack")) for item in items] == [
        ([4, 5], 1)
    ] * 3


def test_nothing_is_sent_without_a_server_or_an_address(hosted: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    first = list_post(hosted)[0]
    with pytest.raises(OutOfOrder, match="account"):
        send_post(hosted, first.id)
    keep_account(hosted.session.home, Account("anna@example.org", smtp=Server("mail.example.org")))
    monkeypatch.setattr(post_items, "smtp_connection", None)
    with pytest.raises(OutOfOrder, match="your own address"):
        send_post(hosted, first.id)
    store_person(hosted.session.home, Person(ME, "host@example.org"))
    with pytest.raises(OutOfOrder, match="no address known") as unknown:
        send_post(hosted, first.id)
    assert unknown.value.values == {"names": first.name}
    assert unknown.value.hint == address_command(first.name.casefold())

    assert list_post(hosted)[0].state == "to send"
