"""The drawn table: everything public is on it, readable without colour, in both languages."""

from __future__ import annotations

from itertools import combinations
from xml.etree.ElementTree import fromstring

import pytest

from referee.drawing.styles import STYLES
from referee.drawing.text import plain
from referee.games.cards.casebook import Given
from referee.games.cards.faces.svg import draw
from referee.games.cards.faces.text import picture
from referee.games.cards.faces.words import say
from referee.games.cards.fragment import position
from referee.games.cards.state import State, change
from referee.kernel.game import View
from referee.kernel.goods import Own
from tests.games.cards.playing import fierce, game, some_options
from tests.games.cards.test_typed import at

NAMES = ("anna", "bert", "carl", "dora")
BUSY = at(
    "lion: connect C-D",
    columns={
        "A": "+ r<vase.king> S(bg) b",
        "C": "*<lion.priest> g g r<lion.trader>",
        "D": "* k<bull.priest> g r<bull.trader>",
    },
    slots={"B-C": "g<bow.king>"},
    piles={"lion": "3k 2b"},
    catastrophes={"bull": 0},
)


def test_the_table_in_english() -> None:
    view = View(NAMES, 0, Own(("black", "red", "red"), (("C-D", "blue"),)))

    assert (
        plain(picture(BUSY, view))
        == """\
Turn 1: anna

    A        B        C        D        E        F        G        H
 0  +        *   -g3k-* 1p--?--*        *        *        *        *
 1  r 4k              g        k 2p
 2  Sg                g        g
 3  b                 r 1t     r 2t

    player  dynasty  hand  pile      catastrophe  home
 >1 anna    Lion     7     blue      yes          k f
  2 bert    Bull     8     empty     played       k f
  3 carl    Bow      8     empty     yes          p f t
  4 dora    Vase     8     treasure  yes          p f t

Draw pile 138; ships beside the table: blue-black, blue-red
Your hand: 1 black 2 red; face down at C-D: blue
anna names the next conflict: red, green

k r b g: black, red, blue, green card; Sk Sg Sr: ships;
*: treasure; +: the card in its place; ?: face down;
1k 1p 1f 1t: king, priest, farmer, trader of player 1
"""
    )


def test_the_table_in_italian() -> None:
    view = View(NAMES, 1, Own(("green",)), "it")

    assert plain(picture(BUSY, view)).split("\n")[8:] == [
        "    giocatore  dinastia  mano  pila    calamità  a casa",
        " >1 anna       Leone     7     blu     sì        k f",
        "  2 bert       Toro      8     vuota   giocata   k f",
        "  3 carl       Arco      8     vuota   sì        p f t",
        "  4 dora       Vaso      8     tesoro  sì        p f t",
        "",
        "Mazzo 138; navi a lato: blu-nera, blu-rossa",
        "La tua mano: 1 verde",
        "anna sceglie il prossimo conflitto: rosso, verde",
        "",
        "k r b g: carta nera, rossa, blu, verde; Sk Sg Sr: navi;",
        "*: tesoro; +: la carta al suo posto; ?: coperta;",
        "1k 1p 1f 1t: re, sacerdote, contadino, mercante del giocatore 1",
        "",
    ]


def test_a_pile_shows_its_top_card_only_unless_piles_are_open() -> None:
    """CK 7.4: everybody saw each card go in, but nobody may look through the pile."""
    shown = []
    for options in ({}, {"piles": "open"}):
        state = position(Given(piles={"lion": "3k 2b"}, options=options))
        shown.append(plain(picture(state, View(NAMES))).split("\n")[6])

    assert shown == [
        " >1 anna    Lion     8     blue   yes          k p f t",
        " >1 anna    Lion     8     3k 2b  yes          k p f t",
    ]


def test_an_empty_hand_is_drawn_as_empty() -> None:
    drawn = plain(picture(BUSY, View(NAMES, 2, Own())))

    assert "\nYour hand: none\n" in drawn


@pytest.mark.parametrize("ending", ["cards", "treasures", "passes", "standstill"])
def test_a_finished_game_says_why(ending: str) -> None:
    over = change(BUSY, frames=(), ending=ending)

    assert plain(picture(over, View(NAMES))).split("\n")[0] == f"The game is over: {say(f'ending {ending}', 'en')}"
    assert ">" not in plain(picture(over, View(NAMES)))


def facts(state: State) -> list[str]:
    """What must be read off a picture: each card, connector and leader, in reading order."""
    found = []
    for row in range(max(map(len, state.columns))):
        for letter, column in zip("ABCDEFGH", state.columns, strict=True):
            if row < len(column):
                found.append(sign(state, column[row], f"{letter}{row}"))
            if row == 0 and letter != "H":
                slot = f"{letter}-{chr(ord(letter) + 1)}"
                code = state.slots["ABCDEFGH".index(letter)]
                found += [sign(state, code, slot)] if code != "." else []
    return found


def sign(state: State, code: str, place: str) -> str:
    shown = {"K": "Sk", "G": "Sg", "R": "Sr"}.get(code, code)
    stands = [
        f"{seat + 1}{'kpft'[places.index(place)]}" for seat, places in enumerate(state.leaders) if place in places
    ]
    return shown + "".join(stands)


def test_every_card_and_leader_of_whole_games_can_be_read_off_the_picture() -> None:
    for seed in range(6):
        for number, turned in enumerate(game(some_options(seed), seed, fierce)):
            if number % 5:
                continue
            lines = picture(turned.after, View(NAMES))
            rows = ["".join(text for text, _ in line) for line in lines[3 : 3 + max(map(len, turned.after.columns))]]
            words = " ".join(row[4:] for row in rows).replace("-", " ").split()

            assert joined(words) == facts(turned.after)
            assert all(style in STYLES for line in lines for _, style in line)
            assert all(len("".join(text for text, _ in line)) <= 72 for line in lines)


def joined(words: list[str]) -> list[str]:
    """Leaders put behind their cards again: `r 4k` is one thing on the table."""
    found: list[str] = []
    for word in words:
        if word[0] in "1234":
            found[-1] += word
        else:
            found.append(word)
    return found


def names_in(drawing: str) -> list[str | None]:
    return [title.text for title in fromstring(drawing).iter("{http://www.w3.org/2000/svg}title")]


def test_the_drawing_names_every_card_connector_and_player() -> None:
    english = draw(BUSY, View(NAMES, 0, Own(("red",))))
    italian = draw(BUSY, View(NAMES, lang="it"))

    assert names_in(english) == [
        "Turn 1: anna",
        "A0: red card in a treasure's place",
        "A1: red, king of dora",
        "A2: blue-green",
        "A3: blue",
        "B0: treasure",
        "B-C: green, king of carl",
        "C0: treasure, priest of anna",
        "C1: green",
        "C2: green",
        "C3: red, trader of anna",
        "C-D: face down",
        "D0: treasure",
        "D1: black, priest of bert",
        "D2: green",
        "D3: red, trader of bert",
        "E0: treasure",
        "F0: treasure",
        "G0: treasure",
        "H0: treasure",
        "anna",
        "bert",
        "carl",
        "dora",
    ]
    assert "C-D: coperta" in names_in(italian)
    assert "A1: rossa, re di dora" in names_in(italian)


def test_the_drawing_tells_what_the_text_tells() -> None:
    drawing = draw(BUSY, View(NAMES, 0, Own(("black", "red", "red"), (("C-D", "blue"),))))
    words = {text.text for text in fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")}

    assert {
        "Turn 1: anna",
        "anna >",
        "k f",
        "played",
        "Draw pile 138; ships beside the table: blue-black, blue-red",
        "Your hand: 1 black, 2 red; face down at C-D: blue",
        "anna names the next conflict: red, green",
        "Sg",
        "4k",
    } <= words


def test_a_name_cannot_break_out_of_the_drawing() -> None:
    drawing = draw(BUSY, View(("<b>", '"&', "carl", "dora")))

    assert {"<b>", '"&'} <= set(names_in(drawing))


def test_no_two_cards_of_the_drawing_overlap() -> None:
    drawing = fromstring(draw(BUSY, View(NAMES)))
    boxes = [
        tuple(int(rect.attrib[key]) for key in ("x", "y", "width", "height"))
        for rect in drawing.iter("{http://www.w3.org/2000/svg}rect")
        if rect.attrib.get("rx") == "5"
    ]

    assert len(boxes) == 19
    for one, other in combinations(boxes, 2):
        apart_x = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
        apart_y = one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]

        assert apart_x or apart_y
