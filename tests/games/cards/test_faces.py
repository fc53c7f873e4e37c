"""The drawn table: everything public is on it, readable without colour, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations
from xml.etree.ElementTree import fromstring

import pytest

from referee.drawing.svg_document import svg_of
from referee.drawing.text_picture import STYLES, Line, plain_text_of
from referee.games.cards import GAME
from referee.games.cards.cases import Given, state_of
from referee.games.cards.display.drawing import draw
from referee.games.cards.display.listing import listing, strengths
from referee.games.cards.display.status import heading, result, say
from referee.games.cards.display.text import hand, legend, picture
from referee.games.cards.state import AnyFrame, Attack, Defence, State, VictoryPile, change
from referee.kernel.game import Viewer
from referee.kernel.goods import OwnGoods
from tests.games.cards.asked_orders import at
from tests.games.cards.playing import fierce, game, some_options

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


def told(lines: Iterable[Line]) -> list[str]:
    return plain_text_of(lines).splitlines()


def test_the_table_in_english() -> None:
    view = Viewer(NAMES, 0)

    assert told(picture(BUSY, view)) == [
        "    A        B        C        D        E        F        G        H",
        " 0  +        *   -gcK-* aP--?--*        *        *        *        *",
        " 1  r dK              g        k bP",
        " 2  Sg                g        g",
        " 3  b                 r aT     r bT",
        "",
        "  player  dynasty  hand  pile      catastrophe  off",
        "> anna    Lion     7     blue      yes          KF",
        "  bert    Bull     8     empty     played       KF",
        "  carl    Bow      8     empty     yes          PFT",
        "  dora    Vase     8     treasure  yes          PFT",
        "Draw pile 138; ships next to the table: blue-black, blue-red",
        "anna chooses the next conflict: red, green",
    ]
    assert heading(BUSY, view) == "Turn 1: anna"
    assert told(legend(BUSY, view)) == [
        "k r b g black, red, blue, green card  Sk Sg Sr ships  * treasure",
        "+ the card in its place  ? face down",
        "aK aP aF aT king, priest, farmer, trader of anna",
    ]


def test_the_table_in_italian() -> None:
    view = Viewer(NAMES, 1, lang="it")

    assert told(picture(BUSY, view))[1:] == [
        " 0  +        *   -vcR-* aS--?--*        *        *        *        *",
        " 1  r dR              v        n bS",
        " 2  Sv                v        v",
        " 3  b                 r aM     r bM",
        "",
        "  giocatore  dinastia  mano  pila    calamità  fuori",
        "> anna       Leone     7     blu     sì        RC",
        "  bert       Toro      8     vuota   giocata   RC",
        "  carl       Arco      8     vuota   sì        SCM",
        "  dora       Vaso      8     tesoro  sì        SCM",
        "Mazzo 138; navi a lato: blu-nera, blu-rossa",
        "anna sceglie il prossimo conflitto: rosso, verde",
    ]
    assert told(legend(BUSY, view))[-1] == "bR bS bC bM re, sacerdote, contadino, mercante di bert"


def test_a_pile_shows_its_top_card_only_unless_piles_are_open() -> None:
    """CK 7.4: everybody saw each card go in, but nobody may look through the pile."""
    shown = []
    for options in ({}, {"piles": "open"}):
        state = state_of(Given(piles={"lion": "3k 2b"}, options=options))
        shown.append(next(line for line in told(picture(state, Viewer(NAMES))) if "anna" in line))

    assert shown == [
        "> anna    Lion     8     blue   yes          KPFT",
        "> anna    Lion     8     3k 2b  yes          KPFT",
    ]


def test_a_hand_agrees_in_number_and_gender_in_both_languages() -> None:
    own = OwnGoods(("black", "red", "red"), (("C-D", "blue"),))

    assert told(hand(Viewer(NAMES, 0, own))) == ["Your hand: 1 black, 2 red; face down at C-D: blue"]
    assert told(hand(Viewer(NAMES, 0, own, "it"))) == ["La tua mano: 1 nera, 2 rosse; coperta in C-D: blu"]
    assert told(hand(Viewer(NAMES, 0, OwnGoods()))) == ["Your hand: empty"]


def fighting(*frames: AnyFrame) -> State:
    return change(BUSY, frames=frames)


def test_a_conflict_is_told_with_who_attacks_whom_and_how_strong_both_are() -> None:
    asked = fighting(Attack("trader", 0, 1, "C-D"))
    answered = fighting(Defence("trader", 0, 1, "C-D", 2))
    inside = fighting(Attack("priest", 0, 1, ""))

    assert told(picture(asked, Viewer(NAMES)))[-2:] == [
        "External conflict of the traders at C-D: anna attacks with 3, bert defends with",
        "  1, in green cards; waiting for anna",
    ]
    assert " ".join(told(picture(answered, Viewer(NAMES, lang="it")))[-2:]) == (
        "Conflitto esterno tra i mercanti in C-D: anna attacca con 3 + 2, bert difende   con 1, "
        "in carte verdi; risponde bert"
    )
    assert "Internal conflict of the priests: anna attacks with" in " ".join(told(picture(inside, Viewer(NAMES))))


def test_kingdoms_are_told_with_their_leaders_and_cards() -> None:
    assert told(strengths(BUSY, Viewer(NAMES))) == [
        "kingdom  leaders               black  red  blue  green",
        "A        dK A1                     .    2     1      .",
        "B-C      aP C0  aT C3  cK B-C      .    3     .      3",
        "D        bP D1  bT D3              1    2     .      1",
    ]


def test_the_table_can_be_heard() -> None:
    heard = listing(BUSY, Viewer(NAMES))

    assert heard[:4] == (
        "A0: red card in a treasure's place; A1: red, king of dora; A2: blue-green; A3: blue.",
        "B0: treasure; joined to the next by B-C: green, king of carl.",
        "C0: treasure, priest of anna; C1: green; C2: green; C3: red, trader of anna; joined to the next by C-D: "
        "face down.",
        "D0: treasure; D1: black, priest of bert; D2: green; D3: red, trader of bert.",
    )
    assert heard[8] == "anna: dynasty Lion, hand 7, pile blue, catastrophe yes."
    assert heard[-1] == "anna chooses the next conflict: red, green."


def test_what_is_new_is_marked() -> None:
    before = change(BUSY, columns=(*BUSY.columns[:3], BUSY.columns[3][:3], *BUSY.columns[4:]), slots="." * 7)

    marked = plain_text_of(picture(BUSY, Viewer(NAMES, since=before)))

    assert re.findall(r"\S+<", marked) == ["aP--?<", "bT<"]
    assert "<" not in plain_text_of(picture(BUSY, Viewer(NAMES, since=BUSY)))


def test_what_is_new_is_told_to_those_who_hear_the_board() -> None:
    before = change(BUSY, columns=(*BUSY.columns[:3], BUSY.columns[3][:3], *BUSY.columns[4:]), slots="." * 7)

    assert "New: B-C, C-D, D3." in listing(BUSY, Viewer(NAMES, since=before))
    assert not any(line.startswith("New:") for line in listing(BUSY, Viewer(NAMES, since=BUSY)))


@pytest.mark.parametrize("ending", ["cards", "treasures", "passes", "standstill"])
def test_a_finished_game_says_why(ending: str) -> None:
    over = change(BUSY, frames=(), ending=ending)

    assert heading(over, Viewer(NAMES)) == f"The game is over: {say(f'ending {ending}', 'en')}"
    assert ">" not in plain_text_of(picture(over, Viewer(NAMES)))


def test_a_result_is_told_in_words_with_what_each_treasure_went_to() -> None:
    piles = (VictoryPile((3, 9, 2, 8), 2, "red"), VictoryPile((5, 2, 6, 7), 0, "red"))
    over = change(BUSY, frames=(), ending="treasures", piles=piles, leaders=BUSY.leaders[:2], hands=(8, 8))

    assert result(over, Viewer(NAMES[:2])) == (
        "The game is over: one treasure is left.",
        "anna wins. Lowest colour: anna 3, bert 2.",
        "1. anna: black 3, red 9, blue 2 + 2 treasures, green 8",
        "2. bert: black 5, red 2, blue 6, green 7",
    )


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
        f"{'abcd'[seat]}{'KPFT'[places.index(place)]}" for seat, places in enumerate(state.leaders) if place in places
    ]
    return shown + "".join(stands)


def test_every_card_and_leader_of_whole_games_can_be_read_off_the_picture() -> None:
    for seed in range(6):
        for number, turned in enumerate(game(some_options(seed), seed, fierce)):
            if number % 5:
                continue
            lines = picture(turned.after, Viewer(NAMES))
            rows = ["".join(text for text, _ in line) for line in lines[1 : 1 + max(map(len, turned.after.columns))]]
            words = " ".join(row[4:] for row in rows).replace("-", " ").split()

            assert joined(words) == facts(turned.after)
            assert all(style in STYLES for line in lines for _, style in line)
            assert all(len("".join(text for text, _ in line)) <= 80 for line in lines)


def joined(words: list[str]) -> list[str]:
    """Leaders put behind their cards again: `r dK` is one thing on the table."""
    found: list[str] = []
    for word in words:
        if word[0] in "abcd" and word[1:] in ("K", "P", "F", "T"):
            found[-1] += word
        else:
            found.append(word)
    return found


def svg(shown: Viewer) -> str:
    return svg_of(GAME.faces, BUSY, shown)


def names_in(drawing: str) -> list[str | None]:
    return [title.text for title in fromstring(drawing).iter("{http://www.w3.org/2000/svg}title")]


def test_the_drawing_names_every_card_connector_leader_and_player() -> None:
    english = names_in(svg(Viewer(NAMES, 0, OwnGoods(("red",)))))

    assert english[:22] == [
        "Turn 1: anna",
        "A0: red card in a treasure's place",
        "A1: red",
        "A2: blue-green",
        "A3: blue",
        "B0: treasure",
        "C0: treasure",
        "C1: green",
        "C2: green",
        "C3: red",
        "D0: treasure",
        "D1: black",
        "D2: green",
        "D3: red",
        "E0: treasure",
        "F0: treasure",
        "G0: treasure",
        "H0: treasure",
        "B-C: green",
        "C-D: face down",
        "priest of anna at C0",
        "trader of anna at C3",
    ]
    assert {"anna, lion", "dora, vase", "king of carl at B-C", "red", "victory pile, on top: 1 black"} & set(english)
    assert {"C-D: coperta", "A1: rossa", "re di dora in A1"} <= set(names_in(svg(Viewer(NAMES, lang="it"))))


def test_the_drawing_tells_the_own_hand_and_what_was_laid_face_down() -> None:
    drawing = svg(Viewer(NAMES, 0, OwnGoods(("black", "red", "red"), (("C-D", "blue"),))))
    words = {text.text for text in fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")}

    assert {"Turn 1: anna", "Draw pile: 138", "Your hand:", "face down at C-D: blue"} <= words
    assert [name for name in names_in(drawing) if name in ("red", "black")] == ["black", "red", "red"]


def test_a_name_cannot_break_out_of_the_drawing() -> None:
    names = names_in(svg(Viewer(("<b>", '"&', "carl", "dora"))))

    assert {"<b>, Lion", '"&, Bull'} <= set(names)


def test_no_two_cards_of_the_drawing_overlap() -> None:
    shapes = [shape for shape in draw(BUSY, Viewer(NAMES)).shapes if shape.layer == "tiles"]
    boxes = []
    for shape in shapes:
        place = dict(shape.elements[0].attributes)
        boxes.append(tuple(int(place[key]) for key in ("x", "y", "width", "height")))

    assert len(boxes) == 17
    for one, other in combinations(boxes, 2):
        apart_x = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
        apart_y = one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]

        assert apart_x or apart_y


def test_the_last_step_is_ringed_where_its_cards_came_to_lie() -> None:
    orders = ((0, "leader king A3"), (0, "card green A"), (0, "connect C-D"))
    names = names_in(svg(Viewer(NAMES, orders=orders, before=change(BUSY, columns=("+rG", *BUSY.columns[1:])))))

    assert [name for name in names if name and name.startswith("last step")] == [
        "last step, 1,2: A3",
        "last step, 3: C-D",
    ]


def test_strengths_are_drawn_for_whoever_asks() -> None:
    asked = [name for name in names_in(svg(Viewer(NAMES, strengths=True))) if name and "strength" in name]

    assert "priest of anna, strength 3" in asked
    assert not [name for name in names_in(svg(Viewer(NAMES))) if name and "strength" in name]
