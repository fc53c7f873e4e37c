"""What the programs of a release answer, as digests: `referee.kernel.bot.VERSION` means the same answers for ever.

`tests/frozen/bots.json` has, for each game, rules version and VERSION, a digest of each of its games between programs.
What stands there is never made again; `scripts/freeze.py` adds what is missing.
"""

from __future__ import annotations

from pathlib import Path

from referee.kernel.bot import GOOD, GREEDY, STRONG, VERSION, typed_order
from referee.kernel.canonical_json import canonical
from referee.kernel.dice import stream
from referee.kernel.game import AnyGame, Options
from referee.kernel.play import play
from tests.games.contract import playout_digests
from tests.games.contract.playout import advance, key_of, open_table, sets_of

GAMES = 12
"""Games of programs of each version, over its seat numbers, presets and options."""

WHOLE, BEGUN = 4, 16
"""Every fourth game is played to its end, of the others so many questions, each put to both of these levels."""

QUICK, SELDOM = (GREEDY, GOOD), 8
"""So seldom the strong one is asked beside them, where a game has one: it takes its time."""

TABLE = Path(__file__).parents[2] / "frozen" / "bots.json"


def kept() -> dict[str, list[str]]:
    """The digests by game, rules version and VERSION: `tigris 1 bot 1`."""
    return playout_digests.kept_in(TABLE)


def every_version() -> dict[str, AnyGame]:
    """Every game that programs play, under each of its rules versions, with what they are now: `tigris 1 bot 1`."""
    games = playout_digests.every_version().items()
    return {f"{name} bot {VERSION}": game for name, game in games if game.bot is not None}


def digests(game: AnyGame, games: int = GAMES) -> list[str]:
    """A digest of each game of a version: its options, and every answer as it is typed."""
    sets = sets_of(game.info)
    return [_digest(game, number, sets[number * 5 % len(sets)]) for number in range(games)]


def _digest(game: AnyGame, number: int, options: Options) -> str:
    """The seats are of both levels in turns. In a game that is only begun the other level is asked too."""
    assert game.bot is not None
    told = playout_digests.begun(options)
    table, key, whole = open_table(game, options, number), key_of(game, options, number), number % WHOLE == 0
    while game.requests(table.state) and (whole or len(table.orders) < BEGUN):
        seat = table.asked[0]
        own, chance, at = table.owners[seat].own(seat), f"bot {len(table.orders)}", (seat + number) % len(QUICK)
        assert own is not None
        asked = QUICK[at : at + 1] if whole else (*QUICK[at:], *QUICK[:at])
        if STRONG in game.levels and not whole and len(table.orders) % SELDOM == 2:
            asked = (*asked, STRONG)
        answers = [game.bot(table.state, seat, own, stream(key, chance), level) for level in asked]
        told.update(canonical([seat, *(typed_order(game, answer) for answer in answers)]))
        order = (seat, answers[0].move, answers[0].secret)
        table = advance(table, order, play(game, table.state, *order[:2], table.dealer, secret=order[2]))
    return playout_digests.short(told)
