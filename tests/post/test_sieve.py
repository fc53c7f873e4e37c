"""A full mailbox: what holds no note is counted and dropped while it is read; what may hold one is kept."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.mail import prefilter
from referee.mail.inbox import NamedMail, mails_in
from referee.mail.prefilter import NoteMails, filter_note_mails, may_hold_note
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.post.corpus_of import CORPUS, expected, files
from tests.support.junk import junk_mails

MATCH = running()
HARMED = {"cut-off-move", "note-outside-frame", "note-rewrapped"}


def test_what_holds_a_note_or_a_damaged_one_is_told_from_all_other_mail() -> None:
    speaks = {name for name in files() if may_hold_note((CORPUS / name).read_bytes())}
    marked = {name for name in files() if b"REFEREE NOTE" in (CORPUS / name).read_bytes()}
    wanted = {name for name, what in expected().items() if "notes" in what or what["refused"] in HARMED}

    assert speaks == wanted | marked
    assert len(files()) - len(speaks) >= 8


def test_of_mails_without_a_note_one_at_a_time_is_held(tmp_path: Path) -> None:
    """Nothing points any more to the mails before the newest one: not the sieve, and not what it has refused."""
    given = [bytes(bytearray(b"bare"))]
    held: set[int] = set()

    def reading() -> Iterator[NamedMail]:
        for mail in mails_in([junk_mails(tmp_path, 40)]):
            given.append(bytes(bytearray(mail.data)))
            yield NamedMail(mail.name, given[-1], named=False)
            held.update(sys.getrefcount(given[at]) - sys.getrefcount(given[0]) for at in range(len(given) - 1))

    assert filter_note_mails(reading()) == NoteMails((), 40)
    assert (held, len(given)) == ({0}, 41)


@pytest.mark.parametrize("name", [name for name in files() if "notes" not in expected()[name]])
def test_a_mail_that_is_refused_leaves_no_garbage_behind(name: str) -> None:
    """A command looks for garbage seldom, and a full mailbox would fill the memory with it."""
    data = (CORPUS / name).read_bytes()
    may_hold_note(data)
    gc.freeze()  # what was there before is no garbage of this mail, and is not looked through
    gc.disable()
    try:
        if not may_hold_note(data):
            assert gc.collect() == 0
    finally:
        gc.enable()
        gc.unfreeze()


def test_a_mail_that_was_named_is_kept_whatever_it_holds() -> None:
    cake = NamedMail("cake.eml", b"Come for cake on Sunday.\n")

    assert filter_note_mails([cake, replace(cake, named=False)]) == NoteMails((cake,), 1)


def test_a_mail_on_which_the_program_fails_is_kept_to_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(data: bytes) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(prefilter, "unwrap", fails)
    mail = NamedMail("new/1", b"words", named=False)

    assert filter_note_mails([mail]) == NoteMails((mail,))


@pytest.mark.parametrize("inside_the_game", [True, False])
def test_a_step_among_many_other_mails_is_entered_and_these_are_counted(tmp_path: Path, inside_the_game: bool) -> None:
    steps = [f"{step:04d}.step" for step in range(1, MATCH.host.step + 1)]
    home, game = home_of(tmp_path, MATCH.table.names[0]), lay(tmp_path / "game", MATCH.files, without=steps)
    box = junk_mails(tmp_path / "Mail", 12)
    (box / "new" / "0000001.example").write_bytes(MATCH.files[steps[0]])
    (tmp_path / "away").mkdir()
    place = [] if inside_the_game else ["--game", game]
    code, out, errors = inside(["receive", box, *place, "--json"], home, game if inside_the_game else tmp_path / "away")
    told = json.loads(out)

    assert (code, told["others"], told["refused"], len(told["taken"])) == (0, 12, [], 1), errors
