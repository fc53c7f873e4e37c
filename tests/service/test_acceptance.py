"""A charter is accepted as it was read: what it binds to is said before, and it is signed once."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.record.file_names import CHARTER, DEAL, OFFER
from referee.record.store import DataFolder
from referee.service.errors import Changed, Stale
from referee.service.opening.acceptance import accept_terms, ask_accept
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from tests.cli.games_on_disk import home_of, lay, running

FILES = running().files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return lay(tmp_path / "game", FILES, without=[name for name in FILES if name not in (OFFER, CHARTER)])


def opened(folder: Path, name: str = "anna") -> OpenTable:
    return open_table(Reader(DataFolder(home_of(folder.parent, name))), folder)


def outbox(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted((folder / "outbox").glob("*"))]


def test_the_charter_is_read_and_accepted_once(folder: Path) -> None:
    ask = ask_accept(opened(folder))
    assert "Anna" in ask.sentence and any("Bert" in line for line in ask.then)
    with pytest.raises(Changed):
        accept_terms(opened(folder), ask_accept(opened(folder, "bert")).digest)
    assert outbox(folder) == []
    signed = accept_terms(opened(folder), ask.digest)
    first = outbox(folder)

    assert (signed.type, signed.to, signed.way, len(first)) == ("accept", "all", "files", 1)
    assert accept_terms(opened(folder), ask.digest) == signed
    assert outbox(folder) == first


def test_a_deal_that_came_meanwhile_is_read_first(folder: Path) -> None:
    table = opened(folder)
    ask = ask_accept(table)
    (folder / "record" / DEAL).write_bytes(FILES[DEAL])
    with pytest.raises(Stale):
        accept_terms(table, ask.digest)
    assert outbox(folder) == []


def test_only_who_has_a_seat_accepts(folder: Path) -> None:
    with pytest.raises(OutOfOrder):
        ask_accept(opened(folder, "host"))
    with pytest.raises(NotAuthentic):
        ask_accept(opened(folder, "zoe"))
