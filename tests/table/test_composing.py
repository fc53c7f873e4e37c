"""Orders that fit together: each pair that is listed is accepted by what reads typed moves, at random positions."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest

from referee.i18n.event_text import event_sentences
from referee.kernel.dice import below, stream
from referee.kernel.errors import OutOfOrder
from referee.messages.order_tree import OrderTree, compose_order_tree
from referee.protocol.step.draft import draft
from tests.long_runs import of
from tests.support.rehearse import Match, open_match
from tests.table.composed_games import GAMES, POSITIONS, matches, who

SAMPLES = 12


def positions(game: str, count: int | None = None) -> Iterator[tuple[Match, OrderTree]]:
    """The same, each with the orders of who is asked."""
    for match in matches(game, count):
        yield match, compose_order_tree(match.players[who(match)], match.eyes[who(match)])


@pytest.mark.parametrize("game", GAMES)
def test_what_an_order_leads_to_is_told_as_trying_it_tells_it(game: str) -> None:
    for match, found in positions(game, 2):
        position, eyes = match.players[who(match)], match.eyes[who(match)]
        for order, told in list(zip(found.first, found.told, strict=True))[:: max(1, len(found.first) // 5)]:
            tried = draft(position, eyes, [order]).run.events

            assert told == event_sentences(position.table.game, tried, position.table.called, "en"), order


@pytest.mark.parametrize("game", GAMES)
def test_what_is_listed_is_accepted_two_orders_deep(game: str) -> None:
    words = stream(sha256(game.encode()).digest(), "compose")
    tried = 0
    for match, (first, behind, *_) in positions(game):
        seat = who(match)
        for _ in range(SAMPLES):
            at = below(words, len(first))
            typed = [first[at]]
            if behind[at]:
                typed.append(behind[at][below(words, len(behind[at]))])
            found = draft(match.players[seat], match.eyes[seat], ["; ".join(typed)])
            tried += len(typed)

            assert len(found.do) == len(typed) or found.lines, typed
    assert tried > POSITIONS[game] * SAMPLES


@pytest.mark.parametrize("game", GAMES)
def test_every_open_order_is_listed(game: str) -> None:
    for match, (first, *_, spelled, _) in positions(game, of(2, 3)):
        seat, position, rules = match.table.seat(who(match)), match.players[who(match)], match.table.game
        own = position.knowledge.own(seat)
        legal = [move for move in rules.legal_orders(position.state, seat, own) if not rules.secret(move)]

        assert {rules.notation.format_order(move) for move in legal} <= {spelled[one] for one in first}


def test_goods_that_leave_a_hand_unseen_are_named_in_every_way_that_the_hand_allows() -> None:
    match = open_match("tigris", 3, "compose swap")
    seat = who(match)
    own = match.players[seat].knowledge.own(match.table.seat(seat))
    assert own is not None
    listed = compose_order_tree(match.players[seat], match.eyes[seat]).first
    ones = {order for order in listed if order.startswith("swap ") and len(order.split()) == 2}

    assert ones == {f"swap {kind}" for kind in own.hand}
    assert f"swap {' '.join(sorted(own.hand))}" in {" ".join(("swap", *sorted(each.split()[1:]))) for each in listed}


def test_what_hangs_on_what_is_not_known_yet_is_told_to_be_sealed() -> None:
    for match, (first, behind, sealed, *_) in positions("tigris", of(3, 6)):
        seat = who(match)
        for order, then, hidden in list(zip(first, behind, sealed, strict=True))[:: max(1, len(first) // 8)]:
            run = draft(match.players[seat], match.eyes[seat], [order]).run

            assert hidden == (run.turn_runs and not then)


def test_whoever_is_not_asked_has_nothing_to_compose() -> None:
    match = open_match("tigris", 3, "compose none")
    other = next(name for name in match.players if name != who(match))

    with pytest.raises(OutOfOrder):
        compose_order_tree(match.players[other], match.eyes[other])
