"""The four words: what people tell each other once a game, so that nobody between them can have changed keys or seats.

Every party hears them from every other party, not from the host alone: a host with a key of his own on another seat
gives two players two charters, and tells each of them the words of that player's charter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Literal

from referee.crypto import joint
from referee.crypto.keys import fingerprint
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.names import DEAL
from referee.record.notes import Deal
from referee.table.reading.history import History
from referee.table.seating import REFEREE, Party, Table
from referee.table.step.position import Position

Verdict = Literal["equal", "different", "without"]
"""What is remembered of a party: its words were equal, or were not, or the reader chose to go on without them."""

KNOWN, NOT_YET = "known", "not yet"
"""Where nothing is remembered: the key is known from another game, or is not."""

KnownKeys = Collection[tuple[str, str]]
"""(fingerprint, role) of parties whose words were heard as equal in some game."""


def four_words(history: History) -> tuple[str, ...]:
    """The four words of a game, () before it is dealt."""
    table = history.table
    if table is None or not history.shares:
        return ()
    deal = history.signed_notes[DEAL][-1].read(Deal)
    return joint.four_words(table.charter, deal.toss, [history.shares[name] for name in table.names])


def compare(typed: Sequence[str], ours: Sequence[str], name: str = "") -> bool:
    """Whether the words that were typed are ours, in their order. `name` is who said them, for the refusal.

    Raises:
        Unreadable: they are not four, or one is not in the list: a slip, which says nothing about anybody.
    """
    words = [word.lower() for text in typed for word in text.replace(",", " ").split()]
    known = joint.word_list()
    for place, word in enumerate(words[: len(ours)]):
        if word not in known:
            raise _slip(word, ours[place], place, name)
    if len(words) != len(ours):
        raise Unreadable("words-nothing-kept", found=len(words), count=len(ours))
    return tuple(words) == tuple(ours)


def _slip(word: str, own: str, place: int, name: str) -> Unreadable:
    # Of words that are equally near the own one is named: most slips are slips of the right word.
    nearest = max((own, *joint.word_list()), key=lambda known: SequenceMatcher(None, word, known).ratio())
    return Unreadable(
        "misheard-own-word" if nearest == own else "misheard-word",
        word=word,
        nearest=nearest,
        hint=Sentence("ask-word-again", name=spoken(name), number=place + 1)
        if name
        else Sentence("ask-for-word-again", number=place + 1),
    )


def others(table: Table, role: str | None) -> tuple[Party, ...]:
    """Everybody but the reader: the players clockwise, then the referee."""
    return tuple(party for party in (*table.seats, table.host) if party.role != role)


def heard(table: Table, role: str | None, verdicts: Mapping[str, Verdict], known: KnownKeys) -> dict[str, str]:
    """For each other party a verdict, `known` or `not yet`.

    A key is known under the seat name under which it was heard: that is the name people type, letters say and nobody
    else at the table can have; a display name is anybody's to choose again. A referee has no name in a record, so
    nothing says that this is the one who was heard before: the referee is heard in every game.
    """
    return {
        party.role: verdicts.get(party.role) or (KNOWN if _is_known(party, known) else NOT_YET)
        for party in others(table, role)
    }


def _is_known(party: Party, known: KnownKeys) -> bool:
    return party.role != REFEREE and (fingerprint(party.key), party.role) in known


def other_names(table: Table, role: str | None, known: KnownKeys) -> dict[str, tuple[str, ...]]:
    """The roles under which a key at this table was heard before, where the name it sits under is not one of them."""
    found: dict[str, tuple[str, ...]] = {}
    for party in others(table, role):
        names = sorted(name for key, name in known if key == fingerprint(party.key))
        if names and party.role not in names:
            found[party.role] = tuple(names)
    return found


def to_hear(standing: Mapping[str, str]) -> tuple[str, ...]:
    """The parties whose words are still to be heard, or differ."""
    return tuple(name for name, verdict in standing.items() if verdict in (NOT_YET, "different"))


def without(standing: Mapping[str, str], name: str) -> Verdict | None:
    """What to remember when the reader chooses to go on without the words of a party; None if nothing changes.

    Raises:
        NotAuthentic: other words were heard from that party, and only equal ones lift that.
    """
    if standing[name] == "different":
        raise _differ((name,))
    return "without" if standing[name] == NOT_YET else None


def check_heard(position: Position, seat: str, standing: Mapping[str, str]) -> None:
    """Check that `seat` may sign a move or a standing note. `standing` is what `heard` gives for that seat.

    Raises:
        NotAuthentic: a party was heard with other words, at whatever step.
        OutOfOrder: it would be the seat's first move, and a party was not heard.
    """
    different = tuple(name for name, verdict in standing.items() if verdict == "different")
    if different:
        raise _differ(different)
    missing, own = to_hear(standing), position.table.seat(seat)
    if missing and position.signed[own] <= position.table.seats[own].since:
        raise OutOfOrder(
            "words-unheard-key" if position.table.seats[own].since else "words-unheard",
            names=", ".join(map(spoken, missing)),
            hint=Sentence("words-then-enter-from", name=spoken(missing[0])),
        )


def _differ(names: Sequence[str]) -> NotAuthentic:
    return NotAuthentic(
        "other-words-heard",
        names=", ".join(map(spoken, names)),
        hint=Sentence("enter-words-from", name=spoken(names[0])),
    )


def spoken(role: str) -> str:
    """A party as it is typed and printed: the seat's name, or `host`."""
    return "host" if role == REFEREE else role
