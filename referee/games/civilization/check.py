"""What is true of every position; anything else is our bug.

Source: CV 1.3, CV 1.6, CV 2.1, CV 7.1, CV 10.2, CV 10.6, CV 14.1, CV 15.2; rulings G60, D49.
"""

from __future__ import annotations

from referee.games.civilization.data import COVERED, DESERT, FLEET, FOREST, MAX_LEVEL, MOUNTAIN
from referee.games.civilization.rules.money import homes
from referee.games.civilization.rules.places import has_rival
from referee.games.civilization.state import State, colonies_of, in_play
from referee.kernel.errors import BrokenState


def check(state: State) -> None:
    """Raise `BrokenState` unless pieces, cards, technologies and credits are as they may be."""
    _check_cards(state)
    _check_civilizations(state)
    _check_places(state)


def _check_cards(state: State) -> None:
    held = [player.card for player in state.players if player.card]
    everywhere = [*held, *state.pool, *([state.playing] if state.playing else [])]
    if len(set(everywhere)) != len(everywhere) or tuple(sorted(state.pool)) != state.pool:
        raise BrokenState("civilization/card-twice")
    if any(state.world.cards[card].era > state.era for card in everywhere):
        raise BrokenState("civilization/card-of-later-era")


def _check_civilizations(state: State) -> None:
    known = [code for player in state.players for code in player.technologies]
    if len(set(known)) != len(known):
        raise BrokenState("civilization/technology-twice")
    for code in known:
        tech = state.world.technologies[code]
        if tech.era > state.era or any(need not in known for need in tech.needs):
            raise BrokenState("civilization/technology-too-early", technology=code)
    wonders = [code for player in state.players for code in player.wonders]
    if len(set(wonders)) != len(wonders):
        raise BrokenState("civilization/wonder-twice")
    for seat, player in enumerate(state.players):
        if player.credits < 0 or player.credits % 5:
            raise BrokenState("civilization/credits-impossible", credits=player.credits)
        odd_for_nothing = player.credits % 10 and (homes(state, seat) or colonies_of(state, seat))
        if odd_for_nothing and state.frames:
            raise BrokenState("civilization/credits-impossible", credits=player.credits)
        for code in player.structures:
            structure = state.world.structures[code]
            if not state.era - 1 <= structure.era <= state.era or state.world.enabling[code] not in in_play(state):
                raise BrokenState("civilization/structure-impossible", structure=code)
        if len(set(player.structures)) != len(player.structures):
            raise BrokenState("civilization/structure-impossible", structure=player.structures[0])


def _check_places(state: State) -> None:
    lands, seas = state.world.lands, state.world.coasts
    numbers = [unit.number for unit in state.units]
    if len(set(numbers)) != len(numbers) or max(numbers, default=0) > state.made:
        raise BrokenState("civilization/unit-twice")
    for unit in state.units:
        if unit.place not in (seas if unit.kind == FLEET else lands) or has_rival(state, unit.seat, unit.place):
            raise BrokenState("civilization/unit-impossible", kind=unit.kind, place=unit.place)
        if not 1 <= unit.era <= state.era:
            raise BrokenState("civilization/unit-impossible", kind=unit.kind, place=unit.place)
    for place, town in state.towns.items():
        face = state.markers.get(place)
        most = 1 if face in (MOUNTAIN, FOREST) else MAX_LEVEL
        if place not in lands or not 1 <= town.level <= most or face == DESERT or has_rival(state, town.seat, place):
            raise BrokenState("civilization/settlement-impossible", place=place)
    for place, group in state.colonists.items():
        if place not in lands or group.count < 1 or has_rival(state, group.seat, place):
            raise BrokenState("civilization/colonists-impossible", place=place)
    for place, face in state.markers.items():
        if place not in lands or (face != COVERED and face not in dict(state.world.markers)):
            raise BrokenState("civilization/marker-impossible", place=place)
