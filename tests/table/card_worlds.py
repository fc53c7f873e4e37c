"""Card games that differ in what somebody cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import count

from referee.kernel.dice import stream
from referee.protocol.step.draft import draft, move_note
from tests.support.rehearse import Match, open_match
from tests.table.small_games import asked, hand
from tests.table.two_worlds import Worlds, draw, orders_of

STEPS = 90


SILENT = ("score never", "defend min 0", "convert no", "swap none")
"""Standing answers that no hand can change, so that two worlds answer alike."""


class CardWorlds(Worlds):
    """One card game in two worlds: the same public orders, and the same kinds where a card is turned up later."""

    def _move(self, match: Match, seat: str, chosen: str, words: Iterator[int]) -> None:
        drafted = draft(match.players[seat], match.eyes[seat], [chosen])
        match.enter(move_note(match.players[seat], match.keys[seat], drafted, standing=match.meant(seat)))

    def _common_order(self, seat: str, words: Iterator[int]) -> str:
        games = [(match.players[seat], match.table.seat(seat)) for match in self.matches]
        one, other = ({g.table.game.notation.format_order(m) for m in orders_of(g, index)} for g, index in games)
        shared = sorted(set(hand(self.matches[0], seat)) & set(hand(self.matches[1], seat)))
        common = [text for text in sorted(one & other) if not text.startswith("connect") or shared]
        loud = [text for text in common if text.startswith(("connect", "card", "leader", "score yes", "commit"))]
        chosen = draw(loud or common, words)
        return f"{chosen} {draw(shared, words)}" if chosen.startswith("connect") else chosen


@cache
def card_worlds(standing: bool) -> CardWorlds:
    """Three seats, with and without standing answers; first seat and orders are the same, the pile is not."""
    one = open_match("cards", 3, "card world 0")
    matches = (open_match("cards", 3, f"card world {number}") for number in count(1))
    both = CardWorlds(one, next(match for match in matches if asked(match) == asked(one)))
    if standing:
        for match in both.matches:
            for seat in match.players:
                match.stand(seat, SILENT)
    both.play(stream(sha256(b"card worlds").digest(), "orders"), STEPS)
    return both
