"""The board as text, for readers with and without colour."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

from referee.games.ur import GAME
from referee.games.ur.cases import Given, position_of
from referee.games.ur.faces.text import short_names
from referee.kernel.game import View
from tests.games.ur.playthrough import drawn

NAMES = ("anna", "bert", "carl")
POSITION = position_of(
    Given(
        first="Y",
        turn=14,
        cubes={"X": {"b3": 2, "a4": 1}, "Y": {"f6": 5}},
        ziggurats={"Z": ("c1",)},
    )
)

ENGLISH = """\
      a       b       c       d       e       f
   +-------+-------+-------+-------+-------+-------+
 1 | A/t   | T/w   | W/a   | C/a   | P/a   | A/t   |
   |       |       | carl #|       |       |       |
   +-------+-------+-------+-------+-------+-------+
 2 | W/c   | C/t   | P/t   | A/w   | T/w   | W/p   |
   |       |       |       |       |       |       |
   +-------+-------+-------+-------+-------+-------+
 3 | P/c   | A/c   | T/c   | W/c   | C/p   | P/a   |
   |       | anna 2|       |       |       |       |
   +-------+-------+-------+-------+-------+-------+
 4 | T/p   | W/p   | C/a   | P/a   | A/t   | T/w   |
   | anna 1|       |       |       |       |       |
   +-------+-------+-------+-------+-------+-------+
 5 | C/t   | P/t   | A/w   | T/a   | W/c   | C/p   |
   |       |       |       |       |       |       |
   +-------+-------+-------+-------+-------+-------+
 6 | A/w   | T/w   | W/p   | C/a   | P/t   | A/p   |
   |       |       |       |       |       | bert 5|
   +-------+-------+-------+-------+-------+-------+
A Agriculture, T Trade, W War, C Culture, P Politics; # ziggurat; * starts, > is on turn

    player  tile  cubes left  ziggurats  points
>   anna    T/C   17          0          6
 *  bert    W/C   15          0          3
    carl    W/P   19          1          3
    spare tile: C/P
    ziggurats built: 1 of 5

anna is on turn
done so far: Trade, substitute cubes: 1"""


def test_the_whole_picture_of_a_position() -> None:
    state = POSITION
    for order in ("add a4", "trade"):
        state = GAME.apply(state, 0, GAME.notation.parse_order(order), ()).state
    expected = ENGLISH.replace("anna 1|", "anna 3|").replace("17   ", "15   ")

    assert drawn(state, View(NAMES)) == expected


def test_the_picture_speaks_italian() -> None:
    lines = drawn(POSITION, View(NAMES, lang="it")).split("\n")

    assert lines[20] == (
        "A Agricoltura, T Commercio, W Guerra, C Cultura, P Politica; # ziggurat; * inizia, > è di turno"
    )
    assert lines[-1] == "turno di anna"


def test_a_drawing_names_every_tile_and_what_stands_on_it() -> None:
    assert GAME.faces.svg is not None
    drawing = fromstring(GAME.faces.svg(POSITION, View(NAMES)))
    titles = [title.text for title in drawing.iter("{http://www.w3.org/2000/svg}title")]

    assert len(titles) == 1 + 36 + 3
    assert {"Ur: anna is on turn", "b3: A/c, anna 2", "c1: W/a, ziggurat of carl", "a1: A/t, free"} <= set(titles)


def test_cubes_have_the_style_of_their_seat_and_free_tiles_none() -> None:
    lines = GAME.faces.text(POSITION, View(NAMES))
    styles = {text.strip(): style for line in lines for text, style in line}

    assert (styles["anna 2"], styles["bert 5"], styles["carl #"]) == ("seat1", "seat2", "seat3")


def test_names_that_begin_alike_are_told_apart_by_number() -> None:
    assert short_names(("anna", "bert", "carl")) == ("anna", "bert", "carl")
    assert short_names(("annabel", "annabeth", "carl")) == ("ann1", "ann2", "car3")
