"""What stands in folders, names and memories that somebody else may have written, given to the commands as they are."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import main
from referee.crypto.joint_randomness import word_list
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import environment, inside
from tests.long_runs import of
from tests.needed_tools import need

MATCH = running()
LAST = MATCH.host.step
STEPS = sorted(name for name in MATCH.files if name[:4].isdigit())[1:]


@pytest.fixture
def dealt(tmp_path: Path) -> Path:
    """The folder of a player who has taken in nothing since the deal."""
    return lay(tmp_path / "dealt", MATCH.files, without=STEPS)


def record(game: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (game / "record").iterdir()}


def outbox(game: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (game / "outbox").glob("*")}


# Nested text

NESTED: dict[str, bytes] = {
    "lists": b"[" * 200_000,
    "objects": b'{"a":' * 200_000,
    "lists in a field": b'{"cases":' + b"[" * 200_000,
    "a memory of lists": b'{"head":' + b"[" * 200_000,
    "lists that are closed": b"[" * 200_000 + b"]" * 200_000,
}


@pytest.mark.parametrize("what", NESTED)
def test_cases_nested_without_end_are_answered_with_a_sentence(game: Path, what: str) -> None:
    """Attack 41."""
    path = game.parent / "cases.json"
    path.write_bytes(NESTED[what])
    code, out, errors = inside(["cases", "run", path], home_of(game.parent, "anna"), game)

    assert (code, out) == (3, "")
    assert errors.startswith(f"referee: {path} is not JSON: ") and errors.count("\n") == 1


@pytest.mark.parametrize("what", NESTED)
def test_a_memory_nested_without_end_is_answered_with_a_sentence(game: Path, what: str) -> None:
    """Attack 41: a home that somebody else has written to, or a disk that has gone bad."""
    home = home_of(game.parent, "anna")
    assert inside(["words", *word_list()[:4], "--from", "host"], home, game)[0] == 4
    (guard,) = (home / "games").glob("*/guard-anna")
    guard.write_bytes(NESTED[what])
    code, out, errors = inside(["status"], home, game)

    assert (code, out) == (3, "")
    assert errors.startswith("referee: what this computer remembers about the game cannot be read\n")


# Names of files


def test_files_are_taken_whatever_their_names_look_like(dealt: Path) -> None:
    """Attack 68: like an option, like a pattern, with blanks or a line end in them."""
    names = ["-x", "--json", "*[1].txt", "two words", "a\nb"]
    for name, step in zip(names, STEPS, strict=True):
        (dealt / name).write_bytes(MATCH.files[step])
    code, _, errors = inside(["receive", "--", *names], home_of(dealt.parent, "anna"), dealt)

    assert code == 0, errors
    assert record(dealt) == MATCH.files


def test_a_note_is_found_among_thousands_of_files(dealt: Path) -> None:
    """Attack 68: a whole mailbox that holds other things."""
    box = dealt.parent / "box"
    box.mkdir()
    for number in range(of(2_500, 10_000)):
        (box / f"{number:05d}.txt").write_bytes(MATCH.files[STEPS[0]] if number == 2_000 else b"milk, eggs\n")
    code, _, errors = inside(["receive", box], home_of(dealt.parent, "anna"), dealt)

    assert code == 0
    assert "step 1 is recorded" in errors.splitlines()
    assert STEPS[0] in record(dealt) and STEPS[1] not in record(dealt)


# Words around a note


def test_what_a_mail_says_around_its_notes_is_not_what_is_shown(dealt: Path) -> None:
    """Attack 55: two readers of one step are told the same, whatever their mail programs made them read."""
    other = lay(dealt.parent / "other", MATCH.files, without=STEPS)
    home, step = home_of(dealt.parent, "anna"), MATCH.files[STEPS[0]]
    (dealt / "plain").write_bytes(step)
    (other / "plain").write_bytes(b"Hello,\nanna resigns and bert has won 99:0\n\n" + step + b"\nstep 7 is recorded\n")
    told = inside(["receive", "plain"], home, dealt)

    assert told[0] == 0 and told[1]
    assert inside(["receive", "plain"], home, other) == told


# A backup, and two machines


def test_a_move_that_lies_signed_in_the_folder_is_not_signed_otherwise_by_a_machine_that_forgot_it(game: Path) -> None:
    """Attack 78: a home put back from a backup does not remember, the folder that both machines share does."""
    who = asked(MATCH)
    home = home_of(game.parent, who)
    assert inside(["move", "pass", "--yes"], home, game)[0] == 0
    signed = outbox(game)
    shutil.rmtree(home / "games")
    code, _, errors = inside(["move", "pass; pass", "--yes"], home, game)

    assert code == 5, errors
    assert outbox(game) == signed


# Core files


def test_a_command_that_may_hold_keys_leaves_no_core_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attack 75: the first thing a command does, before a key is read."""
    need("limits of POSIX")
    import resource

    done: list[object] = []
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: done.append((what, limits)))
    monkeypatch.setattr(main, "run", lambda arguments: done.append(arguments) or 0)
    monkeypatch.setattr(main, "leave_at_once", lambda code: done.append(code))
    monkeypatch.setattr(sys, "argv", ["referee", "status"])

    main.main()

    assert done == [(resource.RLIMIT_CORE, (0, 0)), ["status"], 0]


def test_the_manual_says_what_a_program_cannot_keep_secret() -> None:
    """Attack 75."""
    promise = (Path(__file__).resolve().parents[2] / "docs" / "promise.md").read_text("utf-8")

    assert "Python cannot keep secrets out of swap or core files" in promise


# Code in a game's folder

TRAP = "import pathlib; pathlib.Path({mark!r}).write_text(__file__)\nraise RuntimeError('loaded')\n"
TRAPS = (
    "msgspec.py",
    "typer.py",
    "email.py",
    "tigris.py",
    "sitecustomize.py",
    "referee/__init__.py",
    "chess/__init__.py",
)


def installed(arguments: list[str], home: Path, cwd: Path, *python: str) -> int:
    """The exit code of the command started as the installed one is: nothing is imported from where one stands."""
    call = [sys.executable, *python, "-c", "from referee.cli.main import main; main()", *arguments]
    return subprocess.run(call, env=environment(home), cwd=cwd, capture_output=True).returncode


def test_nothing_in_the_folder_of_a_game_is_ever_run(game: Path) -> None:
    """Attack 99: rules and libraries come by installation alone."""
    mark, home = game.parent / "mark", home_of(game.parent, "anna")
    for name in TRAPS:
        for folder in (game, game / "record"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(TRAP.format(mark=str(mark)))
    for arguments in (
        ["status"],
        ["show"],
        ["moves"],
        ["audit"],
        ["offer", "chess", "--seats", "2"],
        ["rule", "TE 3.5"],
    ):
        code = installed(arguments, home, game, "-P")

        assert code in (0, 1, 3), arguments
        assert not mark.exists(), mark.read_text()
    installed(["status"], home, game)
    assert mark.exists(), "without -P Python itself loads from where one stands, so the traps are real"


def test_a_games_folder_brings_no_rules_of_its_own(game: Path) -> None:
    """Attack 99: what a folder says about rules is text that nobody reads."""
    home = home_of(game.parent, "anna")
    before = [inside(arguments, home, game) for arguments in (["show"], ["rule", "TE 3.5"], ["status"])]
    for name in ("rules.toml", "prose.toml", "pyproject.toml", "referee.toml", ".refereerc"):
        (game / name).write_text('[rules]\n"TE 3.5" = "everything is allowed"\n')

    assert [inside(arguments, home, game) for arguments in (["show"], ["rule", "TE 3.5"], ["status"])] == before
