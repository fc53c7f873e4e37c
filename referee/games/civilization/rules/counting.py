"""Splendore, the final count, and what an early end adds.

Source: CV 17.3, CV 17.4, CV 18.1 to CV 18.3, CV 20.1; rulings G47, G54, G55, G57, D32, D51, D52.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.civilization import events as e
from referee.games.civilization.data import LAST_ERA, PRODUCTION
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.state import State, exploited_territories, replace, with_player, working
from referee.kernel.events import Event
from referee.kernel.game import Outcome, outcome_of
from referee.kernel.requests import Seat


def outcome(state: State) -> Outcome | None:
    """The result, or None while the game runs: most victory points win, equal ones share the place."""
    if not state.ended or state.frames:
        return None
    return outcome_of(state.ended, [(player.points,) for player in state.players])


FIELDS = ("happiness", "settlements", "technologies")
POINTS = (3, 2, 1)
EARLY = {"coal": 3, "rare": 3, "oil": 3, "gems": 1, "iron": 1}
"""Points of an exploited resource when the players stop early (CV 20.1)."""


def happiness(state: State, seat: Seat) -> int:
    """Faces of structures and of wonders of the current era (CV 18.2)."""
    faces = sum(state.world.structures[code].happy for code in state.players[seat].structures)
    return faces + sum(wonder.total(fx.Happy) for wonder in working(state, seat))


def production(state: State, seat: Seat) -> int:
    """Production symbols of structures, of wonders of the current era, and of exploited markers (CV 13.7)."""
    made = sum(state.world.structures[code].production for code in state.players[seat].structures)
    made += sum(wonder.total(fx.Production) for wonder in working(state, seat))
    return made + markers(state, seat, PRODUCTION)


def markers(state: State, seat: Seat, face: str) -> int:
    """How many markers with this face a seat exploits (CV 13.8)."""
    return sum(state.markers.get(place) == face for place in exploited_territories(state, seat))


def levels(state: State, seat: Seat) -> int:
    """The levels of all settlements of a seat."""
    return sum(town.level for town in state.towns.values() if town.seat == seat)


def points_for(numbers: Sequence[int], setting_ranking: str = "dense", *, zero: bool = False) -> tuple[int, ...]:
    """Points for the places of one field: 3, 2, 1; equal numbers share a place.

    Source: CV 18.3; rulings G54, G55.
    """
    ranked = sorted(set(numbers), reverse=True)
    found = []
    for number in numbers:
        place = ranked.index(number) if setting_ranking == "dense" else sum(other > number for other in numbers)
        found.append(POINTS[place] if place < len(POINTS) and (number or zero) else 0)
    return tuple(found)


def fields(state: State, face: Seat | None = None) -> tuple[tuple[int, ...], ...]:
    """The three numbers of all seats; `face` has a face more (ruling D32)."""
    seats = range(state.seats)
    return (
        tuple(happiness(state, seat) + (seat == face) for seat in seats),
        tuple(levels(state, seat) for seat in seats),
        tuple(len(state.players[seat].technologies) for seat in seats),
    )


def count(state: State, face: Seat | None, log: list[Event]) -> State:
    """The state after a count."""
    setting = state.setting
    for name, numbers in zip(FIELDS, fields(state, face), strict=True):
        won = points_for(numbers, setting.ranking, zero=setting.zero_scores)
        for seat, (number, points) in enumerate(zip(numbers, won, strict=True)):
            log.append(e.Counted(seat, name, number, points))
            state = _plus(state, seat, points)
    return state


def _plus(state: State, seat: Seat, points: int) -> State:
    player = state.players[seat]
    return with_player(state, seat, replace(player, points=player.points + points)) if points else state


def bonuses(state: State, seat: Seat) -> tuple[tuple[str, int], ...]:
    """What the end adds to a count: (source, points) (CV 17.3)."""
    world, player = state.world, state.players[seat]
    return (
        ("wonders", len(player.wonders)),
        ("seminal", 4 * sum(world.technologies[code].seminal for code in player.technologies)),
        ("plague", player.plagues),
    )


def early(state: State, seat: Seat) -> int:
    """What is added if the players stop before the end.

    Source: CV 20.1; rulings G57, D51, D52.
    """
    world, player = state.world, state.players[seat]
    structures = [world.structures[code] for code in player.structures]
    found = sum(one.happy + one.production for one in structures if one.era > 2)
    found += markers(state, seat, PRODUCTION)
    for face, points in EARLY.items():
        worth = 1 if face == "coal" and state.era == LAST_ERA else points
        found += worth * markers(state, seat, face)
    return found + player.credits // 50


def final(state: State, log: list[Event], *, is_early: bool = False) -> State:
    """The state after the last count."""
    state = count(state, None, log)
    for seat in range(state.seats):
        added = bonuses(state, seat) + ((("early", early(state, seat)),) if is_early else ())
        for why, points in added:
            if points:
                log.append(e.Bonus(seat, why, points))
                state = _plus(state, seat, points)
    return state


def leads(state: State, seat: Seat) -> bool:
    """Whether nobody would have more if the last count were made now (ruling D17)."""
    ended = final(state, [])
    return ended.players[seat].points == max(player.points for player in ended.players)
