"""A seat gets another key, with another box.

The old key agrees, or the others do: then it was lost or stolen, or somebody else takes the seat over. The others can
overrule the old key, for a thief can agree too. The new one signs from the step after the one that enters it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from referee.crypto import boxes, joint_randomness, sealing
from referee.crypto.keys import SigningKey, check_key
from referee.kernel.canonical_json import decode_b64
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.events import Discarded, Drew, Event, Laid, Peeked, Revealed, Spent
from referee.kernel.goods import Dealer, Holder, Owner, Stranger
from referee.kernel.requests import Seat
from referee.protocol.agreements import host_replacement, silence
from referee.protocol.agreements.host_change import missing_handovers, party_as_host
from referee.protocol.seating import REFEREE, Eyes, Party
from referee.protocol.step import tokens
from referee.protocol.step.position import Draw, FaceDownPlace, Position
from referee.protocol.terms import check_practice
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Consent, NoteId, Rekey, Step

T = TypeVar("T")


def make_rekey(
    position: Position,
    key: SigningKey,
    seat: str,
    nonce: bytes,
    *,
    reason: str,
    name: str | None = None,
    plays: str | None = None,
    seen: Sequence[NoteId] = (),
) -> SignedNote:
    """The note in which the new `key` asks for a seat. `nonce` is 16 fresh random bytes; `name` is what people call the
    new holder, None for the one of before; `plays` the seat of another host who plays; `seen` are notes of the old key
    in no step that go on to count.
    """
    table = position.table
    table.party_at(seat)
    secret = key.game_secret(table.offer_nonce, seat, nonce)
    box = boxes.box_public(boxes.box_private(secret))
    asks = position.addressed(seat)
    note = Rekey(**asks, name=name, plays=plays, nonce=nonce, key=key.public, box=box, seen=tuple(seen), reason=reason)
    return sign_note(note, key)


def six_words(rekey_id: NoteId) -> tuple[str, ...]:
    """The words in which the holder of a new key says to each other person that it is theirs."""
    return joint_randomness.key_words(decode_b64(rekey_id, 32))


def check_rekey(position: Position, signed: SignedNote) -> Rekey:
    """The rekey note in `signed`, if its key may get the seat that it asks for in the next step.

    Raises:
        NotAuthentic: it is not signed by the key in it, or key or box are none that may be let in, or not new here.
        OutOfOrder: another game or history, or a seat that has left, or got another key since; or it says where its
            holder plays, and nobody does so here.
    """
    table = position.table
    note = signed.read(Rekey)
    if note.game != table.game_id:
        raise OutOfOrder("rekey-of-other-game", seat=note.seat)
    since = table.party_at(note.seat).since
    if signed.key != note.key:
        raise NotAuthentic("rekey-other-key", seat=note.seat)
    if note.plays is not None:
        if note.seat != REFEREE or note.name is None or not table.replaces_host:
            raise OutOfOrder("plays-surplus", seat=note.seat)
        table.seat(note.plays)
    position.check_written_here(note.step, note.head)
    if note.step <= since:
        raise OutOfOrder("rekey-outdated", seat=note.seat, step=since)
    if note.seat in (table.names[seat] for seat in position.left):
        raise OutOfOrder("seat-has-left", seat=table.person(note.seat))
    check_key(note.key)
    check_practice(note.key, note.seat, practice=table.terms.practice)
    if table.signer(note.key) is not None:
        raise NotAuthentic("key-used-before", seat=note.seat)
    known = {f"{party.role} {party.since}": party.box for party in table.ever}
    boxes.check_boxes({**known, note.seat: note.box})
    return note


def missing_key_consents(
    position: Position, note: Rekey, rekey_id: NoteId, consents: Iterable[Consent], without: Sequence[str] = ()
) -> tuple[str, ...]:
    """Whose consents a new key lacks: none once the old key of a seat has agreed, otherwise those of the referee and
    all other seats that still play; or of most of them, if the charter says so. A key of the referee may leave seats
    out, by the words among the `consents`.

    For those who are away nobody has to wait, unless no other seat would be left to ask. With a masked deck the new key
    of a seat comes last, for it has to prove that it knows the deck secret.
    """
    consents = tuple(consents)
    said = [consent for consent in consents if consent.to == f"key {rekey_id}"]
    plain = [consent for consent in said if consent.pok is None]
    lacking = _others_to_consent(position, note, plain, consents, without)
    proves = position.table.deck.keeper == "seats" and note.seat != REFEREE
    proven = any(consent.pok is not None and consent.seat == note.seat for consent in said)
    return (note.seat,) if proves and not proven and not lacking else lacking


def _others_to_consent(
    position: Position, note: Rekey, consents: Sequence[Consent], words: Sequence[Consent], without: Sequence[str]
) -> tuple[str, ...]:
    """Whose consents a new key lacks beside its own; the `words` are among these."""
    if note.seat == REFEREE:  # a host who has gone on hosting has not handed over
        consents = [consent for consent in consents if consent.seat != REFEREE or consent.step == position.step + 1]
    given = {consent.seat for consent in consents}
    if position.table.replaces_host and note.seat == REFEREE and REFEREE not in given:
        missing = host_replacement.still_to_replace(position, given, silence.words_in(words), without)
        if missing is not None:
            return missing
    if note.seat == REFEREE and (lacking := missing_handovers(position, consents)) is not None:
        return lacking
    if note.seat in given and note.seat != REFEREE:
        return ()
    missing = seats_missing_consent(position, note, given)
    return missing if REFEREE in given else (REFEREE, *missing)


def seats_missing_consent(position: Position, note: Rekey, given: Container[str]) -> tuple[str, ...]:
    """Which seats a new key lacks beside the referee, who agrees last to a key in his own place, once those in `given`
    have agreed. Where all others have left, the seat itself: the referee alone gives nobody's seat away.
    """
    names = position.table.names
    others = [seat for seat, name in enumerate(names) if name != note.seat and seat not in position.left]
    asked = [seat for seat in others if not position.is_away(seat)] or others
    if not others:
        return (note.seat,)
    agree = sum(names[seat] in given for seat in others)
    enough = position.table.terms.quorum == "majority" and 2 * agree > len(asked)
    return () if enough else tuple(names[seat] for seat in asked if names[seat] not in given)


def with_new_key(position: Position, note: Rekey) -> Position:
    """The position once the key of `note` has its seat: what the old one has sealed has ended. Of a new referee nothing
    ends: he can open what was sealed to the one before.
    """
    if note.seat == REFEREE:
        party = party_as_host(position.table, note, position.step + 1)
        return replace(position, table=position.table.rekeyed(party))
    seat = position.table.seat(note.seat)
    lock = position.table.seats[seat].lock
    table = position.table.rekeyed(Party(note.seat, note.key, note.box, lock, note.nonce, since=position.step + 1))
    knowledge = position.knowledge
    if isinstance(knowledge, Owner) and knowledge.seat == seat:
        knowledge = Stranger()  # the holder of the old key sees no more than anybody from here on
    if isinstance(knowledge, Holder) and knowledge.seat == seat:
        knowledge = knowledge.counts
    return replace(
        position,
        table=table if note.name is None else replace(table, display=_with_value(table.display, seat, note.name)),
        plans=_with_value(position.plans, seat, None),
        standing=_with_value(position.standing, seat, None),
        knowledge=knowledge,
    )


def _with_value(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def hand_for_new_key(position: Position, seat: Seat, eyes: Eyes) -> dict[str, bytes]:
    """The hand line of a step that gives `seat` a new key, as the referee seals it; none where no goods are hidden."""
    table = position.table
    if not table.piles:
        return {}
    assert eyes.hidden_seed is not None
    records = records_for_new_key(position, eyes.hidden_seed, seat)
    line = tokens.sealed_hand(table, eyes, seat, records, position.head, position.step + 1)
    return {table.names[seat]: line}


def check_hand_for_new_key(position: Position, seat: Seat, step: Step) -> None:
    """Check what everybody can see of that hand line. Raises NotAuthentic: it is missing, or has another length."""
    table = position.table
    size = sealing.sealed_size(sealing.blocks_for(record_count_for_new_key(position, seat)))
    expected = {table.names[seat]: size} if table.piles else {}
    if {name: len(line) for name, line in step.hand.items()} != expected:
        raise NotAuthentic("hand-lines-seats")


def knowledge_for_new_key(position: Position, seat: Seat, step: Step, eyes: Eyes) -> Owner:
    """What the holder of the new key knows by its hand line.

    Raises:
        NotAuthentic: the line was not sealed for this place, or does not hold what the seat has: the referee's fault.
    """
    if not position.table.piles:
        return Owner(seat)
    return owner_for_new_key(position, seat, tokens.own_hand_records(position.table, eyes, step))


_GIVEN = (Spent, Discarded)
"""By these events goods leave a hand for good."""


def drawn_to_hands(drawn: Sequence[Draw], places: Sequence[FaceDownPlace]) -> tuple[Draw, ...]:
    """Those of the draws and peeks of a step that went to a hand; `places` are all on which a good of a pile lay."""
    if not drawn:
        return ()
    peeks = {(place.pile, place.position) for place in places}
    return tuple(draw for draw in drawn if (draw.pile, draw.position) not in peeks)


def hand_counts_after(held: Sequence[int], events: Sequence[Event]) -> tuple[int, ...]:
    """The number of goods in each hand after `events`, from what is `held` before them."""
    counts = list(held)
    for event in events:
        if isinstance(event, Drew):
            counts[event.seat] += event.count
        elif isinstance(event, _GIVEN):
            counts[event.seat] -= event.count
        elif isinstance(event, Laid):
            counts[event.seat] -= 1
    return tuple(counts)


def peeks_after(peeked: Sequence[tuple[Seat, str]], events: Sequence[Event]) -> tuple[tuple[Seat, str], ...]:
    """Who has peeked at which places that are still covered after `events`."""
    found = list(peeked)
    for event in events:
        if isinstance(event, Peeked):
            found.append((event.seat, event.place))
        elif isinstance(event, Revealed):
            found = [pair for pair in found if pair[1] != event.place]
    return tuple(found)


def records_for_new_key(position: Position, hidden_seed: bytes, seat: Seat) -> tuple[sealing.Record, ...]:
    """What the referee tells the new key of `seat`, as its hand line holds it."""
    assert isinstance(position.knowledge, Dealer)
    own = position.knowledge.own(seat)
    shoes = tokens.ordered_piles(position.table, hidden_seed)
    faces, free = dict(own.covered), list(_drawn_by(position, seat))

    def taken(kind: str) -> sealing.Record:
        pile, at = next((pile, at) for pile, at in free if shoes[pile].pile.labels()[shoes[pile].tokens[at]] == kind)
        free.remove((pile, at))
        return tokens.good_record(shoes[pile], hidden_seed, at)

    laid = [taken(faces[place]) for place in _laid_by(position, seat)]
    peeks = _peeked_by(position, seat)
    peeked = [tokens.good_record(shoes[place.pile], hidden_seed, place.position) for place in peeks]
    return (*laid, *peeked, *(taken(kind) for kind in own.hand))


def record_count_for_new_key(position: Position, seat: Seat) -> int:
    """How many records the line for a new key of `seat` holds; everybody can tell."""
    return len(_laid_by(position, seat)) + len(_peeked_by(position, seat)) + position.held[seat]


def owner_for_new_key(position: Position, seat: Seat, records: Sequence[sealing.Record]) -> Owner:
    """What the holder of a new key of `seat` knows once its line was opened.

    Raises:
        NotAuthentic: a number of goods that is not that of the seat; one twice, one that the seat did not draw, or one
            that does not open its line of the bag.
    """
    table, name = position.table, position.table.names[seat]
    laid, peeked = _laid_by(position, seat), _peeked_by(position, seat)
    covered = (*laid, *(place.place for place in peeked))
    behind = len(covered)
    found = [(record.pile, record.position) for record in records]
    drawn = [*found[: len(laid)], *found[behind:]]
    if (
        len(records) != record_count_for_new_key(position, seat)
        or found[len(laid) : behind] != [(place.pile, place.position) for place in peeked]
        or len(set(drawn)) != len(drawn)
        or not set(drawn) <= set(_drawn_by(position, seat))
    ):
        raise NotAuthentic("hand-positions-differ", seat=name)
    kinds = tokens.kinds_in_hand_line(table, records, position.bag, name)
    faces = tuple(zip(covered, kinds[:behind], strict=True))
    return Owner(seat, tuple(sorted(kinds[behind:])), 0, faces)


def _laid_by(position: Position, seat: Seat) -> tuple[str, ...]:
    return tuple(lain.place for lain in position.covered if lain.seat == seat)


def _peeked_by(position: Position, seat: Seat) -> tuple[FaceDownPlace, ...]:
    return tuple(place for place in position.places if (seat, place.place) in position.peeked)


def _drawn_by(position: Position, seat: Seat) -> tuple[tuple[int, int], ...]:
    """(pile, position) of every good that the seat drew, in drawing order."""
    draws = (draw for draw in position.drew if draw.seat == seat)
    return tuple((draw.pile, at) for draw in draws for at in range(draw.position, draw.position + draw.count))
