"""Where the readings of `bench.py` come from: one function for each thing that is measured."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from referee.crypto import sshsig
from referee.games.tigris.board import COLUMNS, LABELS, ROW_COUNT, SPACE
from referee.games.tigris.legal import tile_spaces
from referee.games.tigris.state import State
from referee.table.reading.audit import audit
from referee.table.reading.history import read_history
from scripts.bench import stage
from scripts.bench.clock import ROOT, Readings, Source, cpu_of, rates, spawn
from scripts.bench.junk import junk_mails

REFEREE = (sys.executable, "-c", "from referee.cli.main import main; main()")
EMPTY = """\
import typer
app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None, add_completion=False)
@app.command()
def nothing(): pass
app()
"""
_COMMITS = 40
_SHORT, _MIDDLE = 10, 200


def sources_of(readings: set[str], arguments: Namespace) -> tuple[dict[str, Source], dict[str, str]]:
    """What must be measured for these readings, and for each reading that cannot be taken why."""
    chosen: dict[str, Source] = {}
    remarks: dict[str, str] = {}
    for give, make in _MAKERS:
        if readings & set(give):
            made = make(arguments)
            if isinstance(made, str):
                remarks |= dict.fromkeys(give, made)
            else:
                chosen[give[0]] = made
    return chosen, remarks


Make = Callable[[Namespace], Source | str]


# --- audits -----------------------------------------------------------------------------------------------------------


def _verify(files: list[stage.Signed]) -> None:
    for key, namespace, body, signature in files:
        sshsig.verify(key, namespace, body, signature)


def _in_process(name: str, game: Callable[[], stage.Files]) -> Make:
    def make(arguments: Namespace) -> Source:
        files = game()
        signed = stage.signed_notes(files)

        def source() -> Readings:
            audit_name = f"audit {name}".strip()
            return {
                audit_name: cpu_of(lambda: audit(files)),
                f"verify {name}".strip(): cpu_of(lambda: _verify(signed)),
                f"{audit_name} last": cpu_of(lambda: audit(files, last_signatures=True)),
            }

        return source

    return make


def _audit_command(arguments: Namespace) -> Source:
    folder = stage.write_record(stage.place() / "finished", stage.long_game())
    return lambda: {"audit command": spawn([*REFEREE, "audit", folder]).cpu}


def _git(arguments: Namespace) -> Source | str:
    repo = stage.signed_commits(_COMMITS)
    if repo is None:
        return "git, or ssh-keygen beside it, cannot sign here"
    commits = ["HEAD", *(f"HEAD~{back}" for back in range(1, _COMMITS))]
    times = len(stage.signed_notes(stage.long_game())) / _COMMITS
    return lambda: {"git": times * spawn(["git", "-C", repo, "verify-commit", *commits]).cpu}


def _minisign(arguments: Namespace) -> Source | str:
    if shutil.which("minisign") is None:
        return "minisign is not installed"
    signed = stage.minisigned()
    times = len(stage.signed_notes(stage.long_game()))
    return lambda: {
        "minisign": times * spawn(["minisign", "-V", "-q", "-p", signed / "key.pub", "-m", signed / "note"]).cpu
    }


# --- commands ---------------------------------------------------------------------------------------------------------


def _command(name: str, *command: str) -> Make:
    def make(arguments: Namespace) -> Source:
        def source() -> Readings:
            used = spawn([sys.executable, "-c", *command])
            return {name: used.cpu}

        return source

    return make


def _show(arguments: Namespace) -> Source:
    folder, _ = stage.running_game(_MIDDLE)
    home = stage.home_of("anna")

    def source() -> Readings:
        used = spawn([*REFEREE, "show", "--game", folder], REFEREE_HOME=str(home))
        return {"show": used.cpu, "show MB": used.peak}

    return source


def _receive(steps: int) -> Make:
    def make(arguments: Namespace) -> Source:
        at = steps or stage.steps_of(stage.long_game()) - 1
        folder, mail = stage.running_game(at)
        home = stage.home_of("anna")

        def source() -> Readings:
            used = spawn([*REFEREE, "receive", "--game", folder, mail], REFEREE_HOME=str(home))
            stage.forget_next(folder, at)
            name = f"receive {steps or stage.LONG}"
            return {name: used.cpu, f"{name} MB": used.peak}

        return source

    return make


def _junk(count: int) -> Make:
    def make(arguments: Namespace) -> Source:
        folder, _ = stage.running_game(_SHORT)
        mails, home = junk_mails(stage.place() / f"junk-{count}", count), stage.home_of("anna")

        def source() -> Readings:
            used = spawn([*REFEREE, "receive", "--game", folder, mails], REFEREE_HOME=str(home))
            return {f"junk {count}": used.cpu, f"junk {count} MB": used.peak}

        return source

    return make


# --- rules ------------------------------------------------------------------------------------------------------------


def _own_rates(arguments: Namespace) -> Source:
    command: list[str | Path] = [
        sys.executable,
        ROOT / "scripts" / "bench.py",
        "rates",
        "--seconds",
        str(arguments.seconds or 0.4),
    ]
    return lambda: rates(command)


def _peer(name: str) -> Make:
    def make(arguments: Namespace) -> Source | str:
        command: list[str | Path] = [
            arguments.peers,
            ROOT / "scripts" / "bench" / "peers.py",
            name,
            str(arguments.seconds or 0.4),
        ]
        if not rates([*command[:-1], "0.01"]):
            return f"{name} (its module cannot be imported by {arguments.peers}; see --peers)"
        return lambda: rates(command)

    return make


def _legality(arguments: Namespace) -> Source:
    # Both must give the same answer; test_the_naive_legality_finds_what_the_rules_find holds them.
    states = _positions()
    pictures = [picture_of(state) for state in states]

    def ours() -> None:
        for _ in range(20):
            for state in states:
                tile_spaces(state)

    def naive() -> None:
        for picture in pictures:
            naive_legality(*picture)

    return lambda: {"naive legality": cpu_of(naive), "legality": cpu_of(ours) / 20}


Cell = tuple[int, int]


def naive_legality(cells: Mapping[Cell, str], leaders: Iterable[Cell], barred: Iterable[Cell]) -> list[Cell]:
    """Every empty space that joins at most two kingdoms, as one writes it first: a dict of pieces and breadth first."""
    kingdom_of: dict[Cell, int] = {}
    standing = set(leaders)
    seen: set[Cell] = set()
    for start in cells:
        if start in seen:
            continue
        seen.add(start)
        queue, region = [start], []
        while queue:
            cell = queue.pop(0)
            region.append(cell)
            for beside in _beside(cell):
                if beside in cells and beside not in seen:
                    seen.add(beside)
                    queue.append(beside)
        if any(cell in standing for cell in region):
            kingdom_of |= dict.fromkeys(region, start[0] * 100 + start[1])
    closed = set(barred)
    spaces = [(row, column) for row in range(ROW_COUNT) for column in range(len(COLUMNS))]
    return [
        space
        for space in spaces
        if space not in cells
        and space not in closed
        and len({kingdom_of[beside] for beside in _beside(space) if beside in kingdom_of}) <= 2
    ]


def _beside(cell: Cell) -> list[Cell]:
    row, column = cell
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(r, c) for r, c in beside if 0 <= r < ROW_COUNT and 0 <= c < len(COLUMNS)]


def _positions() -> list[State]:
    states: list[State] = []
    read_history(stage.lively_game(), watch=lambda position: states.append(position.state))
    return states[::4]


def picture_of(state: State) -> tuple[dict[Cell, str], list[Cell], list[Cell]]:
    """A position as `naive_legality` takes it: pieces, leaders, destroyed spaces."""
    cells = {(number // 16, number % 16): label for number, label in enumerate(LABELS)}
    pieces = {cell: label for cell, label in cells.items() if SPACE[label] & state.pieces}
    leaders = [cell for cell, label in cells.items() if SPACE[label] & state.all_leaders]
    barred = [cell for cell, label in cells.items() if SPACE[label] & state.catastrophes]
    return pieces, leaders, barred


# --- many games -------------------------------------------------------------------------------------------------------


def _many(arguments: Namespace) -> Source:
    place, names = stage.short_games(arguments.games)
    command = [*REFEREE, "audit", *names]

    def source() -> Readings:
        two = spawn([*command, "--jobs", "2"], within=place)
        one = spawn([*command, "--jobs", "1"], within=place)
        default = spawn(command, within=place)
        return {
            "many 2 wall": two.wall,
            "many 1 wall": one.wall,
            "many default": default.cpu,
            "many serial": one.cpu,
            "many default MB": default.peak,
        }

    return source


def _more(arguments: Namespace) -> Source:
    place, names = stage.short_games(arguments.games)
    command = [*REFEREE, "audit", *(names * -(-arguments.more // arguments.games))]
    peak: list[float] = []

    def source() -> Readings:
        if not peak:  # once is enough: a peak does not vary as times do, and so many games take long
            peak.append(spawn(command, within=place).peak)
        return {"more MB": peak[0]}

    return source


_CHESS = tuple(f"python-chess {op}" for op in ("playout", "replay_move_validated"))
_GIN = tuple(f"gin_rummy {op}" for op in ("replay_move", "move_in_playout"))
_OURS = (
    *(f"referee {op}" for op in ("replay_move_validated", "playout", "playout_mask_policy")),
    "referee cards move_in_playout",
    "referee ur playout",
)
_MAKERS: tuple[tuple[tuple[str, ...], Make], ...] = (
    (("audit", "verify", "audit last"), _in_process("", stage.lively_game)),
    (("audit long", "verify long", "audit long last"), _in_process("long", stage.long_game)),
    (("audit command",), _audit_command),
    (("git",), _git),
    (("minisign",), _minisign),
    (("receive 500",), _receive(0)),
    (("receive 10",), _receive(_SHORT)),
    (_OURS, _own_rates),
    (_CHESS, _peer("chess")),
    (_GIN, _peer("gin_rummy")),
    (("naive legality", "legality"), _legality),
    (("pass",), _command("pass", "pass")),
    (("typer",), _command("typer", EMPTY)),
    (("version",), _command("version", REFEREE[2], "--version")),
    (("help",), _command("help", REFEREE[2], "--help")),
    (("show", "show MB"), _show),
    (("receive 200", "receive 200 MB"), _receive(_MIDDLE)),
    (("junk 1000", "junk 1000 MB"), _junk(1_000)),
    (("junk 10000", "junk 10000 MB"), _junk(10_000)),
    (("many 2 wall", "many 1 wall", "many default", "many serial", "many default MB"), _many),
    (("more MB",), _more),
)
