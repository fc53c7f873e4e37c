"""Who sits at a table, under which keys, playing what; and what somebody with a key can open there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Literal

import msgspec

from referee.crypto import boxes, joint_randomness, sealing
from referee.crypto.deck import masking
from referee.crypto.keys import SigningKey, is_test_key
from referee.drawing.safe_text import safe_text
from referee.kernel.canonical_json import decode_b64
from referee.kernel.errors import NotAuthentic
from referee.kernel.game import AnyGame, Options
from referee.kernel.goods import Pile
from referee.kernel.grammar.spelling import Called
from referee.kernel.lazy_values import cached_on_instance
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.protocol.terms import Terms
from referee.record.file_names import slug
from referee.record.note import SignedNote
from referee.record.notes import Bot, Rules

Shares = Mapping[str, bytes]
"""The r of the seats, by name, as their accepts open them."""

REFEREE = "referee"
"""The role of the party that signs offer, charter, deal, steps and end."""


class Party(msgspec.Struct, frozen=True):
    """One signer: the role (`referee` or a seat name), the Ed25519 key, the box key of this game, and the lock."""

    role: str
    key: bytes
    box: bytes
    lock: bytes
    nonce: bytes
    since: int = 0
    """The step that has recorded this key, 0 for a key of the charter: it signs notes for the steps after it, and the
    referee's that step as well.
    """
    plays: str = ""
    """The seat at which a later host holds a hand, "" for none."""

    def check_holds(self, step: int) -> None:
        """Check that this key signs notes for `step`. Raises NotAuthentic: those are for the key before it to sign."""
        if self.since and step <= self.since:
            raise NotAuthentic("key-since-later", seat=self.role, since=self.since, step=step)


class TableDeck(msgspec.Struct, frozen=True):
    """How the hidden goods of a table are kept; `protocol.deck` says what that means for its notes."""

    name: Literal["open", "masked"]
    """What people call it, in records, remarks and JSON."""
    host_sees: Literal["everything", "own hand"]
    """What the host sees of the goods, beside what all see."""
    keeper: Literal["host", "seats"]
    """Who has the secrets that open the goods: they are handed to a new key, and shared out where the terms say so."""
    shuffled_by: Literal["host", "seats"]
    """Who puts the goods into their order before the deal: the seats by notes that it waits for."""
    plans: bool
    """Whether orders may be sealed for later, and be given once for all."""
    moves_to: Literal["host", "all"]
    """Who gets the moves before a step has recorded them."""


class Table(msgspec.Struct, frozen=True, dict=True):  # a `dict` for what is worked out once
    """What a charter fixes, and the keys as they are at one step."""

    game: AnyGame
    options: Options
    piles: tuple[Pile, ...]
    """The hidden goods of the game with these options, () if nothing is hidden."""
    title: str
    """What people call this game: as its offer says, otherwise as its rules are called."""
    game_id: str
    """The charter's id in 43 characters."""
    offer_id: str
    offer_nonce: bytes
    attempt: int
    host: Party
    toss_lock: bytes
    seats: tuple[Party, ...]
    """The players clockwise, each with the present key."""
    rules: Rules
    names: tuple[str, ...]
    display: tuple[str, ...]
    deck: TableDeck
    """How the goods of the game are kept, as the charter says."""
    terms: Terms = Terms()
    former: tuple[Party, ...] = ()
    """Those who had a key before, oldest first."""
    bots: tuple[Bot | None, ...] = ()
    """The programs that answer for seats, clockwise, as their joins say."""
    deck_keys: tuple[bytes, ...] = ()
    """The deck keys of the seats, () where no seat has one."""

    @property
    def deck_escrow(self) -> bool:
        """Whether the seats hold shares of each other's deck secrets."""
        return self.terms.escrow and self.deck.keeper == "seats"

    @property
    def host_escrow(self) -> bool:
        """Whether the seats hold shares of the host's game secret."""
        return self.terms.escrow and self.deck.keeper == "host"

    @property
    def replaces_host(self) -> bool:
        """Whether the others may give the game another host without the present one, who has nothing that hosting
        needs: its charter tells at which seat he plays.
        """
        return self.deck.keeper == "seats" and (bool(self.terms.host) or self.terms.asks_words)

    @property
    def holders(self) -> tuple[str, ...]:
        """The seats that hold those shares: all, but that of a host who plays, where all others are to replace him."""
        if not self.host_escrow:
            return ()
        own = self.terms.host if self.terms.asks_words else ""
        return tuple(name for name in self.names if name != own)

    @property
    def hides_goods(self) -> bool:
        """Whether there are goods that the host sees and others do not."""
        return bool(self.piles) and self.deck.host_sees == "everything"

    @property
    def names_host(self) -> bool:
        """Whether it matters to the seats who hosts: the host sees what they do not, or skips those who are silent."""
        return self.hides_goods or (self.deck.host_sees == "own hand" and self.terms.asks_words)

    @property
    def listed(self) -> tuple[str, ...]:
        """The seats in the order of the charter, in which shares, accepts and mixes stand: clockwise, but where the
        seating is drawn alphabetical, so that nobody chooses it.
        """
        return tuple(sorted(self.names)) if self.terms.drawn else self.names

    def seated(self, places: Sequence[int]) -> Table:
        """The same table with its seats in another order: clockwise those at these `places` of the charter."""
        order = [self.names.index(self.listed[at]) for at in places]
        by_seat = ("seats", "names", "display", "bots", "deck_keys")
        return msgspec.structs.replace(self, **{name: _in_order(getattr(self, name), order) for name in by_seat})

    @cached_on_instance
    def charter(self) -> bytes:
        """The charter's id as 32 bytes."""
        return decode_b64(self.game_id, 32)

    @cached_on_instance
    def joint(self) -> bytes:
        """The joint key of all seats, for a masked deck. Raises NotAuthentic: two are alike, or all cancel out."""
        return masking.joint_key(dict(zip(self.names, self.deck_keys, strict=True)))

    @cached_on_instance
    def boxes(self) -> tuple[bytes, ...]:
        """The public boxes: the host's, then those of the seats."""
        return tuple(party.box for party in (self.host, *self.seats))

    def seat(self, name: str) -> Seat:
        """The seat called `name`. Raises NotAuthentic with the seats there are."""
        if name not in self.names:
            raise NotAuthentic("no-such-seat", name=name, hint=", ".join(self.names))
        return self.names.index(name)

    def bot(self, role: str) -> Bot | None:
        """The program that answers for a seat, None where none does: it was said with the key of the charter, and
        nothing is said of any later one.
        """
        pairs = zip(self.seats, self.bots, strict=bool(self.bots))
        return next((bot for party, bot in pairs if party.role == role and not party.since), None)

    @cached_on_instance
    def called(self) -> tuple[str, ...]:
        """What people call the players, clockwise: the name that each has joined with if it is that of the seat as
        people write it (`Anna` or `Anna Böhm` for anna), otherwise the seat. So no two are called alike, and nobody
        passes for somebody else.
        """
        return names_of_seats(self.names, self.display)

    @cached_on_instance
    def called_by_seat(self) -> dict[str, str]:
        """What people call each player, by seat."""
        return dict(zip(self.names, self.called, strict=True))

    def people(self, roles: Iterable[str]) -> Called:
        """Parties as a sentence names them: `the host, Anna, Bert`, the host first; as data their roles."""
        return people_in_sentence(self.called_by_seat, roles)

    def person(self, role: str) -> Called:
        """One party as a sentence names it: `Anna`, or `the host` in the language of the reader."""
        return self.people((role,))

    @property
    def test_keys(self) -> tuple[str, ...]:
        """The roles whose key is a published test key, players first: anybody can sign for them."""
        tested = {party.role for party in self.ever if is_test_key(party.key)}
        return tuple(party.role for party in (*self.seats, self.host) if party.role in tested)

    @property
    def host_seat(self) -> str:
        """The seat of the present host, as the charter or his own request for the key says; "" for none."""
        return self.host.plays if self.host.since else self.terms.host

    @property
    def ever(self) -> tuple[Party, ...]:
        """Everybody who has signed here: the host, the seats, then those with a former key, latest first."""
        return (self.host, *self.seats, *reversed(self.former))

    def party(self, key: bytes) -> Party | None:
        """The party that signs with `key` now, or None."""
        return next((party for party in (self.host, *self.seats) if party.key == key), None)

    def signer(self, key: bytes) -> Party | None:
        """The party that signs with `key`, or did so before it had another one, or None."""
        return next((party for party in self.ever if party.key == key), None)

    def party_for(self, role: str, step: int) -> Party | None:
        """The party whose key signs the notes of a role for `step`; None for a role that nobody has."""
        held = (party for party in self.ever if party.role == role and (party.since < step or not party.since))
        return max(held, key=lambda party: party.since, default=None)

    def party_at(self, role: str) -> Party:
        """The party that has a role now. Raises NotAuthentic for a role that nobody has."""
        return self.host if role == REFEREE else self.seats[self.seat(role)]

    def place(self, role: str) -> int:
        """By what parties are sorted: -1 for the referee, then the seats clockwise."""
        return -1 if role == REFEREE else self.seat(role)

    def host_of(self, step: int) -> Party:
        """The party that signs the step note of `step`."""
        hosts = (party for party in self.ever if party.role == REFEREE and party.since <= step)
        return max(hosts, key=lambda party: party.since)

    @property
    def first_host(self) -> Party:
        """The host of the charter, whose lock holds his share of the hidden seed."""
        return self.host_of(0)

    def replaced_at(self, key: bytes) -> int | None:
        """The step that has recorded another key in place of `key`; None for a key that holds, or of nobody."""
        old = next((party for party in self.former if party.key == key), None)
        if old is None:
            return None
        return min(party.since for party in self.ever if party.role == old.role and party.since > old.since)

    @property
    def opening(self) -> Table:
        """The table with the keys of the charter."""
        first = {party.role: party for party in self.ever if not party.since}
        seats = tuple(first[name] for name in self.names)
        return msgspec.structs.replace(self, host=self.first_host, seats=seats, former=())

    def rekeyed(self, party: Party) -> Table:
        """The table once the seat of `party`, or the referee, has its key, from the step `party.since` on."""
        if party.role == REFEREE:
            return msgspec.structs.replace(self, host=party, former=(*self.former, self.host))
        seat = self.seat(party.role)
        seats = (*self.seats[:seat], party, *self.seats[seat + 1 :])
        return msgspec.structs.replace(self, seats=seats, former=(*self.former, self.seats[seat]))


def _in_order(values: tuple[Any, ...], order: Sequence[int]) -> tuple[Any, ...]:
    return tuple(values[at] for at in order) if values else ()


def names_of_seats(seats: Sequence[str], display: Sequence[str]) -> tuple[str, ...]:
    """What people call those who sit at `seats` and call themselves as `display` says (see `Table.called`)."""
    nice = [name if seat in _seats_of(name) else seat for seat, name in zip(seats, display, strict=True)]
    alike = [name.casefold() for name in nice]
    pairs = zip(seats, nice, strict=True)
    return tuple(name if alike.count(name.casefold()) == 1 else seat for seat, name in pairs)


def people_in_sentence(names: Mapping[str, str], roles: Iterable[str]) -> Called:
    """Parties as a sentence names them, each by what `names` has for its seat; as data their roles."""
    roles = sorted(roles, key=lambda role: role != REFEREE)
    return Called(", ".join(roles), partial(_people_text, tuple((role, names.get(role, role)) for role in roles)))


def _people_text(people: tuple[tuple[str, str], ...], _: str, lang: str) -> str:
    return ", ".join(Sentence("the-host").told(lang) if role == REFEREE else name for role, name in people)


def _seats_of(name: str) -> tuple[str, ...]:
    """The seats that somebody of this name would sit at; none for a name that is not plainly to be read."""
    if safe_text(name) != name or not all(char.isalnum() or char in " -'." for char in name):
        return ()
    return slug(name, 12), slug(name.split(maxsplit=1)[0], 12)


class KeyPeriod(msgspec.Struct, frozen=True):
    """That `role` signed with `key` for the steps `first` to `last`; `last` is `None` for the present key."""

    role: str
    key: bytes
    first: int
    last: int | None


def key_periods(table: Table) -> tuple[KeyPeriod, ...]:
    """Who had which key for which steps: the referee's keys, then those of each seat, oldest first."""
    found: list[KeyPeriod] = []
    for role in (REFEREE, *table.names):
        until = max(party.since for party in table.ever if party.role == role) + 1
        signers = [(step, table.party_for(role, step)) for step in range(until + 1)]
        spans = [(party, [step for step, _ in steps]) for party, steps in groupby(signers, lambda pair: pair[1])]
        for party, steps in spans:
            assert party is not None
            found.append(KeyPeriod(role, party.key, steps[0], None if party is spans[-1][0] else steps[-1]))
    return tuple(found)


def former_key_steps(table: Table) -> dict[str, tuple[tuple[int, int], ...]]:
    """For each role with a former key the first and the last step of each of those."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for time in key_periods(table):
        if time.last is not None:
            found[time.role] = (*found.get(time.role, ()), (time.first, time.last))
    return found


def earlier_key_periods(table: Table, role: str) -> tuple[KeyPeriod, ...]:
    """The periods of the keys that a role had before the present one, oldest first."""
    return tuple(time for time in key_periods(table) if time.role == role and time.last is not None)


class Keyring(msgspec.Struct, frozen=True):
    """What all referees of a game have kept hidden: r_0 of the first, and the private box of each by its public one."""

    share: bytes
    boxes: tuple[tuple[bytes, bytes], ...]

    def __repr__(self) -> str:
        """How many boxes it opens, never with what."""
        return f"Keyring({len(self.boxes)})"

    def private(self, box: bytes) -> bytes | None:
        """The private key of a referee's box, None for one that is not his."""
        return dict(self.boxes).get(box)


class Eyes(msgspec.Struct, frozen=True):
    """What somebody can open: the seals and hands of some seats, and the order of the piles."""

    seat: Seat | None
    """The reader's seat, if any."""
    order_keys: tuple[bytes | None, ...]
    """The AES-SIV key of each seat's seals, None where closed."""
    hand_keys: tuple[bytes | None, ...]
    """The AES-SIV key of each seat's hand, None where closed."""
    hidden_seed: bytes | None = None
    """The seed of the piles: the referee has it from the start, everybody once the referee has opened r_0."""
    boxes: tuple[bytes, ...] = ()
    """The boxes of the parties for whom all this is."""
    key: SigningKey | None = None
    """What these eyes were made with, so that `eyes_at_table` can make them for others: the key of a seat."""
    ring: Keyring | None = None
    """Or the keys of the referees."""
    box: bytes | None = None
    """Or the private box of a seat."""

    def __repr__(self) -> str:
        """Who looks, never with which keys: a value that is printed by accident tells nothing."""
        return f"Eyes(seat={self.seat}, see_all={self.see_all})"

    @property
    def see_all(self) -> bool:
        """Whether every seal, hand and pile is open."""
        return self.hidden_seed is not None and None not in self.order_keys


def stranger_eyes(table: Table, key: SigningKey | None = None) -> Eyes:
    """Nothing can be opened; `key` is one that has no seat here, and may get one."""
    closed = (None,) * len(table.seats)
    return Eyes(None, closed, closed, boxes=table.boxes, key=key)


def seat_eyes(table: Table, seat: Seat, box: bytes, key: SigningKey | None = None) -> Eyes:
    """What the owner of a seat can open with the private box key of this game."""
    order_key, hand_key = _keys(table, table.seats[seat], box, table.host.box)
    own = [other == seat for other in range(len(table.seats))]
    orders, hands = (tuple(opens if mine else None for mine in own) for opens in (order_key, hand_key))
    return Eyes(seat, orders, hands, boxes=table.boxes, key=key)


def box_eyes(table: Table, private: bytes) -> Eyes:
    """What anybody can open with a private box key: all that is sealed to the seat that has its box now, nothing where
    no seat has.
    """
    public = boxes.box_public(private)
    seat = next((seat for seat, party in enumerate(table.seats) if party.box == public), None)
    eyes = seat_eyes(table, seat, private) if seat is not None else stranger_eyes(table)
    return msgspec.structs.replace(eyes, box=private)


def referee_eyes(table: Table, ring: Keyring, hidden_seed: bytes | None) -> Eyes:
    """What the referee can open with his private box key, and everybody once he has opened it."""
    box = ring.private(table.host.box)
    if box is None:
        return stranger_eyes(table)
    keys = [_keys(table, party, box, party.box) for party in table.seats]
    orders, hands = tuple(order for order, _ in keys), tuple(hand for _, hand in keys)
    return Eyes(None, orders, hands, hidden_seed, table.boxes, ring=ring)


def eyes_of_one_seat(eyes: Eyes, seat: Seat | None) -> Eyes:
    """What the owner of a seat saw, out of eyes that see all; None for all of it."""
    if seat is None:
        return eyes
    orders, hands = (
        tuple(key if at == seat else None for at, key in enumerate(keys)) for keys in (eyes.order_keys, eyes.hand_keys)
    )
    return msgspec.structs.replace(eyes, seat=seat, order_keys=orders, hand_keys=hands, hidden_seed=None)


def eyes_at_table(table: Table, eyes: Eyes) -> Eyes:
    """The same reader's eyes at a table at which seats, or the referee, may have other keys."""
    if eyes.boxes == table.boxes:
        return eyes
    if eyes.ring is not None:
        return eyes_of_one_seat(referee_eyes(table, eyes.ring, eyes.hidden_seed), eyes.seat)
    if eyes.box is not None:
        return box_eyes(table, eyes.box)
    return eyes_of_key(table, eyes.key, {})


def _keys(table: Table, party: Party, private: bytes, other: bytes) -> tuple[bytes, bytes]:
    """The keys of sealed orders and of hands between the referee and `party`, from either side."""
    boxed = {"referee_box": table.host.box, "box": party.box}
    order_key = sealing.sealing_key("seal", private, other, charter=table.charter, party=party.role, **boxed)
    hand_key = sealing.sealing_key("hand", private, other, charter=table.charter, party=party.role, **boxed)
    return order_key, hand_key


def own_game_secret(table: Table, key: SigningKey) -> bytes:
    """The game secret of the party that signs with `key`."""
    party = table.party(key.public)
    if party is None:
        raise NotAuthentic("key-of-no-party")
    return key.game_secret(table.offer_nonce, party.role, party.nonce)


def eyes_of_key(table: Table, key: SigningKey | None, opened: Shares) -> Eyes:
    """What the holder of `key` can open; `opened` are the r of the seats, as the accepts show them.

    None, or a key of no party, gives a stranger's eyes; so does that of a new referee, who needs what was handed over
    to him (`succession.eyes_in_record`).
    """
    party = table.party(key.public) if key is not None else None
    if key is None or party is None or (party.role == REFEREE and party.since):
        return stranger_eyes(table, key)
    secret = own_game_secret(table, key)
    box = boxes.box_private(secret)
    if party.role != REFEREE:
        return seat_eyes(table, table.seat(party.role), box, key)
    return eyes_of_ring(table, Keyring(joint_randomness.seed_share_of(secret), ((party.box, box),)), opened)


def eyes_of_ring(table: Table, ring: Keyring, opened: Shares) -> Eyes:
    """What the referee sees, and everybody once he has opened what he has; `opened` are the r of the seats."""
    if table.deck.keeper == "seats" or not opened:  # no seed of the host orders the piles
        return referee_eyes(table, ring, None)
    seed = joint_randomness.hidden_seed(table.charter, ring.share, [opened[name] for name in table.listed])
    return referee_eyes(table, ring, seed)


def author_role(signed: SignedNote) -> str:
    """The party that a note of a seat names as its author; a rekey note or consent may name the referee."""
    seat: str = getattr(signed.note(), "seat")  # noqa: B009 - notes of the host have none
    return seat
