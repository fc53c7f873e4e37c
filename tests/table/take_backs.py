"""A step back in a rehearsed game: asked for, agreed to and entered."""

from __future__ import annotations

from functools import cache

from referee import games
from referee.protocol.agreements.consent import consent_note
from referee.record.note import SignedNote
from referee.record.notes import Step
from tests.support.policies import sensible_order
from tests.support.rehearse import Match, open_match, play_out
from tests.table.small_games import copy_of, steps_of, with_stranger

ASKER_SAYS = "I meant the other field"


def agreed(match: Match, step: int, *seats: str) -> tuple[SignedNote, ...]:
    """The consents of these seats to going back before `step`; the first one asks and says why."""
    to = f"back {step}"
    notes = {
        seat: consent_note(match.players[seat], match.keys[seat], to, ASKER_SAYS if seat == seats[0] else None)
        for seat in seats
    }
    return tuple(notes[seat] for seat in match.table.names if seat in notes)


def gone_back(match: Match, step: int) -> Match:
    """A copy of the game in which all who play have gone back before `step`."""
    match = copy_of(match)
    playing = (name for seat, name in enumerate(match.table.names) if seat not in match.host.left)
    match.decide(f"back {step}", consents=agreed(match, step, *playing))
    match.answers.clear()
    return match


@cache
def begun(game: str, steps: int = 3) -> Match:
    """Some way into a game of as many as it takes, watched by a stranger."""
    seats = games.find(game).info.seats[-1]
    match = with_stranger(open_match(game, seats, "back"))
    while match.host.step < steps:
        match = play_out(match, f"back {match.host.step}", steps=1, policy=sensible_order)
    return match


def last_step(match: Match) -> Step:
    """The newest step note."""
    return steps_of(match)[-1]
