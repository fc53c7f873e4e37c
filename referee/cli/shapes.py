"""What the commands print with `--json`: one object each, of these shapes (`schemas/output.schema.json`)."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.table.telling.news import StepTold


class Refused(msgspec.Struct, frozen=True):
    """A refusal: the layer that speaks, the exit code, the sentence, and what it names."""

    layer: str
    exit: int
    sentence: str
    rule: str | None = None
    at: str | None = None
    hint: str | None = None


class Failure(msgspec.Struct, frozen=True):
    """What every command prints instead of its own object when it is refused."""

    error: Refused


class Key(msgspec.Struct, frozen=True):
    """A key of this home; `protected` if a passphrase is needed to use it, `test` if everybody has it."""

    name: str
    fingerprint: str
    public: str
    path: str
    protected: bool
    test: bool = False


class Keys(msgspec.Struct, frozen=True):
    """The keys of this home, by name."""

    keys: tuple[Key, ...]


class Signed(msgspec.Struct, frozen=True):
    """A note that was signed: its type and id, the file that holds it, and to whom it is sent (`host` or `all`).

    `standing` is the id of the standing note that a move names, `test_keys` are the roles of a charter whose key is a
    published test key.
    """

    type: str
    id: str
    file: str
    to: str
    game: str = ""
    seats: tuple[str, ...] = ()
    attempt: int = 1
    do: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()
    standing: str = ""
    test_keys: tuple[str, ...] = ()


class Words(msgspec.Struct, frozen=True):
    """The four words of a game.

    `heard` tells for each other party (a seat, or `referee`) `equal`, `different`, `not yet`, `without` (chosen) or
    `known` (the key was heard in an earlier game, under this name); `needed` if somebody is still to be heard.
    `other_names` has the parties whose key is known under other names, with those names.
    """

    words: tuple[str, ...]
    heard: dict[str, str]
    needed: bool
    other_names: dict[str, tuple[str, ...]] = {}


class Question(msgspec.Struct, frozen=True):
    """Who is asked what: the question as a word of the game, as a sentence, and an order that could answer it."""

    seat: str
    question: str
    rule: str
    about: tuple[str, ...]
    sentence: str
    example: str


class Result(msgspec.Struct, frozen=True):
    """How the game ended, and the place of each seat."""

    reason: str
    ranks: dict[str, int]


class Todo(msgspec.Struct, frozen=True):
    """What the reader should do now: a sentence, and the command that does it, if one does."""

    sentence: str
    command: str = ""


class Status(msgspec.Struct, frozen=True):
    """Where a game stands.

    `stage` is `nothing`, `offer`, `charter`, `playing` or `over`; `you` is `referee`, a seat or null. `asked` is null
    when nobody is asked; `mails` says who must write before the turn of the board game can go on. `countersigned` has
    for each seat the newest step it has signed, `standing` for each seat with standing answers the step they were
    given for. `named` is the id of the standing note that the next move of the reader names. `heard` and `other_names`
    are those of `words`, `test_keys` the roles whose key is a published test key.
    """

    stage: str
    you: str | None
    next: tuple[Todo, ...] = ()
    game: str = ""
    title: str = ""
    seats: tuple[str, ...] = ()
    attempt: int = 1
    joined: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    step: int | None = None
    head: str = ""
    heard: dict[str, str] = {}
    other_names: dict[str, tuple[str, ...]] = {}
    test_keys: tuple[str, ...] = ()
    countersigned: dict[str, int] = {}
    standing: dict[str, int] = {}
    named: str | None = None
    asked: Question | None = None
    mails: tuple[str, ...] = ()
    result: Result | None = None
    acknowledged: tuple[str, ...] = ()


class Taken(msgspec.Struct, frozen=True):
    """One thing that happened while mails were taken in: the file it came with, the sentence, a letter to send on."""

    file: str
    what: str
    values: dict[str, Any]
    sentence: str
    letter: str | None = None


class LeftOut(msgspec.Struct, frozen=True):
    """A file that was refused, or passed over in a folder of mails; `reply` is the letter to the player, if any."""

    file: str
    error: Refused
    reply: str | None = None


class Received(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `receive` did: what it took in and left out, what happened in the steps that are new, and where that led.

    `error` is the first refusal, if a file that was named was refused.
    """

    taken: tuple[Taken, ...]
    refused: tuple[LeftOut, ...]
    news: tuple[StepTold, ...]
    status: Status | None
    error: Refused | None = None


class Board(msgspec.Struct, frozen=True):
    """The public state after a step; its shape is the game's."""

    step: int
    state: Any


class Hand(msgspec.Struct, frozen=True):
    """The own hand, and what the seat has laid face down."""

    hand: tuple[str, ...]
    covered: tuple[tuple[str, str], ...]


class Moves(msgspec.Struct, frozen=True):
    """The orders that a seat may give now."""

    seat: str
    question: str
    orders: tuple[str, ...]


class Tried(msgspec.Struct, frozen=True):
    """Where orders lead on the own knowledge; `certain` if nothing depends on what is not known yet."""

    do: tuple[str, ...]
    sealed: tuple[str, ...]
    covered: bool
    events: tuple[str, ...]
    told: tuple[str, ...]
    certain: bool
    state: Any


class Log(msgspec.Struct, frozen=True):
    """What happened, step by step."""

    steps: tuple[StepTold, ...]


class Letter(msgspec.Struct, frozen=True):
    """A letter that was written again."""

    step: int
    file: str


class Rule(msgspec.Struct, frozen=True):
    """A rule: its sentence, where it stands, our rulings on it, and its place in the documents."""

    id: str
    sentence: str
    source: str
    rulings: tuple[str, ...]
    page: str


class Rules(msgspec.Struct, frozen=True):
    """The rule that was asked for, or all rules of a game and of the table (`PM`)."""

    rules: tuple[Rule, ...]


class FailedCase(msgspec.Struct, frozen=True):
    """A rule case that came out differently: (where, expected, found) for each difference."""

    file: str
    id: str
    differences: tuple[tuple[str, str, str], ...]


class Cases(msgspec.Struct, frozen=True):
    """Rule cases that were run."""

    cases: int
    failed: tuple[FailedCase, ...]
