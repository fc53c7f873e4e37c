"""How each command is called in the tests: the one table that a new command needs a row in."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.cli.main import run
from referee.crypto.keys import fingerprint, format_private
from referee.crypto.paper_key import paper_words
from referee.games import all_games
from referee.protocol.seating import author_role
from referee.record.file_names import step_name
from referee.record.note import render_bundle
from tests.cli.games_on_disk import asked, finished, home_of, lay, move_of, remember, running
from tests.support.rehearse import open_match, test_key

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

    def given(self, example: Example, *more: str) -> tuple[int, str, str]:
        """The same of the command of an example, with `more` behind it, after what comes before it."""
        example.before(self)
        return self.at(example.who, example.folder, *example.typed, *more)

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
    door.monkeypatch.setattr("referee.service.watching.mailbox.open_mailbox", lambda *given: nullcontext(_EmptyBox()))


def _shared(door: Door) -> None:
    (door.root / "drop").mkdir()
    (door.root / "drop" / "half.txt").write_text("-----BEGIN REFEREE NOTE-----\n", "ascii")


def _away(door: Door) -> None:
    """A charter with days of holiday and with stand-ins."""
    lay(door.root / "away", open_match("tigris", 3, "away", (("holiday", "21"), ("standin", "40"))).files)


def _none(door: Door) -> None:
    return


PLAYER = asked(running())
"""The seat that is asked in the running game of Tigris."""

WAITED_FOR = author_role(move_of(running(), running().host.step))
"""The seat that the host waits for."""

CARDS = asked(running("cards", 1))

POSITION = "13"
"""A position of the bag that was dealt to PLAYER."""


def key_file() -> bytes:
    return format_private(test_key("dora"), "dora")


def a_step() -> bytes:
    shorter, longer = running(steps=5), running(steps=6)
    return next(data for name, data in longer.files.items() if name not in shorter.files)


def a_move() -> bytes:
    return render_bundle((move_of(running(), 3),))


class Example(NamedTuple):
    """A command as it is typed with success, and what the tests of refusals type."""

    typed: list[str]
    """What is typed after `referee`."""
    who: str
    """Whose keys there are: a seat, `host`, or anybody else."""
    folder: str
    """Where it is typed: `Door.laid` says which folders there are."""
    before: Callable[[Door], None] = _none
    """What has been done before."""
    refused: list[str] | None = None
    """What is refused in the folder `player`; else the command with `--as nobody`."""

    def refused_line(self, name: str) -> list[str]:
        """What is typed so that it is refused."""
        needed = ["pass"] if name in ("try", "move", "absent", "consent") else []
        return self.refused or [*name.split(), *needed, "--as", "nobody"]


EXAMPLES: dict[str, Example] = {
    "practice": Example(["practice", "tigris", "--seed", "11"], "anna", "fresh", refused=["practice", "chess"]),
    "key new": Example(["key", "new", "second"], "anna", "player", refused=["key", "new", "anna"]),
    "key list": Example(["key", "list"], "anna", "player", refused=["key", "list", "--lang", "de"]),
    "key show": Example(["key", "show"], "anna", "player", refused=["key", "show", "nobody"]),
    "key paper": Example(["key", "paper", "--show"], "anna", "player", refused=["key", "paper", "nobody", "--show"]),
    "key restore": Example(
        ["key", "restore", "second"], "dora", "player", before=_words_on_paper, refused=["key", "restore", "anna"]
    ),
    "key import": Example(
        ["key", "import", "../home-bert/keys/bert"],
        "anna",
        "player",
        before=_another_key,
        refused=["key", "import", "no-such-file"],
    ),
    "offer": Example(
        ["offer", "tigris", "--seats", "2", "-o", "scores=open"],
        "host",
        "fresh",
        refused=["offer", "chess", "--seats", "2"],
    ),
    "pack check": Example(
        ["pack", "check", "../pack.json"], "anna", "fresh", before=_with_pack, refused=["pack", "check", "no-such-file"]
    ),
    "join": Example(
        ["join", "../new/record/offer.note", "--seat", "anna"],
        "anna",
        "fresh",
        before=_joinable,
        refused=["join", "no-such-file", "--seat", "anna"],
    ),
    "charter": Example(["charter", "--order", "carl,anna,bert"], "host", "new", before=_open),
    "accept": Example(["accept"], "anna", "new-anna", before=_chartered),
    "words": Example(["words"], PLAYER, "player"),
    "receive": Example(["receive", "../mail.txt"], "host", "host", refused=["receive", "no-such-file"]),
    "mail": Example(["mail"], "host", "host"),
    "send": Example(["send"], "host", "host"),
    "fetch": Example(["fetch"], "host", "host", before=_empty_mailbox),
    "sync": Example(["sync", "../drop"], "host", "host", before=_shared),
    "watch": Example(["watch", "../drop", "--once"], "host", "host", before=_shared),
    "account set": Example(
        ["account", "set", "--smtp", "mail.example.org:587"],
        "host",
        "host",
        refused=["account", "set", "--smtp", "a b"],
    ),
    "account show": Example(["account", "show"], "host", "host", before=_with_account),
    "account forget": Example(
        ["account", "forget"], "host", "host", before=_with_account, refused=["account", "forget", "--lang", "de"]
    ),
    "people list": Example(
        ["people", "list"], "host", "host", before=_with_people, refused=["people", "list", "--lang", "de"]
    ),
    "people set": Example(
        ["people", "set", "anna", "anna@example.org", "--speaks", "it"],
        "host",
        "host",
        refused=["people", "set", "anna", "no address"],
    ),
    "people forget": Example(
        ["people", "forget", "anna"], "host", "host", before=_with_people, refused=["people", "forget", "nobody"]
    ),
    "games": Example(["games"], PLAYER, "fresh", before=_looked),
    "status": Example(["status"], PLAYER, "player"),
    "show": Example(["show"], PLAYER, "player"),
    "hand": Example(["hand"], PLAYER, "player"),
    "moves": Example(["moves"], PLAYER, "player"),
    "try": Example(["try", "pass"], PLAYER, "player"),
    "jot": Example(["jot", "bert", "is", "short", "of", "reds"], PLAYER, "player"),
    "open": Example(["open", "--close"], PLAYER, "player"),
    "compose": Example(["compose", "--html", "../page.html"], PLAYER, "player"),
    "move": Example(["move", "pass", "--say", "so be it", "--yes"], PLAYER, "player"),
    "standing": Example(["standing", "score always; defend min 3", "--yes"], CARDS, "cards", before=_heard),
    "remind": Example(["remind"], "host", "host"),
    "absent": Example(["absent", WAITED_FOR, "--yes"], "host", "host"),
    "consent": Example(["consent", "draw", "--yes"], PLAYER, "player"),
    "back": Example(
        ["back", "1", "--why", "I meant L9", "--yes"], PLAYER, "player", refused=["back", "9999", "--why", "I meant L9"]
    ),
    "holiday": Example(
        ["holiday", "--from", "2026-08-01", "--until", "2026-08-14", "--yes"], "anna", "away", before=_away
    ),
    "stand-in": Example(["stand-in", "--steps", "9", "--yes"], "anna", "away", before=_away),
    "rekey": Example(["rekey", "--yes"], PLAYER, "player"),
    "log": Example(["log", "--new"], PLAYER, "player"),
    "replay": Example(["replay", "--html", "../page.html"], PLAYER, "player"),
    "letter": Example(["letter", "2"], PLAYER, "player"),
    "rule": Example(["rule", "6.2"], PLAYER, "player", refused=["rule", "XX", "1"]),
    "ack": Example(["ack"], "anna", "over"),
    "comment": Example(["comment", "2", "well played", "--yes"], "anna", "over"),
    "audit": Example(["audit"], "anna", "over", refused=["audit", "--as", "nobody"]),
    "program": Example(["program"], "anna", "fresh", refused=["program", "no-such-file"]),
    "archive": Example(["archive"], "anna", "over", refused=["archive", "no-such-file"]),
    "stats": Example(["stats"], "anna", "over", refused=["stats", "no-such-file"]),
    "league": Example(
        ["league", "../spring.toml"], "anna", "fresh", before=_in_league, refused=["league", "no-such-file"]
    ),
    "claim": Example(
        ["claim", "../mail.txt", "--position", POSITION, "--say", "so be it", "--yes"],
        PLAYER,
        "player",
        refused=["claim", "no-such-file"],
    ),
    "answer": Example(
        ["answer", "../claim.note", "--seen", "--say", "so be it", "--yes"],
        "host",
        "player",
        before=_claimed,
        refused=["answer", "no-such-file"],
    ),
    "judge": Example(["judge", "../mail.txt"], "anna", "player", refused=["judge", "no-such-file"]),
    "cases run": Example(["cases", "run", "../cases.json"], "anna", "fresh", refused=["cases", "run", "no-such-file"]),
    "help": Example(["help"], "anna", "fresh", refused=["help", "--lang", "de"]),
    "completion": Example(["completion", "bash"], "anna", "fresh"),
}
"""Each command that can be called; a new one is added by `scripts/new_command.py`, or by hand."""


def example_of(command: str) -> Example:
    """How a command is called; a test fails that asks for one without a row here."""
    if command not in EXAMPLES:
        pytest.fail(f"add to EXAMPLES in tests/cli/examples.py how `{command}` is called here", pytrace=False)
    return EXAMPLES[command]
