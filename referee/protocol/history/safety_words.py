"""The four words: what people tell each other once a game, so that nobody between them can have changed keys or seats.

Every party hears them from every other party, not from the host alone: a host with a key of his own on another seat
gives two players two charters, and tells each of them the words of that player's charter.

The four words are those of the charter, so they vouch for its keys alone: a key that came later is in none of them. Its
holder is heard by the six words of the note that asked for it, unless the reader has agreed to that key.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Literal

import msgspec

from referee.crypto import joint_randomness
from referee.crypto.keys import fingerprint
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.history.read_record import History
from referee.protocol.seating import REFEREE, Party, Table
from referee.protocol.step.position import Position
from referee.record.file_names import DEAL
from referee.record.notes import Deal

Comparison = Literal["equal", "different", "without"]
"""What is remembered of a party: its words were equal, or were not, or the reader chose to go on without them."""

KNOWN, NOT_YET = "known", "not yet"
"""Where nothing is remembered: the key is known from another game, or is not."""

KnownKeys = Collection[tuple[str, str]]
"""(fingerprint, role) of parties whose words were heard as equal in some game."""


ALL = "all"
"""Whose words they are that everybody has said in one call."""


class SafetyWords(msgspec.Struct, frozen=True):
    """The words with which people make sure of each other's keys."""

    words: tuple[str, ...]
    """The four words of the game."""
    heard: dict[str, str]
    """By party: `equal`, `different`, `not yet`, `without` (by choice) or `known` (heard or agreed to earlier)."""
    needed: bool
    """Whether somebody's words still have to be compared."""
    other_names: dict[str, tuple[str, ...]] = {}
    """Other names under which the key of a party is known, by party."""
    new_keys: tuple[str, ...] = ()
    """The parties with a new key, which is compared by its six words."""
    own_key: tuple[str, ...] = ()
    """The six words of the reader's own key; empty unless it is a new one."""


def four_words(history: History) -> tuple[str, ...]:
    """The four words of a game, () before it is dealt."""
    table = history.table
    if table is None or not history.shares:
        return ()
    deal = history.signed_notes[DEAL][-1].read(Deal)
    return joint_randomness.four_words(table.charter, deal.toss, [history.shares[name] for name in table.listed])


def compare_words(typed: Sequence[str], ours: Sequence[str], name: str = "") -> bool:
    """Whether the words that were typed are ours, in their order. `name` is who said them, as a sentence says it.

    Raises:
        Unreadable: they are not four, or one is not in the list: a slip, which says nothing about anybody.
    """
    words = [word.lower() for text in typed for word in text.replace(",", " ").split()]
    known = joint_randomness.word_list()
    for place, word in enumerate(words[: len(ours)]):
        if word not in known:
            raise _slip(word, ours[place], place, name)
    if len(words) != len(ours):
        raise Unreadable("words-nothing-kept", found=len(words), count=len(ours))
    return tuple(words) == tuple(ours)


def _slip(word: str, own: str, place: int, name: str) -> Unreadable:
    nearest = _nearest_word(word, own)
    hint = Sentence("ask-for-word-again", number=place + 1)
    if name:
        hint = Sentence("ask-word-again", name=name, number=place + 1)
    is_own = nearest == own
    code = "misheard-own-word" if is_own else "misheard-word"
    return Unreadable(code, word=word, nearest=nearest, number=place + 1, hint=hint)


def _nearest_word(word: str, own: str) -> str:
    """The word of the list that is nearest to one that is not in it. Of words that are equally near the right one is
    named: most slips are slips of the right word.
    """
    nearest, best = own, -1.0
    for known in (own, *joint_randomness.word_list()):
        # No ratio is higher than with all letters that both have in one order; and a ratio takes ten times as long.
        shared = sum(min(word.count(letter), known.count(letter)) for letter in set(known))
        likely = 2 * shared > best * (len(word) + len(known))
        if likely and (ratio := SequenceMatcher(None, word, known).ratio()) > best:
            nearest, best = known, ratio
    return nearest


def other_parties(table: Table, role: str | None) -> tuple[Party, ...]:
    """Everybody but the reader: the players clockwise, then the referee, unless he is heard as one of the players: no
    program joins at the seat of the host but that of the host.
    """
    host = () if table.terms.host and not table.host.since else (table.host,)
    return tuple(party for party in (*table.seats, *host) if party.role not in (role, *_own_seat(table, role)))


def _own_seat(table: Table, role: str | None) -> tuple[str, ...]:
    """The seat of the host who reads, if he plays."""
    return (table.terms.host,) if role == REFEREE and not table.host.since else ()


def comparison_by_party(
    table: Table, role: str | None, verdicts: Mapping[str, Comparison], known: KnownKeys, agreed: Collection[bytes] = ()
) -> dict[str, str]:
    """For each other party a verdict on its present key, `known` or `not yet`. `verdicts` are by what `comparison_key`
    gives; `agreed` are keys of later to which the reader has agreed, and they are known.

    A key is known under the seat name under which it was heard: that is the name people type, letters say and nobody
    else at the table can have; a display name is anybody's to choose again. A referee has no name in a record, so
    nothing says that this is the one who was heard before: the referee is heard in every game. At a practice table
    nobody is there to be heard.
    """
    if table.terms.practice:
        return {party.role: KNOWN for party in other_parties(table, role)}
    found: dict[str, str] = {}
    for party in other_parties(table, role):
        unheard = KNOWN if party.key in agreed or _is_known(party, known) else NOT_YET
        found[party.role] = verdicts.get(comparison_key(party)) or unheard
    return found


def comparison_key(party: Party) -> str:
    """Under what a verdict on the key of a party is kept: the role, for a key of later with its fingerprint."""
    return f"{party.role} {fingerprint(party.key)}" if party.since else party.role


def _is_known(party: Party, known: KnownKeys) -> bool:
    return party.role != REFEREE and (fingerprint(party.key), party.role) in known


def earlier_names(table: Table, role: str | None, known: KnownKeys) -> dict[str, tuple[str, ...]]:
    """The roles under which a key at this table was heard before, where the name it sits under is not one of them."""
    found: dict[str, tuple[str, ...]] = {}
    for party in other_parties(table, role):
        names = sorted(name for key, name in known if key == fingerprint(party.key))
        if names and party.role not in names:
            found[party.role] = tuple(names)
    return found


def parties_to_compare(standing: Mapping[str, str]) -> tuple[str, ...]:
    """The parties whose words are still to be heard, or differ."""
    return tuple(name for name, verdict in standing.items() if verdict in (NOT_YET, "different"))


def skip_comparison(table: Table, standing: Mapping[str, str], name: str) -> Comparison | None:
    """What to remember when the reader chooses to go on without the words of a party; None if nothing changes.

    Raises:
        NotAuthentic: other words were heard from that party, and only equal ones lift that.
    """
    if standing[name] == "different":
        raise _differing_words_refusal(table, (name,))
    return "without" if standing[name] == NOT_YET else None


def parties_blocking(position: Position, seat: str, standing: Mapping[str, str]) -> tuple[str, ...]:
    """The parties that `seat` must hear before it signs: whose words differ, and those that were not heard and have
    got their key, or the seat its own, since the seat has moved last.
    """
    own = position.table.seat(seat)
    moved, since = position.past.signed[own], position.table.seats[own].since
    return tuple(
        name
        for name in parties_to_compare(standing)
        if standing[name] == "different" or moved <= max(since, position.table.party_at(name).since)
    )


def check_word_comparison(position: Position, seat: str, standing: Mapping[str, str]) -> None:
    """Check that `seat` may sign a move or a standing note. `standing` is what `comparison_by_party` gives for that
    seat.

    Raises:
        NotAuthentic: a party was heard with other words, at whatever step.
        OutOfOrder: it would be the first move of the seat's key, or the first since a party has another key, and that
            party was not heard.
    """
    missing, table = parties_blocking(position, seat, standing), position.table
    different = tuple(name for name in missing if standing[name] == "different")
    if different:
        raise _differing_words_refusal(table, different, by_six=table.party_at(different[0]).since > 0)
    of_charter = tuple(name for name in missing if not table.party_at(name).since)
    if of_charter:
        rekeyed, hint = table.party_at(seat).since, Sentence("words-then-enter-from", name=typed_party(of_charter[0]))
        raise OutOfOrder("words-unheard-key" if rekeyed else "words-unheard", names=table.people(of_charter), hint=hint)
    if missing:
        hint = Sentence("six-words-then-enter", name=typed_party(missing[0]))
        raise OutOfOrder("six-words-unheard", names=table.people(missing), hint=hint)


def _differing_words_refusal(table: Table, names: Sequence[str], *, by_six: bool = False) -> NotAuthentic:
    hint = "six-words-then-enter" if by_six else "enter-words-from"
    return NotAuthentic("other-words-heard", names=table.people(names), hint=Sentence(hint, name=typed_party(names[0])))


def typed_role(role: str) -> str:
    """A party as it is typed: the seat's name, or `host`."""
    return "host" if role == REFEREE else role


def typed_party(role: str) -> str | Sentence:
    """The same in the reader's language, for a command that takes both."""
    return Sentence("typed-host") if role == REFEREE else role
