"""What every game promises where several seats are asked at once, and of the order that does nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.kernel.dice import below
from referee.kernel.errors import IllegalMove
from referee.kernel.events import Event, event_words
from referee.kernel.game import asked_seats
from referee.kernel.goods import Hand
from referee.kernel.play import Played, play
from referee.kernel.requests import Seat, seat_order
from tests.games.contract.playout import Broken, Table, attempt

Share = list[tuple[Any, Hand]]

ORDERS_MOST = 20
"""A share that goes on for longer than this is taken for endless."""


def does_nothing_when_asked_to(table: Table, words: Iterator[int]) -> None:
    """The neutral order of an asked seat is one that it may give whatever its hand holds."""
    game = table.game
    for seat in table.asked if game.neutral is not None else ():
        assert game.neutral is not None
        move = game.neutral(table.state, seat)
        spelling = game.notation.format_order(move)
        if game.secret(move) or move not in table.legal(seat) or move not in table.superset(seat):
            raise Broken("the neutral order can be given whatever the hand holds", table, f"seat {seat}", spelling)


def asks_each_seat_once(table: Table, words: Iterator[int]) -> None:
    """Nobody is asked two things at once, and whoever is asked beside others has a neutral order."""
    requests = table.game.requests(table.state)
    if len({request.seat for request in requests}) != len(requests):
        raise Broken("a seat is asked one thing at a time", table, repr(requests))
    if len(requests) > 1 and table.game.neutral is None:
        raise Broken("where several are asked at once there is a neutral order", table, "none")


def leaves_the_others_alone(table: Table, words: Iterator[int]) -> None:
    """Where several are asked at once, no order of one changes what another is asked or may do."""
    for seat in table.asked if len(table.asked) > 1 else ():
        move, played = _some_order(table, seat, words)
        for other in set(table.asked) - {seat}:
            before = (_requests(table, table.state, other), *_lists(table, table.state, other))
            after = (_requests(table, played.state, other), *_lists(table, played.state, other))
            if before != after:
                spelling = table.game.notation.format_order(move)
                raise Broken("no answer changes what another seat may do", table, f"seat {other}", spelling)


def answers_commute(table: Table, words: Iterator[int]) -> None:
    """Where several are asked at once, their answers lead to one state and to the same events, whoever comes first."""
    if len(table.asked) < 2:
        return
    shares = {seat: _some_share(table, seat, words) for seat in table.asked}
    found = [_together(table, shares, first) for first in table.asked]
    for played in found[1:]:
        if played.state != found[0].state or _sorted(table, played.events) != _sorted(table, found[0].events):
            raise Broken("answers of seats asked at once commute", table, "another order of seats leads elsewhere")


def _some_order(table: Table, seat: Seat, words: Iterator[int]) -> tuple[Any, Played[Any]]:
    moves = table.legal(seat)
    move = moves[below(words, len(moves))]
    done = attempt(table, seat, move, words)
    if isinstance(done, IllegalMove):
        raise Broken("an enumerated order is accepted", table, str(done))
    return move, done[0]


def _together(table: Table, shares: Mapping[Seat, Share], first: Seat) -> Played[Any]:
    """The shares of all who are asked, carried out clockwise from `first`."""
    state, knowledge, events = table.state, table.dealer, tuple[Event, ...]()
    for request in seat_order(table.game.requests(state), first):
        for move, secret in shares[request.seat]:
            played = play(table.game, state, request.seat, move, knowledge, secret=secret)
            state, knowledge, events = played.state, played.knowledge, events + played.events  # type: ignore[assignment]
    return Played(state, events, knowledge)


def _some_share(table: Table, seat: Seat, words: Iterator[int]) -> Share:
    """Orders at random, then the neutral one, until the seat is not asked any more."""
    game, state, dealer = table.game, table.state, table.dealer
    share: Share = []
    assert game.neutral is not None
    for number in range(ORDERS_MOST):
        moves = tuple(game.legal_orders(state, seat, dealer.own(seat)))
        move = game.neutral(state, seat) if below(words, 3) == 0 or number else moves[below(words, len(moves))]
        if game.secret(move):
            move = game.neutral(state, seat)
        played = play(game, state, seat, move, dealer)
        share.append((move, ()))
        state, dealer = played.state, played.knowledge  # type: ignore[assignment]
        if seat not in asked_seats(game, state):
            return share
    raise Broken("the neutral order ends an answer", table, f"still waiting for seat {seat}")


def _requests(table: Table, state: Any, seat: Seat) -> tuple[Any, ...]:
    return tuple(request for request in table.game.requests(state) if request.seat == seat)


def _lists(table: Table, state: Any, seat: Seat) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    game = table.game
    return (
        tuple(game.legal_orders(state, seat, None)),
        tuple(game.legal_orders(state, seat, table.owners[seat].own(seat))),
    )


def _sorted(table: Table, events: tuple[Event, ...]) -> list[str]:
    return sorted(event_words(event, [str(seat) for seat in range(table.options.seats)]) for event in events)


AT_ONCE = (does_nothing_when_asked_to, asks_each_seat_once, leaves_the_others_alone, answers_commute)
