"""Why a bot has played so: every turn of a game has its sentence, which nothing that is hidden can change."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from referee.games import built_in, find
from referee.i18n.catalogue import languages
from referee.kernel.bot import GOOD, GREEDY
from referee.kernel.dice import stream
from referee.kernel.events import Event
from referee.kernel.game import AnyGame, PlayedTurn, asked_seats, complete_options
from referee.kernel.play import play
from tests.games.contract.playout import Table, advance, open_table
from tests.long_runs import of

WITH_BOTS = tuple(name for name in built_in() if find(name).bot is not None)


def turns(game: AnyGame, level: str, seats: int, seed: int = 1) -> Iterator[tuple[Table, PlayedTurn[object]]]:
    """A game of bots, each time with all that a seat does until another one is asked."""
    table, words = open_table(game, complete_options(game.info, seats, ()), seed), stream(b"reasons", str(seed))
    assert game.bot is not None
    while asked := asked_seats(game, table.state):
        seat, before, events = asked[0], table.state, list[Event]()
        while asked_seats(game, table.state)[:1] == (seat,) and len(events) < 1000:
            own = table.owners[seat].own(seat)
            assert own is not None
            order = game.bot(table.state, seat, own, words, level)
            played = play(game, table.state, seat, order.move, table.dealer, secret=order.secret)
            table = advance(table, (seat, order.move, order.secret), played)
            events += table.events
            if game.turn(before) != game.turn(table.state):
                break
        yield table, PlayedTurn(seat, before, table.state, tuple(events))


@pytest.mark.long
@pytest.mark.parametrize("level", [GREEDY, GOOD])
@pytest.mark.parametrize("name", WITH_BOTS)
def test_every_turn_of_a_game_has_its_sentence(name: str, level: str) -> None:
    game, said = find(name), dict[str, int]()
    assert game.reason is not None
    for _, turn in islice(turns(game, level, game.info.seats[-1]), of(60 if level == GREEDY else 30, None)):
        reason = game.reason(turn, level)
        said[reason.code] = said.get(reason.code, 0) + 1

        assert reason.code.startswith(f"{name}/why-")
        assert game.reason(turn, level) == reason
        for lang in languages():
            text = reason.told(lang)
            assert text and "{" not in text and "=" not in text and reason.code not in text
    assert len(said) > 3, said
    assert max(said.values()) < 0.8 * sum(said.values()), said
