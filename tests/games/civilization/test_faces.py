"""The board in text and the pages beside it, in both languages, for readers with and without colour."""

from __future__ import annotations

import pytest

from referee.drawing.text_picture import STYLES, plain_text_of
from referee.games.civilization import GAME
from referee.games.civilization.display.places import force_signs
from referee.games.civilization.pack import Components
from referee.games.civilization.state import State, replace, with_player
from referee.games.civilization.world import World
from referee.kernel.game import Viewer
from referee.kernel.goods import OwnGoods
from referee.messages.board_text import board_page
from tests.games.civilization.positions import NAMES, after, begun, placed

PIECES = """
gan 3 o2 +1 inf1
him 3 cav1
sar 2 o3 art2 air4 air4
gal 1 o1 +12
jav 1 inf1
ars 1 fle2
"""
FACES = GAME.faces
POSITION = placed(3, PIECES, "gan=wine him=? jav=mountain tna=?", era=2)
VIEW = Viewer(NAMES[:3])

ENGLISH = """\
anna: take your next card

yuk    ath    lab    ~arc~  ~nse~  sca    sar    sib    kam    ~npc~
                                          2o3
                                          a2 2p4
sie    dak    app    ~nal~  bri    ger    ~blk~  ste    gob    nip
mex    mis    ~crb~  ibe    gal    ita    bal    prs    him ?  cat
                            1o1+12                      3
                                                        c1
~epc~  yuc    ant    ~mal~  ~wmd~  ~emd~  ana    eup    gan wi yun
                                                        3o2+1
                                                        i1
       ori                  atl    sah    nil    ara    mek    ~ecs~
ads    ama           ~sal~  ngr    fun    eri    ~ars~  ~ben~  ~wpc~
                                                 1 f2
~spc~  cha                         kal    tan    ~sio~  jav mo ~sos~
                                                        1
                                                        i1
       pam                                              tna ?  tas

gan: a territory; 3o2+1: player 3, settlement of level 2, one colonist
i c a f p: infantry, cavalry, artillery, fleet, aircraft; i2: of era 2
markers: wi wine, mo mountain, ? face down
players: > to answer, * to move; VP victory points, levels all
  settlements together
in full: referee show --page NAME, that is cards, technologies, works,
  neighbours, signs

round 2 of 40 at most, medieval era
     player  credits  VP  card  sett.  levels  prod.  tech.  wond.
>*1  anna         30   0  c104      1       1      0      0      0
  2  bert         30   0  c105      1       3      0      0      0
  3  carl         30   0  c106      1       2      0      0      0

A count now, with points in brackets
     player  faces  settlements  tech.  points
  1  anna    0 (0)        1 (1)  0 (0)       1
  2  bert    0 (0)        3 (3)  0 (0)       3
  3  carl    0 (0)        2 (2)  0 (0)       2

cards to choose from: Splendour (c101); Trade (c103); Seafaring (c110)
reconstructed cards, map and marker mix
"""


def page(name: str, state: State, view: Viewer = VIEW) -> str:
    return plain_text_of(dict(FACES.pages)[name](state, view))


def drawn(state: State, view: Viewer = VIEW) -> str:
    return plain_text_of(board_page(GAME, state, view))


def test_the_whole_board_of_a_position() -> None:
    assert drawn(POSITION) == ENGLISH


def test_the_board_in_italian() -> None:
    lines = drawn(POSITION, Viewer(NAMES[:3], lang="it")).splitlines()

    assert lines[0] == "anna: prendi la tua prossima carta"
    assert lines[-3:] == [
        "carte fra cui scegliere: Splendore (c101); Commercio (c103); Marineria",
        "  (c110)",
        "carte, mappa e segnalini ricostruiti",
    ]


def test_the_heading_is_turn_round_era_and_who_is_on_turn() -> None:
    assert FACES.heading is not None
    assert FACES.heading(POSITION, VIEW) == "turn 4, round 2, medieval era: anna's turn"
    assert FACES.heading(begun(3), VIEW) == "set-up, ancient era"


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("ending", GAME.info.endings)
def test_every_way_to_end_is_told_in_words(ending: str, lang: str) -> None:
    assert FACES.heading is not None
    told = FACES.heading(replace(POSITION, ended=ending, frames=()), Viewer(NAMES[:3], lang=lang))

    assert told.startswith({"en": "the game is over: ", "it": "la partita è finita: "}[lang])
    assert "ended" not in told


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("seats", [2, 6])
def test_board_and_pages_fit_into_72_columns(seats: int, lang: str) -> None:
    view = Viewer(tuple(name * 8 for name in NAMES[:seats]), lang=lang)
    state = after(seats, 350, seed=seats)
    boards = [board_page(GAME, state, view), *(face(state, view) for face in dict(FACES.pages).values())]
    texts = [plain_text_of(board).splitlines() for board in boards]

    assert all(len(lines) > 3 for lines in texts)
    assert [line for lines in texts for line in lines if len(line) > 72] == []


def test_every_style_of_board_and_pages_is_one_that_printers_know() -> None:
    state = after(6, 350, seed=6)
    view = Viewer(NAMES, since=begun(6))
    pictures = [board_page(GAME, state, view), *(face(state, view) for face in dict(FACES.pages).values())]

    assert {style for picture in pictures for line in picture for _, style in line} <= set(STYLES)


def test_whose_pieces_they_are_is_written_beside_them_so_no_colour_is_needed() -> None:
    pieces = "\n".join(f"{place} {seat} o1" for seat, place in enumerate(("yuk", "mex", "gal", "ste", "jav", "tas"), 1))
    text = plain_text_of(FACES.text(placed(6, pieces), Viewer(NAMES)))

    assert [f"{seat}o1" for seat in range(1, 7) if f"{seat}o1" not in text] == []


def test_a_place_in_the_list_for_readers_says_neighbours_seas_marker_and_pieces() -> None:
    assert """\
Ganges (gan)
  3 carl, settlement 2, colonists: 1, infantry of era 1: 1
  borders Persia (prs), Himalaya (him), Mekong (mek)
  seas: Arabian Sea (ars), Bay of Bengal (ben)
  marker: wine
""" in page("neighbours", POSITION)


def test_islands_and_inland_territories_are_called_so() -> None:
    text = page("neighbours", POSITION)

    assert "Java (jav)\n  1 anna, infantry of era 1: 1\n  borders no territory by land\n" in text
    assert "Himalaya (him)\n  3 carl, cavalry of era 1: 1\n  borders" in text
    assert "  on no sea\n  marker: face down\n" in text


def test_every_place_of_the_map_is_in_the_list_once() -> None:
    text = page("neighbours", POSITION)
    headings = [line for line in text.splitlines() if line.endswith(")") and not line.startswith(" ")]

    assert len(headings) == len(set(headings)) == 48 + 18


def test_technologies_are_told_with_price_owner_and_what_is_missing() -> None:
    state = with_player(POSITION, 1, replace(POSITION.players[1], technologies=("mas", "alp")))
    lines = page("technologies", state).splitlines()

    assert "  mat  Mathematics             20" in lines
    assert "  mas  Masonry                 15  2 bert" in lines
    assert "  cns  Construction            50  needs irw mat" in lines


def test_a_technology_is_told_with_what_it_allows_and_gives() -> None:
    assert """\
  mtl  Metallurgy              100  needs irw gun
       allows everyone: Cannon (artillery); Frigate (fleet)
       gives: Magellan's Voyage (mag): another resource symbol for the
         card that its owner plays
  med  Medicine                 70  needs mtl
       allows everyone: Hospital (hos): faces 1; settlement 4
       gives: Hospital for free
""" in page("technologies", POSITION)


def test_a_wonder_whose_era_is_over_stands_in_brackets() -> None:
    player = replace(POSITION.players[0], wonders=("ora", "cop"), structures=("lib",), waiting=(("fle", 2),))
    lines = page("works", with_player(POSITION, 0, player)).splitlines()

    assert lines[:7] == [
        "Wonders and structures",
        "1 anna",
        "  wonders: [The Oracle (ora): a look at a covered marker at the start of",
        "    each turn of its owner]; Copernicus' Observatory (cop): 1 fleet at",
        "    the start of its owner's next turn",
        "  structures: Library (lib): production 1",
        "  waiting to be placed: fleet 2",
    ]


def test_a_card_is_told_with_both_boxes_in_words() -> None:
    assert """\
Seafaring (c110): wine 5, leaves with the industrial era
  upper box: choose 1: buy units: up to 1 (fleet), each 10 cheaper / 10
    credits
  lower box, one after the other: choose 1: buy units: up to 1 (fleet) /
    buy up to 2 colonists
""" in page("cards", POSITION)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_card_of_the_pack_is_told_without_a_code_left(lang: str) -> None:
    text = page("cards", replace(POSITION, pool=tuple(POSITION.world.cards)), Viewer(NAMES[:3], lang=lang))

    assert "civilization/" not in text
    assert "{" not in text


def test_a_finished_game_asks_nobody() -> None:
    lines = drawn(replace(POSITION, ended="declared", frames=())).splitlines()

    assert lines[0].startswith("yuk ")
    assert not [line for line in lines if line.startswith(">")]


def test_what_a_peek_showed_is_on_the_board_of_its_seat_alone() -> None:
    seen = Viewer(NAMES[:3], 0, OwnGoods((), (("him", "oil"),)))

    assert (
        drawn(POSITION, seen).splitlines()[-1]
        == "only you have seen these, and you must tell no one: Himalaya (him) oil"
    )
    assert "seen" not in drawn(POSITION)


@pytest.mark.parametrize(
    ("pieces", "signs"),
    [
        ("gan 1 inf1", "i1"),
        ("gan 1 inf1 inf1", "2i1"),
        ("gan 1 art2 air4 air4", "a2 2p4"),
        ("gan 1 inf1 cav2 art3 air4", "a3 +3"),
        ("gan 1", ""),
    ],
)
def test_units_on_a_place_are_shown_in_six_columns_the_strongest_first(pieces: str, signs: str) -> None:
    assert force_signs(placed(2, pieces), "gan", 6) == signs


def test_more_colonists_than_there_is_room_for_do_not_push_the_map_aside() -> None:
    text = plain_text_of(FACES.text(placed(2, "gan 1 o4 +345\nyun 2 o1"), Viewer(NAMES[:2])))

    assert "1o4+.. 2o1" in text


def test_a_pack_without_cells_is_shown_as_a_list() -> None:
    pack = POSITION.world.components.pack
    bare = Components(
        replace(
            pack,
            territories=tuple(replace(land, cell=None) for land in pack.territories),
            seas=tuple(replace(sea, cell=None) for sea in pack.seas),
        )
    )
    text = plain_text_of(FACES.text(replace(POSITION, world=World(bare)), VIEW))

    assert "Ganges (gan)\n  3 carl, settlement 2" in text
    assert "~ars~" not in text


def test_names_of_a_stranger_s_pack_reach_the_screen_harmless() -> None:
    pack = POSITION.world.components.pack
    lands = tuple(replace(land, en=f"\x1b[31m{land.en}\u202e") for land in pack.territories)
    state = replace(POSITION, world=World(Components(replace(pack, territories=lands))))
    text = page("neighbours", state)

    assert "\x1b" not in text
    assert "\\u{1b}[31mGanges\\u{202e} (gan)" in text


def test_the_first_position_of_a_game_can_be_drawn() -> None:
    state = begun(4)
    text = plain_text_of(GAME.faces.text(state, Viewer(NAMES[:4])))

    assert text.startswith(f"{NAMES[GAME.requests(state)[0].seat]}: take your first card\n")
    assert text.count("?") > 20
