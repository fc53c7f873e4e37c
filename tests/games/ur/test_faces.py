"""The board as text, for readers with and without colour."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import fromstring

from msgspec.structs import replace

from referee.drawing.svg_document import svg_of
from referee.drawing.text_picture import Line, plain_text_of
from referee.games.ur import GAME
from referee.games.ur.cases import Given, state_of
from referee.games.ur.display.text import legend, strengths
from referee.kernel.game import Viewer
from tests.games.ur.playthrough import drawn

NAMES = ("anna", "bert", "carl")
POSITION = state_of(
    Given(first="Y", turn=14, cubes={"X": {"b3": 2, "a4": 1}, "Y": {"f6": 5}}, ziggurats={"Z": ("c1",)})
)

ENGLISH = """\
   a       b       c       d       e       f            player tile cubes pts
 1 A/t     T/w     W/a cZ  C/a     P/a     A/t       >  anna   T/C     17   6
 2 W/c     C/t     P/t     A/w     T/w     W/p        * bert   W/C     15   3
 3 P/c     A/c a2  T/c     W/c     C/p     P/a          carl   W/P     19   3
 4 T/p a1  W/p     C/a     P/a     A/t     T/w
 5 C/t     P/t     A/w     T/a     W/c     C/p          ziggurats: 1 of 5
 6 A/w     T/w     W/p     C/a     P/t     A/p b5       spare tile: C/P
done so far: Trade, substitute cubes: 1"""


def told(lines: Iterable[Line]) -> list[str]:
    return plain_text_of(lines).splitlines()


def test_the_whole_picture_of_a_position() -> None:
    state = POSITION
    for order in ("add a4", "trade"):
        state = GAME.apply(state, 0, GAME.notation.parse_order(order), ()).state
    expected = ENGLISH.replace("T/p a1", "T/p a3").replace("17   6", "15   6")

    assert drawn(state, Viewer(NAMES)) == expected


def test_the_legend_says_every_terrain_in_words() -> None:
    assert told(legend(POSITION, Viewer(NAMES, 1))) == [
        "A Agriculture  T Trade  W War  C Culture  P Politics",
        "A/t Agriculture up, Trade on the back  b3 three cubes of bert  bZ ziggurat",
        "* starting player  > to move",
    ]
    assert told(legend(POSITION, Viewer(NAMES, 1, lang="it")))[0] == (
        "A Agricoltura  C Commercio  G Guerra  K Cultura  P Politica"
    )


def test_the_points_of_each_player_are_told_with_the_tiles_and_series_that_make_them() -> None:
    assert told(strengths(POSITION, Viewer(NAMES))) == [
        "      Agriculture  Trade  War  Culture  Politics  hand  series  points",
        "anna            1      1    .        .         .  C     ATC          6",
        "bert            1      .    .        .         .  W     AW           3",
        "carl            .      .    .        .         .  W     W+           3",
    ]


def test_the_board_can_be_heard_in_both_languages() -> None:
    english = GAME.faces.listing(POSITION, Viewer(NAMES)) if GAME.faces.listing else ()
    italian = GAME.faces.listing(POSITION, Viewer(NAMES, lang="it")) if GAME.faces.listing else ()

    assert english[:3] == (
        "anna: Agriculture: b3/c 2. Trade: a4/p 1. Hand tile T/C, cubes left 17, points so far 6.",
        "bert: Agriculture: f6/p 5. Hand tile W/C, cubes left 15, points so far 3.",
        "carl: no tiles. Ziggurats: c1. Hand tile W/P, cubes left 19, points so far 3.",
    )
    assert italian[2] == "carl: nessuna tessera. Ziggurat: c1. Tessera in mano G/P, riserva 19, punti finora 3."
    assert len(italian) == len(english) == 5


def test_the_last_round_and_whose_turn_ends_it_are_told() -> None:
    five = state_of(Given(first="Y", turn=14, ziggurats={"Z": ("c1", "c2", "c3"), "X": ("a1", "a2")}))

    assert "last round, up to anna" in drawn(five, Viewer(NAMES))
    assert "last round" not in drawn(POSITION, Viewer(NAMES))


def test_what_has_changed_is_marked() -> None:
    after = GAME.apply(POSITION, 0, GAME.notation.parse_order("add a4"), ()).state
    marked = drawn(after, Viewer(NAMES, since=POSITION))

    assert re.findall(r"\S+ \S*<", marked) == ["T/p a2<"]
    assert "<" not in drawn(after, Viewer(NAMES, since=after))


def test_a_result_is_told_in_words() -> None:
    over = replace(POSITION, ending="ziggurats")
    english = GAME.faces.result(over, Viewer(NAMES)) if GAME.faces.result else ()

    assert english == (
        "The game is over: five ziggurats stand.",
        "anna wins with 6 points.",
        "1. anna: 6 points (ATC 6)",
        "2. bert: 3 points (AW 3)",
        "2. carl: 3 points (W+ 3)",
    )


def test_a_drawing_names_every_tile_and_what_stands_on_it() -> None:
    drawing = fromstring(svg_of(GAME.faces, POSITION, Viewer(NAMES)))
    titles = [title.text for title in drawing.iter("{http://www.w3.org/2000/svg}title")]

    assert {"Ur: Anna's turn", "b3: A/c", "b3: A/c, anna 2", "c1: W/a, ziggurat of carl", "a1: A/t"} <= set(titles)
    assert len([title for title in titles if re.match(r"[a-f][1-6]: ./.$", title or "")]) == 36


def test_a_picture_rings_each_tile_of_the_last_step_once_with_the_numbers_of_its_orders() -> None:
    orders = ((0, "trade"), (0, "add a4"), (0, "add a4"), (0, "swap c2 T"))
    drawing = fromstring(svg_of(GAME.faces, POSITION, Viewer(NAMES, orders=orders)))
    titles = [title.text or "" for title in drawing.iter("{http://www.w3.org/2000/svg}title")]

    assert [title for title in titles if title.startswith("last step")] == ["last step, 2,3: a4", "last step, 4: c2"]


def test_cubes_have_the_style_of_their_seat_and_free_tiles_none() -> None:
    lines = GAME.faces.text(POSITION, Viewer(NAMES))
    styles = {text.strip(): style for line in lines for text, style in line}

    assert (styles["a2"], styles["b5"], styles["cZ"]) == ("seat1", "seat2", "seat3")
