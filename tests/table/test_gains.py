"""What the order of an example brings, as the status says it beside it."""

from __future__ import annotations

from hashlib import sha256

import pytest

from referee.kernel.dice import stream
from referee.messages.order_choices import gain_text
from tests.support.policies import typed
from tests.support.rehearse import open_match, play_out, sensible_order


@pytest.mark.parametrize("game", ["tigris", "cards"])
def test_what_a_typed_order_brings_is_told_with_what_it_takes_from_the_hand(game: str) -> None:
    """Every order that the rules allow at every seventh step, as it is typed: with the card that goes face down."""
    match, words, face_down = open_match(game, 3, "brings"), stream(sha256(b"brings").digest(), "brings"), 0
    for step in range(50):
        play_out(match, f"brings {step}", steps=1, policy=sensible_order)
        request = match.host.request
        if request is None or step % 7:
            continue
        position = match.players[match.table.names[request.seat]]
        own = position.knowledge.own(request.seat)
        assert own is not None
        for move in position.table.game.legal_orders(position.state, request.seat, own):
            text = typed(position.table.game, move, own, words)
            face_down += text.startswith("connect ") and len(text.split()) > 2
            assert isinstance(gain_text(position, text, "en"), str)
    assert (face_down > 0) == (game == "cards")
