"""The board in sentences, what is new on it, and how a game ended: all that a turn needs without the box."""

from __future__ import annotations

import pytest

from referee.drawing.text_picture import plain_text_of
from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.display.grid import grid
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules.course import tidy
from referee.games.civilization.rules.technologies import FUSION
from referee.games.civilization.rules.turn import EARLY
from referee.games.civilization.state import StandingWish, State, Town, replace, with_player
from referee.i18n.event_text import question_for_reader, question_sentence
from referee.kernel.game import Viewer
from tests.games.civilization.positions import NAMES, after, begun, placed
from tests.games.typed_positions import position

PIECES = """
gan 3 o2 +1 inf1
him 3 cav1
sar 2 o3 art2
ars 1 fle2
jav 1 o1
cha 2 o1 +1
pam 2 +1
"""
VIEW = Viewer(NAMES[:3])
POSITION = placed(3, PIECES, "gan=wine him=? jav=mountain tna=?", era=2)
TOP = f.BoxTurn(0, "top", (fx.BuyTech(1, 10),))


def told(state: State, view: Viewer = VIEW) -> tuple[str, ...]:
    assert GAME.faces.listing is not None
    return GAME.faces.listing(state, view)


def result(state: State, view: Viewer = VIEW) -> tuple[str, ...]:
    assert GAME.faces.result is not None
    return GAME.faces.result(state, view)


def asking(frame: f.BoxTurn | f.Together | f.PlaceUnit) -> State:
    return replace(POSITION, frames=(f.Turn("bottom"), frame), playing="c109", symbol="spice")


def test_a_player_is_told_with_all_that_counts_for_it() -> None:
    player = replace(
        POSITION.players[2], technologies=("mas",), wonders=("ora", "cop"), structures=("tem",), waiting=(("fle", 2),)
    )

    assert told(with_player(POSITION, 2, player))[4] == (
        "3 carl: 30 credits, 0 points; card Exploration (c106); settlements 1, levels 2, faces 1, production 0; "
        "exploits wine 1; technologies Masonry (mas); wonders [The Oracle (ora)], Copernicus' Observatory (cop); "
        "structures Temple (tem); waiting to be placed: fleet 2."
    )


def test_a_region_is_told_in_one_sentence_with_every_territory_by_name() -> None:
    assert (
        "Oceania: Java (jav) mountain, 1 anna, settlement 1; face down: Tanami (tna); without marker: Tasmania (tas)."
    ) in told(POSITION)


def test_of_the_seas_those_with_a_fleet_are_told() -> None:
    assert "Seas: Arabian Sea (ars) 1 anna, fleet of era 2: 1." in told(POSITION)


def test_every_territory_is_named_once() -> None:
    regions = {region.en for region in POSITION.world.components.pack.regions}
    texts = [text for text in told(POSITION) if text.split(":")[0] in regions]

    assert [code for code in POSITION.world.lands if sum(f"({code})" in text for text in texts) != 1] == []


def test_who_picks_reads_both_boxes_of_every_card() -> None:
    assert told(POSITION)[-5:-1] == (
        "Cards to choose from:",
        "Splendour (c101): gems 10; upper box: a count; lower box, everyone at once: 5 credits for each happy face.",
        "Trade (c103): spice 10, leaves with the industrial era; upper box: 10 credits; lower box, everyone at once: "
        "10 credits for each settlement.",
        "Seafaring (c110): wine 5, leaves with the industrial era; upper box: choose 1: buy units: up to 1 (fleet), "
        "each 10 cheaper / 10 credits; lower box, one after the other: choose 1: buy units: up to 1 (fleet) / buy up "
        "to 2 colonists.",
    )


def test_who_may_buy_technologies_reads_price_and_use_of_each() -> None:
    state = with_player(asking(TOP), 1, replace(POSITION.players[1], technologies=("mas", "alp")))

    assert "Mathematics (mat) 10; allows everyone: Catapult (artillery); gives: 1 artillery." in told(state)


def test_who_may_build_reads_what_each_structure_brings() -> None:
    state = with_player(
        asking(f.BoxTurn(0, "top", (fx.BuildEffect(1, 0),))),
        1,
        replace(POSITION.players[1], technologies=("ban", "tlg")),
    )

    assert "Structures that can be built: Bank (bnk): production 1; Cathedral (cth): faces 2." in told(state)


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        (TOP, "anna: the upper box: buy technologies: up to 1, each 10 cheaper."),
        (f.BoxTurn(1, "top", (fx.FoundEffect(3),), used=1), "bert: the upper box: new settlements: up to 2."),
        (f.PlaceUnit(2, "cav", 1), "carl: place a unit: cavalry of era 1."),
    ],
)
def test_who_is_asked_reads_what_is_left_of_the_line(frame: f.BoxTurn | f.PlaceUnit, sentence: str) -> None:
    assert sentence in told(asking(frame))


def test_a_wish_that_holds_is_told_to_all() -> None:
    wish = StandingWish("place", "gan", "newest", "if-leading", 2)
    state = with_player(POSITION, 0, replace(POSITION.players[0], wish=wish))

    assert told(state)[2].endswith(
        "; odd fives become one more colonist; of units too many the newest stays; declares the end as soon as "
        "nobody is ahead; votes for an early end, for 2 more turns."
    )


@pytest.mark.parametrize("lang", ["en", "it"])
def test_no_code_of_the_program_is_left_in_the_sentences_of_a_game(lang: str) -> None:
    texts = " ".join(
        text for step in (0, 3, 40, 160) for text in told(after(4, step, seed=3), Viewer(NAMES[:4], lang=lang))
    )

    assert "board" not in texts
    assert "{" not in texts


def test_what_is_new_since_the_own_last_move_is_marked_on_the_map() -> None:
    before = replace(POSITION, units=POSITION.units[:-1], towns={**POSITION.towns, "gan": Town(2, 1)})
    text = plain_text_of(grid(POSITION, Viewer(NAMES[:3], since=before)))

    assert [word for word in text.replace("<", "< ").split() if "<" in word] == ["gan<", "~ars~<"]


def test_what_is_new_is_told_in_a_sentence_too() -> None:
    view = Viewer(NAMES[:3], since=replace(POSITION, units=POSITION.units[:-1]))

    assert "New since your last move: Arabian Sea (ars)." in told(POSITION, view)


def test_nothing_is_marked_for_who_knew_nothing_before() -> None:
    assert "<" not in plain_text_of(grid(POSITION, VIEW))


def ended(reason: str) -> State:
    one = replace(POSITION.players[0], points=40, wonders=("ora", "cop"), technologies=("mas", "tlg"), plagues=1)
    state = with_player(POSITION, 0, replace(one, credits=120))
    return tidy(replace(state, ended=reason), [])


def test_a_result_says_why_who_won_and_of_what_the_points_are_made() -> None:
    assert result(ended(FUSION)) == (
        "The game is over: a technology that ends it was discovered.",
        "anna wins with 47 points.",
        "1. anna: 47 points (40 before the end, 4 from the last count, 2 for wonders, 1 for plagues)",
        "2. bert: 3 points (0 before the end, 3 from the last count)",
        "3. carl: 2 points (0 before the end, 2 from the last count)",
    )


def test_an_early_end_adds_its_own_points_in_the_result() -> None:
    assert result(ended(EARLY))[2] == (
        "1. anna: 49 points (40 before the end, 4 from the last count, 2 for wonders, 1 for plagues, "
        "2 because the game ended early)"
    )


def test_a_shared_victory_is_told_as_one() -> None:
    level = replace(placed(2, "gan 1 o1\njav 2 o1"), ended=FUSION)

    assert result(tidy(level, []), Viewer(NAMES[:2]))[1] == "anna, bert share the victory with 3 points each."


def test_a_running_game_has_no_result() -> None:
    assert result(begun(2)) == ()


@pytest.mark.parametrize(("lang", "told"), [("en", "It comes from The Pyramids."), ("it", "Viene da Piramidi.")])
def test_who_places_a_unit_of_a_wonder_reads_whence_it_comes(lang: str, told: str) -> None:
    state = position(GAME, "posting")
    (request,) = GAME.requests(state)

    assert GAME.faces.asks is not None
    assert GAME.faces.asks(state, Viewer(NAMES[:3], request.seat, None, lang))[1:] == (told,)


@pytest.mark.parametrize(
    ("kind", "asked", "others"),
    [
        ("inf", "Dove piazzi la fanteria dell'era 1?", "Anna piazza una fanteria dell'era 1"),
        ("art", "Dove piazzi l'artiglieria dell'era 1?", "Anna piazza un'artiglieria dell'era 1"),
        ("fle", "Dove piazzi la flotta dell'era 1?", "Anna piazza una flotta dell'era 1"),
    ],
)
def test_a_unit_that_is_to_be_placed_has_its_article(kind: str, asked: str, others: str) -> None:
    state = placed(2, "gan 1 o1", frames=(f.Turn("pick"), f.PlaceUnit(0, kind, 1)))
    (request,) = GAME.requests(state)

    assert question_for_reader(GAME, state, Viewer(("Anna", "Bert"), 0, None, "it"))[0] == asked
    assert question_sentence(GAME, request, ("Anna", "Bert"), "it") == others


@pytest.mark.parametrize(
    ("lang", "times", "told"),
    [
        ("en", 1, ()),
        ("en", 2, ("Then once more.",)),
        ("it", 2, ("Poi ancora una volta.",)),
        ("it", 3, ("Poi ancora 2 volte.",)),
    ],
)
def test_how_many_units_of_a_sort_are_still_to_be_placed_is_said(lang: str, times: int, told: tuple[str, ...]) -> None:
    state = placed(2, "gan 1 o1", frames=(f.Turn("pick"), *[f.PlaceUnit(0, "cav", 1)] * times))

    assert tuple(question_for_reader(GAME, state, Viewer(("Anna", "Bert"), 0, None, lang))[1:]) == told
