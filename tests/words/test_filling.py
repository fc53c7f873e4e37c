"""What stands in the places of a sentence, and which of it is a word."""

from __future__ import annotations

from referee.games import find
from referee.games.tigris.events import Passed, Scored, War
from referee.i18n.event_text import event_sentence, game_word
from referee.i18n.formatting import BareText, fill_template
from referee.kernel.sentence import Sentence

TIGRIS = find("tigris")


def test_a_seat_that_is_called_like_a_word_keeps_its_name() -> None:
    """A seat may be called `red`; its name is nobody's word."""
    told = event_sentence(TIGRIS, Passed(0), ("red", "king"), "it")

    assert told == "red passa un'azione"


def test_number_and_word_agree_in_a_war() -> None:
    told = event_sentence(TIGRIS, War("red", 0, 1, 1, 2), ("anna", "bert"), "it")

    assert told == "conflitto esterno tra i sacerdoti: anna attacca con 1 tempio sul tabellone, bert difende con 2"


def test_the_point_of_a_building_is_for_its_kingdom() -> None:
    told = event_sentence(TIGRIS, Scored(0, "red", 1, "building"), ("anna", "bert"), "it")

    assert told == "anna ottiene 1 punto rosso per il palazzo nel regno"


def test_a_noun_fits_its_number() -> None:
    one, two = (fill_template("{count:n tile}", {"count": (count,)}, "tigris", "it") for count in (1, 2))

    assert (one, two) == ("1 tessera", "2 tessere")


def test_a_sentence_fits_its_number() -> None:
    one, two = (Sentence("waiting-more-joins", count=count).told("it") for count in (1, 2))

    assert one == "si attende ancora 1 adesione; ricevila con"
    assert two == "si attendono ancora 2 adesioni; ricevile con"


def test_what_somebody_typed_is_never_filled_in() -> None:
    assert Sentence("seat-joins", seat="{x}").told("it") == "{x} aderisce"
    assert fill_template("{names}", {"names": (BareText("{0}"), "red")}, "tigris", "it", words=True) == "{0}, rosso"


def test_a_word_of_a_game_is_said_alone_in_the_number_that_fits() -> None:
    assert [game_word("tigris", "temple", "it", count) for count in (1, 2)] == ["tempio", "templi"]
