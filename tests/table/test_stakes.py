"""How a conflict stands, as data for who is asked: the sums, and where each answer leads, as the rules then have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from referee.kernel.events import ConflictWon
from referee.kernel.game import AnyGame, NeedsHiddenFace
from referee.kernel.requests import Request
from referee.messages.conflict_view import conflict_for
from referee.messages.order_choices import Conflict
from tests.long_runs import of
from tests.support import rehearse
from tests.support.rehearse import Match, open_match, play_out, sensible_order

STEPS = {"tigris": of(68, 116), "cards": of(32, 60)}
"""So far games are played."""

PLAYED = {"tigris": of((13,), (*range(12), 13)), "cards": of((4,), range(12))}
"""The games of each: every sort of answer comes in one of the short ones too."""


@pytest.fixture(autouse=True)
def _one_order_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that attackers are asked too: else they answer in the note that begins the conflict."""
    monkeypatch.setattr(rehearse, "ORDERS_MOST", 1)


def fights(game: str) -> Iterator[tuple[Match, Request, Conflict]]:
    """Positions of seeded games in which somebody is asked about a conflict."""
    for number in PLAYED[game]:
        match = open_match(game, 3, f"stakes {number}")
        for step in range(STEPS[game]):
            request = match.host.request
            if request is not None and request.question == "commit":
                seat = match.table.names[request.seat]
                found = conflict_for(match.players[seat], request.seat, "en")
                assert found is not None
                yield match, request, found
            if match.host.over:
                break
            play_out(match, f"stakes {number} {step}", steps=1, policy=sensible_order)


def winners(game: AnyGame, state: Any, answers: Iterable[Any]) -> set[int]:
    """Who wins the conflict by the rules, with each of these orders of the seat that is asked."""
    found = set()
    for move in answers:
        try:
            after = game.apply(state, game.requests(state)[0].seat, move, ())
            events = after.events
        except NeedsHiddenFace as hidden:  # a card face down matters behind the end
            events = hidden.events
        won = next((event for event in events if isinstance(event, ConflictWon)), None)
        if won is not None:
            found.add(won.winner)
        else:
            then = game.requests(after.state)[0].seat
            found |= winners(game, after.state, game.legal_orders(after.state, then, None))
    return found


@pytest.mark.parametrize("game", STEPS)
def test_what_is_told_of_an_answer_is_what_the_rules_make_of_it_whatever_the_other_side_holds(game: str) -> None:
    """And as many spaces are named as count on each side; the hand is told to the side that is asked alone."""
    seen = set()
    for match, request, found in fights(game):
        own = match.players[match.table.names[request.seat]].knowledge.own(request.seat)
        assert own is not None
        assert found.held == own.hand.count(found.kind)
        assert all(conflict_for(match.host, seat, "en") is None for seat in range(3) if seat != request.seat)
        for side in (found.own, found.other):
            assert len(set(side.spaces)) == side.strength, (match.host.step, side)
        rules, state = match.table.game, match.host.state
        for answer in found.answers:
            move = rules.notation.parse_order(answer.order)
            ends = winners(rules, state, [move])
            wins = {winner == request.seat for winner in ends}

            assert wins == ({answer.wins} if answer.wins is not None else {True, False}), (match.host.step, answer)
            seen.add((found.attacks, answer.wins))
    assert seen >= {(False, True), (False, False), (True, False), (True, None)}
