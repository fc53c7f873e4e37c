"""What commands print: one object of the published shape with `--json`, and nothing of one language in the other."""

from __future__ import annotations

import inspect
import json
import re
import sys
import typing
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from typer.models import ArgumentInfo, OptionInfo

from referee.cli.main import run
from referee.cli.printing.errors import RefusalReply
from referee.cli.registry import COMMANDS, shapes
from referee.crypto.keys import fingerprint
from referee.crypto.paper_key import paper_words
from referee.games import all_games
from referee.protocol.seating import author_role
from referee.record.file_names import step_name
from scripts.rehearse import open_match, test_key
from tests.cli.games_on_disk import asked, finished, home_of, lay, mail_with, move_of, remember, running

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Door:
    """Folders in every state of a game, each laid when a command is first given there, and a way to run a command as
    one of the parties.
    """

    root: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def at(self, who: str, game: str | Path, *arguments: str) -> tuple[int, str, str]:
        """The exit code, stdout and stderr of a command of `who` in the folder of a game."""
        place = self.laid(game)
        self.monkeypatch.chdir(place)
        self.monkeypatch.setenv("REFEREE_HOME", str(home_of(self.root, who)))
        code = run(list(arguments))
        seen = self.capsys.readouterr()
        return code, seen.out, seen.err

    def laid(self, game: str | Path) -> Path:
        """A running game before its last step at the host's, after it at a player's; a finished one; or an own place
        of a test.
        """
        place, match = self.root / game, running()
        if place.exists():
            return place
        if game == "host":
            lay(place, match.files, without=(step_name(match.host.step),))
            remember(place, home_of(self.root, "host"), match, match.host.step - 1)
        elif game == "player":
            lay(place, match.files)
        elif game == "over":
            lay(place, finished().files)
        elif game == "cards":
            lay(place, running("cards", 1).files)
        else:
            place.mkdir()
        return place


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Door:
    """With cases and mails beside the games."""
    match = running()
    last = match.host.step
    mail_with(tmp_path / "mail.txt", move_of(match, last))
    (tmp_path / "letter.txt").write_bytes(match.files[step_name(last)])
    (tmp_path / "cases.json").write_bytes((ROOT / "tests/games/tigris/cases/07-swap.json").read_bytes())
    return Door(tmp_path, monkeypatch, capsys)


def _open(door: Door) -> None:
    """An offer and its joins at the host's, in folders of their own."""
    door.at("host", "new", "offer", "ur", "--seats", "3", "--folder", ".")
    offer = str(door.root / "new" / "record" / "offer.note")
    for seat in ("anna", "bert", "carl"):
        door.at(seat, f"new-{seat}", "join", offer, "--seat", seat, "--folder", ".")
    joins = [str(door.root / f"new-{seat}" / "outbox" / f"join-{seat}.note") for seat in ("anna", "bert", "carl")]
    door.at("host", "new", "receive", *joins)


def _chartered(door: Door) -> None:
    _open(door)
    door.at("host", "new", "charter")
    door.at("anna", "new-anna", "receive", str(door.root / "new" / "record" / "charter.note"))


def _joinable(door: Door) -> None:
    door.at("host", "new", "offer", "ur", "--seats", "3", "--folder", ".")


def _with_pack(door: Door) -> None:
    game = next(game for game in all_games() if game.packs is not None)
    assert game.packs is not None
    (door.root / "pack.json").write_bytes(game.packs()[0][1])


def _another_key(door: Door) -> None:
    home_of(door.root, "bert")


def _words_on_paper(door: Door) -> None:
    door.monkeypatch.setattr("sys.stdin", StringIO(" ".join(paper_words(test_key("anna")))))


def _heard(door: Door) -> None:
    words = json.loads(door.at(CARDS, "cards", "words", "--json")[1])["words"]
    door.at(CARDS, "cards", "words", *words, "--from", "all")


def _looked(door: Door) -> None:
    """A game is known once its player has used it."""
    door.at(PLAYER, "player", "status")


def _claimed(door: Door) -> None:
    """A player has claimed, and the others have the file."""
    door.at(PLAYER, "player", "claim", "../mail.txt", "--say", "so be it", "--yes")
    (claim,) = (door.root / "player" / "outbox").glob("claim-*.note")
    (door.root / "claim.note").write_bytes(claim.read_bytes())


def _in_league(door: Door) -> None:
    """The file of a league of three."""
    players = "".join(f'{name} = "{fingerprint(test_key(name).public)}"\n' for name in ("anna", "bert", "carl"))
    (door.root / "spring.toml").write_text(f'game = "ur"\nseats = 3\n[players]\n{players}', "utf-8")


def _with_account(door: Door) -> None:
    tells = f"{sys.executable} -c print(1)"
    door.at("host", "host", "account", "set", "--imap", "127.0.0.1:143", "--password-command", tells)


def _with_people(door: Door) -> None:
    door.at("host", "host", "people", "set", "anna", "anna@example.org")


class _EmptyBox:
    """A mailbox without mails."""

    validity = 1

    def after(self, last: int, owed: object = ()) -> tuple[()]:
        return ()


def _empty_mailbox(door: Door) -> None:
    _with_account(door)
    door.monkeypatch.setattr("referee.cli.commands.post.fetch.open_mailbox", lambda *given: nullcontext(_EmptyBox()))


def _shared(door: Door) -> None:
    (door.root / "drop").mkdir()
    (door.root / "drop" / "half.txt").write_text("-----BEGIN REFEREE NOTE-----\n", "ascii")


def _away(door: Door) -> None:
    """A charter with days of holiday."""
    lay(door.root / "away", open_match("tigris", 3, "away", (("holiday", "21"),)).files)


def _none(door: Door) -> None:
    return


PLAYER = asked(running())
"""The seat that is asked in the running game of Tigris."""

WAITED_FOR = author_role(move_of(running(), running().host.step))
"""The seat that the host waits for."""

CARDS = asked(running("cards", 1))

POSITION = "13"
"""A position of the bag that was dealt to PLAYER."""

RUNS: dict[str, tuple[Callable[[Door], None], str, str, list[str]]] = {
    "practice": (_none, "anna", "fresh", ["practice", "tigris", "--seed", "11"]),
    "key new": (_none, "anna", "player", ["key", "new", "second"]),
    "key list": (_none, "anna", "player", ["key", "list"]),
    "key show": (_none, "anna", "player", ["key", "show"]),
    "key paper": (_none, "anna", "player", ["key", "paper", "--show"]),
    "key restore": (_words_on_paper, "dora", "player", ["key", "restore", "second"]),
    "key import": (_another_key, "anna", "player", ["key", "import", "../home-bert/keys/bert"]),
    "offer": (_none, "host", "fresh", ["offer", "tigris", "--seats", "2", "-o", "scores=open"]),
    "pack check": (_with_pack, "anna", "fresh", ["pack", "check", "../pack.json"]),
    "join": (_joinable, "anna", "fresh", ["join", "../new/record/offer.note", "--seat", "anna"]),
    "charter": (_open, "host", "new", ["charter", "--order", "carl,anna,bert"]),
    "accept": (_chartered, "anna", "new-anna", ["accept"]),
    "words": (_none, PLAYER, "player", ["words"]),
    "receive": (_none, "host", "host", ["receive", "../mail.txt"]),
    "mail": (_none, "host", "host", ["mail"]),
    "send": (_none, "host", "host", ["send"]),
    "fetch": (_empty_mailbox, "host", "host", ["fetch"]),
    "sync": (_shared, "host", "host", ["sync", "../drop"]),
    "watch": (_shared, "host", "host", ["watch", "../drop", "--once"]),
    "account set": (_none, "host", "host", ["account", "set", "--smtp", "mail.example.org:587"]),
    "account show": (_with_account, "host", "host", ["account", "show"]),
    "account forget": (_with_account, "host", "host", ["account", "forget"]),
    "people list": (_with_people, "host", "host", ["people", "list"]),
    "people set": (_none, "host", "host", ["people", "set", "anna", "anna@example.org", "--speaks", "it"]),
    "people forget": (_with_people, "host", "host", ["people", "forget", "anna"]),
    "games": (_looked, PLAYER, "fresh", ["games"]),
    "status": (_none, PLAYER, "player", ["status"]),
    "show": (_none, PLAYER, "player", ["show"]),
    "hand": (_none, PLAYER, "player", ["hand"]),
    "moves": (_none, PLAYER, "player", ["moves"]),
    "try": (_none, PLAYER, "player", ["try", "pass"]),
    "jot": (_none, PLAYER, "player", ["jot", "bert", "is", "short", "of", "reds"]),
    "open": (_none, PLAYER, "player", ["open", "--close"]),
    "compose": (_none, PLAYER, "player", ["compose", "--html", "../page.html"]),
    "move": (_none, PLAYER, "player", ["move", "pass", "--say", "so be it", "--yes"]),
    "standing": (_heard, CARDS, "cards", ["standing", "score always; defend min 3", "--yes"]),
    "remind": (_none, "host", "host", ["remind"]),
    "absent": (_none, "host", "host", ["absent", WAITED_FOR, "--yes"]),
    "consent": (_none, PLAYER, "player", ["consent", "draw", "--yes"]),
    "back": (_none, PLAYER, "player", ["back", "1", "--why", "I meant L9", "--yes"]),
    "holiday": (_away, "anna", "away", ["holiday", "--from", "2026-08-01", "--until", "2026-08-14", "--yes"]),
    "rekey": (_none, PLAYER, "player", ["rekey", "--yes"]),
    "log": (_none, PLAYER, "player", ["log", "--new"]),
    "replay": (_none, PLAYER, "player", ["replay", "--html", "../page.html"]),
    "letter": (_none, PLAYER, "player", ["letter", "2"]),
    "rule": (_none, PLAYER, "player", ["rule", "6.2"]),
    "ack": (_none, "anna", "over", ["ack"]),
    "comment": (_none, "anna", "over", ["comment", "2", "well played", "--yes"]),
    "audit": (_none, "anna", "over", ["audit"]),
    "archive": (_none, "anna", "over", ["archive"]),
    "stats": (_none, "anna", "over", ["stats"]),
    "league": (_in_league, "anna", "fresh", ["league", "../spring.toml"]),
    "claim": (_none, PLAYER, "player", ["claim", "../mail.txt", "--position", POSITION, "--say", "so be it", "--yes"]),
    "answer": (_claimed, "host", "player", ["answer", "../claim.note", "--seen", "--say", "so be it", "--yes"]),
    "judge": (_none, "anna", "player", ["judge", "../mail.txt"]),
    "cases run": (_none, "anna", "fresh", ["cases", "run", "../cases.json"]),
    "help": (_none, "anna", "fresh", ["help"]),
    "completion": (_none, "anna", "fresh", ["completion", "bash"]),
}
"""For each command: what comes before it, who gives it, in which folder, and what is typed."""


def test_every_command_is_tried_here() -> None:
    assert {*RUNS} == {*COMMANDS} == {*shapes()}


@pytest.mark.parametrize("command", COMMANDS)
def test_with_json_a_command_prints_one_object_of_its_published_shape(command: str, door: Door) -> None:
    before, who, place, arguments = RUNS[command]
    before(door)
    code, out, _ = door.at(who, place, *arguments, "--json")
    printed = json.loads(out)

    assert (code, out.count("\n"), out.isascii()) == (0, 1, True)
    assert isinstance(printed, dict)
    # Nothing is printed that the shape does not have: what it holds is what was printed.
    shaped = msgspec.json.decode(out, type=shapes()[command])
    assert {**json.loads(msgspec.json.encode(shaped)), **printed} == json.loads(msgspec.json.encode(shaped))


@pytest.mark.parametrize("command", COMMANDS)
def test_with_json_a_refused_command_prints_one_object_too(command: str, door: Door) -> None:
    """Refused for a key that is not there, or for files that are not; the words still stand on stderr."""
    refused = {
        "practice": ["practice", "chess"],
        "key new": ["key", "new", "anna"],
        "key list": ["key", "list", "--lang", "de"],
        "help": ["help", "--lang", "de"],
        "key show": ["key", "show", "nobody"],
        "key import": ["key", "import", "no-such-file"],
        "key paper": ["key", "paper", "nobody", "--show"],
        "key restore": ["key", "restore", "anna"],
        "offer": ["offer", "chess", "--seats", "2"],
        "pack check": ["pack", "check", "no-such-file"],
        "join": ["join", "no-such-file", "--seat", "anna"],
        "receive": ["receive", "no-such-file"],
        "account set": ["account", "set", "--smtp", "a b"],
        "account forget": ["account", "forget", "--lang", "de"],
        "people list": ["people", "list", "--lang", "de"],
        "people set": ["people", "set", "anna", "no address"],
        "people forget": ["people", "forget", "nobody"],
        "back": ["back", "9999", "--why", "I meant L9"],
        "rule": ["rule", "XX", "1"],
        "claim": ["claim", "no-such-file"],
        "answer": ["answer", "no-such-file"],
        "judge": ["judge", "no-such-file"],
        "audit": ["audit", "--as", "nobody"],
        "archive": ["archive", "no-such-file"],
        "stats": ["stats", "no-such-file"],
        "league": ["league", "no-such-file"],
        "cases run": ["cases", "run", "no-such-file"],
    }.get(
        command,
        [*command.split(), *(["pass"] if command in ("try", "move", "absent", "consent") else []), "--as", "nobody"],
    )
    code, out, errors = door.at("anna", "player", *refused, "--json")
    error = json.loads(out)["error"]

    assert (code, out.count("\n")) == (error["exit"], 1)
    assert code > 1 and msgspec.convert({"error": error}, RefusalReply)
    assert errors.startswith(f"referee: {error['sentence']}\n")


def _named_files() -> Iterator[tuple[str, list[str]]]:
    """Every command with a file or folder that is not there in place of each argument, and in each option that takes
    one; what else is typed is what the command needs.
    """
    for name, (_, _, _, known) in RUNS.items():
        row = COMMANDS[name]
        for parameter in inspect.signature(row.load()).parameters.values():
            kind, option = typing.get_args(parameter.annotation) or (None, None)
            paths = "Path" in str(kind) or parameter.name == "folders"
            if isinstance(option, ArgumentInfo) and paths:
                yield name, [*name.split(), MISSING, *(word for word in known[2:] if word == "--yes")]
            elif isinstance(option, OptionInfo) and (paths or parameter.name == "game"):
                names = (option.default, *(option.param_decls or ()))  # the first one lies where a default would
                yield name, [*known, next(str(word) for word in names if str(word).startswith("--")), MISSING]


MISSING = "no/such/file"
NAMED = list(_named_files())


def test_every_command_that_names_files_is_tried_with_one_that_is_not_there() -> None:
    assert {"audit", "archive", "judge", "receive", "join", "stats", "cases run"} <= {name for name, _ in NAMED}
    assert all(any(typed[-2:] == ["--game", MISSING] for of, typed in NAMED if of == name) for name in COMMANDS)


@pytest.mark.parametrize(("command", "typed"), NAMED, ids=[" ".join(typed) for _, typed in NAMED])
def test_with_json_a_command_that_names_a_missing_file_prints_one_object(
    command: str, typed: list[str], door: Door
) -> None:
    before, who, place, _ = RUNS[command]
    before(door)
    code, out, _ = door.at(who, place, *typed, "--json")
    printed = json.loads(out)

    assert out.count("\n") == 1
    assert code not in (1, 2, 70)
    assert code == (printed["error"]["exit"] if "error" in printed else 0)


@pytest.mark.parametrize("command", ["words", "status", "show", "try", "log", "letter", "rule", "audit", "cases run"])
def test_whoever_only_looks_is_answered_in_either_language(command: str, door: Door) -> None:
    _, who, place, arguments = RUNS[command]
    english, italian = (door.at(who, place, *arguments, "--lang", lang) for lang in ("en", "it"))

    assert english[0] == italian[0] == 0
    assert english[1] != italian[1]


def test_the_faults_of_an_audit_are_told_in_italian(door: Door) -> None:
    step_note = door.laid("over") / "record" / "0003.step"
    step_note.write_bytes(step_note.read_bytes().replace(b"\nstep 3\n", b"\nstep 4\n", 1))
    code, out, _ = door.at("nobody", "over", "audit", "--lang", "it", "--expect", "anna=SHA256:x", "--game-id", "y")
    faults = [line for line in out.splitlines() if re.match(r"  (errore|codice|di chi|rimedio) ", line)]

    assert code == 1 and [line.split()[0] for line in faults].count("errore") == 3
    assert not any(re.search(r"\b(the|this|with|signs|broken|not)\b", line) for line in faults)
