"""Who knows what: a player one hand, whoever has every hand all of them."""

from __future__ import annotations

from referee.kernel.goods import Dealer, Owner, OwnGoods

HANDS = (("farm",), ("king", "temple"))


def test_a_player_knows_one_hand_and_nobody_elses() -> None:
    owner = Owner(1, HANDS[1], covered=(("F7", "temple"),))

    assert owner.own(1) == OwnGoods(HANDS[1], (("F7", "temple"),))
    assert owner.own(0) is None and owner.own(2) is None


def test_the_referee_knows_each_hand_as_that_of_its_seat() -> None:
    assert [Dealer(HANDS, ()).own(seat) for seat in (0, 1)] == [OwnGoods(HANDS[0]), OwnGoods(HANDS[1])]
