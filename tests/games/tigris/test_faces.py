"""The board as text and as SVG: everything public can be read from it, nothing else, by everybody."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest

from referee.drawing import player_rows
from referee.drawing.text_picture import STYLES, plain_text_of
from referee.games.tigris import GAME
from referee.games.tigris import frames as f
from referee.games.tigris.board import COLUMNS, ROW_COUNT, SPACE, Spaces, spaces_of
from referee.games.tigris.data import MONUMENT_COLOURS
from referee.games.tigris.display import board_shapes, status, text
from referee.games.tigris.display.drawing import draw as drawing
from referee.games.tigris.display.listing import strengths
from referee.games.tigris.display.status import headline, result
from referee.games.tigris.display.status import joining as joining_space
from referee.games.tigris.display.text import hand, legend
from referee.games.tigris.state import State
from referee.kernel.game import Viewer
from referee.kernel.goods import OwnGoods
from tests.games.tigris.playing import random_game
from tests.games.tigris.shown import LANGUAGES, picture, rich, states, view
from tests.long_runs import of

replace = msgspec.structs.replace


def cells_of(picture: str) -> dict[str, str]:
    """The signs of each space, read back from the printed board by their column."""
    rows = picture.splitlines()[1 : ROW_COUNT + 1]
    return {
        f"{column}{number}": row[3 + 3 * at : 6 + 3 * at].strip()
        for number, row in enumerate(rows, 1)
        for at, column in enumerate(COLUMNS)
    }


def having(cells: dict[str, str], sign: str) -> Spaces:
    return spaces_of(tuple(cell for cell, signs in cells.items() if sign in signs))


def test_the_printed_board_tells_every_public_piece_without_colour() -> None:
    """Read back from the signs alone: tiles, river, leaders, treasures, what is face down, destroyed or built."""
    for state in (*states(), rich()):
        cells = cells_of(plain_text_of(text.draw(state, view(state))))
        leaders = {cell: signs for cell, signs in cells.items() if re.fullmatch("[abcd][PKTF]", signs)}
        tiles = {cell: signs for cell, signs in cells.items() if cell not in leaders}
        corners = {cell: signs[:2] for cell, signs in cells.items() if re.match("[rkgb]{2}", signs)}

        assert tuple(having(tiles, sign) for sign in "TSMF") == state.tiles
        assert having(cells, "~") == state.river & ~state.tiles[3]
        assert having(cells, "x") == state.catastrophes
        assert having(cells, "*") == state.treasures & ~state.priority
        assert having(cells, "!") == state.treasures & state.priority
        assert having(cells, "^") == sum(state.buildings)
        assert having(cells, "Z") == state.ziggurat
        assert having(cells, "#") | spaces_of(tuple(corners)) | state.ziggurat == state.face_down
        assert {signs: SPACE[cell] for cell, signs in leaders.items()} == {
            f"{'abcd'[number // 4]}{'PKTF'[number % 4]}": space for number, space in enumerate(state.leaders) if space
        }
        assert {signs: SPACE[cell] for cell, signs in corners.items()} == {
            ("rkgb"[a] + "rkgb"[b]): space
            for (a, b), space in zip(MONUMENT_COLOURS, state.monuments, strict=True)
            if space
        }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_drawn_board_is_51_columns_of_ascii_and_80_with_the_players_beside_it(lang: str) -> None:
    for state in (*states()[:: of(3, 1)], rich()):
        for seat in (None, 0):
            picture = plain_text_of(text.draw(state, view(state, seat, lang=lang))).splitlines()
            narrow = plain_text_of(text.draw(state, msgspec.structs.replace(view(state, seat, lang=lang), columns=60)))
            board = narrow.splitlines()[: ROW_COUNT + 1]

            assert all(line.isascii() and len(line) <= 51 for line in board)
            assert [line[:51].rstrip() for line in picture[: ROW_COUNT + 1]] == board
            assert max(map(len, picture)) <= 80
            assert max(map(len, narrow.splitlines())) <= 60


def test_what_is_new_since_the_reader_looked_is_marked() -> None:
    before, after = next(
        (turned.before, turned.after) for turned in random_game(3) if turned.after.tiles[0] != turned.before.tiles[0]
    )
    laid = after.tiles[0] & ~before.tiles[0]
    marked = cells_of(plain_text_of(text.draw(after, replace(view(after), since=before))))

    assert spaces_of(tuple(cell for cell, signs in marked.items() if signs.endswith("<"))) & laid == laid
    assert all(signs.rstrip("<") not in (".", "~") for signs in marked.values() if "<" in signs)
    assert "<" not in plain_text_of(text.draw(after, replace(view(after), since=after)))


def test_only_styles_of_the_closed_list_are_used() -> None:
    styles = {
        style
        for state in (*states(), rich())
        for face in (text.draw, legend, strengths)
        for drawn in face(state, replace(view(state, 0), since=states()[0]))
        for _, style in drawn
    }

    assert styles <= set(STYLES)
    assert {"red", "blue", "green", "black", "river", "seat1", "title", "warn", "monument", "new"} <= styles


@pytest.mark.parametrize("draw", [lambda s, v: plain_text_of(text.draw(s, v)), picture], ids=["text", "svg"])
def test_closed_points_of_others_do_not_reach_a_picture(draw) -> None:  # type: ignore[no-untyped-def]
    """Changing what a reader may not see must change nothing he sees."""
    state = next(state for state in states() if not state.ended and not state.setting.open_scores)
    others = tuple((9, 8, 7, 6) for _ in range(state.seat_count - 1))
    changed = replace(state, points=(state.points[0], *others), treasures_won=(state.treasures_won[0], 5, 5, 5))

    assert draw(changed, view(changed, 0)) == draw(state, view(state, 0))
    assert draw(changed, view(changed, 1)) != draw(state, view(state, 1))
    everything = replace(changed, points=((5, 5, 5, 5), *others), treasures_won=(7, 5, 5, 5))
    assert draw(everything, view(everything)) == draw(state, view(state))


@pytest.mark.parametrize("draw", [lambda s, v: plain_text_of(text.draw(s, v)), picture], ids=["text", "svg"])
def test_points_are_shown_to_all_when_they_are_open_or_the_game_is_over(draw) -> None:  # type: ignore[no-untyped-def]
    state = next(state for state in states() if not state.ended)
    points = tuple((71 + seat, 0, 0, 0) for seat in range(state.seat_count))
    opened = replace(state, points=points, setting=replace(state.setting, open_scores=True))
    over = replace(state, points=points, frames=(), ended="treasures")

    for shown in (opened, over):
        assert all(str(71 + seat) in draw(shown, view(shown)) for seat in range(state.seat_count))


def test_a_hand_is_told_in_the_order_of_the_box_and_the_board_does_not_hold_it() -> None:
    state = states()[0]
    own = OwnGoods(("farm", "temple", "temple"))

    assert plain_text_of(hand(view(state, 0, own))) == "Your hand: 2 temples, 1 farm\n"
    assert plain_text_of(hand(view(state, 0, own, "it"))) == "La tua mano: 2 templi, 1 fattoria\n"
    assert plain_text_of(hand(view(state, 0, OwnGoods()))) == "Your hand: empty\n"
    assert plain_text_of(text.draw(state, view(state, 0, own))) == plain_text_of(text.draw(state, view(state, 0)))


def question(state: State, lang: str = "en") -> str:
    """What the picture says below the board, without line ends."""
    lines = plain_text_of(text.draw(state, view(state, lang=lang))).splitlines()
    below = lines[ROW_COUNT + 1 :]
    return " ".join(below[below.index("") + 1 :]) if "" in below else ""


QUESTIONS = {
    "an action": (f.TakeAction(), ""),
    "a revolt, the attacker is asked": (
        f.Commit("red", 0, 2, 3, 1),
        "Revolt of the priests, counted in temples: anna attacks with 3, carl defends with 1; waiting for anna",
    ),
    "a war, the defender is asked": (
        f.Commit("black", 1, 2, 3, 2, "L3", 2),
        "War of the kings, counted in settlements: bert attacks with 3 + 2, carl defends with 2; waiting for carl",
    ),
    "which war": (f.ChooseWar(("red", "blue")), "Wars to be fought (bert chooses): red, blue"),
    "a building": (f.PlaceBuilding("green", ("A1", "B1", "C1")), "bert may place the green building: A1 B1 C1"),
    "a monument or the ziggurat": (
        f.BuildMonument("red", ("A1", "B1"), ("red-black",), ("B2",)),
        "bert may build a monument on A1 B1 A2 B2, B1 C1 B2 C2: red-black; bert may build the ziggurat around B2",
    ),
    "treasures": (f.TakeTreasures(2, 2, ("B2",), ("F3", "K1")), "carl takes 2 of the treasures at K1 B2 F3, first B2"),
    "a colour": (f.NameColour(), "bert chooses the colour of the ziggurat's point"),
}


@pytest.mark.parametrize(("frame", "sentence"), QUESTIONS.values(), ids=QUESTIONS.keys())
def test_the_picture_says_what_is_open(frame: f.AnyFrame, sentence: str) -> None:
    state = replace(rich(), active=1, frames=(frame,))

    assert question(state) == sentence
    assert bool(question(state, "it")) == bool(sentence)
    assert not sentence or question(state, "it") != sentence


@pytest.mark.parametrize("reason", GAME.info.endings)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_picture_says_how_the_game_ended(reason: str, lang: str) -> None:
    over = replace(rich(), frames=(), ended=reason)
    said = headline(over, view(over, lang=lang))

    assert ("The game is over: " if lang == "en" else "La partita è finita: ") in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_position_is_an_svg_that_can_be_read_and_names_every_piece(lang: str) -> None:
    for state in (*states()[::5], rich()):
        drawn = picture(state, view(state, 0, OwnGoods(("farm",)), lang))
        root = ElementTree.fromstring(drawn)
        titles = [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}title")]
        pieces = [title for title in titles if re.search(r" (?:in|at) [A-P]1?[0-9]$", title)]
        tiles = sum(tiles.bit_count() for tiles in (*state.tiles, state.face_down, state.catastrophes))
        marks = state.treasures.bit_count() + sum(map(bool, (*state.leaders, *state.monuments, *state.buildings)))

        assert len(pieces) == tiles + marks + bool(state.ziggurat) + bool(joining_space(state))
        assert picture(state, view(state, 0, OwnGoods(("farm",)), lang)) == drawn
        assert len(drawn) < 60_000


def test_no_shape_leaves_the_picture() -> None:
    for state in (*states()[::9], rich()):
        drawn = drawing(state, view(state, 0, OwnGoods(("temple",) * 6)))
        for shape in drawn.shapes:
            for element in shape.elements:
                place = dict(element.attributes)
                for key, size, limit in (("x", "width", drawn.width), ("y", "height", drawn.height)):
                    far = int(place.get(key, 0)) + int(place.get(size, 0))
                    assert 0 <= int(place.get(key, 0)) <= far <= limit, shape.key


def test_every_shape_has_a_key_of_its_own_and_the_board_stays_where_it_is() -> None:
    for state in (*states()[::9], rich()):
        drawn = drawing(state, view(state, 0, OwnGoods(("temple",) * 6)))
        keys = [shape.key for shape in drawn.shapes]

        assert len(keys) == len(set(keys))
        assert drawn.board == drawing(rich(), view(rich())).board


def test_a_board_is_drawn_alike_whatever_was_drawn_before_it() -> None:
    """Pieces, borders and rows are kept from one board to the next, in either language, for every reader."""
    kept = [
        one
        for module in (board_shapes, player_rows, status)
        for one in vars(module).values()
        if hasattr(one, "cache_clear")
    ]
    shown = [
        (state, view(state, seat, lang=lang))
        for state in (*states()[:: of(4, 1)], rich())
        for lang in LANGUAGES
        for seat in (0, 1)
    ]
    one_after_another = [drawing(state, seen) for state, seen in shown]

    for (state, seen), drawn in zip(shown, one_after_another, strict=True):
        for one in kept:
            one.cache_clear()
        assert drawing(state, seen) == drawn


def test_a_hostile_name_stays_text_in_the_svg() -> None:
    state = states()[0]
    names = ("</text><script>", "\"'&", "b\x1b[2J", "d\u202e")[: state.seat_count]
    root = ElementTree.fromstring(picture(state, Viewer(names, 0)))

    assert not [node for node in root.iter() if node.tag.endswith("script")]
    assert any("</text><script>" in (node.text or "") for node in root.iter())


def test_the_game_offers_both_pictures() -> None:
    state = rich()

    assert GAME.faces.text(state, view(state)) == text.draw(state, view(state))
    assert GAME.faces.drawing is not None
    assert GAME.faces.drawing(state, view(state)) == drawing(state, view(state))


def test_a_result_says_who_won_by_what_and_where_the_treasures_went() -> None:
    over = replace(
        rich(),
        frames=(),
        ended="refill",
        points=((16, 16, 6, 14), (7, 8, 10, 7), (5, 7, 8, 7)),
        treasures_won=(2, 3, 0),
    )

    assert result(over, view(over)) == (
        "The game is over: the bag is too empty to refill the hands.",
        "anna wins. Lowest colour: anna and bert tie with 8. Second lowest: anna 14, bert 8.",
        "1. anna: red 16, black 16, green 6 + 2 treasures, blue 14",
        "2. bert: red 7 + 1 treasure, black 8, green 10, blue 7 + 2 treasures",
        "3. carl: red 5, black 7, green 8, blue 7",
    )
    assert result(over, view(over, lang="it"))[1:3] == (
        "Vince anna. Nella sfera più debole: anna e bert hanno 8. Decide la seconda: anna 14, bert 8.",
        "1. anna: rosso 16, nero 16, verde 6 + 2 tesori, blu 14",
    )
    assert plain_text_of(strengths(over, view(over))) == (
        "           red  black  green   blue  treasures  lowest first\n"
        "1  anna     16     16  6+2=8     14          2   8 14 16 16\n"
        "2  bert  7+1=8      8     10  7+2=9          3   8  8  9 10\n"
        "3  carl      5      7      8      7          0   5  7  7  8\n"
    )
