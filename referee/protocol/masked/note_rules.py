"""What only the notes of a game with a masked deck contain, and what none of its notes contains."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from referee.kernel.errors import Unreadable
from referee.kernel.events import Drew, Event
from referee.kernel.game import AnyGame
from referee.kernel.goods import Counts, Good, Holder, Knowledge, Pile
from referee.kernel.play import follow_events
from referee.record.note import SignedNote
from referee.record.notes import AnyNote
from referee.record.notes.kinds import KIND_OF, MASKED_ONLY

DEAL = ("deal", "masked")
"""The option of an offer by which nobody sees the deck."""

PILE_LEAST, PILE_MOST = 8, 256
"""Goods of a pile that can be masked: of fewer each is soon known, and a mix of more is too long for a note."""

_SILENT = ("seating",)
"""Terms that a game with a masked deck does not have: whose tiles are whose is clear there before the deal."""


def options_mask_deck(options: Collection[tuple[str, str]]) -> bool:
    """Whether an offer with these options masks the deck."""
    return DEAL in options


def check_maskable(game: AnyGame, piles: tuple[Pile, ...], terms: Iterable[tuple[str, str]]) -> None:
    """Check that a game with these piles and terms can be masked. A host who plays there sees no hand, but he has the
    moves: so he skips nobody on his own word.

    Raises:
        Unreadable: it cannot.
    """
    chosen = dict(terms)
    one = len(piles) == 1 and PILE_LEAST <= piles[0].size <= PILE_MOST
    if not (game.info.maskable and one) or game.dealt is not None:
        raise Unreadable("deal-not-for-game", game=game.info.title)
    for name, value in chosen.items():
        if name in _SILENT and value not in ("no", "listed"):
            raise Unreadable("term-not-masked", name=name)
    if "host" in chosen and chosen.get("absence", "skip") == "skip":
        raise Unreadable("skip-needs-neutral-host")


def draws_in_seat_order(events: Iterable[Event]) -> list[Drew]:
    """The draws of a set-up as they are served where the deck is masked: so what is in which hand is clear before the
    deal, which fixes the order of the events.
    """
    return sorted((event for event in events if isinstance(event, Drew)), key=lambda event: event.seat)


def dealt_hands(seats: int, size: int, events: Iterable[Event]) -> Counts:
    """Which positions of a pile of `size` goods are in which hand after a set-up."""
    counts = follow_events(Counts(((),) * seats, size=size), draws_in_seat_order(events))
    assert isinstance(counts, Counts)
    return counts


def public_counts(knowledge: Knowledge) -> Counts:
    """What everybody knows of the hands of a masked deck, taken from what one reader knows."""
    if isinstance(knowledge, Holder):
        return knowledge.counts
    assert isinstance(knowledge, Counts)
    return knowledge


def with_public_counts(knowledge: Knowledge, counts: Counts) -> Knowledge:
    """The same knowledge with other public hands; a player follows what notes say, and chooses nothing."""
    if isinstance(knowledge, Holder):
        return replace(knowledge, counts=counts, drafting=False, gives=(), drops=(), lots=())
    return counts


def with_named_goods(knowledge: Knowledge, gives: tuple[Good, ...], drops: tuple[int, ...]) -> Knowledge:
    """The knowledge of somebody who follows a note that says which tiles its orders take."""
    return with_public_counts(knowledge, replace(public_counts(knowledge), gives=gives, drops=drops))


def check_deck_lines(note: AnyNote, *, masked: bool) -> None:
    """Check that a note of a game has the lines that its deal needs, and none of another deal.

    Raises:
        Unreadable: a line is missing, or is none of a game like this.
    """
    kind = KIND_OF[note.type]
    needed = kind.masked_lines
    surplus = kind.open_lines if masked else (*needed, *kind.masked_extras)
    found = [word for word in (*needed, *surplus) if getattr(note, word) not in (None, (), {})]
    for word in surplus:
        if word in found:
            raise Unreadable("deck-line-surplus", type=note.type, word=word)
    for word in needed if masked else ():
        if word not in found:
            raise Unreadable("deck-line-missing", type=note.type, word=word)


def check_deck_note_type(signed: SignedNote) -> None:
    """Check that a note is of a type that every game has. Raises Unreadable: only a game with a masked deck has such
    notes.
    """
    if signed.type in MASKED_ONLY:
        raise Unreadable("deal-without-such-notes", type=signed.type)
