"""Standing answers of Civilization: what decides little is answered by public facts and one's own lines."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.policy import answer, format_policy, parse_policy
from referee.games.civilization.state import State, replace, with_player
from referee.kernel.errors import Unreadable
from referee.kernel.goods import OwnGoods
from referee.kernel.sentence import Sentence
from tests.games.civilization.positions import placed

TOWNS = "gan 1 o1 +2 inf1\nhim 1 o2 inf1\nita 2 o1 inf1"
BUILDS, GROWS = fx.BuildEffect(n=1, off=0), fx.GrowEffect(n=1, off=0)
EITHER = fx.ChooseEffect(n=1, among=(GROWS, BUILDS))
TECHS, LAST = fx.BuyTech(n=1, off=0), fx.GainEffect(n=10)


def asked(*frames: f.AnyFrame, markers: str = "", credits_: int = 40, **changes: Any) -> State:
    """Anna is asked by the last of these frames; she has so many credits, and knows these technologies."""
    known = tuple(changes.pop("known", "").split())
    changes = {"playing": "c105", "pool": ("c101", "c103"), **changes}
    state = placed(2, TOWNS, markers, frames=(f.Turn("pick"), *frames), **changes)
    return with_player(state, 0, replace(state.players[0], credits=credits_, technologies=known))


def box(*effects: fx.BoxEffect, **given: Any) -> State:
    return asked(f.BoxTurn(0, "bottom", effects), **given)


def answers(state: State, *lines: str, seat: int = 0) -> str | None:
    """The order, a refusal's code with a stroke before it, or None."""
    said = answer(state, seat, OwnGoods(()), parse_policy(state.world, lines))
    if said is None or isinstance(said, Sentence):
        return said and f"- {said.code}"
    assert said in set(GAME.legal_orders(state, seat, OwnGoods(())))
    return GAME.notation.format_order(said)


@pytest.mark.parametrize(
    ("state", "line", "expected"),
    [
        (asked(f.PickCard(0)), "pick c102 c103 c101", "pick c103"),
        (asked(f.PickCard(0)), "pick c102", "- civilization/policy-pick"),
        (asked(f.PickCard(0)), "decline box peek strike symbol", None),
        (box(TECHS), "decline box", "pass"),
        (box(TECHS, LAST), "decline box", "skip"),
        (box(TECHS), "decline peek", None),
        (box(TECHS), "decline box but c101", "pass"),
        (box(TECHS), "decline box but c101 c105", "- civilization/policy-ask"),
        (box(TECHS), "tech 40 mas pot", "tech mas"),
        (box(TECHS), "tech 19 pot mas", "tech mas"),
        (box(TECHS), "tech 14 mas", "pass"),
        (box(TECHS, credits_=10), "tech 40 pot", "pass"),
        (box(fx.FreeTech(n=1, scope="offer")), "tech 0 pot mas", "tech pot"),
        (asked(f.FreeTechnology(0)), "tech 0 cvl pot", "tech pot"),
        (asked(f.FreeTechnology(0)), "tech 0 cvl", "- civilization/policy-tech"),
        (box(BUILDS, known="bur law"), "best build", "build crt"),
        (box(BUILDS, known="bur"), "best grow", None),
        (box(EITHER, known="bur"), "best build", "choose 2"),
        (box(fx.ChooseEffect(n=1, among=(TECHS, GROWS))), "best build", None),
        (box(EITHER, known="bur"), "decline box", "pass"),
        (box(fx.Colonists(n=2)), "best colonist", "colonist him"),
        (box(fx.Colonists(n=2)), "decline box", "pass"),
        (asked(f.PlaceColonists(0, 1), markers="gan=wine him=oil"), "best colonist", "colonist him"),
        (asked(f.PlaceColonists(0, 1)), "best place grow", None),
        (asked(f.Spy(0), markers="nil=?"), "decline peek", "pass"),
        (asked(f.StrikeChoice(0)), "decline symbol", None),
        (asked(f.NameSymbol(0), symbol="wine"), "decline symbol", "pass"),
    ],
)
def test_each_line_answers_its_question_and_no_other(state: State, line: str, expected: str | None) -> None:
    assert answers(state, line) == expected


def test_the_upper_box_is_always_ones_own() -> None:
    state = asked(f.BoxTurn(0, "top", (TECHS,)))

    assert answers(state, "decline box peek strike symbol", "tech 40 mas") is None


def test_a_free_unit_goes_where_a_resource_is_unused_and_nobody_stands_and_never_to_its_own_loss() -> None:
    unit = f.PlaceUnit(0, "inf", 1)
    near = sorted(order.place for order in GAME.legal_orders(asked(unit), 0, OwnGoods(())) if hasattr(order, "kind"))
    free = next(place for place in near if place not in ("gan", "him", "ita"))

    assert answers(asked(unit, markers=f"{free}=wine"), "best place") == f"place inf {free}"
    for face in ("?", "desert", "production"):
        assert answers(asked(unit, markers=f"{free}={face}"), "best place") == "- civilization/policy-places"


def test_of_answers_at_once_each_is_given_for_its_own_seat_alone() -> None:
    state = asked(
        f.Together((f.BoxTurn(0, "bottom", (fx.Colonists(n=1),)), f.BoxTurn(1, "bottom", (fx.Colonists(n=1),))))
    )

    assert [answers(state, "best colonist", seat=seat) for seat in (0, 1)] == ["colonist him", "colonist ita"]


def test_lines_of_what_is_best_and_what_is_declined_add_up_and_have_one_spelling() -> None:
    world = box(TECHS).world
    lines = ("best grow", "decline symbol but c101", "best colonist", "decline box", "pick c101", "pick c102")

    assert format_policy(world, parse_policy(world, lines)) == (
        "pick c102",
        "decline box symbol but c101",
        "best colonist grow",
    )


@pytest.mark.parametrize(
    "line",
    [
        *(
            "pick",
            "pick c999",
            "pick c101 c101",
            "pick c101 c102 c103 c104 c105 c106 c107 c108",
            "decline",
            "decline all",
        ),
        *(
            "decline but c101",
            "decline box but",
            "decline box but mas",
            "tech mas",
            "tech 040 mas",
            "tech 40",
            "tech -1 mas",
        ),
        *("tech 1000 mas", "tech 40 ²", "best", "best town", "buy mas", "", "pass box"),
    ],
)
def test_any_other_line_is_refused_with_one_that_is_right(line: str) -> None:
    world = box(TECHS).world
    with pytest.raises(Unreadable) as refused:
        parse_policy(world, (line,))

    assert refused.value.said.code == "policy-form"
    right = str(refused.value.said.values["example"]).split(", ")
    assert format_policy(world, parse_policy(world, tuple(right))) == tuple(right)
