"""Where the readings of `bench.py` come from: one function for each thing that is measured."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from referee.record.note import read_bundle
from scripts.bench import doors, folders, recordings, served
from scripts.bench.audits import audited
from scripts.bench.clock import ROOT, Readings, Source, rates, spawn, two_loops
from scripts.bench.installed import referee, runs
from scripts.bench.legality import Replayed
from scripts.bench.recordings import place
from scripts.bench.rows import GAMES, STEPS
from tests.support.junk import junk_mails

_SET_UP = "typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None, add_completion=False)"
EMPTY = f"""\
import typer
app = {_SET_UP}
@app.command()
def nothing(): pass
app()
"""
LIBRARIES = f"""\
import msgspec, cryptography.hazmat.primitives.asymmetric.ed25519
{EMPTY}"""
"""What nobody can come below who writes this program with these libraries."""
_COMMITS = 40

Make = Callable[[Namespace], Source | str]
"""Makes what measures, or says why that cannot be."""


class Maker(NamedTuple):
    """What is measured together: its area and name, its readings, and what makes it ready."""

    name: str
    gives: tuple[str, ...]
    make: Make


def sources_of(
    readings: set[str], arguments: Namespace
) -> tuple[dict[str, tuple[Source, Sequence[str]]], dict[str, str]]:
    """What must be measured for these readings, and for each reading that cannot be taken why."""
    chosen: dict[str, tuple[Source, Sequence[str]]] = {}
    missing: dict[str, str] = {}
    for maker in MAKERS:
        if readings & set(maker.gives):
            made = maker.make(arguments)
            if isinstance(made, str):
                missing |= dict.fromkeys(maker.gives, made)
            else:
                chosen[maker.name] = made, maker.gives
    return chosen, missing


# --- audits -----------------------------------------------------------------------------------------------------------


def _audited(name: str, game: Callable[[], recordings.Files]) -> Maker:
    gives = ("audit{}", "verify{}", "audit{} wall", "verify{} wall", "bytes{}", "audit{} last", "loops audit{}")
    readings = tuple(reading.format(name) for reading in gives)
    return Maker(f"audit: in process{name}", readings, lambda arguments: audited(name, game))


def _audit_command(arguments: Namespace) -> Source:
    folder = recordings.write_record(place() / "finished", recordings.long_game())
    command = referee("audit", folder)

    def source() -> Readings:
        used = spawn(command)
        return {"audit command": used.cpu, "audit command ms": 1000 * used.cpu}

    return source


def _each(name: str, seconds: float) -> Readings:
    """What another program needs for all the notes of the long game, and for its steps, each with one move."""
    files = recordings.long_game()
    return {
        f"{name} notes": seconds * sum(len(read_bundle(data)) for data in files.values()),
        f"{name} moves": seconds * recordings.steps_of(files),
    }


def _git(arguments: Namespace) -> Source | str:
    repo = folders.signed_commits(_COMMITS)
    if repo is None:
        return "git, or ssh-keygen beside it, cannot sign here"
    commits = ["HEAD", *(f"HEAD~{back}" for back in range(1, _COMMITS))]
    return lambda: _each("git", spawn(["git", "-C", repo, "verify-commit", *commits]).cpu / _COMMITS)


def _minisign(arguments: Namespace) -> Source | str:
    if shutil.which("minisign") is None:
        return "minisign is not installed"
    signed = folders.minisigned()
    command = ["minisign", "-V", "-q", "-p", signed / "key.pub", "-m", signed / "note"]
    return lambda: _each("minisign", sum(spawn(command).cpu for _ in range(_COMMITS)) / _COMMITS)


# --- commands ---------------------------------------------------------------------------------------------------------


def _command(name: str, script: str) -> Maker:
    return _started(name, lambda: runs(script))


def _option(name: str, word: str) -> Maker:
    return _started(name, lambda: referee(word))


def _started(name: str, command: Callable[[], list[str | Path]]) -> Maker:
    def source() -> Readings:
        used = spawn(command())
        return {name: used.cpu, f"{name} MB": used.peak}

    return Maker(f"commands: {name}", (name, f"{name} MB"), lambda arguments: source)


def _doors(command: str, words: doors.Words, *steps: int | None) -> Iterator[Maker]:
    """A command of whoever is asked after so many steps; None for the long game."""
    for at in steps:
        name = f"{command} {at or 500}"
        make = partial(doors.measured, name, at, words)
        yield Maker(f"commands: {name}", (name, f"{name} MB"), lambda arguments, make=make: make())  # type: ignore[misc]


def _junk(count: int) -> Maker:
    def make(arguments: Namespace) -> Source:
        folder, _ = folders.running_game(doors.SHORT)
        mails, home = junk_mails(place() / f"junk-{count}", count), folders.home_of("anna")

        def source() -> Readings:
            used = spawn(referee("receive", "--game", folder, mails), REFEREE_HOME=str(home))
            return {f"junk {count}": used.cpu, f"junk {count} MB": used.peak}

        return source

    return Maker(f"post: {count}", (f"junk {count}", f"junk {count} MB"), make)


# --- rules ------------------------------------------------------------------------------------------------------------

_OURS = (
    *(f"tigris {operation}" for operation in ("replay_move_validated", "playout", "playout_mask_policy")),
    "cards move_in_playout",
    "ur move_in_playout",
    "civilization replay_move_validated",
)


def _own_rates(arguments: Namespace) -> Source:
    command = [sys.executable, ROOT / "scripts" / "bench.py", "rates", "--seconds", f"{arguments.seconds}"]
    return lambda: rates([*command, "--operations", ",".join(_OURS)])


def _peer(name: str, label: str, *operations: str) -> Maker:
    def make(arguments: Namespace) -> Source | str:
        command: list[str | Path] = [arguments.peers, ROOT / "scripts" / "bench" / "peers.py", name]
        if not rates([*command, "0.01"]):
            return f"{label} is not installed; `python3 scripts/bench.py peers` brings it"
        return lambda: rates([*command, f"{arguments.seconds}"])

    return Maker(f"rules: {name}", tuple(f"{peer_name(name)} {operation}" for operation in operations), make)


def peer_name(name: str) -> str:
    """What `peers.py` calls a program in its lines."""
    return {"chess": "python-chess"}.get(name, name)


def _asked(arguments: Namespace) -> Source:
    # Both must give the same answer; test_the_naive_legality_finds_what_the_rules_find holds them.
    replayed = Replayed()
    return lambda: {**replayed.asked(), **replayed.ordered()}


# --- many games -------------------------------------------------------------------------------------------------------


def _many(arguments: Namespace) -> Source:
    club, names = folders.club(arguments.games)
    command = referee("audit", *names)

    def source() -> Readings:
        control = two_loops()
        two, one = (spawn([*command, "--jobs", jobs], within=club) for jobs in ("2", "1"))
        minutes = two.wall / len(names) * 10_000 / 60
        cpu = {"many 2 CPU": two.cpu, "many 1 CPU": one.cpu}
        return {"loops many": control, "many 2 / 1": two.wall / one.wall, "club minutes": minutes, **cpu}

    return source


def _indexed(arguments: Namespace) -> Source:
    """Of eleven games an index knows ten: a club of 10,000, and 1,000 more."""
    club, names = folders.club(arguments.games)
    new = len(names) // 11
    index, known = place() / "club.index", [*names[:-new]][: 10 * new]
    index.unlink(missing_ok=True)
    spawn(referee("audit", *known, "--index", index), within=club)
    kept = index.read_bytes()

    def source() -> Readings:
        begun = spawn(referee("audit", known[0], "--index", index), within=club)
        used = spawn(referee("audit", *known, *names[-new:], "--index", index, "--jobs", "2"), within=club)
        index.write_bytes(kept)
        return {"club index s": begun.wall + (used.wall - begun.wall) * 1000 / new}

    return source


def _games(count: int) -> Maker:
    def make(arguments: Namespace) -> Source:
        club, names = folders.club(count)

        def source() -> Readings:
            used = spawn(referee("audit", *names), within=club)
            return {f"games {count} ms": 1000 * used.cpu / count, f"games {count} MB": used.peak}

        return source

    return Maker(f"lengths: {count} games", (f"games {count} ms", f"games {count} MB"), make)


def _steps(arguments: Namespace) -> Source:
    files = recordings.longest_game()
    cuts = {steps: recordings.first_steps(files, steps) for steps in (0, *STEPS)}
    cut = {steps: recordings.write_record(place() / f"cut-{steps}", some) for steps, some in cuts.items()}

    def source() -> Readings:
        used = {steps: spawn(referee("audit", folder)) for steps, folder in cut.items()}
        begun = used[0].cpu  # the start of a process, the charter and the deal
        found = {}
        for steps in STEPS:
            found[f"steps {steps} ms"] = 1000 * (used[steps].cpu - begun) / steps
            found[f"steps {steps} MB"] = used[steps].peak
        return found

    return source


MAKERS = (
    _audited("", recordings.example),
    _audited(" long", recordings.long_game),
    Maker("audit: command", ("audit command", "audit command ms"), _audit_command),
    Maker("audit: git", ("git notes", "git moves"), _git),
    Maker("audit: minisign", ("minisign notes", "minisign moves"), _minisign),
    Maker("rules: ours", tuple(f"referee {operation}" for operation in _OURS), _own_rates),
    _peer("chess", "python-chess", "playout", "move_in_playout", "replay_move_validated", "replay_move"),
    _peer("gin_rummy", "OpenSpiel", "replay_move", "move_in_playout", "decision_in_playout"),
    Maker("rules: legality", ("naive legality", "legality", "naive order", "order"), _asked),
    _command("pass", "pass"),
    _command("typer", EMPTY),
    _command("libraries", LIBRARIES),
    _option("version", "--version"),
    _option("help", "--help"),
    *_doors("show", doors.typed("show"), doors.SHORT, doors.MIDDLE, None),
    *_doors("status", doors.typed("status"), doors.SHORT, doors.MIDDLE, None),
    *_doors("hand", doors.typed("hand"), doors.SHORT, None),
    *_doors("moves", doors.typed("moves"), doors.SHORT, None),
    *_doors("move", doors.moves, doors.SHORT, None),
    *_doors("receive", doors.receives, doors.SHORT, doors.MIDDLE, None),
    *_doors("log", doors.typed("log"), None),
    *_doors("replay", doors.writes("replay"), None),
    *_doors("compose", doors.writes("compose"), None),
    Maker("commands: page", ("page kB", "board kB"), doors.paged),
    Maker("page: served", served.GIVES, served.page),
    _junk(1_000),
    _junk(10_000),
    Maker("many: 2 and 1", ("loops many", "many 2 / 1", "club minutes", "many 2 CPU", "many 1 CPU"), _many),
    Maker("many: index", ("club index s",), _indexed),
    *map(_games, GAMES),
    Maker("lengths: steps", tuple(f"steps {steps} {unit}" for steps in STEPS for unit in ("ms", "MB")), _steps),
)
