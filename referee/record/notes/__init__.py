"""The note types: what each says, as values. How they are written is in `referee.record.note`.

Ids of notes are text of 43 characters; keys, boxes, locks, nonces, salts, pins and digests are raw bytes.

The fields of a type are its lines, in their order: each annotation says how a value is spelled, and by its form how
often the line stands (`referee.record.notes.fields.fields_of`).
"""

# Annotations are made as the types are, not kept as text: so nobody has to work them out again to read a note.

from collections.abc import Mapping
from typing import Annotated, get_args

import msgspec

from referee.record.notes.masked_notes import At as At
from referee.record.notes.masked_notes import Mix as Mix
from referee.record.notes.masked_notes import Range as Range
from referee.record.notes.masked_notes import Unlock as Unlock
from referee.record.notes.masked_notes import check_locks
from referee.record.notes.value_types import COMMENT_MOST as COMMENT_MOST
from referee.record.notes.value_types import INSTEAD_MOST as INSTEAD_MOST
from referee.record.notes.value_types import (
    Bytes16,
    Bytes32,
    Named,
    Note,
    Number,
    Options,
    Ordered,
    Party,
    Plain,
    Planned,
    Sealed,
    Seat,
    Text,
    Value,
    Word,
)
from referee.record.notes.value_types import NoteId as NoteId


class Rules(msgspec.Struct, frozen=True):
    """`rules tigris 1 <digest>`: which rules are played."""

    game: Word
    """The board game, as `tigris`."""
    version: Number
    """The version of the game's behaviour, from 1."""
    digest: Bytes32
    """H over the game's data tables and options, 32 bytes."""


class Entered(msgspec.Struct, frozen=True):
    """`note SEAT ID`: a note that this step recorded."""

    seat: Party
    """The seat that signed the note, or `referee`."""
    id: NoteId
    """The id of the note that was recorded."""


class Opened(msgspec.Struct, frozen=True):
    """`opened SEAT STEP LINE SALT`: what shows that an opened line is the one that was sealed."""

    seat: Seat
    """The seat that sealed the line."""
    step: Number
    """The step that the seat's sealed note is for."""
    line: Number
    """The number of the line's pin in that note, from 1."""
    salt: Bytes16
    """The salt of that pin, 16 bytes."""


class Order(msgspec.Struct, frozen=True):
    """`order SEAT STEP LINE TEXT`: the text of an opened line."""

    seat: Seat
    """The seat that sealed the line."""
    step: Number
    """The step that the seat's sealed note is for."""
    line: Number
    """The number of the line's pin in that note, from 1."""
    text: Planned
    """The text of the line, condition included, at most 44 columns."""


class Did(msgspec.Struct, frozen=True):
    """`did SEAT ORDER`: an order that was carried out."""

    seat: Seat
    """The seat that the order was carried out for."""
    order: Ordered
    """The order, in the game's canonical spelling."""


class Proof(msgspec.Struct, frozen=True):
    """`proof PILE POSITION TOKEN SALT`: opens one line of the bag."""

    pile: Word
    """The pile that the line of the bag belongs to."""
    position: Number
    """The position in the pile, from 0."""
    token: Number
    """The number of the good that lies at this position."""
    salt: Bytes16
    """The salt of the line of the bag, 16 bytes."""


class Next(msgspec.Struct, frozen=True):
    """`next SEAT QUESTION`: who must answer what in the next step."""

    seat: Seat
    """The seat that must answer."""
    question: Word
    """What it must answer, as a word of the game."""


class Rank(msgspec.Struct, frozen=True):
    """`rank SEAT PLACE [WORDS]`: the place of a seat at the end."""

    seat: Seat
    """The seat."""
    place: Number
    """Its place, 1 for the winner; equal seats share one."""
    words: Value = ""
    """What was compared, in words of the game; empty if nothing was."""


class Bot(msgspec.Struct, frozen=True):
    """`bot LEVEL VERSION`: a seat is played by the program of its game."""

    level: Word
    """How well the bot plays: `greedy`, `good` or `strong`."""
    version: Number
    """The version of the programs whose releases answer like this."""


class Offer(Note, frozen=True, kw_only=True):
    """The host offers a game. From attempt 2 on the offer voids a charter and reveals the host's seed share for it."""

    rules: Rules
    """The board game that is offered, with the version of its rules and their digest."""
    title: Text | None = None
    """What people call the game; it decides nothing. Absent: it is called as its rules are."""
    seats: Number
    """The number of players."""
    option: Options = ()
    """The options of the game and the table, (name, value), by name."""
    attempt: Number
    """The number of the attempt, 1 for the first offer."""
    voids: NoteId | None = None
    """The id of the charter that this offer voids; absent in attempt 1."""
    why: Text | None = None
    """Why the charter before is void, for people; absent in attempt 1."""
    oldopen: Bytes32 | None = None
    """The referee's share r_0 of the charter that is void, 32 bytes; absent in attempt 1."""
    oldtoss: Bytes32 | None = None
    """The referee's share t_0 of the charter that is void, 32 bytes; absent in attempt 1."""
    olddeck: Bytes32 | None = None
    """The deck secret of the host's seat in a void game with a masked deck; absent if the host does not play."""
    nonce: Bytes16
    """A random value that the keys and locks of this game depend on, 16 bytes."""
    key: Bytes32
    """The referee's public Ed25519 key, 32 bytes."""
    box: Bytes32
    """The referee's public X25519 key for this game, 32 bytes."""
    lock: Bytes32
    """The lock on the referee's share r_0 of the seed, 32 bytes."""
    tosslock: Bytes32
    """The lock on the referee's share t_0 of the public seed, 32 bytes."""


class Join(Note, frozen=True, kw_only=True):
    """A player asks for a seat."""

    offer: NoteId
    """The id of the offer that the player joins."""
    seat: Seat
    """The seat that the player asks for."""
    name: Text
    """The name that other people see."""
    bot: Bot | None = None
    """The program that answers for the seat; absent if a person plays."""
    nonce: Bytes16
    """A value that this game's keys depend on, 16 bytes; of several joins the greatest counts."""
    key: Bytes32
    """The player's public Ed25519 key, 32 bytes."""
    box: Bytes32
    """The player's public X25519 key for this game, 32 bytes."""
    lock: Bytes32
    """The lock on the player's share of the seed, 32 bytes."""
    deck: Bytes32 | None = None
    """The seat's public deck key, 32 bytes; absent if the deck is not masked."""
    pok: Plain | None = None
    """The proof that somebody knows the deck key's secret, 64 bytes; absent without `deck`."""


class Charter(Note, frozen=True, kw_only=True):
    """What is played by whom. Its id is the game id."""

    offer: NoteId
    """The id of the offer that the charter completes."""
    attempt: Number
    """The number of the attempt, as in the offer."""
    rules: Rules
    """The board game with the version of its rules and their digest, as in the offer."""
    option: Options = ()
    """The options of the game and the table, (name, value), by name."""
    seat: tuple[Seat, ...] = ()
    """The seats clockwise; alphabetically where the seating is drawn."""
    join: Mapping[Seat, NoteId] = {}
    """The id of the join of each seat."""
    key: Mapping[Party, Bytes32] = {}
    """The public Ed25519 key of each seat and of `referee`, 32 bytes."""
    box: Mapping[Party, Bytes32] = {}
    """The public X25519 key of each seat and of `referee`, 32 bytes."""
    lock: Mapping[Party, Bytes32] = {}
    """The lock on the share of each seat and of `referee`, 32 bytes."""
    deck: Mapping[Seat, Bytes32] = {}
    """The public deck key of each seat, 32 bytes; empty if the deck is not masked."""


class Accept(Note, frozen=True, kw_only=True):
    """A player agrees to a charter and opens one's own share of the seed."""

    game: NoteId
    """The id of the game: that of its charter."""
    head: NoteId
    """The id of the note this one follows: again the charter."""
    seat: Seat
    """The seat that agrees."""
    open: Bytes32
    """The seat's share r of the seed, which its join locked, 32 bytes."""


class Deal(Note, frozen=True, kw_only=True):
    """Step 0: the referee opens t_0, fixes the order of every pile, and seals the first hands."""

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The number of the step, always 0."""
    head: NoteId
    """The id of the note this one follows: the charter."""
    toss: Bytes32
    """The referee's share t_0 of the public seed, 32 bytes."""
    accept: Mapping[Seat, NoteId] = {}
    """The id of each seat's accept."""
    mix: Mapping[Seat, NoteId] = {}
    """The id of each seat's mix; empty if the deck is not masked."""
    first: Seat | None = None
    """The seat that begins; absent where the game does not have one."""
    bag: tuple[tuple[Word, Bytes32], ...] = ()
    """(pile, commitment of 32 bytes) for each position of each pile; empty with a masked deck."""
    show: tuple[tuple[Word, Word], ...] = ()
    """(place, kind) of each good that is turned up."""
    proof: tuple[Proof, ...] = ()
    """What opens the lines of the bag for the goods of piles in `show`, in their order."""
    state: Bytes32
    """The digest of the public state after this step, 32 bytes."""
    event: tuple[Value, ...] = ()
    """What happened in this step, in the words of the game."""
    next: tuple[Next, ...] = ()
    """Who must answer what in the next step, clockwise from the active seat."""
    hand: Mapping[Seat, Sealed] = {}
    """What each seat has drawn, sealed to its box; empty with a masked deck."""
    share: Mapping[Seat, Bytes32] = {}
    """What commits to each seat's share of the referee's secret, 32 bytes; empty without escrow."""
    escrow: Mapping[Seat, Sealed] = {}
    """Each seat's share of the referee's game secret, sealed to its box; empty without escrow."""


class Move(Note, frozen=True, kw_only=True):
    """A player's orders for one step."""

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The step that these orders are for."""
    seat: Seat
    """The seat that gives them."""
    head: NoteId
    """The id of the note that closed the step before."""
    instead: Annotated[tuple[NoteId, ...], msgspec.Meta(max_length=INSTEAD_MOST)] = ()
    """The ids of all own earlier notes for the same step, oldest first; empty if there are none."""
    standing: NoteId | None = None
    """The id of one's own standing note that holds from this step on; absent: none does."""
    do: tuple[Ordered, ...] = ()
    """The orders in the clear, in the game's canonical spelling, carried out one after the other."""
    give: tuple[At, ...] = ()
    """The tiles of a masked deck that the orders show, in their order; empty in other games."""
    drop: tuple[At, ...] = ()
    """The tiles of a masked deck that the orders take unseen, in their order; empty in other games."""
    locks: Plain | None = None
    """The author's key share for each tile of `give`, 96 bytes each; absent if there are none."""
    pin: tuple[Bytes32, ...] = ()
    """The commitments to the sealed lines, 32 bytes each; empty if nothing is sealed."""
    seal: Sealed | None = None
    """The sealed lines, encrypted to the referee; absent if nothing is sealed."""
    say: tuple[Text, ...] = ()
    """What the player says to everybody, line by line; it decides nothing."""

    def __post_init__(self) -> None:
        check_locks(self.locks, len(self.give))


class Standing(Note, frozen=True, kw_only=True):
    """A player's sealed answers to questions that come out of turn. It closes no step, makes nobody's move stale and
    takes no slot.
    """

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The step that a move signed at this time would have."""
    seat: Seat
    """The seat that answers."""
    head: NoteId
    """The id of the note that a move signed at this time would follow."""
    pin: tuple[Bytes32, ...] = ()
    """The commitments to the sealed answers, 32 bytes each; unused ones are there too."""
    seal: Sealed | None = None
    """The sealed answers, encrypted to the referee."""


class Consent(Note, frozen=True, kw_only=True):
    """A party agrees to one thing that the table may do, or refuses a key. It closes no step and takes no slot."""

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The step that a move would have; the consent holds for it alone, except about keys, holidays and
    stand-ins."""
    seat: Party
    """The seat that agrees, or `referee`."""
    head: NoteId
    """The id of the note that a move signed at this time would follow."""
    to: Value
    """What it is about: `left`, `end draw`, `key ID`, `no key ID`, `back 40` and others."""
    reason: Text | None = None
    """Why a take-back is asked for, for people; absent in any other consent."""
    secret: Sealed | None = None
    """What a new host needs, sealed to the new box: the referee's secret or a share of it."""
    pok: Plain | None = None
    """The proof that a new key knows the seat's deck secret, 64 bytes; absent in any other consent."""


class Step(Note, frozen=True, kw_only=True):
    """The referee closes a step: what was recorded, opened and carried out, where that led, who is asked next."""

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The number of the step that this note closes."""
    head: NoteId
    """The id of the note that closed the step before."""
    note: tuple[Entered, ...] = ()
    """The notes that this step records, in the order of its file."""
    table: tuple[Value, ...] = ()
    """What the table has decided, beside what players ordered; empty if nothing."""
    opened: tuple[Opened, ...] = ()
    """The salts of the sealed lines that are opened, one for each line of `order`."""
    order: tuple[Order, ...] = ()
    """The texts of the sealed lines that are opened, one for each line of `opened`."""
    did: tuple[Did, ...] = ()
    """The orders that were carried out, in order."""
    show: tuple[tuple[Word, Word], ...] = ()
    """(place, kind) of each good that is turned up."""
    proof: tuple[Proof, ...] = ()
    """What opens the lines of the bag for the goods of piles in `show`, in their order."""
    state: Bytes32
    """The digest of the public state after this step, 32 bytes."""
    event: tuple[Value, ...] = ()
    """What happened in this step, in the words of the game."""
    next: tuple[Next, ...] = ()
    """Who must answer what in the next step; empty when the game is over."""
    hand: Mapping[Seat, Sealed] = {}
    """What each seat has drawn or peeked at, sealed to its box; a new key has its whole hand."""
    share: Mapping[Seat, Bytes32] = {}
    """What commits to new shares of the referee's secret, by seat; empty unless escrow changed."""
    escrow: Mapping[Seat, Sealed] = {}
    """New shares of the referee's game secret, sealed to each seat; empty unless escrow changed."""


class End(Note, frozen=True, kw_only=True):
    """The referee closes a game and opens what was locked. A referee who leaves that out in a game with hidden goods
    shows it here.
    """

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The number of the last step."""
    head: NoteId
    """The id of the note that closed the last step."""
    rank: tuple[Rank, ...] = ()
    """The place of each seat; empty where the table agreed to end without places."""
    open: Bytes32 | None = None
    """The referee's share r_0 of the seed, 32 bytes; absent if nothing of the game was hidden."""
    box: Bytes32 | None = None
    """The referee's private box key for this game, 32 bytes; absent if nothing of the game was hidden."""
    reason: Value
    """Why the game ended, as a word of the game, `draw` or `agreed`."""


class Ack(Note, frozen=True, kw_only=True):
    """A player has seen the end."""

    game: NoteId
    """The id of the game: that of its charter."""
    seat: Seat
    """The seat that has seen it."""
    head: NoteId
    """The id of the end note."""


class Claim(Note, frozen=True, kw_only=True):
    """A player complains: a note beside the record, never in it. It opens nothing of its author beyond what its fields
    name.
    """

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The last step that its author has."""
    seat: Seat
    """The seat that complains."""
    head: NoteId
    """The id of the last note of the record that its author has."""
    note: Named = ()
    """The ids of the notes that the claim is about."""
    seen: Named = ()
    """The ids of notes that its author has seen."""
    proof: Proof | None = None
    """What opens one line of the bag; absent if none is in question."""
    opened: Opened | None = None
    """The salt of one sealed line of a note of one's own; absent if none is in question."""
    order: Order | None = None
    """The text of that sealed line; absent without `opened`."""
    box: Bytes32 | None = None
    """A private box key, 32 bytes, that opens what was sealed to the author's former key; else absent."""
    say: tuple[Text, ...] = ()
    """The complaint in words, line by line."""


class Answer(Note, frozen=True, kw_only=True):
    """What the referee or a player says to a claim, beside the record."""

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The last step that its author has."""
    seat: Party
    """The seat that answers, or `referee`."""
    head: NoteId
    """The id of the last note of the record that its author has."""
    claim: NoteId
    """The id of the claim that it answers."""
    seen: Named = ()
    """The ids of notes that its author has seen by then."""
    say: tuple[Text, ...] = ()
    """The answer in words, line by line."""


class Comment(Note, frozen=True, kw_only=True):
    """What somebody who sat at the table says about a step after the end, beside the record."""

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The step that it is about."""
    seat: Party
    """The seat that comments, or `referee`."""
    head: NoteId
    """The id of the end note."""
    number: Number
    """Its place among comments on the step: one more than the highest that its author had."""
    say: Annotated[tuple[Text, ...], msgspec.Meta(max_length=COMMENT_MOST)] = ()
    """The comment in words, line by line."""


class Rekey(Note, frozen=True, kw_only=True):
    """A new key asks for a seat, or to be the referee's: it signs this note, and others consent to it."""

    game: NoteId
    """The id of the game: that of its charter."""
    step: Number
    """The step that a move would have."""
    seat: Party
    """The seat that the key is for, or `referee`."""
    head: NoteId
    """The id of the note that a move signed at this time would follow."""
    name: Text | None = None
    """What people call the new holder; absent if it is the same person."""
    plays: Seat | None = None
    """The seat at which a new host of a game with a masked deck plays; else absent."""
    nonce: Bytes16
    """A new random value that the keys of the holder depend on, 16 bytes."""
    key: Bytes32
    """The new public Ed25519 key, 32 bytes."""
    box: Bytes32
    """The new public X25519 key for this game, 32 bytes."""
    seen: Named = ()
    """Notes of the old key that no step has recorded and that still count."""
    reason: Text
    """Why another key is needed, for people."""


AnyNote = (
    Offer
    | Join
    | Charter
    | Accept
    | Mix
    | Deal
    | Move
    | Unlock
    | Standing
    | Step
    | End
    | Ack
    | Claim
    | Answer
    | Comment
    | Consent
    | Rekey
)

TYPES: dict[str, type[AnyNote]] = {make.__name__.lower(): make for make in get_args(AnyNote)}
