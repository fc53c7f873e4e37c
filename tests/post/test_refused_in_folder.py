"""What a host does not enter reaches its author through the shared folder, and what everybody may read of it alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.protocol.step.draft import draft, move_note
from referee.record.file_names import OUTBOX, FileName
from referee.record.note import read_bundle, sign_note
from referee.record.notes import At, Move
from referee.session.send import OutgoingNote, send
from tests.cli.terminal import inside
from tests.post.sharing import Client
from tests.support.rehearse import open_match

UNSAID = "the shared folder says that the host refuses your move. Sign another move"


@pytest.fixture
def table(tmp_path: Path) -> tuple[Client, Client, Client]:
    """The host, who is asked, and the other player."""
    match, shared = open_match("tigris", 2, "sync"), tmp_path / "shared"
    shared.mkdir()
    host, *players = (Client(tmp_path, name, match, shared) for name in ("host", "anna", "bert"))
    asked, other = sorted(players, key=lambda player: not player.is_asked())
    return host, asked, other


def _signs(player: Client, *orders: str, **more: Any) -> None:
    """Sign a move as no prompt would, and put it into the folder."""
    session = player.session()
    drafted = replace(draft(session.position, session.eyes, ["pass"]), do=orders)
    move = move_note(session.position, session.signer(), drafted)
    move = sign_note(replace(move.read(Move), **more), session.signer())
    step = session.position.step + 1
    name = str(FileName(OUTBOX, "move", step, player.name))
    send(session, OutgoingNote(session.table.game_id, f"move {step}", lambda _: (move,), name))
    player.sync()


def _looks(host: Client) -> tuple[int, str]:
    code, out, errors = inside(("sync", host.shared, "--yes"), host.home, host.game)
    return code, out + errors


REFUSED = {
    "host-refuses-unsaid": (("place temple A1", "place temple A1"), {}, 6, UNSAID),
    "host-refuses": (
        ("pass", "pass"),
        {"drop": (At("bag", 0),)},
        3,
        "the shared folder says that the host refuses your move: a move of this game has no line drop."
        " Sign another move",
    ),
}
"""By what its author is told: the orders, what stands beside them, how the host's look ends, and the sentence."""


@pytest.mark.parametrize("code", REFUSED)
def test_a_refused_move_is_told_to_its_author_once(table: tuple[Client, Client, Client], code: str) -> None:
    host, author, other = table
    orders, more, exit_code, sentence = REFUSED[code]
    _signs(author, *orders, **more)
    assert _looks(host)[0] == exit_code and _looks(host)[0] == 0
    assert len(list(host.shared.glob(f"refused-0001-{author.name}-*"))) == 1
    events = json.loads(author.run("sync", author.shared, "--yes", "--json"))["events"]
    assert [(event["code"], event["sentence"]) for event in events] == [(code, sentence)]

    (todo,) = json.loads(author.run("status", "--json"))["next"]
    assert (todo["code"], todo["command"]) == (code, "referee move --instead")
    assert json.loads(author.run("sync", author.shared, "--yes", "--json"))["events"] == [], "once is enough"
    assert "refuses your move" not in other.run("status") + other.sync()


def test_another_move_in_its_place_is_entered(table: tuple[Client, Client, Client]) -> None:
    host, author, _ = table
    _signs(author, "place temple A1", "place temple A1")
    _looks(host)
    assert UNSAID in author.sync()
    author.run("move", "--instead", "pass", "pass", "--yes")
    for party in (author, host, author):
        _looks(party)
    assert author.step() == 1
    assert "refuses your move" not in author.run("status")


@pytest.mark.parametrize("lie", [b"", b"not a note\n", b"A" * 43 + b"\n\x1b[2J\xff" + b"x" * 900 + b"\n"], ids=repr)
def test_a_file_that_anybody_may_write_is_told_as_what_the_folder_says(
    table: tuple[Client, Client, Client], lie: bytes
) -> None:
    """Nothing follows from it but a line, which is safe."""
    host, author, _ = table
    author.run("move", "pass", "pass", "--yes")
    author.sync()
    (move,) = author.shared.glob("0001-*.txt")
    signed = author.session().folder.read_outbox(f"0001-{author.name}.move")
    told = lie.replace(b"A" * 43, read_bundle(signed)[-1].id.encode())
    (author.shared / "refused-x.txt").write_bytes(b"referee: the host has not entered " + told)
    said = author.sync() + author.run("status")
    assert "\x1b" not in said and "x" * 400 not in said
    assert ("the shared folder says" in said) == (b"\x1b" in lie)
    for party in (host, author):
        party.sync()

    assert author.step() == 1 and move.exists()
