"""Tokens, piles and sealed hands: the only place where a kind and a token meet.

Token 0 is the first good of the first kind of its pile, and so on. The order of the tokens comes from the joint seed
and is committed to in the deal, one line for each position of each pile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from referee.crypto import joint_randomness, sealing
from referee.kernel.errors import NotAuthentic
from referee.kernel.events import Drew, Event, Hidden, Peeked, Revealed
from referee.kernel.goods import Dealer, Pile, Stock, Supply, check_hidden
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.protocol.seating import Eyes, Table
from referee.protocol.step.position import Bag, Draw, FaceDownPlace
from referee.record.notes import Deal, Proof, Step


class OrderedPile(msgspec.Struct, frozen=True):
    """One pile in the order of the joint seed: tokens by position."""

    index: int
    pile: Pile
    tokens: tuple[int, ...]


def ordered_piles(table: Table, hidden_seed: bytes) -> tuple[OrderedPile, ...]:
    """Every pile of the game in the order that the joint seed gives it."""
    return tuple(
        OrderedPile(index, pile, _order(hidden_seed, pile.name, pile.size)) for index, pile in enumerate(table.piles)
    )


@lru_cache(maxsize=8)
def _order(hidden_seed: bytes, pile: str, size: int) -> tuple[int, ...]:
    # Every step of a game asks for the same order; shuffling anew each time would be most of the work of a turn.
    return joint_randomness.pile_order(hidden_seed, pile, size)


def dealer_knowledge(table: Table, hidden_seed: bytes) -> Dealer:
    """The knowledge of somebody who knows the order of every pile, before the deal: all hands are empty."""
    dealt = ((shoe, shoe.pile.labels()) for shoe in ordered_piles(table, hidden_seed))
    supplies = [Supply(shoe.pile.name, tuple(labels[token] for token in shoe.tokens)) for shoe, labels in dealt]
    return Dealer(((),) * len(table.seats), tuple(supplies))


def bag_lines(table: Table, hidden_seed: bytes) -> Bag:
    """(pile name, commitment) for every position of every pile, in order."""
    return tuple(line for pile in table.piles for line in _lines(table.charter, hidden_seed, pile.name, pile.size))


@lru_cache(maxsize=8)  # who deals makes them, and reads the deal that has them
def _lines(charter: bytes, hidden_seed: bytes, pile: str, size: int) -> Bag:
    return tuple(
        (pile, joint_randomness.bag_line(charter, pile, at, token, joint_randomness.pile_salt(hidden_seed, pile, at)))
        for at, token in enumerate(_order(hidden_seed, pile, size))
    )


def full_stocks(table: Table) -> tuple[Stock, ...]:
    """The piles before anything is drawn of them."""
    return (Stock(),) * len(table.piles)


class TakenGoods(msgspec.Struct, frozen=True):
    """What events have taken from the piles: `drawn` is what seats learn, by draws and by peeks in order, `stocks` what
    is left, `places` where goods of a pile lie face down, `turned` those that were turned up, in order.
    """

    drawn: tuple[Draw, ...]
    stocks: tuple[Stock, ...]
    places: tuple[FaceDownPlace, ...]
    turned: tuple[FaceDownPlace, ...]


def taken_goods(
    table: Table, events: Sequence[Event], stocks: Sequence[Stock], places: Sequence[FaceDownPlace] = ()
) -> TakenGoods:
    """What `events` take from the piles, of which `stocks` are left, with goods face down on `places`."""
    found: list[Draw] = []
    left, turned = list(stocks), []
    lying = {place.place: place for place in places}
    names = [pile.name for pile in table.piles]
    for event in events:
        if isinstance(event, Drew) and event.count:
            pile = names.index(event.pile) if event.pile else 0
            positions, left[pile] = left[pile].take(event.seat, event.count, table.piles[pile].size)
            found += [Draw(event.seat, pile, first, count) for first, count in _runs(positions)]
        elif isinstance(event, Hidden):
            pile = names.index(event.pile) if event.pile else 0
            (position,), left[pile] = left[pile].take(event.place, 1, table.piles[pile].size)
            lying[event.place] = FaceDownPlace(event.place, pile, position)
        elif isinstance(event, Peeked):
            check_hidden(event.place, lying)
            found.append(Draw(event.seat, lying[event.place].pile, lying[event.place].position, 1))
        elif isinstance(event, Revealed) and event.place in lying:
            turned.append(lying.pop(event.place))
    return TakenGoods(tuple(found), tuple(left), tuple(lying.values()), tuple(turned))


def _runs(positions: Sequence[int]) -> list[tuple[int, int]]:
    """Positions as (first, count), one for each row without a gap, in their order."""
    runs: list[tuple[int, int]] = []
    for at in positions:
        if runs and at == sum(runs[-1]):
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((at, 1))
    return runs


def hand_records(table: Table, hidden_seed: bytes, taken: Sequence[Draw]) -> dict[Seat, tuple[sealing.Record, ...]]:
    """What each seat that drew must be told: records in drawing order."""
    by_seat: dict[Seat, tuple[sealing.Record, ...]] = {}
    dealt = ordered_piles(table, hidden_seed)
    for draw in taken:
        ends = draw.position + draw.count
        records = tuple(good_record(dealt[draw.pile], hidden_seed, at) for at in range(draw.position, ends))
        by_seat[draw.seat] = by_seat.get(draw.seat, ()) + records
    return by_seat


def good_record(shoe: OrderedPile, hidden_seed: bytes, at: int) -> sealing.Record:
    """What its owner is shown of the good on a position of a pile."""
    return sealing.Record(shoe.index, at, shoe.tokens[at], joint_randomness.pile_salt(hidden_seed, shoe.pile.name, at))


def position_proof(table: Table, hidden_seed: bytes, place: FaceDownPlace) -> Proof:
    """What opens the line of the bag for the good on `place`."""
    shoe = ordered_piles(table, hidden_seed)[place.pile]
    record = good_record(shoe, hidden_seed, place.position)
    return Proof(shoe.pile.name, record.position, record.token, record.salt)


def sealed_hand(table: Table, eyes: Eyes, seat: Seat, records: Sequence[sealing.Record], head: str, step: int) -> bytes:
    """The hand line of a seat in the note of `step` on `head`, as the referee seals it."""
    key = eyes.hand_keys[seat]
    assert key is not None
    ad = sealing.associated_data("hand", table.game_id, head, step, table.names[seat])
    return sealing.seal(key, sealing.pack_records(records), ad, sealing.blocks_for(len(records)))


def seal_hands(table: Table, eyes: Eyes, drawn: Sequence[Draw], head: str, step: int) -> dict[str, bytes]:
    """A sealed hand line for every seat that drew, by seat name."""
    assert eyes.hidden_seed is not None
    told = hand_records(table, eyes.hidden_seed, drawn).items()
    return {table.names[seat]: sealed_hand(table, eyes, seat, records, head, step) for seat, records in told}


def own_hand_records(table: Table, eyes: Eyes, note: Deal | Step) -> tuple[sealing.Record, ...]:
    """The records in the reader's hand line of a note. Raises NotAuthentic if it was not sealed for this place."""
    assert eyes.seat is not None
    key, name = eyes.hand_keys[eyes.seat], table.names[eyes.seat]
    assert key is not None
    ad = sealing.associated_data("hand", table.game_id, note.head, note.step, name)
    return sealing.unpack_records(sealing.unseal(key, note.hand[name], ad))


def check_proofs(
    table: Table, bag: Bag, turned: Sequence[tuple[FaceDownPlace, str]], proofs: Sequence[Proof], at: Sentence
) -> None:
    """Check that every good of a pile that was turned up is the one that the deal has put there: (place, kind) in
    order, each with its proof. Everybody can. `at` is what a refusal names.

    Raises:
        NotAuthentic: a proof that is missing or too many, of another position, that does not open the line of the bag,
            or of another kind than the one that is shown: the referee's fault, provably.
    """
    if len(proofs) != len(turned):
        raise NotAuthentic("proofs-not-goods-turned", needed=len(turned), found=len(proofs), at=at)
    for (place, kind), proof in zip(turned, proofs, strict=True):
        if (proof.pile, proof.position) != (table.piles[place.pile].name, place.position):
            raise NotAuthentic("proof-of-another-position", place=place.place, position=proof.position + 1, at=at)
        found = _shown_kind(table, bag, sealing.Record(place.pile, proof.position, proof.token, proof.salt))
        if found is None:
            raise NotAuthentic("proof-not-open-bag", place=place.place, at=at)
        if found != kind:
            raise NotAuthentic("face-not-committed", place=place.place, kind=kind, at=at)


def kind_proven(table: Table, bag: Bag, proof: Proof) -> str:
    """The kind that lies on the position of a proof, which anybody may show.

    Raises:
        NotAuthentic: it opens no line of the bag.
    """
    index = next((index for index, pile in enumerate(table.piles) if pile.name == proof.pile), len(table.piles))
    kind = _shown_kind(table, bag, sealing.Record(index, proof.position, proof.token, proof.salt))
    if kind is None:
        raise NotAuthentic("claim-position-unfit", position=proof.position + 1)
    return kind


def _is_in_a_pile(table: Table, record: sealing.Record) -> bool:
    size = table.piles[record.pile].size if record.pile < len(table.piles) else 0
    return record.token < size and record.position < size


def _shown_kind(table: Table, bag: Bag, record: sealing.Record) -> str | None:
    """The kind of what is shown to lie on a position; None if it does not open the line of the bag for it."""
    if not _is_in_a_pile(table, record):
        return None
    pile, start = table.piles[record.pile], sum(before.size for before in table.piles[: record.pile])
    line = joint_randomness.bag_line(table.charter, pile.name, record.position, record.token, record.salt)
    return pile.labels()[record.token] if bag[start + record.position] == (pile.name, line) else None


def kinds_in_hand_line(table: Table, records: Sequence[sealing.Record], bag: Bag, seat: str) -> tuple[str, ...]:
    """The kinds in a hand line, in drawing order, once every record opens its line of the bag.

    `bag` are all (pile, commitment) pairs of the deal.

    Raises:
        NotAuthentic: a wrong token, salt or kind, or a position that no pile has: the referee's fault, provably.
    """
    kinds = []
    for record in records:
        if not _is_in_a_pile(table, record):
            raise NotAuthentic("hand-record-pile", seat=seat)
        kind = _shown_kind(table, bag, record)
        if kind is None:
            raise NotAuthentic("hand-record-unopened", seat=seat, position=record.position + 1)
        kinds.append(kind)
    return tuple(kinds)


def check_positions(records: Sequence[sealing.Record], taken: Sequence[Draw], seat: str) -> None:
    """Check that the records of a hand line sit on the positions that its seat drew in this step, in order.

    Raises:
        NotAuthentic: other positions, more of them or fewer: the referee's fault, provably.
    """
    expected = [(draw.pile, at) for draw in taken for at in range(draw.position, draw.position + draw.count)]
    if [(record.pile, record.position) for record in records] != expected:
        raise NotAuthentic("hand-positions-differ", seat=seat)


def check_hand_lines(table: Table, lines: Mapping[str, bytes], taken: Sequence[Draw]) -> None:
    """Check what everybody can see of the hand lines of a step: to whom they go, and how long they are.

    Raises:
        NotAuthentic: a seat that did not draw, a seat left out, or a length that shows more than the number drawn.
    """
    counts: dict[str, int] = {}
    for draw in taken:
        name = table.names[draw.seat]
        counts[name] = counts.get(name, 0) + draw.count
    sizes = {name: sealing.sealed_size(sealing.blocks_for(count)) for name, count in counts.items()}
    if {name: len(line) for name, line in lines.items()} != sizes:
        raise NotAuthentic("hand-lines-seats")
