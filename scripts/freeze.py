"""Keep what a version means, as digests: tests/frozen/playouts.json has 50 random games of each game and rules version,
tests/frozen/bots.json what programs of `referee.kernel.bot.VERSION` answer in them.

    scripts/freeze.py               add the versions that are missing; what stands there is never changed
    scripts/freeze.py --check       only say which are missing, or come out differently now
    scripts/freeze.py --game ur     write a finished game of each rules version of Ur that has none in tests/frozen,
                                    under test keys; --option NAME=VALUE is chosen in it

Exit 0 when all is kept, 1 when a version is missing or means something else, 2 when no game can be written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from scripts.environment import enter

    enter("requirements/dev.txt")

from referee.games import built_in, versions  # noqa: E402
from referee.kernel.errors import RefereeError  # noqa: E402
from referee.record.file_names import CHARTER  # noqa: E402
from referee.record.note import read_bundle  # noqa: E402
from referee.record.notes import Charter  # noqa: E402
from tests.games.contract import bot_digests, playout_digests  # noqa: E402
from tests.support.rehearse import open_match, play_out, sensible_order  # noqa: E402

FROZEN = ROOT / "tests" / "frozen"
"""Finished games that audit for ever; `games.json` has a digest of each."""


def keep(digested: ModuleType, otherwise: str, check: bool) -> bool:
    """Add what is missing, or with `check` only say so. Whether all is kept then."""
    table, found = digested.kept(), digested.every_version()
    missing = [name for name in found if name not in table]
    other = [name for name in found if name in table and digested.digests(found[name]) != table[name]]
    for name in other:
        print(f"{name}: {otherwise}", file=sys.stderr)
    for name in missing:
        print(f"{name}: {'missing' if check else 'added'}")
    if missing and not check:
        table.update({name: digested.digests(found[name]) for name in missing})
        digested.TABLE.write_text(json.dumps(dict(sorted(table.items())), indent=1) + "\n", "utf-8")
    return not other and not (missing and check)


def write_finished_games(name: str, options: Sequence[tuple[str, str]] = (), frozen: Path = FROZEN) -> list[str]:
    """Write a finished game of each rules version of a game that has none below `frozen`, and the digest of its files.
    Returns the folders.

    Raises:
        RefereeError: the game does not take these options.
    """
    table = frozen / "games.json"
    digests: dict[str, str] = json.loads(table.read_text("utf-8"))
    there = {version_of(frozen / folder) for folder in digests}
    written = []
    for game in versions(name):
        version = game.info.rules_version
        if (name, version) in there:
            continue
        files = finished_game(name, game.info.seats[0], version, options)
        folder = f"notes-1/{name}-{game.info.seats[0]}p-rules-{version}"
        for file, data in files.items():
            path = frozen / folder / "record" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        digests[folder] = digest_of(files)
        written.append(folder)
    if written:
        table.write_text(json.dumps(dict(sorted(digests.items())), indent=1) + "\n", "utf-8")
    return written


def finished_game(name: str, seats: int, version: int, options: Sequence[tuple[str, str]] = ()) -> dict[str, bytes]:
    """The files of a game that is played to its end under test keys and acknowledged; the same ones each time."""
    label = f"frozen {name} {version}"
    match = play_out(open_match(name, seats, label, options, version=version), label, policy=sensible_order)
    match.acknowledge()
    return match.files


def pair_of(text: str) -> tuple[str, str]:
    """Name and value of an option. Raises ValueError where there is no `=`."""
    name, mark, value = text.partition("=")
    if not mark:
        raise ValueError(f"an option is NAME=VALUE; got {text}")
    return name, value


def version_of(folder: Path) -> tuple[str, int]:
    """The game and the rules version of a finished game."""
    rules = read_bundle((folder / "record" / CHARTER).read_bytes())[-1].read(Charter).rules
    return rules.game, rules.version


def digest_of(files: Mapping[str, bytes]) -> str:
    """One digest of all files of a game."""
    return sha256(b"".join(f"{name} {len(files[name])}\n".encode() + files[name] for name in sorted(files))).hexdigest()


def main(arguments: list[str]) -> int:
    """Add, or with `--check` compare; with `--game` write finished games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="only say what is missing or comes out differently")
    way.add_argument("--game", choices=built_in(), help="write the finished games that this one lacks")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="chosen in a finished game")
    given = parser.parse_args(arguments)
    if given.game:
        try:
            written = write_finished_games(given.game, [pair_of(text) for text in given.option])
        except (RefereeError, ValueError) as error:
            parser.error(str(error))
        print(*[f"tests/frozen/{folder}: added" for folder in written] or ["nothing is missing"], sep="\n")
        return 0
    check = given.check
    rules = keep(playout_digests, "its games come out differently: that is a new rules version, not this one", check)
    bots = keep(bot_digests, "its programs answer otherwise: that is the next VERSION in referee/kernel/bot.py", check)
    return 0 if rules and bots else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
