"""Positions to draw: the set-up of a game with pieces put where a test wants them, and games played at random."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.moves import WISHES, CivilizationOrder
from referee.games.civilization.state import Group, State, Town, Unit, replace, with_player
from referee.kernel.dice import stream
from referee.kernel.game import complete_options
from referee.kernel.goods import Dealer
from referee.kernel.play import play
from referee.kernel.requests import Seat
from tests.games.contract.playout import open_table

NAMES = ("anna", "bert", "carl", "dora", "emma", "franz")


def begun(seats: int, seed: int = 1) -> State:
    """The first position of a game."""
    state: State = open_table(GAME, complete_options(GAME.info, seats, ()), seed).state
    return state


def pieces(text: str) -> tuple[dict[str, Town], dict[str, Group], tuple[Unit, ...]]:
    """Settlements, colonists and units from lines such as `gan 3 o2 +1 inf1 air4`: place, seat from 1, pieces."""
    towns: dict[str, Town] = {}
    groups: dict[str, Group] = {}
    units: list[Unit] = []
    for line in text.strip().splitlines():
        place, number, *parts = line.split()
        seat = int(number) - 1
        for part in parts:
            if part[0] == "o":
                towns[place] = Town(seat, int(part[1:]))
            elif part[0] == "+":
                groups[place] = Group(seat, int(part[1:]))
            else:
                units.append(Unit(len(units) + 1, part[:3], int(part[3:]), seat, place))
    return towns, groups, tuple(units)


def placed(seats: int, text: str, markers: str = "", **changes: object) -> State:
    """A position in the middle of a turn: these pieces, and the markers of a line such as `gan=wine gob=?`."""
    towns, groups, units = pieces(text)
    faces = dict(pair.split("=") for pair in markers.split())
    state = replace(
        begun(seats),
        towns=towns,
        colonists=groups,
        units=units,
        made=len(units),
        markers=faces,
        turn=seats,
        frames=(f.Turn("pick"), f.PickCard(0)),
        active=0,
        first=0,
        pool=("c101", "c103", "c110"),
    )
    for seat in range(seats):
        player = replace(state.players[seat], technologies=(), wonders=(), structures=(), card=f"c10{seat + 4}")
        state = with_player(state, seat, player)
    return replace(state, **changes)


def walk(seats: int, steps: int, seed: int) -> Iterator[tuple[State, Dealer, Seat]]:
    """The positions of a game in which everybody does something whenever it can: state, who knows all, who acts."""
    table = open_table(GAME, complete_options(GAME.info, seats, ()), seed)
    state, knowledge = table.state, table.dealer
    words = stream(b"civilization walk", str(seed))
    for _ in range(steps):
        asked = GAME.requests(state)
        if not asked:
            return
        seat = asked[0].seat
        yield state, knowledge, seat
        choice = [order for order in GAME.legal_orders(state, seat, None) if not isinstance(order, WISHES)]
        busy: list[CivilizationOrder] = [
            order for order in choice if GAME.notation.format_order(order) not in ("pass", "skip")
        ]
        able = busy or choice
        played = play(GAME, state, seat, able[next(words) % len(able)], knowledge)
        assert isinstance(played.knowledge, Dealer)
        state, knowledge = played.state, played.knowledge


def after(seats: int, steps: int, seed: int) -> State:
    """The position after so many orders of such a game."""
    return list(walk(seats, steps + 1, seed))[-1][0]
