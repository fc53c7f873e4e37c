"""Which orders are legal: counted in published positions, sampled, and told apart by what is known."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.games import find
from referee.games.tigris import GAME
from referee.games.tigris.board import LABELS, SPACE
from referee.games.tigris.legal import catastrophe_spaces, leader_spaces, legal_orders, tile_spaces
from referee.games.tigris.plain import from_json
from referee.games.tigris.state import State
from referee.kernel.dice import stream
from referee.kernel.goods import OwnGoods
from tests.games.tigris import reference_table
from tests.games.tigris.playing import options, random_game, start
from tests.support.sampler import random_order

POSITIONS = json.loads((Path(__file__).parent / "positions.json").read_text(encoding="utf-8"))["positions"]


def counts(state: State) -> dict[str, int]:
    """Legal orders by their first word, public facts only, and the number of orders that may follow them."""
    seat = GAME.requests(state)[0].seat
    found: Counter[str] = Counter()
    two = 0
    for move in GAME.legal_orders(state, seat, None):
        found[GAME.notation.format_order(move).split()[0]] += 1
        after = GAME.apply(state, seat, move, ()).state
        two += sum(1 for asked in GAME.requests(after) for _ in GAME.legal_orders(after, asked.seat, None))
    return {**dict(sorted(found.items())), "two orders": two}


def table_of(plain: dict[str, Any]) -> reference_table.Table:
    """A published position as a table of the slow reference."""
    kinds = {"T": "temple", "S": "settlement", "M": "market", "F": "farm", "#": "covered"}
    spots = [((r, c), sign) for r, row in enumerate(plain["rows"]) for c, sign in enumerate(row)]
    return reference_table.Table(
        seats=len(plain["hands"]),
        options=plain["setting"],
        river={place for place, sign in spots if sign in "~F"},
        tiles={place: kinds[sign] for place, sign in spots if sign in kinds},
        destroyed={place for place, sign in spots if sign == "x"},
        leaders={
            reference_table.spot(cell): (seat, role)
            for seat, of in enumerate(plain["leaders"])
            for role, cell in of.items()
        },
        treasures=set(map(reference_table.spot, plain["treasures"])),
        buildings={colour: reference_table.spot(cell) for colour, cell in plain["buildings"].items()},
        hands=list(plain["hands"]),
        catastrophes=list(plain["catastrophes_left"]),
        active=plain["active"],
    )


@pytest.mark.parametrize("position", POSITIONS, ids=[position["id"] for position in POSITIONS])
def test_the_orders_of_a_published_position_are_counted(position: dict[str, Any]) -> None:
    assert counts(from_json(position["state"])) == position["orders"]


@pytest.mark.parametrize("position", POSITIONS, ids=[position["id"] for position in POSITIONS])
def test_the_orders_of_a_published_position_are_those_of_the_reference(position: dict[str, Any]) -> None:
    state = from_json(position["state"])
    spelled = [GAME.notation.format_order(move) for move in legal_orders(state, state.active, None)]

    assert spelled == reference_table.actions(table_of(position["state"]))


def test_spaces_as_sets_are_the_spaces_of_the_list() -> None:
    state = from_json(POSITIONS[5]["state"])
    seat = state.active
    land, river = tile_spaces(state)
    listed: dict[str, set[str]] = {}
    for move in legal_orders(state, seat, None):
        words = GAME.notation.format_order(move).split()
        listed.setdefault(" ".join(words[:-1]), set()).add(words[-1])
    priests, kings, traders, farmers = leader_spaces(state, seat)
    sets = {
        "place temple": land,
        "place farm": river,
        "leader priest": priests,
        "leader king": kings,
        "leader trader": traders,
        "leader farmer": farmers,
        "catastrophe": catastrophe_spaces(state, seat),
    }

    for words, spaces in sets.items():
        assert {label for label in LABELS if SPACE[label] & spaces} == listed.get(words, set()), words


def test_an_own_hand_only_narrows_what_public_facts_allow() -> None:
    for turned in random_game(21, options(3, "buildings", "english")):
        own = turned.dealer.own(turned.seat)
        public = set(legal_orders(turned.before, turned.seat, None))
        assert set(legal_orders(turned.before, turned.seat, own)) <= public
        assert turned.move in public


@pytest.mark.parametrize("own", [None, OwnGoods(("farm", "farm", "temple", "temple", "temple", "temple"))])
def test_the_sampler_reaches_every_legal_order_and_no_other(own: OwnGoods | None) -> None:
    state = from_json(POSITIONS[3]["state"])
    words = stream(b"sampler", "words")
    drawn = {random_order(state, state.active, own, words) for _ in range(40_000)}

    assert drawn == set(legal_orders(state, state.active, own))


def test_the_sampler_answers_questions_too() -> None:
    seen = set()
    words = stream(b"sampler", "answers")
    for seed in range(12):
        for turned in random_game(seed, options(4, "buildings", "ziggurat"), keen=4):
            question = GAME.requests(turned.before)[0].question
            if question == "turn":
                continue
            answers = set(legal_orders(turned.before, turned.seat, None))
            if len(answers) < 5:
                drawn = {random_order(turned.before, turned.seat, None, words) for _ in range(60)}
                assert drawn == answers
                seen.add(question)

    assert seen >= {"monument", "treasure", "war"}


def test_no_large_table_is_built_at_import() -> None:
    """Start-up is most of a command's time."""
    start(options(2), 1)
    for name, module in sorted(sys.modules.items()):
        if name.startswith("referee.games.tigris"):
            for label, value in vars(module).items():
                if isinstance(value, dict | tuple | list | set | frozenset) and not label.startswith("__"):
                    assert len(value) <= 1000, f"{name}.{label}"


def test_positions_are_published_as_the_game_writes_them() -> None:
    first = find("tigris", 1)  # they were published before there were further options
    for position in POSITIONS:
        plain = json.loads(json.dumps(first.to_json(first.from_json(position["state"]))))
        assert plain == position["state"], position["id"]
        GAME.check(from_json(position["state"]))
