"""Colours that can be read: contrast by the formula of WCAG 2, for every pair that meets, also without red or green."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from referee.drawing.stylesheet import (
    DARK,
    GOLD,
    GOLD_INK,
    IVORY,
    LIGHT,
    PIECES,
    SEATS,
    STONE,
    STONE_INK,
    THEMES,
    Theme,
)
from referee.service import pages
from tests.drawing.sights import SIGHTS, contrast

TERRAINS = ("agriculture", "trade", "war", "culture", "politics")


def too_close(pairs: list[tuple[str, str]], least: float, sight: str = "all colours") -> list[tuple[str, str]]:
    return [pair for pair in pairs if contrast(*pair, sight) < least]


def texts(theme: Theme) -> list[tuple[str, str]]:
    """Text on its ground, in a theme."""
    pairs = [(theme["ink"], theme[ground]) for ground in ("paper", "panel", "land", "sea", "card", *TERRAINS)]
    pairs += [(theme["dim"], theme["paper"]), (theme["paper"], theme["kingdom"]), (theme["paper"], theme["mark"])]
    return [*pairs, (theme["ink"], theme["paper"])]


def signs(theme: Theme) -> list[tuple[str, str]]:
    """Signs, and edges that mean something, on their ground, in a theme."""
    pairs = [(theme[edge], theme[ground]) for edge in ("kingdom", "mark") for ground in ("land", "river", "paper")]
    pairs += [(theme["bank"], theme["river"]), (theme["bank"], theme["land"])]
    pairs += [(theme["sealine"], theme["sea"]), (theme["coast"], theme["sea"]), (theme["dim"], theme["card"])]
    pairs += [(theme["stone"], theme[ground]) for ground in (*TERRAINS, "paper")]
    return [*pairs, *((theme["edge"], theme[ground]) for ground in ("paper",))]


FIXED_TEXT = [(GOLD_INK, GOLD), *SEATS, *((IVORY, colour) for colour in PIECES)]
FIXED_SIGNS = [(STONE_INK, STONE), (GOLD, GOLD_INK), *((colour, IVORY) for colour in PIECES), *SEATS, (GOLD, PIECES[0])]


def test_the_measure_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54
    assert contrast("#ff0000", "#ff0000") == 1
    assert contrast("#c00000", "#007000", "no green") < contrast("#c00000", "#70ff70", "no green")


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_text_has_a_contrast_of_four_and_a_half(theme: Theme) -> None:
    assert too_close([*texts(theme), *FIXED_TEXT], 4.5) == []


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_signs_and_edges_have_a_contrast_of_three_for_every_eye(theme: Theme, sight: str) -> None:
    assert too_close([*signs(theme), *FIXED_SIGNS], 3, sight) == []


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_text_can_be_read_by_every_eye(theme: Theme, sight: str) -> None:
    assert too_close([*texts(theme), *FIXED_TEXT], 4, sight) == []


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_dark_piece_is_lifted_off_its_ground_by_itself_or_by_its_rim(theme: Theme) -> None:
    lifted = max(contrast(theme["rim"], theme["land"]), min(contrast(colour, theme["land"]) for colour in PIECES))

    assert lifted >= 3


def test_themes_name_the_same_colours_and_seats_differ() -> None:
    assert len({frozenset(theme) for theme in THEMES.values()}) == 1
    assert all(one != other for one, other in combinations(SEATS, 2))


def pairs_in(rule: str) -> list[tuple[str, str]]:
    """The variables of a rule, each with its colour, or with those in light and in the dark."""
    return re.findall(r"--(\w+):(?:light-dark\()?(#\w+(?:,#\w+)?)", rule)


def test_the_page_of_a_game_has_the_colours_of_the_palette_and_no_others() -> None:
    style = Path(pages.__file__).with_name("player.css").read_text("utf-8")
    screen, paper = re.findall(r":root\{(color-scheme.*?|--paper.*?)\}", style)
    light, dark = ({name: way.split(",")[at] for name, way in pairs_in(screen)} for at in (0, -1))
    schemes = [light, dark, dict(pairs_in(paper))]

    assert set(re.findall(r"#[0-9a-f]{3,6}\b", style)) == {colour for scheme in schemes for colour in scheme.values()}
    gold = {"gold": GOLD, "ongold": GOLD_INK}
    assert light == {name: (LIGHT | gold)[name] for name in light}
    assert dark == {name: (DARK | gold)[name] for name in light}
    assert too_close([(GOLD_INK, GOLD)], 4.5) == []
    for scheme in schemes:
        pairs = [
            (scheme[text], scheme[ground]) for text in ("ink", "dim") for ground in ("paper", "panel", "raise", "wash")
        ]
        full = [(one.ljust(7, one[-1]), other.ljust(7, other[-1])) for one, other in pairs]
        assert too_close(full, 4.5) == []
        for sight in SIGHTS:
            assert too_close([(scheme["mark"].ljust(7, "0"), scheme["panel"].ljust(7, "f"))], 3, sight) == []
