"""A unit that the end of the turn will take is told before anything is signed."""

from __future__ import annotations

from referee.games.civilization import GAME
from referee.i18n.event_text import event_sentences
from tests.games.civilization.positions import NAMES, placed


def lost(pieces: str, seat: int = 0) -> tuple[str, ...]:
    assert GAME.faces.doomed is not None
    return event_sentences(GAME, tuple(GAME.faces.doomed(placed(2, pieces), seat)), NAMES, "en")


def test_of_two_units_in_a_place_the_weaker_one_goes() -> None:
    assert lost("prs 1 o1 cav1 inf1\nhim 2 o1") == ("anna loses infantry of era 1 on Persia (prs) (one too many)",)


def test_nobody_is_told_of_the_units_of_others() -> None:
    assert lost("prs 1 o1 cav1 inf1\nhim 2 o1", seat=1) == ()


def test_a_unit_alone_and_an_aircraft_beside_it_stay() -> None:
    assert lost("prs 1 o1 cav1 air4\nhim 2 o1") == ()
