"""Games of Tigris before a revolt, in which plans decide what comes."""

from __future__ import annotations

from functools import cache

from tests.support.rehearse import Match
from tests.table.small_games import asked, copy_of, dealt_to, hand, order


@cache
def before_revolt() -> Match:
    """The defender has moved first and put king and priest beside B8; the attacker holds the temples he will add."""
    deal = dealt_to(("temple", "temple"), ("temple", "temple", "temple", "farm"))
    match = order(copy_of(deal), "leader king C8", "leader priest A8")
    assert "market" not in hand(match, asked(match)) or "settlement" not in hand(match, asked(match))
    return match


def sides(match: Match) -> tuple[str, str]:
    """(attacker, defender) of a game before its revolt."""
    attacker = asked(match)
    return attacker, next(name for name in match.table.names if name != attacker)


def lacking(match: Match) -> str:
    """A kind that the attacker does not hold and that may lie on land."""
    return next(kind for kind in ("market", "settlement") if kind not in hand(match, asked(match)))
