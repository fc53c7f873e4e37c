"""Every way in which a data pack can be wrong: what is damaged in the shipped one, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from referee.games.civilization.pack import shipped_bytes
from referee.kernel.canonical_json import canonical

Broken = Callable[[dict[str, Any]], object]
SHIPPED: dict[str, Any] = json.loads(shipped_bytes())


def entry(pack: dict[str, Any], group: str, id_: str) -> dict[str, Any]:
    return next(entry for entry in pack[group] if entry["id"] == id_)


def without(pack: dict[str, Any], group: str, id_: str) -> None:
    pack[group] = [entry for entry in pack[group] if entry["id"] != id_]


def put(group: str, id_: str, **fields: object) -> Broken:
    return lambda pack: entry(pack, group, id_).update(fields)


def drop(group: str, id_: str, field: str) -> Broken:
    return lambda pack: entry(pack, group, id_).pop(field)


def take(group: str, id_: str) -> Broken:
    return lambda pack: without(pack, group, id_)


def box(id_: str, field: str, *effects: dict[str, object], mode: str = "in-turn") -> Broken:
    return put("cards", id_, **{field: list(effects), "mode": mode})


def grow(group: str, id_: str, field: str, item: object) -> Broken:
    return lambda pack: entry(pack, group, id_).setdefault(field, []).append(item)


def shrink(group: str, id_: str, field: str, item: object) -> Broken:
    return lambda pack: entry(pack, group, id_)[field].remove(item)


def island(pack: dict[str, Any]) -> None:
    """Java without its three seas."""
    for sea in ("ben", "sio", "wpc"):
        entry(pack, "seas", sea)["coast"].remove("jav")


def all_leave(pack: dict[str, Any]) -> None:
    for card in pack["cards"]:
        if card["era"] == 1 and card["id"] != "c101":
            card["leaves"] = 2


def no_income(pack: dict[str, Any]) -> None:
    for card in pack["cards"]:
        if card["bottom"][0]["do"] == "income":
            card["bottom"] = [{"do": "gain", "n": 5}]


BROKEN: list[tuple[str, Broken, str]] = [
    # the shape
    ("another format", lambda p: p.update(format="civ-pack/2"), "format: "),
    ("a group missing", lambda p: p.pop("seas"), "pack: the field seas is missing"),
    ("a group too many", lambda p: p.update(rivers=[]), "pack: there is no field rivers in such an entry"),
    ("no list", lambda p: p.update(eras={}), "pack: eras must be a list"),
    ("no entry", lambda p: p["cards"].append("c9"), "cards 30: this must be an object with fields"),
    ("a field missing", drop("technologies", "mat", "cost"), "technologies mat: the field cost is missing"),
    ("a field too many", put("cards", "c101", colour="red"), "cards c101: there is no field colour in such an entry"),
    ("text for a number", put("structures", "lib", happy="1"), "structures lib: happy must be a whole number"),
    ("a number for a text", put("wonders", "ora", it=1), "wonders ora: it must be a text"),
    (
        "a number for yes or no",
        put("technologies", "alp", seminal=1),
        "technologies alp: seminal must be true or false",
    ),
    ("half a point", put("territories", "gan", at=[1]), "territories gan: at must be two whole numbers"),
    (
        "no basis of ours",
        put("seas", "arc", basis="guess"),
        "seas arc: basis is one of rules, box, reconstruction, not 'guess'",
    ),
    (
        "a text that nobody can carry out",
        box("c109", "top", {"do": "MANUAL", "n": 1}),
        "cards c109: a text that none of the effects can say cannot be played: MANUAL is not supported",
    ),
    (
        "an effect of our own",
        box("c109", "top", {"do": "rob", "n": 1}),
        "cards c109: top[0].do names no effect with 'rob'; there are score,",
    ),
    ("an effect half told", box("c109", "top", {"do": "gain"}), "cards c109: the field top[0].n is missing"),
    (
        "a choice in a choice",
        box("c109", "top", {"do": "choose", "n": 1, "among": [{"do": "choose"}]}),
        "cards c109: top[0].among[0].do names no effect",
    ),
    # ids and names
    ("capital letters", put("cards", "c101", id="C101"), "cards[0].id: a code is a small letter"),
    ("an id too long", put("wonders", "ora", id="abcdefghijklm"), "wonders[4].id: a code is a small letter"),
    ("an id twice", put("technologies", "cvl", id="cav"), "technologies cav: this id is taken by units cav"),
    ("a little word", put("territories", "gan", id="per"), "territories per: this id is a little word"),
    ("a long code of a place", put("seas", "arc", id="arctic"), "seas arctic: the id of a place has two to four"),
    ("no label", lambda p: p["label"].update(it=" "), "pack: the label in it is one line of 1 to 80 signs"),
    ("no name", put("cards", "c102", en=""), "cards c102: the name in en is one line of 1 to 40 signs"),
    ("a name twice", put("territories", "gan", it="Mekong"), "territories mek: the name in it is that of gan too"),
    # eras and units
    ("three eras", lambda p: p["eras"].pop(), "eras: there are four eras, here 3"),
    (
        "an unknown unit",
        put("units", "art", id="elephant"),
        "units elephant: id names the unit 'elephant'; there are inf",
    ),
    ("a unit missing", take("units", "air"), "units: the unit air is missing"),
    ("a sign twice", put("units", "air", sign="i"), "units air: the sign is that of inf too"),
    ("a sign of two letters", put("units", "air", sign="ai"), "units air: the sign is one small letter"),
    ("a price", put("units", "cav", cost=14), "units cav: cost is a multiple of five from 5 to 1000, not 14"),
    # the map
    (
        "a border with nothing",
        grow("territories", "gan", "borders", "xyz"),
        "territories gan: borders names 'xyz', which the pack does not have",
    ),
    ("a border with itself", grow("territories", "gan", "borders", "gan"), "territories gan: it borders itself"),
    (
        "a border of one side",
        grow("territories", "gan", "borders", "yuk"),
        "territories gan: it borders yuk, but yuk does not border it",
    ),
    ("a border twice", grow("territories", "gan", "borders", "him"), "territories gan: borders names something twice"),
    ("an unknown region", put("territories", "gan", region="mars"), "territories gan: region names 'mars'"),
    ("an unknown coast", grow("seas", "ars", "coast", "xyz"), "seas ars: coast names 'xyz'"),
    ("a coast twice", grow("seas", "ars", "coast", "gan"), "seas ars: coast names something twice"),
    ("an island without sea", island, "territories jav: neither land nor sea leads here from yuk"),
    (
        "five territories",
        lambda p: p.update(territories=p["territories"][:5]),
        "pack: the map needs at least 6 territories, it has 5",
    ),
    (
        "a place not drawn",
        drop("territories", "gan", "at"),
        "territories gan: at is missing: either all places have it or none",
    ),
    (
        "a place off the sheet",
        put("territories", "gan", at=[1800, 5]),
        "territories gan: at is outside the sheet, which is 1720 wide",
    ),
    (
        "two cards in one place",
        put("territories", "gan", at=[1423, 700]),
        "territories mek: in the picture its card overlaps that of gan",
    ),
    (
        "two cells in one place",
        put("territories", "gan", cell=[8, 4]),
        "territories mek: cell is that of territories gan too",
    ),
    (
        "a cell off the grid",
        put("seas", "arc", cell=[10, 0]),
        "seas arc: cell is outside the text map, which has 10 columns",
    ),
    # markers
    (
        "an unknown marker",
        put("markers", "wine", id="beer"),
        "markers beer: the rules have no such marker; the markers are wine",
    ),
    (
        "a marker not told",
        take("markers", "plague"),
        "markers: the marker plague is missing; without any its count is 0",
    ),
    ("less than none", put("markers", "wine", count=-1), "markers wine: count lies between 0 and 99"),
    (
        "too few markers",
        lambda p: [m.update(count=2) for m in p["markers"]],
        "markers: 34 markers are too few for 48 territories",
    ),
    # technologies, structures, wonders
    ("a fifth era", put("technologies", "fus", era=5), "technologies fus: era lies between 1 and 4"),
    (
        "an odd price",
        put("technologies", "mat", cost=42),
        "technologies mat: cost is a multiple of five from 5 to 1000, not 42",
    ),
    ("an unknown need", put("technologies", "mat", needs=["xyz"]), "technologies mat: needs names 'xyz'"),
    (
        "a need of a later era",
        put("technologies", "mat", needs=["ban"]),
        "technologies mat: it needs ban, which is of a later era",
    ),
    ("a ring of needs", grow("technologies", "mat", "needs", "cns"), "technologies mat: it needs itself by way of cns"),
    (
        "a late start",
        put("technologies", "ban", needs=[]),
        "technologies ban: it needs no other technology, so it must be of era 1",
    ),
    (
        "five starting ones",
        put("technologies", "brz", needs=["pot"]),
        "technologies: at least 6 technologies need no other one, here 5",
    ),
    (
        "a model of nothing",
        put("technologies", "gun", models=[{"unit": "tank", "en": "a", "it": "b"}]),
        "technologies gun: models names the unit 'tank'",
    ),
    (
        "units without a model",
        put("technologies", "ban", gains=[{"do": "unit", "unit": "air", "n": 1}]),
        "technologies ban: it gives units air, but era 2 has no",
    ),
    (
        "a gift it does not allow",
        put("technologies", "ban", gains=[{"do": "structure", "id": "lib"}]),
        "technologies ban: it gives the structure 'lib'",
    ),
    ("a level twice", put("technologies", "che", level=2), "technologies che: level 2 is allowed by cns too"),
    ("a level missing", put("technologies", "med", level=0), "technologies: no technology allows level 4"),
    ("a fifth level", put("technologies", "med", level=5), "technologies med: level lies between 2 and 4"),
    ("no end", lambda p: [t.pop("ends", None) for t in p["technologies"]], "technologies: no technology ends the game"),
    (
        "an end nobody declares",
        put("wonders", "apo", powers=[]),
        "technologies spa: it lets its owner declare the end, but none",
    ),
    (
        "an end declared too much",
        grow("wonders", "ora", "powers", {"do": "declare"}),
        "wonders ora: it declares the end, but mys does not",
    ),
    (
        "a structure from nowhere",
        shrink("technologies", "phi", "structures", "lib"),
        "structures lib: no technology names it in structures",
    ),
    (
        "a structure twice",
        grow("technologies", "mat", "structures", "lib"),
        "technologies phi: lib comes with mat already",
    ),
    ("a structure of another era", put("structures", "lib", era=2), "technologies phi: lib is of era 2"),
    (
        "a structure for nothing",
        put("structures", "lib", production=0),
        "structures lib: it has neither happy faces nor",
    ),
    ("an unknown wonder", grow("technologies", "mat", "wonders", "xyz"), "technologies mat: wonders names 'xyz'"),
    ("a wonder from nowhere", put("technologies", "mas", wonders=[]), "wonders gar: no technology names it in wonders"),
    (
        "a discount for another era",
        put("wonders", "glb", powers=[{"do": "discount", "era": 2, "n": 5}]),
        "wonders glb: a discount is for the era of the wonder, 1",
    ),
    (
        "no era between",
        lambda p: [t.update(era=3) for t in p["technologies"] if t["era"] == 2],
        "technologies: era 2 has no technology",
    ),
    # cards
    (
        "an unknown resource",
        put("cards", "c101", resource="desert"),
        "cards c101: resource names 'desert'; there are wine",
    ),
    ("fifteen credits", put("cards", "c101", credits=15), "cards c101: credits are 5 or 10, not 15"),
    (
        "leaving before coming",
        put("cards", "c301", leaves=2),
        "cards c301: a card of era 3 leaves at a later one up to 4, not 2",
    ),
    ("an empty box", put("cards", "c101", top=[]), "cards c101: the box top is empty"),
    (
        "a count for everybody",
        box("c101", "bottom", {"do": "score"}),
        "cards c101: score is allowed only in the upper box",
    ),
    (
        "moves of all at once",
        box("c101", "bottom", {"do": "move", "n": 1, "steps": 1}, mode="at-once"),
        "cards c101: move cannot be done by all at once; that can gain, income, colonists, buy-colonists, found, grow,",
    ),
    (
        "technologies of all at once, in a choice",
        box(
            "c101",
            "bottom",
            {"do": "choose", "n": 1, "among": [{"do": "gain", "n": 5}, {"do": "buy-tech", "n": 1}]},
            mode="at-once",
        ),
        "cards c101: buy-tech cannot be done by all at once",
    ),
    (
        "a choice of one",
        box("c109", "top", {"do": "choose", "n": 1, "among": [{"do": "gain", "n": 5}]}),
        "cards c109: a choice in top has at least two effects",
    ),
    (
        "units of no type",
        box("c109", "top", {"do": "buy-units", "n": 1, "units": []}),
        "cards c109: top buy-units names no unit",
    ),
    ("nothing many times", box("c109", "top", {"do": "build", "n": 0}), "cards c109: top build n lies between 1 and 9"),
    (
        "colonists who fight",
        box("c109", "top", {"do": "free-unit", "unit": "col", "n": 1}),
        "cards c109: top free-unit names the unit 'col'",
    ),
    ("too few cards", all_leave, "cards: in era 2 there are 7 cards; it takes at least 8"),
    ("no count", box("c101", "top", {"do": "gain", "n": 5}), "cards: in era 1 no card has score"),
    ("no income", no_income, "cards: in era 1 no card has income"),
]


def broken(damage: Broken) -> bytes:
    pack = json.loads(shipped_bytes())
    damage(pack)
    return canonical(pack)
