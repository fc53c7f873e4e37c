"""What commands print: one object of the published shape with `--json`, and nothing of one language in the other."""

from __future__ import annotations

import inspect
import json
import re
import typing
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from typer.models import ArgumentInfo, OptionInfo

from referee.cli.printing.errors import RefusalReply
from referee.cli.registry import COMMANDS, shapes
from referee.record.file_names import step_name
from tests.cli.examples import EXAMPLES, Door, example_of
from tests.cli.games_on_disk import mail_with, move_of, running

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Door:
    """With cases and mails beside the games."""
    match = running()
    last = match.host.step
    mail_with(tmp_path / "mail.txt", move_of(match, last))
    (tmp_path / "letter.txt").write_bytes(match.files[step_name(last)])
    (tmp_path / "cases.json").write_bytes((ROOT / "tests/games/tigris/cases/07-swap.json").read_bytes())
    return Door(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example(command: str) -> None:
    assert example_of(command).typed[: len(command.split())] == command.split()


def test_every_example_is_of_a_command_with_a_shape() -> None:
    assert {*EXAMPLES} <= {*COMMANDS} == {*shapes()}


@pytest.mark.parametrize("command", COMMANDS)
def test_with_json_a_command_prints_one_object_of_its_published_shape(command: str, door: Door) -> None:
    code, out, _ = door.given(example_of(command), "--json")
    printed = json.loads(out)

    assert (code, out.count("\n"), out.isascii()) == (0, 1, True)
    assert isinstance(printed, dict)
    # Nothing is printed that the shape does not have: what it holds is what was printed.
    shaped = msgspec.json.decode(out, type=shapes()[command])
    assert {**json.loads(msgspec.json.encode(shaped)), **printed} == json.loads(msgspec.json.encode(shaped))


@pytest.mark.parametrize("command", COMMANDS)
def test_with_json_a_refused_command_prints_one_object_too(command: str, door: Door) -> None:
    """Refused for a key that is not there, or for files that are not; the words still stand on stderr."""
    refused = example_of(command).refused_line(command)
    code, out, errors = door.at("anna", "player", *refused, "--json")
    error = json.loads(out)["error"]

    assert (code, out.count("\n")) == (error["exit"], 1)
    assert code > 1 and msgspec.convert({"error": error}, RefusalReply)
    assert errors.startswith(f"referee: {error['sentence']}\n")


def _named_files() -> Iterator[tuple[str, list[str]]]:
    """Every command with a file or folder that is not there in place of each argument, and in each option that takes
    one; what else is typed is what the command needs.
    """
    for name, row in COMMANDS.items():
        known = EXAMPLES[name].typed if name in EXAMPLES else name.split()
        for parameter in inspect.signature(row.load()).parameters.values():
            kind, option = typing.get_args(parameter.annotation) or (None, None)
            paths = "Path" in str(kind) or parameter.name == "folders"
            if isinstance(option, ArgumentInfo) and paths:
                yield name, [*name.split(), MISSING, *(word for word in known[2:] if word == "--yes")]
            elif isinstance(option, OptionInfo) and (paths or parameter.name == "game"):
                names = (option.default, *(option.param_decls or ()))  # the first one lies where a default would
                typed = next(str(word) for word in names if str(word).startswith("--"))
                yield name, [*known, *BESIDE.get(typed, ()), typed, MISSING]


MISSING = "no/such/file"
BESIDE = {"--tls": ("--cluster", "tls://127.0.0.1:9")}
"""What an option is refused without."""
NAMED = list(_named_files())


def test_every_command_that_names_files_is_tried_with_one_that_is_not_there() -> None:
    assert {"audit", "archive", "judge", "receive", "join", "stats", "cases run"} <= {name for name, _ in NAMED}
    assert all(any(typed[-2:] == ["--game", MISSING] for of, typed in NAMED if of == name) for name in COMMANDS)


@pytest.mark.parametrize(("command", "typed"), NAMED, ids=[" ".join(typed) for _, typed in NAMED])
def test_with_json_a_command_that_names_a_missing_file_prints_one_object(
    command: str, typed: list[str], door: Door
) -> None:
    code, out, _ = door.given(example_of(command)._replace(typed=typed), "--json")
    printed = json.loads(out)

    assert out.count("\n") == 1
    assert code not in (1, 2, 70)
    assert code == (printed["error"]["exit"] if "error" in printed else 0)


@pytest.mark.parametrize("command", ["words", "status", "show", "try", "log", "letter", "rule", "audit", "cases run"])
def test_whoever_only_looks_is_answered_in_either_language(command: str, door: Door) -> None:
    english, italian = (door.given(example_of(command), "--lang", lang) for lang in ("en", "it"))

    assert english[0] == italian[0] == 0
    assert english[1] != italian[1]


def test_the_faults_of_an_audit_are_told_in_italian(door: Door) -> None:
    step_note = door.laid("over") / "record" / "0003.step"
    step_note.write_bytes(step_note.read_bytes().replace(b"\nstep 3\n", b"\nstep 4\n", 1))
    code, out, _ = door.at("nobody", "over", "audit", "--lang", "it", "--expect", "anna=SHA256:x", "--game-id", "y")
    faults = [line for line in out.splitlines() if re.match(r"  (irregolare|codice|di chi|da provare) ", line)]

    assert code == 1 and [line.split()[0] for line in faults].count("irregolare") == 3
    assert not any(re.search(r"\b(the|this|with|signs|broken|not)\b", line) for line in faults)
