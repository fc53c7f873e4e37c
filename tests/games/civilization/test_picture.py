"""The picture: every thing has a title and a sign, nothing is told by colour alone, no stranger writes markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, fromstring

import pytest

from referee.drawing.svg_document import svg_of
from referee.drawing.symbols import SIGNS
from referee.games.civilization import GAME
from referee.games.civilization.display import geometry
from referee.games.civilization.display.drawing import draw as drawing
from referee.games.civilization.display.listing import listing
from referee.games.civilization.pack import Components, shipped_components
from referee.games.civilization.state import State, replace, with_player
from referee.games.civilization.world import World
from referee.kernel.game import Viewer
from referee.kernel.shapes import Element as Drawn
from tests.games.civilization.positions import NAMES, after, begun, placed

SVG = "{http://www.w3.org/2000/svg}"
SIX = "gan 1 o1 +1 inf1\nsar 2 o4 art3\nmex 3 cav2\nads 4 o2 +7\njav 5 inf1\nkam 6 o1\nars 2 fle2\nnpc 5 fle4"
POSITION = placed(6, SIX, "gan=wine him=? jav=mountain tna=? yuk=coal", era=4)
VIEW = Viewer(NAMES)


def draw(state: State, view: Viewer) -> str:
    return svg_of(GAME.faces, state, view)


def titles(drawn: str) -> list[str]:
    return [element.text or "" for element in fromstring(drawn).iter(f"{SVG}title")]


def thing(drawn: str, title: str) -> Element:
    """The group with this title."""
    groups = fromstring(drawn).iter(f"{SVG}g")
    return next(group for group in groups if (group.findtext(f"{SVG}title") or "").startswith(title))


def signs(group: Element) -> list[str]:
    return [element.attrib["href"].removeprefix("#") for element in group.iter(f"{SVG}use")]


def words(group: Element) -> list[str]:
    return [element.text or "" for element in group.iter(f"{SVG}text")]


def test_every_place_and_every_player_is_a_thing_with_a_title() -> None:
    told = titles(draw(POSITION, VIEW))

    assert "Ganges (gan), 1 anna, settlement 1, colonists: 1, infantry of era 1: 1, wine" in told
    assert "Himalaya (him), face down" in told
    assert "Arabian Sea (ars): 2 bert, fleet of era 2: 1" in told
    assert "anna: points 0, credits 30, levels 1, technologies 0, card Army, ancient (c104)" in told
    assert len(told) == 1 + 48 + 18 + 2 + 6 + 1  # and who is asked


def test_a_territory_shows_owner_settlement_era_of_units_colonists_and_marker() -> None:
    group = thing(draw(POSITION, VIEW), "Ganges (gan)")

    assert signs(group) == ["seat1", "city", "infantry", "colonist"]
    assert words(group) == ["wine", "Ganges", "1", "I", "1", "gan"]


def test_a_free_territory_shows_its_marker_or_the_compass() -> None:
    drawn = draw(POSITION, VIEW)

    assert words(thing(drawn, "Yukon (yuk)")) == ["Yukon", "coal", "yuk"]
    assert signs(thing(drawn, "Himalaya (him)")) == ["unknown"]


def test_a_fleet_hangs_under_its_sea_with_its_era() -> None:
    group = thing(draw(POSITION, VIEW), "North Pacific (npc): 5 emma")

    assert signs(group) == ["seat5", "ship"]
    assert words(group) == ["IV"]


@pytest.mark.parametrize("seat", range(1, 7))
def test_a_colour_of_a_seat_never_stands_without_its_sign(seat: int) -> None:
    drawn = draw(POSITION, VIEW)
    coloured = [
        group
        for group in fromstring(drawn).iter(f"{SVG}g")
        if group.find(f"{SVG}title") is not None
        and any(f"q{seat}" in element.get("class", "").split() for element in group.iter())
    ]

    assert len(coloured) >= 2
    assert [group.findtext(f"{SVG}title") for group in coloured if f"seat{seat}" not in signs(group)] == []


def test_six_seats_have_six_different_shapes() -> None:
    assert len({SIGNS[f"seat{seat}"] for seat in range(1, 7)}) == 6


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_sign_that_is_used_is_defined_and_every_picture_says_where_its_data_come_from(lang: str) -> None:
    drawn = draw(after(6, 500, seed=3), Viewer(NAMES, lang=lang))
    root = fromstring(drawn)
    used = {element.attrib["href"] for element in root.iter(f"{SVG}use")}

    assert used <= {f"#{symbol.attrib['id']}" for symbol in root.iter(f"{SVG}symbol")}
    assert shipped_components().label(lang) in words(root)


def test_the_document_can_be_read_out() -> None:
    drawn = draw(POSITION, VIEW)
    root = fromstring(drawn)

    assert root.get("role") == "graphics-document document"
    assert root.get("aria-labelledby") == "t d"
    assert (root.findtext(f"{SVG}desc") or "").splitlines() == "\n".join(listing(POSITION, VIEW)).splitlines()
    assert 'role="img"' not in drawn


def test_style_is_in_the_sheet_alone_and_nothing_is_loaded() -> None:
    drawn = draw(POSITION, VIEW)

    assert "style=" not in drawn
    assert "<script" not in drawn
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", drawn)


def test_same_position_same_bytes() -> None:
    assert draw(POSITION, VIEW) == draw(replace(POSITION), VIEW)


HOSTILE = ("</text><script>alert(1)</script>", '"><image href="x"/>', "\x1b[2J", "\u202eevil", "a&b", "'")


def test_names_of_strangers_are_text_and_nothing_else() -> None:
    pack = POSITION.world.components.pack
    lands = tuple(replace(land, en=f"{HOSTILE[0]}{land.id}", it=land.it) for land in pack.territories)
    label = replace(pack.label, en=HOSTILE[1])
    state = replace(POSITION, world=World(Components(replace(pack, territories=lands, label=label))))
    drawn = draw(state, Viewer(HOSTILE))
    root = fromstring(drawn)

    assert {element.tag for element in root.iter()} == {
        element.tag for element in fromstring(draw(POSITION, VIEW)).iter()
    }
    assert "\x1b" not in drawn
    assert "\u202e" not in drawn


def test_who_is_asked_has_a_mark_and_a_finished_game_a_ribbon() -> None:
    ended = replace(POSITION, ended="declared", frames=())
    ended = with_player(ended, 2, replace(ended.players[2], points=9))
    drawn = draw(ended, VIEW)

    assert "l16 12-16 12z" in draw(POSITION, VIEW)
    assert "l16 12-16 12z" not in drawn
    assert "1. carl 9" in titles(drawn)
    assert [title for title in titles(drawn) if title.startswith("2. ")] == [
        f"2. {name} 0" for name in NAMES if name != "carl"
    ]


def test_a_pack_that_draws_no_map_is_told_in_words() -> None:
    pack = POSITION.world.components.pack
    bare = Components(
        replace(
            pack,
            territories=tuple(replace(land, at=None) for land in pack.territories),
            seas=tuple(replace(sea, at=()) for sea in pack.seas),
        )
    )
    root = fromstring(draw(replace(POSITION, world=World(bare)), VIEW))

    assert [line for line in words(root) if line.startswith("Ganges (gan): 1 anna, settlement 1")]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_first_position_can_be_drawn(seats: int) -> None:
    assert GAME.faces.drawing is not None
    assert len(titles(draw(begun(seats), Viewer(NAMES[:seats])))) == 1 + 48 + 18 + seats + 1


# The map


def test_no_two_borders_of_the_shipped_map_cross() -> None:
    lines = geometry.borders(shipped_components())

    assert [(a, b) for i, a in enumerate(lines) for b in lines[:i] if geometry.cross(a, b)] == []


def test_straits_are_the_lines_of_the_sea_that_cross_land() -> None:
    straits = [line for line, strait in geometry.crossings(shipped_components()) if strait]
    at = {sea.id: sea.at for sea in shipped_components().pack.seas}

    assert straits == [(at["blk"][0], at["emd"][0])]


def test_coasts_begin_at_the_nearest_point_of_a_sea() -> None:
    assert ((1044, 133), (1050, 289)) in geometry.coasts(shipped_components())  # Sarmatia on the Arctic Ocean


def test_the_territories_that_the_last_step_names_are_ringed() -> None:
    orders = ((0, "place infantry gan"), (0, "build 2 gan"), (0, "move him > tan"))
    found = [shape.title for shape in drawing(POSITION, Viewer(NAMES, orders=orders)).shapes if shape.layer == "marks"]

    assert found == ["last step, 1,2: gan", "last step, 3: him", "last step, 3: tan"]


def lines_of_seas(lang: str) -> list[tuple[str, str, float, float, float]]:
    """Of each sea and each of its arms: its key, and its lines with the left and right edge and the height of each."""
    found = []
    for shape in drawing(POSITION, Viewer(NAMES, lang=lang)).shapes:
        if shape.key.startswith(("sea ", "arm ")):
            for element in flat(shape.elements):
                values = dict(element.attributes)
                if element.name == "text" and "code" not in str(values["class"]):
                    half = len(element.text) * (7.6 if "sn" in str(values["class"]) else 6.6) / 2
                    found.append(
                        (
                            shape.key,
                            element.text,
                            float(values["x"]) - half,
                            float(values["x"]) + half,
                            float(values["y"]),
                        )
                    )
    return found


def flat(elements: Iterable[Drawn]) -> Iterator[Drawn]:
    for element in elements:
        yield element
        yield from flat(element.inside)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_arm_of_a_sea_bears_its_name_and_no_card_lies_on_it(lang: str) -> None:
    parts = POSITION.world.components
    lines = lines_of_seas(lang)
    wide, high = geometry.CARD
    cards = [(x - wide / 2, x + wide / 2, y - high / 2, y + high / 2) for x, y in geometry.places(parts).values()]
    for sea in parts.pack.seas:
        for x, y in sea.at[1:]:
            told = [text for key, text, *_ in lines if key == f"arm {sea.id} {x} {y}"]
            assert " ".join(told) == f"{parts.name(sea.id, lang)} {sea.id}"
    for key, told, left, right, at in lines:
        assert 14 <= left < right <= 1706, (key, told)
        for near, far, top, bottom in cards:
            hidden = min(right, far) - max(left, near)
            assert hidden <= 2 or not top < at - 4 < bottom, (key, told, hidden)
