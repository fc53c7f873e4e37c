"""A connector face down: who knows what, and what can be checked by those who do not know its face."""

from __future__ import annotations

import pytest

from referee.games.cards import GAME
from referee.games.cards.moves import Commit, Connect
from referee.kernel.errors import IllegalMove
from referee.kernel.events import Laid, Revealed
from referee.kernel.game import NeedsHiddenFace
from referee.kernel.goods import Dealer, Hand, Owner, Stranger
from referee.kernel.play import Played, play
from tests.games.cards.asked_orders import at

TRADERS = {"columns": {"C": "* r<lion.trader> g k", "D": "* r<bull.trader> k b"}}
START = at(**TRADERS)
DEFENDING = at("lion: connect C-D", "lion: commit 0", **TRADERS)
HANDS: tuple[Hand, ...] = (("blue", "red"), ("green",), (), ())


def laid(secret: Hand) -> Played[object]:
    return play(GAME, START, 0, Connect("C-D"), Dealer(HANDS), secret=secret)


def test_the_state_does_not_tell_what_lies_face_down() -> None:
    states = {GAME.to_json(laid((kind,)).state)["slots"] for kind in ("blue", "red")}

    assert states == {"..?...."}
    assert laid(("blue",)).state == laid(("red",)).state
    assert laid(("blue",)).events == laid(("red",)).events


def test_only_the_referee_and_who_laid_it_know_the_card() -> None:
    referee = laid(("blue",)).knowledge
    owner = play(GAME, START, 0, Connect("C-D"), Owner(0, HANDS[0]), secret=("blue",)).knowledge

    assert [known.face("C-D") for known in (referee, owner, Owner(1, HANDS[1]), Stranger())] == [
        "blue",
        "blue",
        None,
        None,
    ]


def test_the_card_comes_from_the_hand_and_must_be_in_it() -> None:
    with pytest.raises(IllegalMove) as refused:
        laid(("green",))

    assert refused.value.rule == "CK 4.2"


def test_a_connector_names_exactly_one_kind() -> None:
    with pytest.raises(IllegalMove) as refused:
        laid(())

    assert refused.value.rule == "CK 4.2"


def test_without_a_conflict_it_is_turned_up_in_the_same_step() -> None:
    calm = at(columns={"C": "* r g k", "D": "* r k b"})

    played = play(GAME, calm, 0, Connect("C-D"), Dealer(HANDS), secret=("blue",))

    assert played.events[:2] == (Laid(0, "C-D"), Revealed("C-D", "blue"))
    assert played.reveals == (("C-D", "blue"),)


def test_with_a_conflict_it_is_turned_up_by_the_last_answer() -> None:
    lies = Dealer(HANDS, covered=(("C-D", "blue"),))

    # The tie goes to Bull: nobody played, so he is asked about a conversion before the card is turned.
    asked = play(GAME, DEFENDING, 1, Commit(0), lies)
    answered = play(GAME, DEFENDING, 1, Commit(1), lies)

    assert asked.reveals == ()
    assert GAME.requests(asked.state)[0].question == "convert"
    assert answered.reveals == (("C-D", "blue"),)


def test_a_stranger_follows_with_the_face_that_is_shown() -> None:
    shown = play(GAME, DEFENDING, 1, Commit(1), Stranger(), shown=(("C-D", "blue"),))
    known = play(GAME, DEFENDING, 1, Commit(1), Dealer(HANDS, covered=(("C-D", "blue"),)))

    assert (shown.state, shown.events) == (known.state, known.events)


def test_a_defender_who_does_not_know_the_face_is_still_held_to_his_hand() -> None:
    """Nobody but Lion and the referee can play the order out, but that it takes two green cards is known."""
    with pytest.raises(IllegalMove) as refused:
        play(GAME, DEFENDING, 1, Commit(2), Owner(1, HANDS[1]))
    with pytest.raises(NeedsHiddenFace) as hidden:
        play(GAME, DEFENDING, 1, Commit(1), Owner(1, HANDS[1]))

    assert refused.value.rule == "CK 4.2"
    assert hidden.value.place == "C-D"
