"""A game told by liars: the honest host's own code where they do not lie, and whatever they like where they do.

A lie is consistent: the notes behind it are made and signed upon it, as liars who agree would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.support.dishonest.games import WHOLE, agreed, asked_at_once, late, opened
from tests.support.dishonest.project import (
    DEAL,
    HOST,
    STEP,
    BrokenState,
    ClosedStep,
    Match,
    MoveDraft,
    Policy,
    Position,
    RefereeError,
    SignedNote,
    SigningKey,
    close_step,
    end_note,
    move_note,
    random_note,
    random_order,
    render_bundle,
    sensible_order,
    sign_note,
    standing_note,
    step_name,
    test_key,
)
from tests.support.dishonest.signing import changed, seat_position
from tests.support.rehearse import copy_of

Alter = Callable[[tuple[SignedNote, ...]], tuple[SignedNote, ...] | None]
"""What a liar makes of the notes of a file; None if he finds nothing to lie about."""

SEATS = {"tigris": (2, 3, 4), "cards": (2, 3, 4), "ur": (3, 4)}
OFTEN_LATE = 0.2
"""How often a game that has been played almost to its end is taken, where there is one."""

DEALS = 4
"""Different deals of each game and number of seats."""

STEPS = 6
NEWCOMERS = ("fresh", "gina", "hugo", "thief")

LATE_MOST = 24
"""Steps that a game goes on for which has no end in reach, or which is almost over."""

TRIES = 4
"""How many honest notes are tried before a game counts as stuck."""


@dataclass(frozen=True)
class Found:
    """Something that must not be: which promise, and what was seen."""

    promise: str
    seen: str


@dataclass
class Story:
    """One game with a lie in it. `liars` are roles (seats, `host`), `loose` notes beside the record.

    `lied_at` is the first file with a lie, `mails` what else the honest are sent, `foreign` other files in `record/`.
    `others` are other histories that somebody is shown, `owed` the roles that have signed what contradicts itself, and
    `holders` whose a key is that another person holds than the one before; `newcomers` have the keys that may come in.
    `untold` says why the liars could not go on with it; what they have signed until then is looked at all the same.
    """

    seed: int
    lie: str
    chance: Random
    match: Match = field(init=False)
    liars: set[str] = field(default_factory=set)
    loose: list[SignedNote] = field(default_factory=list)
    lied_at: str = ""
    mails: list[tuple[str, bytes]] = field(default_factory=list)
    foreign: dict[str, bytes] = field(default_factory=dict)
    shown: dict[str, bytes] | None = None
    others: list[dict[str, bytes]] = field(default_factory=list)
    owed: set[str] = field(default_factory=set)
    holders: dict[bytes, str] = field(default_factory=dict)
    newcomers: list[str] = field(default_factory=lambda: list(NEWCOMERS))
    untold: str = ""
    policy: Policy = random_order
    found: list[Found] = field(default_factory=list)
    words: Iterator[int] = field(init=False)

    def __post_init__(self) -> None:
        self.words = iter(lambda: self.chance.getrandbits(64), -1)

    @property
    def files(self) -> dict[str, bytes]:
        """The record as it is shown to everybody."""
        return self.match.files if self.shown is None else self.shown

    @property
    def lied(self) -> bool:
        """Whether there is a lie in it at all: not every deal gives an occasion."""
        return bool(self.lied_at or self.shown or self.mails or self.loose or self.others)

    @property
    def signers(self) -> dict[bytes, SigningKey]:
        """Every key that has signed here, or may have, by its public half."""
        ever = [*map(test_key, (*self.match.table.names, HOST, *self.newcomers)), *self.match.keys.values()]
        return {key.public: key for key in ever}

    @property
    def last(self) -> str:
        """The newest file of the deal and the steps."""
        return max(name for name in self.match.files if name[0].isdigit())

    def open(self, *games: str, seats: int | None = None, hiding: bool = False) -> Match:
        """One of these games (any if none is named), honestly dealt; `hiding`: played to where orders hide goods.

        Without `seats` it may be one that is almost over, so that a lie in it is looked at in a whole game.
        """
        game = self.chance.choice(games or tuple(SEATS))
        if seats is None and game in WHOLE and self.chance.random() < OFTEN_LATE:
            return self.open_whole(game)
        count = seats or self.chance.choice(SEATS[game])
        dealt = opened(game, count, f"dishonest {self.chance.randrange(DEALS)}", hiding)
        self.match = copy_of(dealt)
        return self.match

    def open_agreed(
        self, *games: str, seats: int = 3, options: tuple[tuple[str, str], ...] = (), steps: int | None = None
    ) -> Match:
        """One of these games with what its charter says of agreements, so many steps on, or some."""
        game = self.chance.choice([game for game in games or SEATS if seats in SEATS[game]])
        label = f"dishonest {self.chance.randrange(DEALS)}"
        self.match = copy_of(
            agreed(game, seats, label, options, self.chance.randrange(1, STEPS) if steps is None else steps)
        )
        return self.match

    def open_asked_at_once(self, options: tuple[tuple[str, str], ...]) -> Match:
        """A game in which three seats are asked at once."""
        self.match = copy_of(asked_at_once(f"dishonest {self.chance.randrange(2)}", options))
        return self.match

    def open_whole(self, *games: str) -> Match:
        """A game whose end is in reach: Tigris with two seats, or one that is almost over."""
        game = self.chance.choice(games or tuple(SEATS))
        if game == "tigris":
            return self.open(game, seats=2)
        self.policy = sensible_order
        self.match = copy_of(self.chance.choice(late(game)))
        return self.match

    @property
    def asked(self) -> str:
        """The seat that is asked now. Raises Stopped: the game is over, and nobody is."""
        request = self.match.host.request
        if request is None:
            raise Stopped
        return self.match.table.names[request.seat]

    def sit(self, seat: str) -> Position:
        """The position as that seat knows it; also what `random_note` drafts upon."""
        position = seat_position(self.match.host, self.match.table.seat(seat))
        self.match.players[seat] = position
        return position

    def draft(self, seat: str, policy: Policy | None = None) -> MoveDraft:
        """Orders of a seat that is asked, those of the story's own policy if no other is given."""
        self.sit(seat)
        return random_note(self.match, seat, self.words, policy or self.policy)

    def move(self, seat: str) -> SignedNote:
        """An honest note of the seat that is asked."""
        orders = self.draft(seat)
        return move_note(self.match.players[seat], self.match.keys[seat], orders, standing=self.match.meant(seat))

    def close(self, signed: SignedNote, standing: Sequence[SignedNote] = ()) -> ClosedStep:
        """What the honest host makes of a note, with the standing note it names. Raises RefereeError if he refuses."""
        match, move = self.match, signed.note()
        named = match.waiting.get(getattr(move, "seat", ""))
        if named is not None and not standing and named.id == getattr(move, "standing", None):
            standing = () if self._stands(named) else (named,)
        return close_step(match.host, signed, match.host_eyes, match.keys[HOST], standing)

    def _stands(self, standing: SignedNote) -> bool:
        return any(orders is not None and orders.note == standing.id for orders in self.match.host.standing)

    def stand(self, seat: str, lines: Sequence[str]) -> SignedNote:
        """Honest standing answers of a seat, which its moves name from now on; no lines end those before."""
        signed = standing_note(self.sit(seat), self.match.keys[seat], lines)
        self.match.waiting[seat], self.match.wanted[seat] = signed, signed.id if lines else ""
        return signed

    def enter(self, closed: ClosedStep, alter: Alter | None = None) -> None:
        """The step as the host made it, or what he makes of it when he lies; the game goes on upon that."""
        name, signed_notes, position = step_name(closed.position.step), closed.signed_notes, closed.position
        if alter is not None:
            signed_notes, position = self._altered(name, signed_notes, position, alter)
        self.match.keep(name, signed_notes)
        self.match.host = position

    def _altered(
        self, name: str, signed_notes: tuple[SignedNote, ...], position: Position, alter: Alter
    ) -> tuple[tuple[SignedNote, ...], Position]:
        body = tuple(signed for signed in signed_notes if signed.type != "end")
        other = alter(body)
        if other is None or [signed.id for signed in other] == [signed.id for signed in body]:
            return signed_notes, position
        self.lied_at = self.lied_at or name
        position = upon(position, other[-1])
        if position.over:
            key = self.match.keys[HOST]
            other = (*other, sign_note(end_note(position, key), key))
        return other, position

    def lie_in_deal(self, alter: Alter) -> None:
        """Change the deal before anybody has moved."""
        signed_notes = alter(self.match.signed_notes[DEAL])
        if signed_notes is None:
            return
        self.lied_at = DEAL
        self.match.keep(DEAL, signed_notes)
        self.match.host = upon(self.match.host, signed_notes[-1])

    def play(self, steps: int, alter: Alter | None = None) -> None:
        """Go on for so many steps, honest notes and, unless he lies about each, an honest host."""
        for _ in range(steps):
            if self.match.host.over:
                return
            self.one(alter)

    def one(self, alter: Alter | None = None) -> None:
        """One step by an honest seat. A host who cannot go on is a finding, and ends the story."""
        seat, refusals = self.asked, []
        for _ in range(TRIES):
            try:
                closed = self.close(self.move(seat))
            except RefereeError as refusal:
                if isinstance(refusal, BrokenState):
                    self.crashed("an honest note at the host's", refusal)
                refusals.append(refusal.sentence())
                continue
            except Exception as crash:  # whatever falls over here is what is looked for
                self.crashed("an honest note at the host's", crash)
                refusals.append(repr(crash))
                continue
            self.enter(closed, alter)
            return
        if HOST not in self.liars:
            self.found.append(Found("stuck", f"step {self.match.host.step + 1} ({seat}): {refusals[-1]}"))
        raise Stopped

    def to_some_end(self) -> None:
        """A short game, or one that is almost over, goes on to its end, another one for some steps."""
        if self.policy is sensible_order:
            self.play(LATE_MOST)
        elif self.match.table.game.info.name == "tigris" and len(self.match.table.seats) == 2:
            self.swap_to_end()
        else:
            self.play(self.chance.randrange(1, STEPS))

    def swap_to_end(self) -> None:
        """Tigris: everybody swaps the whole hand until the bag is empty, the shortest whole game there is."""
        while not self.match.host.over:
            seat = self.asked
            position = self.sit(seat)
            own = position.knowledge.own(self.match.table.seat(seat))
            assert own is not None
            self.enter(self.close(self.match.write(seat, [" ".join(("swap", *own.hand))])))

    def crashed(self, where: str, crash: BaseException) -> None:
        """Note what fell over."""
        self.found.append(Found("falls over", f"{where}: {crash!r}"))

    def signed(self, signed: SignedNote, /, **values: Any) -> SignedNote | None:
        """The note with other values, under its own key; None if that is the same note, or none that can be read."""
        keys = self.signers
        try:
            other = sign_note(changed(signed.note(), **values), keys[signed.key])
            other.note()
        except (RefereeError, TypeError, AttributeError, ValueError):  # values of a kind that no note spells
            return None
        return other if other.id != signed.id else None

    def role(self, signed: SignedNote) -> str:
        """Who signed a note: a seat, `host`, or nobody here."""
        return self.holders.get(signed.key) or next(
            (name for name, key in self.match.keys.items() if key.public == signed.key), ""
        )

    def replaced(self, name: str, at: int, other: SignedNote) -> dict[str, bytes]:
        """The record with one note replaced; a step note lists the replaced note of a player."""
        signed_notes = list(self.match.signed_notes[name])
        old, signed_notes[at] = signed_notes[at], other
        for index, signed in enumerate(signed_notes):
            if signed.type == STEP and old.type != STEP:
                signed_notes[index] = self.listing(signed, {old.id: other.id})
        return {**self.match.files, name: render_bundle(signed_notes)}

    def listing(self, step: SignedNote, ids: dict[str, str]) -> SignedNote:
        """The step note that lists other notes in the place of some."""
        lines = tuple(changed(line, id=ids.get(line.id, line.id)) for line in step.note().note)  # type: ignore[union-attr]
        return self.signed(step, note=lines) or step


class Stopped(Exception):
    """The story ends here: nobody can go on."""


def upon(position: Position, step: SignedNote) -> Position:
    """The position whose last step is another note than the host's own."""
    past = changed(position.past, heads=(*position.past.heads[:-1], step.id))
    return changed(position, head=step.id, past=past)  # type: ignore[no-any-return]
