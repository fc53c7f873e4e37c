"""What the sentences of the rules say beside what the rules do: numbers, and readings that no case can give."""

from __future__ import annotations

import pytest

from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.data import ARTILLERY, CAVALRY, INFANTRY, PENSION
from referee.games.civilization.moves import ORDERS, Attack, Choose
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.pack import shipped_components
from referee.games.civilization.rules.counting import EARLY
from referee.games.civilization.rules.technologies import benefits
from referee.games.civilization.state import replace, with_player
from referee.games.civilization.world import World, world_of
from referee.i18n import catalogue
from tests.games.civilization.positions import placed

LANGUAGES = ("en", "it")


def sentence(rule: str, lang: str) -> str:
    found = catalogue.catalogue_text("civilization", "rule", rule, lang)
    assert isinstance(found, str)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rule_of_values_tells_the_value_of_every_type(lang: str) -> None:
    parts = shipped_components()
    told = {f"{parts.name(kind, lang).lower()} {value}" for kind, value in world_of(parts).values.items() if value}

    assert len(told) == 4
    assert [each for each in sorted(told) if each not in sentence("CV 11.2", lang)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rule_of_the_early_end_tells_the_points_of_every_resource(lang: str) -> None:
    parts = shipped_components()
    told = [f"{parts.name(face, lang).lower()} {points}" for face, points in EARLY.items()]

    assert [each for each in told if each not in sentence("CV 20.1", lang)] == []


def test_a_choice_of_a_free_technology_gives_its_credits_where_none_is_on_offer() -> None:
    choice = fx.ChooseEffect(n=1, among=(fx.FreeTech(n=1, scope="earlier"), fx.GainEffect(n=10)))
    state = placed(2, "gan 1 o1\nhim 2 o1", frames=(f.Turn("pick"), f.BoxTurn(0, "top", (choice,))))
    state = with_player(state, 1, replace(state.players[1], technologies=tuple(state.world.technologies)))

    after = GAME.apply(state, 0, Choose(1), ()).state
    assert after.players[0].credits == state.players[0].credits + PENSION


def test_the_units_of_a_group_are_named_infantry_first() -> None:
    written = GAME.notation.format_order(Attack("gan", (ARTILLERY, INFANTRY, CAVALRY)))

    assert (written, ORDERS.parse(written)) == ("attack gan i+c+a", Attack("gan", (INFANTRY, CAVALRY, ARTILLERY)))


def test_a_wonder_that_brings_colonists_and_a_strike_brings_the_colonists_first() -> None:
    world = World(shipped_components())
    world.wonders["mnh"] = replace(world.wonders["mnh"], powers=(fx.FirstColonists(2), fx.Razing()), era=1)
    state = placed(2, "gan 1 o1\nhim 2 o1", frames=(f.Turn("end"),), world=world)
    tech = replace(world.technologies["mas"], wonders=("mnh",), gains=(), ends="")

    frames = benefits(state, 0, tech, []).frames
    assert [type(frame) for frame in frames[::-1]] == [f.PlaceColonists, f.StrikeChoice, f.Turn]
