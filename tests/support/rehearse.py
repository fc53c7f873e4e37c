"""Whole games played by random policies with TEST KEYS, in memory: the same bytes every time.

Used by `make_example.py`, the tests and the benchmarks. Everything goes the way of real notes: drafts are signed,
produced by the referee, followed by every player.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from referee.crypto.keys import SigningKey
from referee.games import find
from referee.kernel.canonical_json import tagged_hash
from referee.kernel.dice import below, stream
from referee.kernel.errors import IllegalMove, OutOfOrder, RefereeError
from referee.kernel.requests import Seat
from referee.protocol.agreements.consent import consent_note
from referee.protocol.opening.charter import make_charter, make_join, make_offer, read_charter
from referee.protocol.opening.data_packs import game_with_pack
from referee.protocol.opening.deal import make_accept, read_deal, seed_shares_by_seat
from referee.protocol.seating import Eyes, Table, author_role, eyes_at_table, eyes_of_key
from referee.protocol.step.draft import MoveDraft, draft, move_note
from referee.protocol.step.ending import make_ack
from referee.protocol.step.position import Position
from referee.protocol.step.produce import run_of_notes
from referee.protocol.step.record_step import record_standing_notes, record_step_file, with_named_standing
from referee.protocol.step.simultaneous import check_whole_answer, seats_missing_answer
from referee.protocol.step.standing_orders import is_standing_due, named_standing_note, standing_note
from referee.protocol.step.step_run import StepRun
from referee.record.file_names import CHARTER, DEAL, OFFER, PACK, step_name
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Move, Standing
from referee.session.close_step import close_deal, close_together
from tests.support.policies import Policy, random_order, sensible_order

ORDERS_MOST = 12
"""Orders in one note of a rehearsal; a turn of any of the games needs fewer."""

SEATS = ("anna", "bert", "carl", "dora", "emil", "fina")


def test_key(name: str) -> SigningKey:
    """The test key of a name. Anybody can make it: never use it in a real game."""
    return SigningKey.from_seed(sha256(f"referee test key {name}".encode()).digest())


test_key.__test__ = False  # type: ignore[attr-defined]  # a key for tests, not a test


def test_nonce(name: str) -> bytes:
    """16 bytes that stand for fresh random ones in a rehearsal."""
    return tagged_hash("example", name.encode())[:16]


test_nonce.__test__ = False  # type: ignore[attr-defined]


@dataclass
class Match:
    """A game in memory: the files of its record, the referee's position and each seat's."""

    table: Table
    files: dict[str, bytes]
    host_eyes: Eyes
    host: Position
    eyes: dict[str, Eyes]
    players: dict[str, Position]
    keys: Mapping[str, SigningKey]
    signed_notes: dict[str, tuple[SignedNote, ...]] = field(default_factory=dict)
    waiting: dict[str, SignedNote] = field(default_factory=dict)
    wanted: dict[str, str] = field(default_factory=dict)
    answers: dict[str, SignedNote] = field(default_factory=dict)

    def keep(self, name: str, signed_notes: tuple[SignedNote, ...]) -> None:
        """Put a file into the record."""
        self.files[name] = render_bundle(signed_notes)
        self.signed_notes[name] = signed_notes

    def write(self, seat: str, typed: Sequence[str], say: Sequence[str] = ()) -> SignedNote:
        """The signed move note of `seat`."""
        position = self.players[seat]
        drafted = draft(position, self.eyes[seat], typed)
        return move_note(position, self.keys[seat], drafted, say=say, standing=self.meant(seat))

    def stand(self, seat: str, lines: Sequence[str]) -> None:
        """Let `seat` give standing answers; the next step enters them, and the moves of `seat` name them. No lines end
        what stands.
        """
        self.waiting[seat] = standing_note(self.players[seat], self.keys[seat], lines)
        self.wanted[seat] = self.waiting[seat].id if lines else ""

    def meant(self, seat: str) -> str | None:
        """The standing note that the moves of `seat` name."""
        return named_standing_note(self.players[seat], self.table.seat(seat), self.wanted.get(seat))

    def asked(self) -> str | None:
        """The seat that is asked now, of several that are asked at once the first whose answer is not here; None when
        the game is over. For who has left nobody waits.
        """
        left = self.host.left
        names = (self.table.names[request.seat] for request in self.host.asked if request.seat not in left)
        return next((name for name in names if name not in self.answers), None)

    def enter(self, note: SignedNote) -> None:
        """The referee enters a note and the standing notes that wait and are due or named; every player follows. Of
        several that are asked at once the notes wait until all have answered.
        """
        answers = [note]
        if len(self.host.asked) > 1:
            self._check_answer(note)
            self.answers[author_role(note)] = note
            if self._unanswered():
                return
            answers = [self.answers.pop(seat) for seat in self.table.names if seat in self.answers]
        standing = [self.waiting.pop(seat) for seat in self.table.names if self._enters(seat, answers)]
        self._close(answers, standing)

    def decide(self, *lines: str, consents: Sequence[SignedNote] = (), moves: Sequence[SignedNote] = ()) -> None:
        """The referee closes a step in which the table decides this, beside `moves`; every player follows. What has
        been answered of several that are asked at once is entered with it if somebody is let pass.
        """
        absent = any(line.startswith("absent ") for line in lines)
        answers = [self.answers.pop(seat) for seat in self.table.names if absent and seat in self.answers]
        self._close([*moves, *answers], (), lines, consents)

    def consent(self, party: str, to: str) -> SignedNote:
        """The signed consent of a seat, or of `host`."""
        position = self.host if party == "host" else self.players[party]
        return consent_note(position, self.keys[party], to)

    def _close(
        self,
        answers: Sequence[SignedNote],
        standing: Sequence[SignedNote],
        lines: Sequence[str] = (),
        consents: Sequence[SignedNote] = (),
    ) -> None:
        key = self.keys["host"]
        closed = close_together(self.host, answers, self.host_eyes, key, standing, lines=lines, consents=consents)
        self.host = closed.position
        self.hand_out(closed.signed_notes)

    def hand_out(self, signed_notes: tuple[SignedNote, ...]) -> None:
        """Every player enters the step where the referee is."""
        self.keep(step_name(self.host.step), signed_notes)
        for seat in self.players:
            self.players[seat], _ = record_step_file(self.players[seat], signed_notes, self.eyes[seat])

    def _check_answer(self, answer: SignedNote) -> None:
        """What the referee looks at before an answer waits; what the others have said counts for nothing in it."""
        run, seat = self._entered([answer]), self.table.seat(author_role(answer))
        check_whole_answer(run.before, seat, run.plans[seat])

    def _unanswered(self) -> tuple[Seat, ...]:
        """Who is asked at once and has answered by no note, plan or standing answers."""
        return seats_missing_answer(
            self._entered([self.answers[seat] for seat in self.table.names if seat in self.answers])
        )

    def _entered(self, answers: Sequence[SignedNote]) -> StepRun:
        """The step as far as these answers and the standing notes that they name or that are due make it."""
        moves = [signed.read(Move) for signed in answers]
        standing = [self.waiting[seat] for seat in self.table.names if self._enters(seat, answers)]
        position = with_named_standing(record_standing_notes(self.host, standing, self.host_eyes), moves)
        return run_of_notes(position, moves, eyes_at_table(position.table, self.host_eyes))

    def _enters(self, seat: str, answers: Sequence[SignedNote]) -> bool:
        """Whether the step of these moves enters the standing note of `seat` that waits."""
        named = {move.seat: move.standing for move in (signed.read(Move) for signed in answers)}
        waiting = self.waiting.get(seat)
        if waiting is None or seat in named:
            return waiting is not None and waiting.id == named[seat]
        note = waiting.note()
        return isinstance(note, Standing) and is_standing_due(self.host, note)

    def acknowledge(self) -> None:
        """Every seat acknowledges the end."""
        end = self.signed_notes[step_name(self.host.step)][-1]
        for seat in self.players:
            self.keep(f"ack-{seat}.note", (make_ack(self.keys[seat], self.table, end.id),))


RULES = dict.fromkeys(("cards", "civilization", "tigris", "ur"), 1)
"""The rules version under which a game is rehearsed: a label is the only chance in it, and every other version deals
otherwise. A later one is rehearsed where what it brought is looked at, and by everything that makes its offers itself.
"""


def open_match(
    game: str,
    seats: int,
    label: str,
    options: Sequence[tuple[str, str]] = (),
    pack: bytes | None = None,
    hidden: bytes | None = None,
    version: int | None = None,
    keys: Mapping[str, SigningKey] | None = None,
    bots: Mapping[str, str] | None = None,
    called: Mapping[str, str] | None = None,
) -> Match:
    """A game dealt among test keys. `label` is the only chance in it. A game that needs a pack has its first one, and
    is played by the rules in which labels were chosen (`RULES`), or those of `version`. `keys` are those of the seats
    and of `host`, if not the usual. `bots` are the levels of the seats that have joined as programs, `called` the names
    that people gave themselves, if not that of the seat.

    `hidden` is another seed of the piles: the same game with other goods where nobody looks, dealt by a host who lies.
    """
    names = SEATS[:seats]
    keys = keys or {name: test_key(name) for name in (*names, "host")}
    people = {name: name.title() for name in names} | dict(called or {})
    rules = find(game, RULES.get(game) if version is None else version)
    _, pack = game_with_pack(rules, pack)
    offer = make_offer(keys["host"], rules, seats, options, test_nonce(f"{label} offer"), pack=pack)
    joins = [
        make_join(
            keys[name], offer, name, people[name], test_nonce(f"{label} {name}"), pack, (bots or {}).get(name, "")
        )
        for name in names
    ]
    charter = make_charter(keys["host"], offer, joins, names, pack)
    table = read_charter((offer, *joins, charter), pack)
    accepts = [make_accept(keys[name], table) for name in names]
    shares = seed_shares_by_seat(table, accepts)
    host_eyes = eyes_of_key(table, keys["host"], shares)
    host_eyes = replace(host_eyes, hidden_seed=hidden) if hidden is not None else host_eyes
    closed = close_deal(table, accepts, host_eyes, keys["host"])
    table = closed.position.table
    host_eyes = eyes_at_table(table, host_eyes)
    eyes = {name: eyes_of_key(table, keys[name], shares) for name in names}
    players = {name: read_deal(table, closed.signed_notes, eyes[name]) for name in names}
    files = {PACK: pack} if pack is not None else {}
    match = Match(closed.position.table, files, host_eyes, closed.position, eyes, players, keys)
    match.keep(OFFER, (offer,))
    match.keep(CHARTER, (offer, *joins, charter))
    match.keep(DEAL, closed.signed_notes)
    return match


def random_note(match: Match, seat: str, words: Iterator[int], policy: Policy = random_order) -> MoveDraft:
    """Orders until the own part of the turn is over, sometimes with plans behind it."""
    position, eyes = match.players[seat], match.eyes[seat]
    index = match.table.seat(seat)
    typed: list[str] = []
    best: MoveDraft | None = None
    for _ in range(ORDERS_MOST):
        run_position = position if best is None else _at(position, best)
        own = run_position.knowledge.own(index)
        asked = best.run.asked if best is not None else (index, "")
        if asked is None or asked[0] != index or own is None or (best is not None and best.run.unforeseen):
            break
        order = policy(run_position, index, own, words)
        try:
            best = draft(position, eyes, [*typed, order])
        except (IllegalMove, OutOfOrder):
            break
        typed.append(order)
        if best.covered and below(words, 2):
            best = _with_plan(match, seat, typed, best, words, policy)
            break
    assert best is not None
    return best


def _at(position: Position, orders: MoveDraft) -> Position:
    return replace(position, state=orders.run.state, knowledge=orders.run.knowledge)


def _with_plan(
    match: Match, seat: str, typed: list[str], plain: MoveDraft, words: Iterator[int], policy: Policy
) -> MoveDraft:
    """The same note with something planned behind it, if that makes a note at all."""
    position, eyes = match.players[seat], match.eyes[seat]
    index = match.table.seat(seat)
    own = position.knowledge.own(index)
    plans = ["commit 0", "commit 1", "lose pass"]
    if position.active == index and own is not None:
        plans += [f"win {policy(position, index, own, words)}", f"then {policy(position, index, own, words)}"] * 2
    chosen = [plans[below(words, len(plans))] for _ in range(1 + below(words, 2))]
    try:
        return draft(position, eyes, [*typed, *chosen])
    except RefereeError:  # a plan is optional in a rehearsal; one that cannot be sealed is left out
        return plain


def copy_of(match: Match) -> Match:
    """The same game, to be played on without changing the one it was copied from."""
    return dataclasses.replace(
        match,
        files=dict(match.files),
        players=dict(match.players),
        signed_notes=dict(match.signed_notes),
        waiting=dict(match.waiting),
        wanted=dict(match.wanted),
        answers=dict(match.answers),
    )


def play_out(match: Match, label: str, *, steps: int | None = None, policy: Policy = random_order) -> Match:
    """Play on until the end of the game, or for `steps` steps."""
    for _ in islice(steps_of(match, label, policy), steps):
        pass
    return match


def steps_of(match: Match, label: str, policy: Policy = random_order) -> Iterator[Match]:
    """The same, and the match after each step."""
    words = stream(sha256(f"rehearsal {label}".encode()).digest(), "orders")
    while not match.host.over:
        seat = match.asked()
        assert seat is not None
        orders = random_note(match, seat, words, policy)
        match.enter(move_note(match.players[seat], match.keys[seat], orders, standing=match.meant(seat)))
        yield match


def play_again(match: Match, record: Path, steps: int) -> Match:
    """Play the first steps of the record of this very game: nobody has to choose anything."""
    for step in range(1, steps + 1):
        signed_notes = read_bundle((record / step_name(step)).read_bytes())
        match.host, _ = record_step_file(match.host, signed_notes, match.host_eyes)
        match.hand_out(signed_notes)
    return match


__all__ = [
    "Match",
    "copy_of",
    "open_match",
    "play_again",
    "play_out",
    "random_order",
    "sensible_order",
    "steps_of",
    "test_key",
    "test_nonce",
]
