"""The positions that `typed.toml` names, by game and name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from referee.games.cards import cases as cards
from referee.games.cards.data import DYNASTIES
from referee.games.civilization import GAME as CIVILIZATION
from referee.games.civilization import cases as civilization
from referee.games.tigris import GAME as TIGRIS
from referee.games.ur import GAME as UR
from referee.games.ur import cases as ur
from referee.kernel.game import AnyGame
from referee.protocol.history.read_record import read_history
from referee.protocol.step.position import Position
from tests.games.tigris.playing import options, start
from tests.games.tigris.playing import position as drawn


def _tigris(grid: str, order: str, **options: str) -> Any:
    state = drawn({"grid": [row.split() for row in grid.split("/")], "opts": options})
    return TIGRIS.apply(state, state.active, TIGRIS.notation.parse_order(order), ()).state


def _cards(*orders: str, **start: Any) -> Any:
    from referee.games.cards import GAME

    state = cards.state_of(cards.Given(**start))
    for line in orders:
        name, _, text = line.partition(": ")
        order = GAME.notation.parse_order(text)
        state = GAME.apply(state, DYNASTIES.index(name), order, (("C-D", "red"),)).state
    return state


def _civilization(*orders: str, **fields: Any) -> Any:
    begun = civilization.position_of(civilization.Given(**fields))
    assert not isinstance(begun, dict)
    state = begun.state
    for line in orders:
        name, _, text = line.partition(": ")
        order = CIVILIZATION.notation.parse_order(text)
        state = CIVILIZATION.apply(state, civilization.PLAYERS.index(name), order, ()).state
    return state


_KNOWN = {"A": ("mas", "alp", "pot", "brz", "whe", "mys"), "B": ("mat", "trd")}
_LANDS: dict[str, Any] = {
    "technologies": _KNOWN,
    "towns": {"A": {"gan": 1, "prs": 1}, "B": {"cha": 1}},
    "credits": {"A": 60},
    "colonists": {"A": {"gan": 1, "mek": 1}},
    "units": {"A": ["gan:i1", "him:c1", "ben:f1"]},
}
_AFRICA: dict[str, Any] = {
    "technologies": {"A": ("alp", "hor"), "B": ("mat", "trd")},
    "towns": {"A": {"gal": 1, "ita": 1, "sah": 1}, "B": {"prs": 1}},
    "credits": {"A": 60},
    "colonists": {"A": {"ita": 3, "gal": 3, "eup": 1}},
    "units": {"A": ["sah:c1", "ngr:i1", "atl:i1"]},
}


def _ur(*orders: str, **fields: Any) -> Any:
    state = ur.state_of(ur.Given(**fields))
    for text in orders:
        state = UR.apply(state, state.seat, UR.notation.parse_order(text), ()).state
    return state


@cache
def _played(example: str) -> tuple[Position, ...]:
    """Every position of an example, the deal first."""
    seen: list[Position] = []
    record = Path(__file__).parents[2] / "examples" / example / "record"
    read_history({path.name: path.read_bytes() for path in record.iterdir()}, watch=seen.append)
    return tuple(seen)


def _mailed(game: AnyGame, step: int, *orders: str) -> Any:
    """The position of the example of a game after this step and these orders."""
    state = _played(_EXAMPLES[game.info.name])[step].state
    for text in orders:
        seat = game.requests(state)[0].seat
        state = game.apply(state, seat, game.notation.parse_order(text), ()).state
    return state


_EXAMPLES = {"tigris": "tigris-4p", "cards": "cards-2p", "ur": "ur-3p", "civilization": "civilization-2p"}
_TWO = {"columns": {"C": "*<lion.priest> g g r<lion.trader> b", "D": "* k<bull.priest> g r<bull.trader> b"}}
_SHORT = {"hands": {"X": "A/T"}, "cubes": {"X": {"b3": 3, "a3": 5, "b2": 5, "f1": 1, "e1": 5}}}

POSITIONS = {
    "tigris": {
        "turn": lambda: start(options(4), 3)[0],
        "commit": lambda: _tigris("K2 t .", "leader king C1"),
        "monument": lambda: _tigris("m m . / m . .", "place market B2"),
        "monuments": lambda: _tigris("s s s / s . s", "place settlement B2"),
        "building": lambda: _tigris("s . s", "place settlement B1", buildings="yes"),
        "ziggurat": lambda: _tigris(". m . / m . m / . m .", "place market B2", ziggurat="yes"),
        "treasure": lambda: _tigris("t* . t* / T1 . .", "place settlement B1"),
        "temples": lambda: _tigris("t t . / t . .", "place temple B2"),
        "other war": lambda: _tigris("t F1 t . t F2 t / P1 . . . . . P2", "place settlement D1"),
        "war": lambda: _tigris("t T1 m . m T2 t / K1 . . . . . K2", "place settlement D1"),
    },
    "cards": {
        "turn": lambda: _cards(),
        "commit": lambda: _cards("lion: leader king A1", columns={"A": "* r g<bull.king>"}),
        "score": lambda: _cards("lion: card green A", columns={"A": "* r<lion.trader>"}),
        "war": lambda: _cards("lion: connect C-D", **_TWO),
        "convert": lambda: _cards(
            "lion: leader king A1", "lion: commit 0", "bull: commit 0", columns={"A": "* r g<bull.king>"}
        ),
        "swap": lambda: _cards("lion: connect C-D", columns={"C": "* r<lion.trader> g k", "D": "* k k k"}),
        "ship": lambda: _cards("lion: card blue A", columns={"A": "* b b b b"}),
        "income": lambda: _cards("lion: pass", columns={"A": "* S(bk) S(bg) k<lion.farmer> r<lion.trader>"}),
    },
    "civilization": {
        "card": lambda: _civilization(setup=civilization.Setup()),
        "settle": lambda: _civilization("A: take c106", setup=civilization.Setup()),
        "units": lambda: _civilization(card="c106", **_LANDS),
        "moves": lambda: _civilization("A: skip", card="c106", **_LANDS),
        "buying": lambda: _civilization(card="c104", **_LANDS),
        "technology": lambda: _civilization(card="c109", **_LANDS),
        "choice": lambda: _civilization(card="c110", **_LANDS),
        "sea": lambda: _civilization("A: choose 1", card="c110", **_LANDS),
        "air": lambda: _civilization(card="c404", **{**_LANDS, "era": 4, "technologies": {"B": ("fli",)}}),
        "announcing": lambda: _civilization(card="c303", stage="card", wonders={"A": ("mag",)}, **{**_LANDS, "era": 3}),
        "colonists": lambda: _civilization(card="c107", **_LANDS),
        "founding": lambda: _civilization(card="c107", stage="bottom", **_LANDS),
        "building": lambda: _civilization(card="c108", **_LANDS),
        "ways": lambda: _civilization(card="c108", stage="bottom", **_LANDS),
        "growing": lambda: _civilization(card="c203", **{**_LANDS, "era": 2, "technologies": {"A": ("cns",)}}),
        "renewal": lambda: _civilization(
            card="c301", stage="bottom", **{**_LANDS, "era": 3, "technologies": {"B": ("gun",)}}
        ),
        "symbol": lambda: _civilization(card="c302", stage="card", wonders={"A": ("mag",)}, **{**_LANDS, "era": 3}),
        "peek": lambda: _civilization(
            card="c103", stage="start", wonders={"A": ("ora",)}, covered={"him": "wine", "gob": "iron"}, **_LANDS
        ),
        "strike": lambda: _civilization(card="c103", stage="start", wonders={"A": ("mnh",)}, **{**_LANDS, "era": 4}),
        "picking": lambda: _civilization(stage="pick", pool=("c104", "c105", "c108", "c109"), **_LANDS),
        "posting": lambda: _civilization(
            card="c104", stage="start", wonders={"A": ("pyr",)}, waiting={"A": ("c1",)}, **_AFRICA
        ),
        "marching": lambda: _civilization("A: skip", card="c106", **_AFRICA),
        "army": lambda: _civilization(card="c104", **_AFRICA),
        "conquest": lambda: _civilization(
            card="c104", **{**_AFRICA, "units": {}, "towns": {"A": {"gal": 1, "ita": 1, "sah": 1}, "B": {"ngr": 1}}}
        ),
        "learning": lambda: _civilization(card="c109", **_AFRICA),
        "genius": lambda: _civilization(card="c102", stage="bottom", **_AFRICA),
        "towns": lambda: _civilization(card="c107", stage="bottom", **_AFRICA),
        "ending": lambda: _civilization(stage="pick", wonders={"A": ("unn",)}, **{**_LANDS, "era": 4}),
    },
    "ur": {
        "placing": lambda: _ur(turn=0),
        "exchanging": lambda: _ur(turn=9),
        "farmer": lambda: _ur(hands={"X": "A/T"}, cubes={"X": {"b3": 2, "a4": 1, "f1": 1}, "Y": {"f6": 1}}),
        "soldier": lambda: _ur(hands={"X": "W/P"}, cubes={"X": {"b3": 5, "b2": 5, "f3": 2}, "Y": {"c3": 1, "f4": 1}}),
        "builder": lambda: _ur(cubes={"X": {"c1": 5, "d3": 5}}),
        "sharing": lambda: _ur("agriculture", **_SHORT),
        "back": lambda: _ur(cubes={"Y": {"c4": 1}}),
    },
}


MAILED: dict[str, dict[str, tuple[Any, ...]]] = {
    "tigris": {
        "early turn": (0,),
        "late turn": (72,),
        "defence": (53,),
        "which war": (77, "place temple N6"),
        "building": (44, "place temple A6"),
        "treasure": (39,),
    },
    "cards": {
        "early turn": (5,),
        "late turn": (58,),
        "defence": (74,),
        "which war": (89, "connect G-H"),
        "treasure": (35,),
        "ship": (29, "card blue G"),
        "point": (10, "card green G"),
    },
    "ur": {
        "first cube": (0,),
        "third cube": (7,),
        "early turn": (13,),
        "middle turn": (20,),
        "culture turn": (27,),
        "late turn": (32,),
    },
    "civilization": {
        "first card": (0,),
        "army": (9,),
        "research": (15,),
        "moves": (50,),
        "colonists": (75,),
        "building": (70,),
        "next card": (44,),
        "settlements": (97,),
    },
}
"""Positions of the examples in which a stranger wrote orders: the step, and what was ordered after it."""


def position(game: AnyGame, name: str) -> Any:
    """A position by its name."""
    if name.startswith("mailed "):
        return _mailed(game, *MAILED[game.info.name][name.removeprefix("mailed ")])
    return POSITIONS[game.info.name][name]()
