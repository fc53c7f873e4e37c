"""Several seats asked at once, and goods of a pile that lie face down: what the kernel knows of both."""

from __future__ import annotations

import msgspec
import pytest

from referee.kernel.errors import BrokenState, RefereeError
from referee.kernel.events import Drew, Event, Hidden, Peeked, Revealed, SeatField
from referee.kernel.game import Display, Game, GameInfo, Notation, Transition
from referee.kernel.goods import Dealer, Owner, OwnGoods, Stranger, Supply
from referee.kernel.play import follow_events, play
from referee.kernel.requests import Request, seat_order


class Votes(msgspec.Struct, frozen=True):
    """`given[seat]` is what a seat has said so far, `done` who has said all."""

    given: tuple[str, ...] = ("", "", "")
    done: tuple[int, ...] = ()
    turn: int = 0


class Said(Event, frozen=True):
    seat: SeatField
    word: str


def requests(state: Votes) -> tuple[Request, ...]:
    return tuple(Request(seat, "vote", "VO 1") for seat in range(3) if seat not in state.done)


def apply(state: Votes, seat: int, word: str, reveals: object) -> Transition[Votes]:
    if word == "pass":
        return Transition(msgspec.structs.replace(state, done=tuple(sorted((*state.done, seat)))))
    given = tuple(text + word * (seat == other) for other, text in enumerate(state.given))
    return Transition(msgspec.structs.replace(state, given=given), (Said(seat, word),))


VOTE: Game[Votes, str] = Game(
    info=GameInfo("vote", "Vote", (3,), 1, endings=("all",), hand_rule="VO 2", rule_prefix="VO"),
    setup=lambda options, dice: Transition(Votes()),
    requests=requests,
    apply=apply,
    legal_orders=lambda state, seat, own: iter(()),
    outcome=lambda state: None,
    state_type=Votes,
    notation=Notation(format_order=str, parse_order=str, read=lambda text, state, seat: ()),
    faces=Display(text=lambda state, view: ()),
    neutral=lambda state, seat: "pass",
)


def test_who_is_asked_stands_clockwise_from_the_first() -> None:
    asked = requests(Votes())

    assert [[r.seat for r in seat_order(asked, first)] for first in (None, 0, 1, 2)] == [
        [0, 1, 2],
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
    ]


BAG = Dealer(((), ()), (Supply("bag", ("gold", "salt", "tin")),))
HIDDEN = follow_events(BAG, (Hidden("hill"), Hidden("cave", "bag")))


def test_a_hidden_good_is_the_next_of_its_pile_and_in_no_hand() -> None:
    assert isinstance(HIDDEN, Dealer)
    assert (HIDDEN.hands, HIDDEN.piles[0].drawn, HIDDEN.covered) == (((), ()), 2, (("hill", "gold"), ("cave", "salt")))


def test_nobody_knows_a_hidden_good_but_the_referee_and_who_peeked() -> None:
    peeked = follow_events(HIDDEN, (Peeked(1, "cave"),))

    assert [peeked.own(0), peeked.own(1)] == [OwnGoods(), OwnGoods((), (("cave", "salt"),))]
    assert (peeked.face("hill"), Stranger().face("hill"), Owner(0).face("hill")) == ("gold", None, None)


def test_a_hand_line_gives_drawn_goods_to_the_hand_and_peeked_ones_to_their_places() -> None:
    events = (Hidden("hill"), Drew(1, 1), Peeked(1, "hill"), Peeked(0, "hill"), Drew(1, 1))
    owner = follow_events(Owner(1), events)
    assert isinstance(owner, Owner)

    assert owner.received(("tin", "gold", "salt")).own(1) == OwnGoods(("salt", "tin"), (("hill", "gold"),))


def test_a_good_turned_up_in_the_step_of_the_peek_is_not_covered_any_more() -> None:
    owner = follow_events(Owner(1), (Hidden("hill"), Peeked(1, "hill"), Revealed("hill", "gold")))
    assert isinstance(owner, Owner)

    assert owner.received(("gold",)).own(1) == OwnGoods()


def test_a_place_turned_up_is_forgotten_by_all() -> None:
    known = follow_events(HIDDEN, (Peeked(1, "cave"), Revealed("cave", "salt")))
    assert isinstance(known, Dealer)

    assert (known.covered, known.hidden, known.peeked) == ((("hill", "gold"),), ("hill",), ())


@pytest.mark.parametrize(
    "event", [Hidden("hill"), Peeked(0, "sea"), Revealed("hill", "tin"), Hidden("sea", "bag")], ids=str
)
def test_what_the_pile_and_the_places_do_not_hold_is_no_event(event: Hidden | Peeked | Revealed) -> None:
    full = follow_events(HIDDEN, (Hidden("lake"),))

    with pytest.raises(BrokenState):
        follow_events(full, (event,))


def test_an_order_of_a_seat_that_is_done_is_out_of_order() -> None:
    done = play(VOTE, Votes(), 0, "pass", Stranger()).state

    with pytest.raises(RefereeError):
        play(VOTE, done, 0, "a", Stranger())
