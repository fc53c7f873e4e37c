"""Random games beside a slow, literal second reading of the rulebook: every step agrees."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.tigris import GAME
from referee.games.tigris import frames as f
from referee.games.tigris.data import COLOURS
from referee.games.tigris.plain import to_json
from referee.games.tigris.state import State
from tests.games.tigris import reference as ref
from tests.games.tigris import reference_table
from tests.games.tigris.playing import OPTION_SETS, options, random_game, start
from tests.long_runs import of

GAMES = of(24, 96)
"""Three for each set of options, one for each number of seats and each sort of player; or twelve."""
ALL_ACTIONS_EVERY = 60
KEENNESS = (0, 4, 12)
"""Players at random make swaps, players keen on few choices wars, on many monuments and the ziggurat."""


def table_of(state: State) -> reference_table.Table:
    """The reference table of a game that has not begun."""
    setting = state.setting
    chosen = {key: getattr(setting, key) for key in ("board", "buildings", "ziggurat", "english", "agreement")}
    chosen |= {key: getattr(setting, key) for key in ("bag", "corners", "treasures")}
    return reference_table.lay_out(state.seat_count, chosen, state.active)


def ours(state: State) -> dict[str, Any]:
    plain = to_json(state)
    signs = {"T": "temple", "S": "settlement", "M": "market", "F": "farm", "#": "covered", "x": "destroyed"}
    return {
        "pieces": {
            (row, column): signs[sign]
            for row, line in enumerate(plain["rows"])
            for column, sign in enumerate(line)
            if sign in signs
        },
        "leaders": {(seat, role): cell for seat, of in enumerate(plain["leaders"]) for role, cell in of.items()},
        "treasures": sorted(plain["treasures"]),
        "monuments": plain["monuments"],
        "ziggurat": plain["ziggurat"],
        "buildings": plain["buildings"],
        "points": [dict(zip(COLOURS, points, strict=True)) for points in plain["points"]],
        "counts": (plain["treasures_won"], plain["hands"], plain["catastrophes_left"], plain["bag"]),
        "turn": (plain["active"], plain["action"]) if state.frames else None,
        "ended": plain["ended"],
    }


def theirs(table: reference_table.Table) -> dict[str, Any]:
    return {
        "pieces": {**table.tiles, **dict.fromkeys(table.destroyed, "destroyed")},
        "leaders": {who: reference_table.name(where) for where, who in table.leaders.items()},
        "treasures": sorted(map(reference_table.name, table.treasures)),
        "monuments": {monument: reference_table.name(where) for monument, where in table.monuments.items()},
        "ziggurat": reference_table.name(table.ziggurat) if table.ziggurat else None,
        "buildings": {colour: reference_table.name(where) for colour, where in table.buildings.items()},
        "points": table.points,
        "counts": (tuple(table.won), tuple(table.hands), tuple(table.catastrophes), table.bag),
        "turn": None if table.ended else (table.active, table.action),
        "ended": table.ended,
    }


def question(state: State) -> tuple[Any, ...] | None:
    """The open question in the words of the reference."""
    if not state.frames:
        return None
    request = GAME.requests(state)[0]
    told: tuple[Any, ...] = ()
    match state.frames[-1]:
        case f.Commit(colour, _, _, attack, defence, _, added):
            told = (colour, attack + (added or 0), defence)
        case f.ChooseWar(colours):
            told = colours
        case f.PlaceBuilding(colour, cells):
            told = (colour, *cells)
        case f.BuildMonument(colour, squares, names, crosses):
            told = (colour, squares, names, crosses)
        case f.TakeTreasures(_, count, first, others):
            told = (count, *first, *others)
    return request.seat, request.question, *told


@pytest.mark.parametrize("chosen", OPTION_SETS, ids=["-".join(names) or "base" for names in OPTION_SETS])
def test_every_step_of_random_games_agrees_with_the_reference(chosen: tuple[str, ...]) -> None:
    for seed in range(GAMES // len(OPTION_SETS)):
        setting = options(2 + seed % 3, *chosen)
        table = table_of(start(setting, seed)[0])
        talk = ref.game(table)
        asked = next(talk)
        last = None
        for number, turned in enumerate(random_game(seed, setting, keen=KEENNESS[(seed + seed // 3) % 3])):
            assert question(turned.before) == asked, (seed, number)
            if asked[1] == "turn" and number % ALL_ACTIONS_EVERY == seed % ALL_ACTIONS_EVERY:
                legal = GAME.legal_orders(turned.before, turned.seat, None)
                assert [GAME.notation.format_order(move) for move in legal] == reference_table.actions(table), (
                    seed,
                    number,
                )
            try:
                asked = talk.send(GAME.notation.format_order(turned.move).split())
            except StopIteration:
                asked = None
            assert ours(turned.after) == theirs(table), (seed, number, turned.move)
            last = turned.after
        assert asked is None and last is not None
        outcome = GAME.outcome(last)
        assert outcome is not None
        assert (outcome.reason, outcome.ranks) == (table.ended, ref.placings(table))


def test_the_reference_is_not_the_game_in_disguise() -> None:
    """A point counted wrongly in one of them is found."""
    setting = options(3)
    table = table_of(start(setting, 4)[0])
    talk = ref.game(table)
    next(talk)
    found = 0
    for turned in random_game(4, setting):
        try:
            talk.send(GAME.notation.format_order(turned.move).split())
        except StopIteration:
            break
        if turned.after.points != turned.before.points and not found:
            table.points[0]["blue"] += 1
            found += ours(turned.after) != theirs(table)

    assert found == 1
