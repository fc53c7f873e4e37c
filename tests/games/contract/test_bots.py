"""Programs that play: legal answers to every question of every game, from what their seat may see and nothing else."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from msgspec.structs import replace

from referee.games import built_in, find, versions
from referee.kernel.bot import GOOD, GREEDY, LEVELS, STRONG, VERSION, check_level
from referee.kernel.dice import below, shuffle, stream
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame, Options, Typed, complete_options
from referee.kernel.goods import Dealer, Owner, OwnGoods
from referee.kernel.play import play
from tests.games.contract.bot_digests import GAMES, digests, every_version, kept
from tests.games.contract.golden import order_of, version_with
from tests.games.contract.playout import Table, advance, next_order, open_table, sets_of
from tests.games.contract.promises import NAMES
from tests.games.contract.test_contract import chance
from tests.games.known import home
from tests.long_runs import of

WITH_BOTS = tuple(name for name in built_in() if find(name).bot is not None)
MOST = of(2, 10_000)
"""Positions looked at in a game of each set of options."""
EVERY = of(11, 19)
"""Between two of them lie so many orders."""


def answered(table: Table, seat: int, level: str) -> Typed[object]:
    """What the program of this game does at `seat`."""
    return answer_of(table, seat, level, table.owners[seat].own(seat))


def answer_of(table: Table, seat: int, level: str, own: OwnGoods | None) -> Typed[object]:
    """The same, from what it sees."""
    assert table.game.bot is not None and own is not None
    return table.game.bot(table.state, seat, own, stream(b"bot", f"{seat}"), level)


def level_of(table: Table, looked: int) -> str:
    """The level that is asked at a position: now and then the strong one, which takes its time."""
    strong = STRONG in table.game.levels and looked % of(40, 20) == 1
    return STRONG if strong else (GREEDY, GOOD)[looked % 2]


@cache
def positions(game: AnyGame, options: Options) -> tuple[Table, ...]:
    """Positions of a game in which now and then an order is a program's, from the set-up on."""
    return tuple(islice(_positions(game, options), 0, MOST * EVERY, EVERY))


def _positions(game: AnyGame, options: Options) -> Iterator[Table]:
    table, words = open_table(game, options, 77), chance(f"bots {options}")
    while game.requests(table.state):
        yield table
        seat = table.asked[below(words, len(table.asked))]
        if below(words, 8):
            order, played = next_order(table, words)
        else:
            done = answered(table, seat, (GREEDY, GOOD)[below(words, 2)])
            order = (seat, done.move, done.secret)
            played = play(game, table.state, seat, done.move, table.dealer, secret=done.secret)
        table = advance(table, order, played)


def everywhere(name: str) -> Iterator[tuple[Table, int]]:
    """Every seat that is asked, at positions of every rules version and every set of options; in a short run the sets
    are shared out among the versions.
    """
    known = versions(name)
    for at, game in enumerate(known):
        for options in sets_of(game.info)[of(at, 0) :: of(len(known), 1)]:
            for table in positions(game, options):
                yield from ((table, seat) for seat in table.asked)


@pytest.mark.parametrize("name", WITH_BOTS)
def test_what_a_program_answers_is_legal_and_the_same_again(name: str) -> None:
    looked = 0
    for looked, (table, seat) in enumerate(everywhere(name), 1):
        level = level_of(table, looked)
        order = answered(table, seat, level)

        assert order.move in table.legal(seat), (level, order)
        play(table.game, table.state, seat, order.move, table.dealer, secret=order.secret)
        assert answered(table, seat, level) == order
    assert looked > 10


@pytest.mark.parametrize("name", WITH_BOTS)
def test_a_level_is_offered_where_the_game_has_it(name: str) -> None:
    levels = find(name).levels

    assert levels == LEVELS[: len(levels)]
    for level in levels:
        check_level(level, levels)
    with pytest.raises(Unreadable):
        check_level("best", levels)


def elsewhere(table: Table, seat: int, words: Iterator[int]) -> Dealer:
    """Another world that looks the same to `seat`: the hands of all others, what lies face down and what is undrawn are
    dealt anew, each from what this seat has not seen.
    """
    dealer, own = table.dealer, table.dealer.own(seat)
    seen = {place for place, _ in own.covered}
    unseen = [kind for at, hand in enumerate(dealer.hands) if at != seat for kind in hand]
    unseen += [kind for place, kind in dealer.covered if place not in seen]
    unseen += [kind for pile in dealer.piles for kind in pile.kinds[pile.drawn :]]
    mixed = [unseen[at] for at in shuffle(next(words).to_bytes(8, "big"), "worlds", len(unseen))]
    hands = tuple(
        hand if at == seat else tuple(sorted(mixed.pop() for _ in hand)) for at, hand in enumerate(dealer.hands)
    )
    covered = tuple((place, kind if place in seen else mixed.pop()) for place, kind in dealer.covered)
    piles = tuple(
        replace(pile, kinds=(*pile.kinds[: pile.drawn], *(mixed.pop() for _ in pile.kinds[pile.drawn :])))
        for pile in dealer.piles
    )
    return replace(dealer, hands=hands, covered=covered, piles=piles)


@pytest.mark.parametrize("name", [name for name in WITH_BOTS if name != "ur"])  # Ur hides nothing
def test_what_a_seat_cannot_see_changes_no_answer(name: str) -> None:
    """Two worlds that differ in everything the seat does not see: other hands, the bag, what lies face down."""
    words, differed = chance("elsewhere"), 0
    for looked, (table, seat) in enumerate(everywhere(name), 1):
        level, other = level_of(table, looked), elsewhere(table, seat, words)
        here, there = (answer_of(table, seat, level, dealer.own(seat)) for dealer in (table.dealer, other))
        differed += other != table.dealer

        assert here == there
    assert differed > 10


def test_every_game_has_the_digests_of_its_programs() -> None:
    assert (set(every_version()) - set(kept()), {len(row) for row in kept().values()}) == (set(), {GAMES})


@pytest.mark.parametrize("version", sorted(every_version()))
def test_programs_of_one_version_answer_as_ever(version: str) -> None:
    """Red? Who has joined with a program is promised its answers: raise VERSION, then `scripts/freeze.py`."""
    games = of(1, GAMES)

    assert digests(every_version()[version], games) == kept()[version][:games]


def test_programs_answer_as_ever_since_the_version_that_their_game_names() -> None:
    for name, game in every_version().items():
        now, _, _ = name.rpartition(" ")
        for version in range(max(dict(game.since).values(), default=1), VERSION):
            assert kept()[f"{now} {version}"] == kept()[name], (name, version)


Known = tuple[AnyGame, object, Dealer]


def golden(name: str) -> Iterator[Known]:
    """Every position of the golden games of a game, with what the referee knows there."""
    for path in sorted((home(name) / "golden").glob("*.txt")):
        text = path.read_text("utf-8")
        if name == "tigris":
            game, turned = find(name), importlib.import_module("tests.games.tigris.playthrough").orders(path.stem)
            yield from ((game, one.before, one.dealer) for one in turned)
        else:
            yield from _retold(name, text)


def _retold(name: str, text: str) -> Iterator[Known]:
    lines = text.split("\n")
    head = dict(line.split(": ", 1) for line in lines[2:5])
    chosen = [value.partition("=") for value in head["options"].split()]
    game = version_with(name, {option for option, _, _ in chosen})
    options = complete_options(game.info, int(head["seats"]), [(option, value) for option, _, value in chosen])
    table = _first(name, game, options, int(head["seed"]))
    for line in lines:
        if line.partition("> ")[0] in NAMES and "> " in line:
            yield game, table.state, table.dealer
            seat, move, secret = order_of(table, line)
            played = play(game, table.state, seat, move, table.dealer, secret=secret)
            table = advance(table, (seat, move, secret), played)


def _first(name: str, game: AnyGame, options: Options, seed: int) -> Table:
    table = open_table(game, options, seed, seed.to_bytes(32, "big"))
    if name != "cards":
        return table
    state, dealer = importlib.import_module("tests.games.cards.playing").start(options, seed)
    owners = tuple(Owner(at, hand) for at, hand in enumerate(dealer.hands))
    return dataclasses.replace(table, state=state, dealer=dealer, owners=owners)


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_BOTS)
def test_at_every_position_of_the_golden_games_an_answer_is_legal(name: str) -> None:
    looked = 0
    for game, state, dealer in golden(name):
        looked += 1
        for seat in {request.seat for request in game.requests(state)}:
            for level in (GREEDY, GOOD):
                assert game.bot is not None
                order = game.bot(state, seat, dealer.own(seat), chance("golden"), level)

                assert order.move in set(game.legal_orders(state, seat, dealer.own(seat)))
                play(game, state, seat, order.move, dealer, secret=order.secret)
    assert looked > 100
