"""A failure of the program itself: exit 70, one file that opens as a game, no secret, no traceback unasked."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest

from referee.cli.context import Context, command
from referee.cli.crash_report import crash_refusal
from referee.kernel.errors import BrokenState
from referee.record.mails import mime_text
from referee.record.mails.unwrap import unwrap
from tests.cli.games_on_disk import asked, home_of, lay, mail_with, move_of, remember, running
from tests.cli.terminal import inside

SECRET = "three temples and a farm"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The host's folder before the last step of the running game; the move for that step is in `mail.txt`."""
    match = running()
    last = match.host.step
    game = lay(tmp_path / "game", match.files, without=(f"{last:04d}.step",))
    remember(game, home_of(tmp_path, "host"), match, last - 1)
    mail_with(tmp_path / "mail.txt", move_of(match, last), around=b"My hand is a secret, dear host.\n\n")
    return game


@pytest.fixture(params=[ValueError, BrokenState], ids=lambda kind: kind.__name__)
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A program that fails where mails are taken in, with a value in what the error says."""

    def fail(*_arguments: object, **_named: object) -> None:
        held = SECRET
        if request.param is BrokenState:
            raise BrokenState("a tile lies on two spaces")
        raise ValueError(f"unexpected {held}")

    monkeypatch.setattr("referee.service.incoming.intake.receive", fail)
    name: str = request.param.__name__
    return name


def report_in(game: Path) -> Path:
    (path,) = sorted((game / "pending").glob("bug-*.zip"))
    return path


def test_a_failure_is_one_sentence_and_a_file_to_send(game: Path, broken: str) -> None:
    code, out, errors = inside(["receive", "../mail.txt"], home_of(game.parent, "host"), game)
    first, second = errors.splitlines()

    assert (code, out) == (70, "")
    assert first.startswith(
        "referee: a tile lies on two spaces"
        if broken == "BrokenState"
        else "referee: error in this program: ValueError at test_bugs.py:"
    )
    assert second == (
        f"hint: send {report_in(game)} to the project: it opens as a game folder and "
        "contains no keys, hands or unsent orders"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("from referee.kernel.late_loading import rank_by_size", "ImportError of referee.kernel.late_loading"),
        ("import referee.kernel.lazier", "ModuleNotFoundError of referee.kernel.lazier"),
    ],
)
def test_what_cannot_be_loaded_is_named_and_where_it_is_wanted(line: str, told: str) -> None:
    try:
        exec(compile(line, "half_way.py", "exec"))
    except ImportError as missing:
        bug = crash_refusal(missing, ["status"])

    assert str(bug) == f"error in this program: {told} at half_way.py:1 <module>; no file was left half written"


def test_the_file_opens_as_the_game_and_holds_the_notes_of_the_mail(game: Path, broken: str, tmp_path: Path) -> None:
    inside(["receive", "../mail.txt"], home_of(game.parent, "host"), game)
    with ZipFile(report_in(game)) as archive:
        assert {entry.compress_type for entry in archive.infolist()} == {ZIP_STORED}
        archive.extractall(tmp_path / "opened")
    opened = tmp_path / "opened"
    bug = json.loads((opened / "bug.json").read_text())

    assert inside(["show"], tmp_path / "nobody", opened)[0] == 0
    assert {p.name: p.read_bytes() for p in (opened / "record").iterdir()} == {
        p.name: p.read_bytes() for p in (game / "record").iterdir()
    }
    assert unwrap((opened / "mail" / "1.note").read_bytes()).signed_notes == (move_of(running(), running().host.step),)
    assert (bug["command"], bug["options"], bug["error"]) == ("receive", [], broken)
    assert bug["calls"][-1].endswith(" fail")


def test_a_mail_that_the_program_fails_on_stops_no_other_mail_and_leaves_a_file(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finding F6: the others are in before the failure is told, and the report does not fail on the same mail."""
    texts_of = mime_text.mail_texts

    def fail(data: bytes) -> object:
        if b"poison" in data:
            raise ArithmeticError("seven")
        return texts_of(data)

    monkeypatch.setattr(mime_text, "mail_texts", fail)
    (game.parent / "first.txt").write_bytes(b"poison")
    code, _, errors = inside(["receive", "../first.txt", "../mail.txt"], home_of(game.parent, "host"), game)
    last = f"{running().host.step:04d}.step"

    assert (code, (game / "record" / last).read_bytes()) == (70, running().files[last])
    assert "error in this program: ArithmeticError at" in errors
    with ZipFile(report_in(game)) as packed:
        assert "mail/2.note" in packed.namelist()


def test_the_file_holds_nothing_that_was_typed_or_thought(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders may be sealed later, so they are left out, and so are words around a note and what an error quotes."""
    match = running()
    player = lay(tmp_path / "player", match.files)

    def fail(*_arguments: object) -> None:
        raise ValueError(SECRET)

    monkeypatch.setattr("referee.service.moves.own_moves.draft", fail)
    typed = ["move", "leader king B9; commit 2; win pass", "--say", "you will see", "--yes"]
    code, out, errors = inside(typed, home_of(tmp_path, asked(match)), player)
    kept = report_in(player).read_bytes()
    told = json.loads(ZipFile(report_in(player)).read("bug.json"))

    assert code == 70
    assert (told["command"], told["options"]) == ("move", ["--say", "--yes"])
    for secret in (SECRET, "king B9", "commit", "you will see", str(tmp_path), "My hand"):
        assert secret.encode() not in kept
        assert secret not in out + errors.replace(str(tmp_path), "")


def test_the_same_failure_leaves_one_file(game: Path, broken: str) -> None:
    for _ in range(2):
        assert inside(["receive", "../mail.txt"], home_of(game.parent, "host"), game)[0] == 70

    assert report_in(game).exists()


def test_where_there_is_no_game_the_file_goes_to_the_folder_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object, **_named: object) -> None:
        raise KeyError(SECRET)

    monkeypatch.setattr("referee.service.opening.table_terms.find", fail)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    code, _, _ = inside(["offer", "tigris", "--seats", "2"], home_of(tmp_path, "anna"), tmp_path)
    (path,) = tmp_path.glob("bug-*.zip")

    assert (code, path.stat().st_mode & 0o777) == (70, 0o600)
    assert ZipFile(path).namelist() == ["bug.json"]


def test_a_report_that_cannot_be_written_does_not_hide_the_failure(
    game: Path, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.cli.crash_report._pack_report", lambda *_: 1 / 0)
    code, _, errors = inside(["receive", "../mail.txt"], home_of(game.parent, "host"), game)

    assert code == 70
    assert errors.splitlines()[1] == "hint: report it with the game folder's record/"


def test_a_failure_is_one_json_object_too(game: Path, broken: str) -> None:
    code, out, _ = inside(["receive", "../mail.txt", "--json"], home_of(game.parent, "host"), game)
    error = json.loads(out)["error"]

    assert (code, error["exit"], error["layer"]) == (70, 70, "our fault")


def test_whoever_develops_gets_the_whole_traceback_and_no_file(
    game: Path, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_TRACE", "2")
    code, _, errors = inside(["receive", "../mail.txt"], home_of(game.parent, "host"), game)

    assert code == 70
    assert errors.startswith("Traceback") and f"{broken}: " in errors
    assert not list((game / "pending").glob("bug-*.zip"))


def test_a_command_with_a_parameter_that_every_command_has_is_refused_by_name() -> None:
    def options(context: Context, game: str) -> None:
        pass

    with pytest.raises(TypeError, match="every command has 'game' already"):
        command(prints=None)(options)


def test_the_calls_are_printed_on_request_without_a_single_value(
    game: Path, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack 71."""
    monkeypatch.setenv("REFEREE_TRACE", "1")
    _, _, errors = inside(["receive", "../mail.txt"], home_of(game.parent, "host"), game)

    assert 'test_bugs.py", line' in errors and f"raise {broken}(" in errors
    assert SECRET not in errors
