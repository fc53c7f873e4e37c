"""Games in which standing answers speak."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from referee.record.notes import Move
from tests.support.rehearse import Match, open_match, play_out, sensible_order

POLICY = ("score always", "defend min 3", "convert yes", "swap ABCDEFGH")


def play_until_moved(match: Match, seat: str, label: str, *, withheld: bool = False) -> None:
    """Play on until `seat` has made a move; the host enters no standing notes that wait if they are `withheld`."""
    since = match.host.past.signed[match.table.seat(seat)]
    while match.host.past.signed[match.table.seat(seat)] == since:
        if withheld:
            match.waiting.clear()
        play_out(match, f"{label} {match.host.step}", steps=1)


@cache
def renewed() -> Match:
    """A finished game in which standing answers are given, renewed and ended in the middle, by notes and by moves."""
    match = open_match("cards", 2, "renewed")
    given: list[tuple[str, Sequence[str]]] = [
        *(("anna", POLICY), ("bert", POLICY[:2]), ("anna", POLICY[:1]), ("bert", ()), ("anna", ())),
        *(("bert", POLICY), ("anna", ("score red keep 2", "convert no"))),
    ]
    for seat, lines in given:
        match.stand(seat, lines)
        play_out(match, f"renewed {match.host.step}", steps=5, policy=sensible_order)
    play_out(match, "renewed end", policy=sensible_order)
    match.acknowledge()
    return match


def moves_of(match: Match) -> list[Move]:
    notes = [signed.note() for name in sorted(match.signed_notes) for signed in match.signed_notes[name]]
    return [note for note in notes if isinstance(note, Move)]
