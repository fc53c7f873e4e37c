"""One run from the command line: what is asked for is measured, kept and told."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime

from scripts.bench import recordings
from scripts.bench.machine import code, machine
from scripts.bench.rows import ROWS, SECTIONS, Row
from scripts.bench.run import Run, begin, go_on, keep
from scripts.bench.sources import sources_of
from scripts.bench.table import table

_INTERRUPTED = 130
_CLUB = 100


def measure(arguments: Namespace) -> int:
    """Measure what is asked for, print the table, and give the exit code: 130 if somebody stopped it before its end."""
    rows = chosen(arguments.only, arguments.without)
    arguments.games = arguments.games or _CLUB
    day = datetime.now(tz=UTC).date().isoformat()
    run = begin(arguments.json, Run(machine(arguments.peers), code(), day))
    exit_code = 0
    try:
        sources, missing = sources_of({reading for row in rows for reading in row.readings()}, arguments)
        run.missing |= missing
        if any(row in SECTIONS["audit"] for row in rows):
            run.games = {name: recordings.makeup(game()) for name, game in GAMES.items()}
        keep(arguments.json, run)
        go_on(run, rows, sources, arguments.rounds, arguments.json)
    except KeyboardInterrupt:  # what was measured until then is told
        exit_code = _INTERRUPTED
    for line in table(rows, run):
        print(line)
    return exit_code


GAMES = {"example": recordings.example, "long": recordings.long_game}


def chosen(only: str | None, without: str | None = None) -> list[Row]:
    """The rows with these ids, or all, but for those `without`. Exits if there is no such id."""
    known = {row.id for row in ROWS}
    wanted, left = (
        {name.strip().upper() for name in names.split(",")} if names else other
        for names, other in ((only, known), (without, set[str]()))
    )
    if strange := sorted((wanted | left) - known):
        raise SystemExit(f"no row {', '.join(strange)}; there are {', '.join(sorted(known))}")
    return [row for row in ROWS if row.id in wanted - left]
