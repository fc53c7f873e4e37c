"""Games whose deck nobody sees, played without files: what everybody holds, step after step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from referee.crypto.keys import SigningKey
from referee.kernel.goods import Hand
from referee.protocol.deck import deck_of
from referee.protocol.masked.deck_keys import deck_secret_of
from referee.protocol.masked.key_share_notes import make_unlock, owed_positions, unlocks_that_hold
from referee.protocol.opening.deal import read_deal
from referee.protocol.seating import Eyes, Table, eyes_of_key, stranger_eyes
from referee.protocol.step.draft import draft, move_note
from referee.protocol.step.position import Position
from referee.protocol.step.record_step import record_step_file
from referee.record.file_names import CHARTER, DEAL, OFFER, step_name
from referee.record.note import SignedNote, render_bundle
from referee.session.close_step import ClosedStep, close_together
from tests.table.opening.masked_openings import Opening, mixed
from tests.table.small_games import HOST, key_of

STRANGER = "stranger"


@dataclass
class MaskedMatch:
    """`seen` has the position of each seat and of a stranger, `host` that of the host; `waiting` are the unlocks that
    no step has entered; `keys` are those that came later.
    """

    table: Table
    host: Position
    seen: dict[str, Position]
    files: dict[str, bytes]
    waiting: list[SignedNote] = field(default_factory=list)
    bundles: dict[int, tuple[SignedNote, ...]] = field(default_factory=dict)
    keys: dict[str, SigningKey] = field(default_factory=dict)

    def asked(self) -> str:
        return self.table.names[self.host.asked[0].seat]

    def key(self, name: str) -> SigningKey:
        """The key with which somebody signs now."""
        return self.keys.get(name) or key_of(name)

    def eyes(self, name: str) -> Eyes:
        """What somebody can open now."""
        return eyes_of_key(self.host.table, self.key(name), {})

    def unlock(self, *names: str) -> None:
        """Everybody, or these, send the locks that they owe."""
        for name in names or self.table.names:
            seen, key = self.seen[name], self.key(name)
            wanted, secret = owed_positions(seen, self.table.seat(name)), deck_secret_of(seen, key)
            assert secret is not None
            if wanted:
                self.waiting.append(make_unlock(seen, key, secret, wanted))

    def entering(self) -> tuple[SignedNote, ...]:
        """The unlocks that the next step enters."""
        return tuple(signed for signed, _ in unlocks_that_hold(self.host, self.waiting))

    def looks(self, name: str) -> Position:
        """What a seat sees with the unlocks that wait."""
        deck = deck_of(self.table)
        return deck.seen_by(deck.with_key_shares(self.seen[name], self.entering()), self.eyes(name))

    def hand(self, name: str) -> Hand:
        own = self.looks(name).knowledge.own(self.table.seat(name))
        assert own is not None
        return own.hand

    def write(self, *typed: str) -> SignedNote:
        """The move note of the seat that is asked."""
        name = self.asked()
        now = self.looks(name)
        return move_note(now, self.key(name), draft(now, self.eyes(name), typed))

    def close(self, move: SignedNote, unlocks: Sequence[SignedNote] | None = None) -> ClosedStep:
        """The step of the host that enters a move."""
        entered = self.entering() if unlocks is None else tuple(unlocks)
        return close_together(self.host, (move,), self.eyes(HOST), self.key(HOST), unlocks=entered)

    def decide(self, line: str, consents: Sequence[SignedNote], rekeys: Sequence[SignedNote] = ()) -> ClosedStep:
        """The step of the host that enters what the table has decided."""
        told = {"lines": (line,), "consents": tuple(consents), "rekeys": tuple(rekeys), "unlocks": self.entering()}
        return close_together(self.host, (), self.eyes(HOST), self.key(HOST), **told)  # type: ignore[arg-type]

    def enter(self, *typed: str) -> None:
        """Who is asked moves, the host enters it with all unlocks, everybody follows."""
        self.follow(self.close(self.write(*typed)))

    def follow(self, closed: ClosedStep) -> None:
        self.host, signed_notes = closed.position, closed.signed_notes
        self.bundles[self.host.step] = signed_notes
        self.files[step_name(self.host.step)] = render_bundle(signed_notes)
        for name in self.seen:
            eyes = stranger_eyes(self.host.table) if name == STRANGER else self.eyes(name)
            self.seen[name], _ = record_step_file(self.seen[name], signed_notes, eyes)
        self.waiting = [signed for signed in self.waiting if signed.id not in {one.id for one in signed_notes}]


def copy_of(match: MaskedMatch) -> MaskedMatch:
    """The same game, to be played on without changing the one it was copied from."""
    return replace(
        match,
        seen={**match.seen},
        files={**match.files},
        waiting=[*match.waiting],
        bundles={**match.bundles},
        keys={**match.keys},
    )


@cache
def dealt(seats: int = 2) -> MaskedMatch:
    """A game in which nobody has moved; the first locks are on their way."""
    return sit_down(mixed(seats))


def sit_down(opening: Opening) -> MaskedMatch:
    """The game of an opening, as it is dealt."""
    table, notes = opening.table, opening.closed.signed_notes
    readers = {name: eyes_of_key(table, key_of(name), {}) for name in table.names} | {STRANGER: stranger_eyes(table)}
    seen = {name: read_deal(table, notes, eyes, opening.proven) for name, eyes in readers.items()}
    files = {
        OFFER: render_bundle((opening.offer,)),
        CHARTER: render_bundle((opening.offer, *opening.joins, opening.charter)),
        DEAL: render_bundle(notes),
    }
    return MaskedMatch(table, opening.closed.position, seen, files, list(opening.unlocks))


def swap_all(match: MaskedMatch) -> str:
    """`swap` with every tile that the seat that is asked sees."""
    return " ".join(("swap", *match.hand(match.asked())))


@cache
def finished(seats: int = 2) -> MaskedMatch:
    """A whole game: hands are swapped until the bag is empty, but for tiles that are placed on the way."""
    match = copy_of(dealt(seats))
    while not match.host.over:
        if match.host.step:
            match.unlock()
        match.enter(*placed_first(match))
    return match


def placed_first(match: MaskedMatch) -> tuple[str, ...]:
    """In the first two steps a tile that can be placed, then whole hands."""
    if match.host.step >= 2:
        return (swap_all(match),)
    name = match.asked()
    now = match.looks(name)
    seat = match.table.seat(name)
    legal = match.table.game.legal_orders(now.state, seat, now.knowledge.own(seat))
    spelled = (match.table.game.notation.format_order(move) for move in legal)
    return (next(order for order in spelled if order.startswith("place ")),)
