"""A game of each kind twice, with other goods where nobody looks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from itertools import count

from referee import games
from referee.crypto.sealing import sealed_size
from referee.kernel.dice import Dice, below, stream
from referee.kernel.events import Revealed
from referee.kernel.game import piles_of
from referee.protocol.history.read_record import read_history
from referee.protocol.seating import Table
from referee.protocol.step.position import Position
from tests.games.contract.playout import option_sets
from tests.games.known import GAMES
from tests.support.rehearse import Match, open_match
from tests.table.signatures import checked_apart
from tests.table.small_games import asked, copy_of, order


def seats_of(game: str) -> int:
    return games.find(game).info.seats[-1]


def checked_again(files: Mapping[str, bytes]) -> str | None:
    """What the second checker finds in a record of any game, told which goods and seals the game has."""
    piles = table_of(files).piles
    bag = (piles[0].name, list(piles[0].labels())) if piles else ("", [])
    return checked_apart(files, bag, covers_of(files))


def covers_of(files: Mapping[str, bytes]) -> dict[str, tuple[int, int]]:
    """Pins and bytes of the seal for each question of a game that fixes them for itself."""
    positions: list[Position] = []
    read_history(files, watch=positions.append)
    requests = {request for position in positions for request in position.asked if request.pins}
    return {request.question: (request.pins, sealed_size(request.seal_blocks)) for request in requests}


def table_of(files: Mapping[str, bytes]) -> Table:
    table = read_history(files).table
    assert table is not None
    return table


HIDING = [name for name in GAMES if piles_of(games.find(name), option_sets(name)[0], Dice(bytes(32)))]


@cache
def worlds(game: str, steps: int = 8) -> tuple[Match, Match]:
    one = open_match(game, seats_of(game), "every world 0")
    seeds = (sha256(f"world {number}".encode()).digest() for number in count(1))
    others = (open_match(game, seats_of(game), "every world 0", hidden=seed) for seed in seeds)
    other = next(match for match in others if match.host.state == one.host.state)
    words = stream(sha256(game.encode()).digest(), "worlds")
    for _ in range(steps):
        common = sorted(open_orders(one) & open_orders(other)) if not one.host.over else []
        if not common:
            break
        text = common[below(words, len(common))]
        further = [order(copy_of(match), text) for match in (one, other)]
        if any(isinstance(event, Revealed) for match in further for event in match.host.events):
            continue  # a face that is turned up may differ, and says so
        one, other = further
    return one, other


def open_orders(match: Match) -> set[str]:
    """The orders the asked seat may give that have no secret part."""
    game, seat = match.table.game, match.table.seat(asked(match))
    own = match.players[asked(match)].knowledge.own(seat)
    legal = game.legal_orders(match.host.state, seat, own)
    return {game.notation.format_order(move) for move in legal if not game.secret(move)}
