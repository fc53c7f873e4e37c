"""What views are compared with: `python -m tests.service.golden_views` writes them anew, to be read in review.

A view has thousands of values. A golden one holds all that is said, and of long lists their length, their first
entries, and a digest of all of them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from referee.kernel.requests import TURN
from referee.record.store import DataFolder
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from referee.service.views.view import View, view_table
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.support.rehearse import Match, open_match, steps_of

FOLDER = Path(__file__).with_name("golden")
GAMES = ("cards", "civilization", "tigris", "ur")
LANGUAGES = ("en", "it")
MOST_STEPS = 40
_FEW = 3
_LONG = 8


def table_of(folder: Path, match: Match, name: str, lang: str = "en") -> OpenTable:
    """A table of a game in memory, as somebody opens it."""
    place = folder / "game"
    if not place.is_dir():
        lay(place, match.files)
    return open_table(Reader(DataFolder(home_of(folder, name)), lang), place)


@cache
def moments(game: str) -> tuple[tuple[str, Match], ...]:
    """A turn, and the first question that is none, of a game."""
    turn = ("turn", running(game, 5))
    for match in islice(steps_of(open_match(game, 3, "door"), "door"), 5, MOST_STEPS - 1):
        request = match.host.request
        if request is not None and request.question not in (TURN, "box"):
            return turn, (request.question.replace(" ", "-"), match)
    return (turn,)


def views(folder: Path, game: str, lang: str) -> Iterator[tuple[str, View]]:
    """What is compared: each moment as the one who is asked sees it, and the first also with an order chosen."""
    for what, match in moments(game):
        table = table_of(folder / what, match, asked(match), lang)
        view = view_table(table)
        yield what, view
        if what == "turn":
            first = next(choice for choice in view.choices if choice.rank == "main" and not choice.stays)
            yield "chosen", view_table(table, [first.id])


def shortened(view: View) -> str:
    """A view as it is kept, one value a line."""
    found = msgspec.json.decode(msgspec.json.encode(view, order="deterministic"))
    found["stamp"] = "STAMP"
    if found["ask"] is not None:
        found["ask"]["digest"] = "DIGEST"
    found["table"]["since"] = "SINCE"
    for one in found["can"]["waited"]:
        one["since"] = "SINCE"
    return msgspec.json.format(msgspec.json.encode(_short(found)), indent=1).decode() + "\n"


def _short(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: _short(value) for name, value in found.items()}
    if not isinstance(found, list):
        return found
    parts = [_short(part) for part in found]
    if len(parts) <= _LONG:
        return parts
    return [f"{len(parts)}, {sha256(msgspec.json.encode(parts)).hexdigest()[:16]}", *parts[:_FEW]]


def main() -> None:
    """Write every golden view."""
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        for lang in LANGUAGES:
            with tempfile.TemporaryDirectory() as folder:
                for what, view in views(Path(folder), game, lang):
                    path = FOLDER / f"{game}-{what}-{lang}.json"
                    path.write_text(shortened(view), encoding="utf-8", newline="\n")
                    print(path.name, len(shortened(view)), file=sys.stderr)


if __name__ == "__main__":
    main()
