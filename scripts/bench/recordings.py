"""The recorded games, each kept under a name that depends on what made it: played once, checked before use."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from referee.audit.recompute import audit
from referee.games import find
from referee.kernel.errors import RefereeError
from referee.protocol.opening.charter import rules_pin
from referee.record.file_names import CHARTER, DEAL, OFFER, step_name
from scripts.bench import lively
from tests.support.rehearse import Match

Files = Mapping[str, bytes]

_MADE_BY = ("tests/support/rehearse.py", "tests/support/policies.py", "scripts/bench/lively.py")


@cache
def place() -> Path:
    """The folder of everything that is kept from one run to the next; another one once anything is made otherwise."""
    root = Path(__file__).resolve().parents[2]
    sources = [sha256((root / name).read_bytes()).hexdigest() for name in _MADE_BY]
    made = " ".join([*sources, str(rules_pin(find("tigris")))])
    folder = Path(tempfile.gettempdir()) / f"referee-bench-{sha256(made.encode()).hexdigest()[:12]}"
    folder.mkdir(exist_ok=True)
    return folder


@cache
def example() -> Files:
    """The record of the finished example game."""
    return _kept("example", lively.example)


@cache
def long_game() -> Files:
    """The record of a lively game of four with about `lively.LONG` steps."""
    return _kept("long", lively.long_game)


@cache
def longest_game() -> Files:
    """The record of a lively game of four with at least `lively.LONGEST` steps."""
    return _kept("longest", lively.longest_game)


def club_folder(number: int) -> Path:
    """The folder of a finished game of a club, recorded if it is not there."""
    folder = place() / "club" / f"{number:04d}"
    if not (folder / "complete").exists():
        write_record(folder, lively.club_game(number).files)
        (folder / "complete").touch()
    return folder


def _kept(name: str, play: Callable[[], Match]) -> Files:
    folder = place() / name
    files = read_record(folder / "record")
    if not files or not _is_clean(files):
        print(f"recording the {name} game (once) ...", flush=True)
        files = dict(play().files)
        write_record(folder, files)
    return files


def _is_clean(files: Files) -> bool:
    try:
        return audit(files).verdict == "clean"
    except RefereeError:
        return False


def makeup(files: Files) -> dict[str, float]:
    """What a record is made of: steps, notes, orders, the share of passes in them, plans, conflicts."""
    words: Counter[str] = Counter()
    for data in files.values():
        for line in data.decode().splitlines():
            if found := re.match(r"(did|event) (?:\w+ )?(pass|revolt|war)\b|(did|seal) |(-----BEGIN REFEREE)", line):
                words.update(filter(None, found.groups()))
                words["orders"] += line.startswith("did ")
    conflicts = words["revolt"] + words["war"]
    return {
        "steps": steps_of(files),
        "notes": words["-----BEGIN REFEREE"],
        "orders": words["orders"],
        "passes": round(words["pass"] / max(1, words["orders"]), 3),
        "planned orders": words["seal"],
        "conflicts": conflicts,
    }


def steps_of(files: Files) -> int:
    """How many steps a record holds."""
    return sum(name.endswith(".step") for name in files)


def first_steps(files: Files, steps: int) -> dict[str, bytes]:
    """The record as it was after so many steps."""
    wanted = {OFFER, CHARTER, DEAL, *(step_name(step) for step in range(1, steps + 1))}
    return {name: data for name, data in files.items() if name in wanted}


def write_record(folder: Path, files: Files) -> Path:
    """Let the folder of a game hold exactly these files as its record."""
    record = folder / "record"
    shutil.rmtree(record, ignore_errors=True)
    record.mkdir(parents=True)
    for name, data in files.items():
        (record / name).write_bytes(data)
    return folder


def read_record(record: Path) -> dict[str, bytes]:
    """The files of a record; none if there is no such folder."""
    return {path.name: path.read_bytes() for path in sorted(record.iterdir())} if record.is_dir() else {}
