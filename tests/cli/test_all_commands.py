"""Every command over games in which something has happened beside moves, by every reader and in both languages: it does
its work or says why not, and never fails itself.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.cli.registry import COMMANDS
from referee.crypto.keys import SigningKey, fingerprint, format_private
from referee.crypto.openssh import format_public
from referee.record.file_names import step_name
from referee.record.store import DataFolder
from tests.cli.examples import example_of
from tests.cli.games_on_disk import home_of, lay, mail_with, remember
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.rehearse import Match, play_out, test_key
from tests.table.games_with_events import STORIES, TIME, eventful
from tests.table.new_hosts import SEATS, escrowed, handed_over, rotated
from tests.table.new_seat_keys import rekeyed
from tests.table.small_games import HOST, asked, copy_of
from tests.table.take_backs import gone_back

ROOT = Path(__file__).resolve().parents[2]
BUG = 70
LANGS = ("en", "it")
EVERYTHING = {f"everything in {game}": game for game in ("tigris", "cards", "civilization", "ur")}

LOOKS = """\
status
games
show
show {step}
show {step} --svg {out}/board.svg
show --html {out}/board.html
hand
moves
try pass
compose --html {out}/turn.html
log
log --new
replay --html {out}/replay.html
replay --hand --html {out}/mine.html
replay --svg {out}/moving.svg --steps 0-1
letter
letter {step}
rule 1
words
audit
audit --html {out}/audit.html --markdown {out}/audit.md
audit --signers {out}/signers
audit . {out}
judge record
judge {mail} --html {out}/judged.html --markdown {out}/judged.md
archive --to {out}/game.zip
stats
league {league} . --next
mail
jot bert is short of reds
jot
jot --forget 1
remind
people list
account show
key list
key show
key paper --to {out}/sheet.txt
key paper --show
practice ur --seed 1
pack check {mail}
program
cases run {cases}
completion bash
help
help gone
open --close
"""
"""What writes no note and changes no home; `_others` has the commands that are not among these lines."""

ACTS = """\
receive {mail} {consents}
people set anna anna@example.org --speaks it
people forget anna
account set --smtp 127.0.0.1:1
send
fetch
account forget
sync {drop}
watch {drop} --once
words {four} --from all
standing --yes
consent draw --yes
consent leave --yes
consent --yes
back {step} --why sorry --yes
claim {mail} --say why --yes
answer {mail} --seen --say so --yes
move pass --yes
absent --no-time --yes
absent {asked} --no-time --yes
holiday --from 2026-08-01 --until 2026-08-02 --yes
stand-in --steps 3 --yes
rekey --why lost --yes
rekey host --why gone --yes
ack --yes
comment 1 well played --yes
accept --yes
charter
key new second
key restore second
key import {key}
offer ur --seats 3 --folder {out}/new
join {out}/new/record/offer.note --folder {out}/joined --seat bert
"""
"""What signs something, or changes the home; in this order, each after what came before it."""


def everything(game: str) -> Match:
    """A game in which all of it has happened, one after the other, and which is still played."""
    match = copy_of(escrowed(game))
    match.decide(TIME, f"absent {asked(match)}")
    match = play_out(match, "everything", steps=2)
    match = rekeyed(match, "anna", "first")
    match = rotated(match, "rotated")
    match = play_out(match, "behind", steps=2)
    match = gone_back(match, match.host.step)
    match = handed_over(match, "gina")
    match = play_out(match, "after", steps=1)
    match.decide("left carl", consents=[match.consent("carl", "left")])
    return match


@cache
def story(name: str) -> Match:
    return everything(EVERYTHING[name]) if name in EVERYTHING else eventful(name)


READERS = (*SEATS, HOST, "anna before", "host before", "stranger")
"""Who types: each party with its key of now, those who had a key before, and somebody without a part."""


class Case(NamedTuple):
    """A game, who types the commands, and the language."""

    story: str
    reader: str
    lang: str


class Room:
    """The folder and the home of a reader, and what is named in commands."""

    def __init__(self, place: Path, case: Case) -> None:
        match = story(case.story)
        self.case, self.home, self.game = case, home_of(place, "nobody" if case.reader == "stranger" else "it"), place
        name = case.reader.partition(" ")[0]
        key = test_key(name) if case.reader not in match.keys else match.keys[case.reader]
        self.home = home_of(place, "stranger") if case.reader == "stranger" else self._home(place, name, key)
        self.game, self.out = lay(place / "game", match.files), place / "out"
        self.out.mkdir()
        (place / "drop").mkdir()
        if case.reader == HOST:
            remember(self.game, self.home, match, match.host.step)
        self.values = self._values(place, match)

    @staticmethod
    def _home(place: Path, name: str, key: SigningKey) -> Path:
        home = DataFolder(place / "home")
        home.write_key(name, format_private(key, name), format_public(key.public, name))
        return home.path

    def _values(self, place: Path, match: Match) -> Mapping[str, str]:
        newest = match.signed_notes[step_name(match.host.step)]
        consents = [
            match.consent(seat, "end draw")
            for seat in match.table.names
            if match.table.seat(seat) not in match.host.left
        ]
        home_of(place, "spare")
        return {
            "step": str(match.host.step),
            "asked": match.asked() or match.table.names[0],
            "mail": str(mail_with(place / "newest.eml", *newest)),
            "consents": str(mail_with(place / "consents.eml", *consents[:1])),
            "cases": str(ROOT / "tests/games/tigris/cases/07-swap.json"),
            "league": str(_league(place)),
            "key": str(place / "home-spare" / "keys" / "spare"),
            "drop": str(place / "drop"),
            "out": str(self.out),
            "four": "able able able able",
        }

    def run(self, line: str) -> tuple[int, str]:
        """What a line gives: the exit code, and what is printed."""
        words = [word.format(**self.values) for word in line.split()]
        code, out, errors = inside([*words, "--lang", self.case.lang], self.home, self.game)
        return code, out + errors


def lines(reader: str = "") -> Iterator[str]:
    """What is typed: first what only looks, then what changes something, then again what looks. In a short run one
    reader looks before, the next one behind, a third of it each, so that both times all is typed; the first one looks
    at all before.
    """
    number, looks = READERS.index(reader or READERS[0]), [*LOOKS.splitlines(), *_others()]
    some = looks[number // 2 % of(3, 1) :: of(3, 1)]
    yield from (looks if not number else some * (number % 2 == 0 or of(False, True)))
    yield from ACTS.splitlines()
    yield from some * (number % 2 == 1 or not number or of(False, True))


def _others() -> Iterator[str]:
    """The examples of the commands that no line above types."""
    known = [*LOOKS.splitlines(), *ACTS.splitlines()]
    for command in COMMANDS:
        if not any(f"{line} ".startswith(f"{command} ") for line in known):
            yield shlex.join(example_of(command).typed)


def _league(place: Path) -> Path:
    """The file of a league of two who have not played yet."""
    players = "\n".join(f'{name} = "{fingerprint(test_key(name).public)}"' for name in ("anna", "bert"))
    path = place / "league.toml"
    path.write_text(f'game = "ur"\nseats = 2\n\n[players]\n{players}\n', "utf-8")
    return path


def cases() -> list[object]:
    """One game with everything, for every sort of reader in one of the languages (of two who play on, one); in a long
    run all games, each for half of the readers, who with the languages take turns.
    """
    found = []
    for (at, game), (number, reader) in product(enumerate((*EVERYTHING, *STORIES)), enumerate(READERS)):
        if at and (at + number) % 2:
            continue
        case = Case(game, reader, LANGS[(at + number // 2) % len(LANGS)])
        found.append(pytest.param(case, marks=pytest.mark.long if at or number == 1 else (), id=", ".join(case)))
    return found


def test_every_command_is_typed_here() -> None:
    typed = set(lines())

    assert {name for name in COMMANDS if not any(f"{line} ".startswith(f"{name} ") for line in typed)} == set()


@pytest.mark.parametrize("case", cases())
def test_no_command_fails_itself_whatever_has_happened_in_a_game(tmp_path: Path, case: Case) -> None:
    room = Room(tmp_path, case)
    done = [(line, *room.run(line)) for line in lines(case.reader)]
    failed = [(line, told) for line, code, told in done if code == BUG]

    assert failed == []
    assert [line for line, code, _ in done if code == 2] == []
    assert sum(code == 0 for _, code, _ in done) > len(done) // 3
