"""What the rules make of fixed seeds, as digests: a rules version means the same for ever.

`tests/frozen/playouts.json` has, for each game and rules version, a digest of each of its games. What stands there is
never made again; `scripts/freeze.py` adds what is missing.
"""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from referee.games import built_in, versions
from referee.kernel.canonical_json import canonical
from referee.kernel.events import event_words
from referee.kernel.game import AnyGame, Options
from tests.games.contract.playout import sets_of, tables
from tests.games.contract.promises import NAMES

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

SEEDS = 50
"""Random games of each version: the seat numbers, presets and options in turns."""

WHOLE, BEGUN = 5, 80
"""Every fifth game is played to its end, of the others so many orders: what comes late is rare, and costs most."""

TABLE = Path(__file__).parents[2] / "frozen" / "playouts.json"
_DIGITS = 12


def kept() -> dict[str, list[str]]:
    """The digests by game and rules version: `tigris 1`."""
    return kept_in(TABLE)


def kept_in(table: Path) -> dict[str, list[str]]:
    """The digests in a file, by what they are of."""
    found: dict[str, list[str]] = json.loads(table.read_text("utf-8"))
    return found


def every_version() -> dict[str, AnyGame]:
    """Every game that comes with the referee, under each of its rules versions, by `tigris 1`."""
    return {called(game): game for name in built_in() for game in versions(name)}


def called(game: AnyGame) -> str:
    """A game and its rules version as the table has it."""
    return f"{game.info.name} {game.info.rules_version}"


def digests(game: AnyGame, seeds: int = SEEDS) -> list[str]:
    """A digest of each of the random games of a version: options, orders, events, and the last state."""
    sets = sets_of(game.info)
    return [_digest(game, seed, sets[seed % len(sets)]) for seed in range(seeds)]


def _digest(game: AnyGame, seed: int, options: Options) -> str:
    told = begun(options)
    names, state = NAMES[: options.seats], None
    for table in islice(tables(game, options, seed), None if seed % WHOLE == 0 else BEGUN):
        for seat, move, secret in table.orders[-1:]:
            told.update(canonical([seat, game.notation.format_order(move), list(secret)]))
        told.update(canonical([event_words(event, names) for event in table.events]))
        state = table.state
    told.update(canonical(game.to_json(state)))
    return short(told)


def begun(options: Options) -> Hash:
    """The digest of a game with these options, of which nothing is told yet."""
    return sha256(canonical([options.seats, [list(pair) for pair in options.values]]))


def short(told: Hash) -> str:
    """As many digits of it as are kept."""
    return told.hexdigest()[:_DIGITS]
