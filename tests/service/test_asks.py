"""A yes is one to exactly what was read: to a position and to all that would be signed."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from referee.protocol.step.draft import draft, move_note
from referee.record.file_names import OUTBOX, FileName, step_name
from referee.record.note import SignedNote
from referee.record.store import DataFolder
from referee.service.answers import check_digest, check_stamp, table_stamp
from referee.service.ask import Ask, digest_of
from referee.service.errors import Changed, Stale
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from referee.session.send import OutgoingNote, send
from tests.cli.games_on_disk import asked, home_of, lay, running

PARTS = {"orders": ("pass", "pass"), "say": (), "standing": "", "instead": ""}


def _table(folder: Path, name: str) -> OpenTable:
    return open_table(Reader(DataFolder(home_of(folder, name))), lay(folder / "game", running().files))


def _sign(table: OpenTable, say: str = "") -> None:
    """Sign a move of the reader, in place of the one before."""
    session = table.session
    step, made = session.position.step + 1, draft(session.position, session.eyes, ("pass", "pass"))

    def make(earlier: tuple[str, ...]) -> tuple[SignedNote, ...]:
        return (move_note(session.position, session.signer(), made, say=(say,) if say else (), instead=earlier),)

    name = str(FileName(OUTBOX, "move", step, session.role or ""))
    send(session, OutgoingNote(session.table.game_id, f"move {step}", make, name, instead=True))


def test_every_part_of_what_would_be_signed_is_in_the_digest() -> None:
    digests = [
        digest_of("stamp", "anna", PARTS),
        digest_of("other", "anna", PARTS),
        digest_of("stamp", "bert", PARTS),
        digest_of("stamp", "anna", {**PARTS, "orders": ("pass",)}),
        digest_of("stamp", "anna", {**PARTS, "orders": ("pass pass",)}),
        digest_of("stamp", "anna", {**PARTS, "say": ("pass",)}),
        digest_of("stamp", "anna", {**PARTS, "standing": "x"}),
        digest_of("stamp", "anna", {**PARTS, "instead": "x"}),
        digest_of("stamp", "anna", {**PARTS, "more": ""}),
    ]

    assert all(one != other for one, other in combinations(digests, 2))
    assert digests[0] == digest_of("stamp", "anna", dict(reversed(PARTS.items())))


def test_a_yes_to_something_else_brings_what_would_be_done_now() -> None:
    now = Ask(digest_of("stamp", "anna", PARTS), "you sign: pass, pass")
    check_digest(now, now.digest)

    with pytest.raises(Changed) as changed:
        check_digest(now, digest_of("older", "anna", PARTS))
    assert changed.value.ask == now


def test_a_stamp_is_old_once_the_record_has_grown(tmp_path: Path) -> None:
    table = _table(tmp_path, asked(running()))
    before = table_stamp(table)
    check_stamp(table, before)
    (tmp_path / "game" / "record" / step_name(5)).unlink()
    now = open_table(table.reader, tmp_path / "game")

    with pytest.raises(Stale) as stale:
        check_stamp(now, before)
    assert stale.value.stamp == table_stamp(now) != before


def test_a_stamp_is_old_once_the_reader_has_signed_or_signed_again(tmp_path: Path) -> None:
    """In another window or a terminal: the record is the same."""
    table = _table(tmp_path, asked(running()))
    stamps = [table_stamp(table)]
    _sign(table)
    stamps.append(table_stamp(table))
    _sign(table, say="wait, better so")
    stamps.append(table_stamp(table))

    assert len(set(stamps)) == 3
    assert {stamp.partition(".")[0] for stamp in stamps} == {stamps[0].partition(".")[0]}
    assert table_stamp(open_table(table.reader, tmp_path / "game")) == stamps[-1]
