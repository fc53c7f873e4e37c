"""The note types: what each says, as values. How they are written is in `referee.record.note`.

Ids of notes are text of 43 characters, because they are compared, shown and looked up; keys, boxes, locks, nonces,
salts, pins and digests are raw bytes. Absent optional fields are None, absent lists `()`, absent maps empty.

The fields of a type are its lines, in their order: each annotation says how a value is spelled, and by its form how
often the line stands (`referee.record.notes.fields.fields_of`).
"""

# Annotations are made as the types are, not kept as text: so nobody has to work them out again to read a note.

from collections.abc import Mapping
from typing import Annotated, get_args

import msgspec

from referee.record.notes.masked import At as At
from referee.record.notes.masked import Mix as Mix
from referee.record.notes.masked import Range as Range
from referee.record.notes.masked import Unlock as Unlock
from referee.record.notes.masked import check_locks
from referee.record.notes.shapes import COMMENT_MOST as COMMENT_MOST
from referee.record.notes.shapes import INSTEAD_MOST as INSTEAD_MOST
from referee.record.notes.shapes import (
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
from referee.record.notes.shapes import NoteId as NoteId


class Rules(msgspec.Struct, frozen=True):
    """`rules tigris 1 <digest>`: the game, the version of its behaviour, H over its data tables and options."""

    game: Word
    version: Number
    digest: Bytes32


class Entered(msgspec.Struct, frozen=True):
    """`note SEAT ID`: a note that this turn entered."""

    seat: Party
    id: NoteId


class Opened(msgspec.Struct, frozen=True):
    """`opened SEAT STEP LINE SALT`: the salt of sealed line `line` (from 1) of the seat's note for `step`."""

    seat: Seat
    step: Number
    line: Number
    salt: Bytes16


class Order(msgspec.Struct, frozen=True):
    """`order SEAT STEP LINE TEXT`: the text of an opened line, condition included, at most 44 columns."""

    seat: Seat
    step: Number
    line: Number
    text: Planned


class Did(msgspec.Struct, frozen=True):
    """`did SEAT ORDER`: an order that was carried out."""

    seat: Seat
    order: Ordered


class Proof(msgspec.Struct, frozen=True):
    """`proof PILE POSITION TOKEN SALT`: opens one line of the bag (position from 0)."""

    pile: Word
    position: Number
    token: Number
    salt: Bytes16


class Next(msgspec.Struct, frozen=True):
    """`next SEAT QUESTION`: who must answer what in the next step."""

    seat: Seat
    question: Word


class Rank(msgspec.Struct, frozen=True):
    """`rank SEAT PLACE [WORDS]`: 1 for the winner; `words` are what was compared, or empty."""

    seat: Seat
    place: Number
    words: Value = ""


class Bot(msgspec.Struct, frozen=True):
    """`bot LEVEL VERSION`: a seat is played by the program of its game, so well, as releases of that version play."""

    level: Word
    version: Number


class Offer(Note, frozen=True, kw_only=True):
    """The referee offers a game. From attempt 2 on it names the charter it voids and opens its r_0 and t_0; of a masked
    one whose host plays, the deck secret of his seat as well.

    `title` is what people call the game; it decides nothing.
    """

    rules: Rules
    title: Text | None = None
    seats: Number
    option: Options = ()
    attempt: Number
    voids: NoteId | None = None
    why: Text | None = None
    oldopen: Bytes32 | None = None
    oldtoss: Bytes32 | None = None
    olddeck: Bytes32 | None = None
    nonce: Bytes16
    key: Bytes32
    box: Bytes32
    lock: Bytes32
    tosslock: Bytes32


class Join(Note, frozen=True, kw_only=True):
    """A player asks for a seat. `name` is the display name; `bot` says that a program answers for the seat. In a masked
    game `deck` is the seat's deck key, and `pok` the proof (64 bytes) that somebody knows its secret.
    """

    offer: NoteId
    seat: Seat
    name: Text
    bot: Bot | None = None
    nonce: Bytes16
    key: Bytes32
    box: Bytes32
    lock: Bytes32
    deck: Bytes32 | None = None
    pok: Plain | None = None


class Charter(Note, frozen=True, kw_only=True):
    """What is played by whom. Its id is the game id.

    `seat` lists the seats clockwise. `join` has an entry for each seat; `key`, `box` and `lock` for `referee` as well;
    `deck`, in a masked game, has the deck key of each seat.
    """

    offer: NoteId
    attempt: Number
    rules: Rules
    option: Options = ()
    seat: tuple[Seat, ...] = ()
    join: Mapping[Seat, NoteId] = {}
    key: Mapping[Party, Bytes32] = {}
    box: Mapping[Party, Bytes32] = {}
    lock: Mapping[Party, Bytes32] = {}
    deck: Mapping[Seat, Bytes32] = {}


class Accept(Note, frozen=True, kw_only=True):
    """A player agrees to a charter (`game` and `head` are its id) and opens its r."""

    game: NoteId
    head: NoteId
    seat: Seat
    open: Bytes32


class Deal(Note, frozen=True, kw_only=True):
    """Step 0: the referee opens t_0, fixes the order of every pile, and seals the first hands.

    `accept` gives the id of each seat's accept, `bag` (pile, commitment) for each position, `show` (place, kind),
    `escrow` each seat's share of the referee's game secret, if the charter says so, and `share` commits to it. In a
    masked game `mix` gives the id of each seat's mix, and there are no lines of bag and hands.
    """

    game: NoteId
    step: Number
    head: NoteId
    toss: Bytes32
    accept: Mapping[Seat, NoteId] = {}
    mix: Mapping[Seat, NoteId] = {}
    first: Seat | None = None
    bag: tuple[tuple[Word, Bytes32], ...] = ()
    show: tuple[tuple[Word, Word], ...] = ()
    proof: tuple[Proof, ...] = ()
    state: Bytes32
    event: tuple[Value, ...] = ()
    next: tuple[Next, ...] = ()
    hand: Mapping[Seat, Sealed] = {}
    share: Mapping[Seat, Bytes32] = {}
    escrow: Mapping[Seat, Sealed] = {}


class Move(Note, frozen=True, kw_only=True):
    """A player's orders for one step. `instead` names all own earlier notes of the same step, oldest first.

    `standing` names the own standing note that holds from this step on; without it none does. In a masked game `give`
    and `drop` are the tiles that the orders take from the hand, in their order, and `locks` the author's lock of each
    that is given.
    """

    game: NoteId
    step: Number
    seat: Seat
    head: NoteId
    instead: Annotated[tuple[NoteId, ...], msgspec.Meta(max_length=INSTEAD_MOST)] = ()
    standing: NoteId | None = None
    do: tuple[Ordered, ...] = ()
    give: tuple[At, ...] = ()
    drop: tuple[At, ...] = ()
    locks: Plain | None = None
    pin: tuple[Bytes32, ...] = ()
    seal: Sealed | None = None
    say: tuple[Text, ...] = ()

    def __post_init__(self) -> None:
        check_locks(self.locks, len(self.give))


class Standing(Note, frozen=True, kw_only=True):
    """A player's sealed answers to questions that come out of turn.

    It closes no step, makes nobody's move stale and takes no slot; `head` and `step` are those a move would have. The
    referee may enter it with the next step; the author's own next move says by `standing` which one holds, or none.
    """

    game: NoteId
    step: Number
    seat: Seat
    head: NoteId
    pin: tuple[Bytes32, ...] = ()
    seal: Sealed | None = None


class Consent(Note, frozen=True, kw_only=True):
    """A party agrees to one thing that the table may do: `to` says what (`left`, `end draw`, `key ID`, `back 40`),
    or does not agree to a key (`no key ID`). `reason` is for people: whoever asks for a step back says why.

    It closes no step and takes no slot. `step` and `head` are those a move would have, and it holds for that step
    alone; a word about a key holds until the step that enters the key. `seat` may be `referee`. `secret` hands over to
    a new host, sealed to its box: the referee's game secret, or a seat's share of it. `pok` is a new key's proof
    (64 bytes) that it knows the deck secret of its seat.
    """

    game: NoteId
    step: Number
    seat: Party
    head: NoteId
    to: Value
    reason: Text | None = None
    secret: Sealed | None = None
    pok: Plain | None = None


class Step(Note, frozen=True, kw_only=True):
    """The referee closes a step: what was entered, opened and carried out, where that led, who is asked next.

    `table` are the lines of what the table has decided, beside what players ordered (`referee.table.step.table_lines`).
    Without `next` the game is over. The i-th `opened` belongs to the i-th `order`, the i-th `proof` to the i-th `show`
    of a pile's face.
    """

    game: NoteId
    step: Number
    head: NoteId
    note: tuple[Entered, ...] = ()
    table: tuple[Value, ...] = ()
    opened: tuple[Opened, ...] = ()
    order: tuple[Order, ...] = ()
    did: tuple[Did, ...] = ()
    show: tuple[tuple[Word, Word], ...] = ()
    proof: tuple[Proof, ...] = ()
    state: Bytes32
    event: tuple[Value, ...] = ()
    next: tuple[Next, ...] = ()
    hand: Mapping[Seat, Sealed] = {}
    share: Mapping[Seat, Bytes32] = {}
    escrow: Mapping[Seat, Sealed] = {}


class End(Note, frozen=True, kw_only=True):
    """The referee closes a game and opens r_0 and his box key of this game (32 clamped bytes).

    Both are absent in a game without hidden goods; a referee who leaves them out in another game shows it here.
    """

    game: NoteId
    step: Number
    head: NoteId
    rank: tuple[Rank, ...] = ()
    open: Bytes32 | None = None
    box: Bytes32 | None = None
    reason: Value


class Ack(Note, frozen=True, kw_only=True):
    """A player has seen the end: `head` is the id of the end note."""

    game: NoteId
    seat: Seat
    head: NoteId


class Claim(Note, frozen=True, kw_only=True):
    """A player complains: a note beside the record, never in it. `step` and `head` are the last ones its author has.

    `note` are the notes it is about, `seen` those its author has seen. It may open one line of the bag by `proof`, or
    one sealed line of an own note among `note` by `opened` and `order`, or by `box`, a private box key, what was sealed
    to a former key of its author's; and nothing else of the author's.
    """

    game: NoteId
    step: Number
    seat: Seat
    head: NoteId
    note: Named = ()
    seen: Named = ()
    proof: Proof | None = None
    opened: Opened | None = None
    order: Order | None = None
    box: Bytes32 | None = None
    say: tuple[Text, ...] = ()


class Answer(Note, frozen=True, kw_only=True):
    """What somebody says to a claim: the referee or a player, beside the record. `seat` may be `referee`.

    `step` and `head` are the last ones its author has; `seen` are notes that its author has seen by then.
    """

    game: NoteId
    step: Number
    seat: Party
    head: NoteId
    claim: NoteId
    seen: Named = ()
    say: tuple[Text, ...] = ()


class Comment(Note, frozen=True, kw_only=True):
    """What somebody who sat at the table says about a step after the end, beside the record. `head` is the id of the
    end note; `number` is one more than the highest of the comments on the step that its author had then, so it tells
    the order in which they are read.
    """

    game: NoteId
    step: Number
    seat: Party
    head: NoteId
    number: Number
    say: Annotated[tuple[Text, ...], msgspec.Meta(max_length=COMMENT_MOST)] = ()


class Rekey(Note, frozen=True, kw_only=True):
    """A new key asks for a seat, or to be the referee's: it signs this note, and others consent to it.

    `step` and `head` are those a move would have. `key`, `box` and `nonce` are new; `name` is what people call the new
    holder if it is another person than before, `reason` is for people. `plays` is the seat at which another host plays
    where nobody sees the deck. `seen` are notes of the old key that are in no step and that its author has seen: they
    go on to count, as no other one does.
    """

    game: NoteId
    step: Number
    seat: Party
    head: NoteId
    name: Text | None = None
    plays: Seat | None = None
    nonce: Bytes16
    key: Bytes32
    box: Bytes32
    seen: Named = ()
    reason: Text


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

BESIDE = ("claim", "answer")
"""The types of notes that stand beside a record, and never in it."""
