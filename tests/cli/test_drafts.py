"""What was typed of a move and not signed comes back: after Ctrl-C, a closed window, Enter, quit and a no."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from referee.record.file_names import step_name
from referee.record.note import render_bundle
from referee.record.store import DataFolder, effects
from referee.service.moves import move_drafts
from referee.session.session import Session
from tests.cli.games_on_disk import asked, lines_in, running
from tests.cli.terminal import converse, inside, run
from tests.needed_tools import posix
from tests.record.store.disk import PowerCut, count_effects

MATCH = running()
STEP = MATCH.host.step + 1
WHO = asked(MATCH)
NAME = f"draft-{WHO}"
ONE, TWO, SIGN = "action 1 of 2> ", "action 2 of 2> ", "[y/N/show/undo]: "
KEPT = "Not signed; saved as a draft: continue with referee move"
AGAIN = "continue it? [Y/n/drop]: "


@posix
@pytest.mark.parametrize(
    ("answers", "closed_at"),
    [
        pytest.param({TWO: "quit"}, "", id="quit"),
        pytest.param({TWO: "\x03"}, "", id="Ctrl-C"),
        pytest.param({TWO: "\x04"}, "", id="Ctrl-D"),
        pytest.param({}, TWO, id="closed window"),
        pytest.param({TWO: "", "Type the next order": "", SIGN: "n"}, "", id="no"),
        pytest.param(
            {TWO: "", "Type the next order": "", SIGN: "", "Enter alone": ""}, "", id="Enter at the signature"
        ),
        pytest.param({TWO: "", "Type the next order": "", SIGN: "\x03"}, "", id="Ctrl-C at the signature"),
        pytest.param({TWO: "", "Type the next order": ""}, SIGN, id="window closed at the signature"),
    ],
)
def test_whatever_ends_the_dialogue_the_orders_come_back(
    game: Path, home: Path, answers: dict[str, str], closed_at: str
) -> None:
    code, seen = converse(["move"], home, {ONE: "pass", **answers}, cwd=game, closed_at=closed_at)

    assert (lines_in(home), not (game / "outbox").exists()) == ([["pass"]], True), seen
    assert bool(closed_at) or (code, KEPT in seen) == (130, True)

    code, seen = converse(["move"], home, {AGAIN: "", TWO: "pass", SIGN: "y"}, cwd=game)
    assert "your draft of " in seen
    assert (code, lines_in(home), len(list((game / "outbox").iterdir()))) == (0, [], 1)


@posix
def test_a_draft_speaks_italian(game: Path, home: Path) -> None:
    arguments = ["move", "--lang", "it"]
    _, seen = converse(arguments, home, {"azione 1 di 2> ": "passo", "azione 2 di 2> ": "esci"}, cwd=game)
    assert "Non è firmato, resta in bozza: referee move riprende da qui" in seen

    answers = {"riprendi da qui? [S/n/butta]: ": "s", "azione 2 di 2> ": "esci"}
    assert "Anna passa un'azione" in converse(arguments, home, answers, cwd=game)[1]
    _, seen = converse(arguments, home, {"[S/n/butta]: ": "butta", "azione 1 di 2> ": "esci"}, cwd=game)
    assert ("bozza eliminata" in seen, lines_in(home)) == (True, [])


@posix
@pytest.mark.parametrize(
    ("lang", "question", "told", "first"),
    [
        ("en", AGAIN, "your draft first: Enter", ONE),
        ("it", "riprendi da qui? [S/n/butta]: ", "prima la bozza: Invio", "azione 1 di 2> "),
    ],
)
def test_an_order_typed_at_the_question_about_a_draft_hears_what_answers_it(
    game: Path, home: Path, lang: str, question: str, told: str, first: str
) -> None:
    converse(["move"], home, {ONE: "pass", TWO: "quit"}, cwd=game)
    _, seen = converse(["move"], home, {question: "pass", told: "n", first: "\x03"}, cwd=game, REFEREE_LANG=lang)

    assert told in seen and seen.count(question) == 2, seen


@posix
def test_a_draft_that_is_left_stays_until_a_new_line_replaces_it(game: Path, home: Path, session: Session) -> None:
    move_drafts.store_draft(session, ("pass", "pass"))
    converse(["move"], home, {AGAIN: "n", ONE: "quit"}, cwd=game)
    assert lines_in(home) == [["pass", "pass"]]

    converse(["move"], home, {AGAIN: "n", ONE: "pass", TWO: "quit"}, cwd=game)
    assert lines_in(home) == [["pass"]]


@posix
def test_undo_takes_the_line_out_of_the_draft(game: Path, home: Path) -> None:
    converse(["move"], home, {ONE: "pass", TWO: "undo", "undone": "quit"}, cwd=game)

    assert lines_in(home) == []


@posix
def test_orders_typed_with_the_command_are_a_draft_and_say_what_they_replace(
    game: Path, home: Path, session: Session
) -> None:
    move_drafts.store_draft(session, ("pass",))
    _, seen = converse(["move", "pass, pass"], home, {SIGN: "n"}, cwd=game)

    assert ("these orders replace your draft of " in seen, lines_in(home)) == (True, [["pass, pass"]])


@posix
def test_an_order_that_does_not_hold_any_more_is_told_and_the_rest_up_to_it_is_taken(
    game: Path, home: Path, session: Session
) -> None:
    move_drafts.store_draft(session, ("pass", "king Q9", "pass"))
    code, seen = converse(["move"], home, {AGAIN: "y", TWO: "pass", SIGN: "y"}, cwd=game)

    assert "the draft was kept up to this point: king Q9 is no longer possible" in seen
    assert (code, lines_in(home)) == (0, [])


@posix
def test_enter_with_an_action_left_asks_once(game: Path, home: Path) -> None:
    """Attack who meant to read on must not find the half of a turn before the signature."""
    answers = {ONE: "pass", TWO: "", "your turn is not over: one action left. Type": "pass", SIGN: "n"}
    _, seen = converse(["move"], home, answers, cwd=game)

    assert (seen.count("Type the next order"), seen.count("passes an action"), lines_in(home)) == (
        1,
        seen.count("passes an action"),
        [["pass", "pass"]],
    )


CROOKED: tuple[tuple[str, Callable[[Path], object], str], ...] = (
    ("damaged", lambda path: path.write_bytes(b'{"lines": ["pa'), "is damaged"),
    ("no text", lambda path: path.write_bytes(b"\xff\xfe\x1b[2J"), "is damaged"),
    ("of another shape", lambda path: path.write_bytes(b'{"lines": "pass"}'), "is damaged"),
    ("to another key", lambda path: _changed(path, key="SHA256:other"), "belongs to another key"),
    ("of another game", lambda path: _changed(path, game="x" * 43), "belongs to another key"),
    ("of a later step", lambda path: _changed(path, step=STEP + 1), "belongs to another key"),
    ("empty", lambda path: _changed(path, lines=[]), "belongs to another key"),
    ("open to others", lambda path: path.chmod(0o644), "chmod 600"),
    ("a link", lambda path: (path.rename(path.with_name("away")), path.symlink_to("away")), "symbolic link"),
)


def _changed(path: Path, **values: object) -> None:
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **values}))


@posix
@pytest.mark.parametrize(("spoil", "told"), [row[1:] for row in CROOKED], ids=[row[0] for row in CROOKED])
def test_a_draft_that_is_not_as_it_was_left_is_told_and_left_until_a_new_line(
    game: Path, home: Path, session: Session, spoil: Callable[[Path], object], told: str
) -> None:
    """Attack P-2."""
    move_drafts.store_draft(session, ("pass",))
    path = DataFolder(home).game_path(session.table.game_id, NAME)
    spoil(path)
    before = path.read_bytes()
    code, seen = converse(["move"], home, {ONE: "quit"}, cwd=game)
    assert (code, told in seen, AGAIN in seen, "Traceback" in seen) == (130, True, False, False), seen
    assert ("\x1b[2J" in seen, path.read_bytes()) == (False, before)

    converse(["move"], home, {ONE: "pass", TWO: "quit"}, cwd=game)
    assert (path.is_symlink(), path.stat().st_mode & 0o777) == (False, 0o600)
    assert json.loads(path.read_bytes())["lines"] == ["pass"]


@posix
def test_a_draft_of_an_older_step_is_dropped_and_said(game: Path, home: Path, session: Session) -> None:
    move_drafts.store_draft(session, ("pass",))
    _changed(DataFolder(home).game_path(session.table.game_id, NAME), step=STEP - 1)
    _, seen = converse(["move"], home, {ONE: "quit"}, cwd=game)

    assert f"your draft for step {STEP - 1} was deleted" in seen
    assert lines_in(home) == []


@posix
@pytest.mark.needs("a user whom permissions bind")
def test_a_home_that_cannot_be_written_to_breaks_no_dialogue(game: Path, home: Path, session: Session) -> None:
    folder = DataFolder(home).game_path(session.table.game_id, NAME).parent
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o500)
    _, seen = converse(["move"], home, {ONE: "pass", TWO: "quit"}, cwd=game)
    folder.chmod(0o700)

    assert ("Kept as a draft" in seen, "nothing was signed" in seen) == (False, True)


def test_a_disk_that_is_full_breaks_no_dialogue(
    session: Session, stop_at: Callable[[int, BaseException], object]
) -> None:
    stop_at(0, OSError(28, "No space left on device"))
    move_drafts.store_draft(session, ("pass",))

    assert move_drafts.stored_draft(session) is None


def test_a_draft_is_the_old_one_or_the_new_one_after_a_crash(
    session: Session, stop_at: Callable[[int, BaseException], object]
) -> None:
    move_drafts.store_draft(session, ("pass",))
    total = count_effects(lambda: move_drafts.store_draft(session, ("pass", "pass")))
    for lines in (("pass", "pass"), ()):
        for number in range(total):
            effects.clear()
            move_drafts.store_draft(session, ("pass",))
            stop_at(number, PowerCut())
            try:
                move_drafts.store_draft(session, lines)
            except PowerCut:
                effects.clear()
            found = move_drafts.stored_draft(session)

            assert (found.lines if found is not None else ()) in (("pass",), lines)
    assert total >= 4


def test_a_pipe_and_a_yes_neither_read_nor_write_a_draft(game: Path, home: Path, session: Session) -> None:
    move_drafts.store_draft(session, ("pass",))
    path = DataFolder(home).game_path(session.table.game_id, NAME)
    path.chmod(0o644)
    for arguments, typed in ((["move"], b"pass\n"), (["move", "--yes"], b"quit\n"), (["move", "pass"], b"")):
        _, _, errors = run(arguments, home, cwd=game, stdin=typed)
        assert b"draft" not in errors
    assert run(["move", "--yes"], home, cwd=game, stdin=b"pass\npass\n")[0] == 0
    assert path.exists()


@posix
def test_a_draft_lies_in_the_home_alone_and_in_nothing_that_is_sent(
    game: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack P-1: what somebody means to do is as secret as the hand, until it is signed."""
    text = b"pass, pass"
    converse(["move"], home, {ONE: text.decode(), SIGN: "n"}, cwd=game)
    assert inside(["archive", "--to", "game.zip"], home, game)[0] == 0
    monkeypatch.setattr("referee.service.incoming.intake.receive", _fails)
    (game.parent / "mail.txt").write_bytes(b"Dear all,\n\n" + render_bundle(MATCH.signed_notes[step_name(STEP - 1)]))
    assert inside(["receive", "../mail.txt"], home, game)[0] == 70
    packed = list(game.rglob("*.zip"))
    parts = [archive.read(name) for path in packed for archive in (ZipFile(path),) for name in archive.namelist()]
    holding = [path for path in game.parent.rglob("*") if path.is_file() and text in path.read_bytes()]

    assert [(path.name, path.stat().st_mode & 0o777) for path in holding] == [(NAME, 0o600)]
    assert (len(packed), [part for part in parts if text in part]) == (2, [])


def _fails(*_values: object, **_named: object) -> None:
    raise KeyError("a failure of our own")
