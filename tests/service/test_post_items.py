"""What is to go to whom: listed for a page, sent or marked one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.errors import OutOfOrder
from referee.mail.accounts import Account, Server, keep_account
from referee.service.errors import NotHere
from referee.service.post import post_items
from referee.service.post.post_items import list_post, mark_sent, send_post
from referee.service.table import OpenTable
from tests.cli.games_on_disk import asked, running
from tests.service.golden_views import table_of


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


def test_nothing_is_sent_without_a_server_or_an_address(hosted: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    first = list_post(hosted)[0]
    with pytest.raises(OutOfOrder, match="account"):
        send_post(hosted, first.id)
    keep_account(hosted.session.home, Account("anna@example.org", smtp=Server("mail.example.org")))
    monkeypatch.setattr(post_items, "smtp_connection", None)
    with pytest.raises(OutOfOrder):
        send_post(hosted, first.id)

    assert list_post(hosted)[0].state == "to send"
