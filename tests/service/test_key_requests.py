"""A new key is asked for as it was read: one key, one request, and the same one is sent again."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.record.file_names import step_name
from referee.record.note import read_bundle
from referee.record.store import DataFolder
from referee.service.errors import Changed, Stale
from referee.service.home.key_consents import agree_to_key, ask_key_consent, ask_key_refusal, refuse_key
from referee.service.home.key_requests import KeyWish, ask_new_key, earlier_request, request_new_key
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from tests.cli.games_on_disk import finished, home_of, lay, running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return lay(tmp_path / "game", running().files)


def opened(folder: Path, name: str = "zoe") -> OpenTable:
    return open_table(Reader(DataFolder(home_of(folder.parent, name))), folder)


def test_a_request_makes_one_key_and_is_sent_again(folder: Path) -> None:
    wish, table = KeyWish("anna"), opened(folder)
    ask = ask_new_key(table, wish)
    keys = table.reader.home.keys()
    for other in (KeyWish("bert"), KeyWish("anna", why="stolen"), KeyWish("anna", name="Zoe")):
        with pytest.raises(Changed):
            request_new_key(table, other, ask.digest)
    assert (table.reader.home.keys(), earlier_request(table, wish)) == (keys, None)
    asked = request_new_key(table, wish, ask.digest)

    assert (asked.seat, asked.to, len(asked.words), Path(asked.file).is_file()) == ("anna", "all", 6, True)
    assert set(table.reader.home.keys()) - {*keys} == {asked.key}
    assert earlier_request(opened(folder), wish) == asked


def test_the_holder_of_the_old_key_needs_no_words(folder: Path) -> None:
    table = opened(folder, "anna")
    asked = request_new_key(table, KeyWish(), ask_new_key(table, KeyWish()).digest)

    assert (asked.to, asked.words) == ("host", ())


def test_what_cannot_be_asked_for_makes_no_key(tmp_path: Path, folder: Path) -> None:
    over = lay(tmp_path / "over", finished().files)
    with pytest.raises(OutOfOrder):
        ask_new_key(opened(over), KeyWish("anna"))
    with pytest.raises(Unreadable):
        ask_new_key(opened(folder), KeyWish("nobody"))
    files = running().files
    short = lay(tmp_path / "short", files, without=[step_name(5)])
    table = opened(short)
    ask = ask_new_key(table, KeyWish("anna"))
    (short / "record" / step_name(5)).write_bytes(files[step_name(5)])
    with pytest.raises(Stale):
        request_new_key(table, KeyWish("anna"), ask.digest)
    assert set(table.reader.home.keys()) == {"zoe"}


def test_a_new_key_is_agreed_to_once_its_words_were_heard(folder: Path) -> None:
    asked = request_new_key(opened(folder), KeyWish("anna"), ask_new_key(opened(folder), KeyWish("anna")).digest)
    request = read_bundle((folder / "outbox" / asked.file).read_bytes())[0]
    (folder / "outbox" / asked.file).unlink()
    table, heard = opened(folder, "bert"), " ".join(asked.words)
    ask = ask_key_consent(table, request)
    for words, digest, refused in (
        (heard, ask_key_refusal(table, request).digest, Changed),
        (" ".join(asked.words[::-1]), ask.digest, NotAuthentic),
        ("no such words at all here", ask.digest, Unreadable),
    ):
        with pytest.raises(refused):
            agree_to_key(table, request, words, digest)
    assert list((folder / "outbox").iterdir()) == []
    done = agree_to_key(table, request, heard, ask.digest)

    assert (done.signed.type, done.signed.to, done.asker, done.closed) == ("consent", "host", "", None)
    assert Path(done.signed.file).is_file() and "anna" not in done.missing
    with pytest.raises(OutOfOrder):
        ask_key_consent(opened(folder, "anna"), request)


def test_a_no_to_a_new_key_is_signed_for_all(folder: Path) -> None:
    asked = request_new_key(opened(folder), KeyWish("anna"), ask_new_key(opened(folder), KeyWish("anna")).digest)
    request = read_bundle((folder / "outbox" / asked.file).read_bytes())[0]
    table = opened(folder, "bert")
    with pytest.raises(Changed):
        refuse_key(table, request, ask_key_consent(table, request).digest)
    signed = refuse_key(table, request, ask_key_refusal(table, request).digest)

    assert (signed.type, signed.to, Path(signed.file).is_file()) == ("consent", "all", True)
