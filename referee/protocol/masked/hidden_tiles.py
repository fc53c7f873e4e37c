"""Tiles of a masked deck: which of them a player sees, which a move shows to all, and which it takes unseen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from referee.crypto.deck import masking
from referee.crypto.deck.group import Point
from referee.crypto.deck.masking import LOCK, LockPlace
from referee.crypto.keys import SigningKey
from referee.kernel.canonical_json import decode_b64, u64be
from referee.kernel.errors import IllegalMove, NotAuthentic
from referee.kernel.goods import Good, Hand, Holder
from referee.kernel.hashing import hmac_sha256
from referee.kernel.requests import Seat
from referee.protocol.masked.deck_keys import deck_secret_of
from referee.protocol.masked.key_share_notes import check_no_debt, key_shares_of, share_in_lock
from referee.protocol.masked.key_shares import KeyShares
from referee.protocol.masked.note_rules import public_counts, with_named_goods
from referee.protocol.seating import Eyes, Table, own_game_secret
from referee.protocol.step.position import Position
from referee.protocol.step.step_run import StepRun
from referee.record.note import Notes
from referee.record.notes import At, Move


def with_visible_hand(position: Position, eyes: Eyes) -> Position:
    """The position with what the reader sees of one's own hand by now, and ready to choose of it for the next step.

    Raises:
        NotAuthentic: with all locks a position holds no tile of the pile.
    """
    seat, counts, secret = eyes.seat, public_counts(position.knowledge), deck_secret_of(position, eyes.key)
    if seat is None:
        return replace(position, knowledge=counts)
    knowledge = position.knowledge if isinstance(position.knowledge, Holder) else Holder(seat, counts)
    if secret is None or eyes.key is None:
        return replace(position, knowledge=Holder(seat, counts, drafting=True))
    locks, faces = key_shares_of(position), dict(knowledge.faces)
    hand = counts.hands[seat]
    for at in sorted(hand):
        if at not in faces and not seats_hiding_tile(position.table, locks, seat, at):
            own = masking.own_share(secret, locks.deck[at])
            kind = tile_kind_at(position.table, locks, seat, at, own)
            if kind is None:
                raise NotAuthentic("no-tile-there", position=at)
            faces[at] = kind
    lot = hmac_sha256(own_game_secret(position.table, eyes.key), b"lot" + u64be(position.step + 1))
    seen = tuple(at for at in sorted(hand) if at in locks.shown)
    known = tuple((at, faces[at]) for at in sorted(faces))
    return replace(position, knowledge=Holder(seat, counts, known, True, seen, lot))


def seats_hiding_tile(table: Table, locks: KeyShares, owner: Seat, at: int) -> tuple[str, ...]:
    """The seats whose locks keep a tile at this position dark for its `owner`."""
    return tuple(
        name
        for seat, name in enumerate(table.names)
        if seat != owner and seat not in locks.opened and at not in locks.shares[seat]
    )


def tile_kind_at(table: Table, locks: KeyShares, owner: Seat, at: int, own: Point) -> str | None:
    """The kind of the tile at a position of which nothing is lacking, by the share of its owner; None for no tile."""
    shares = [own]
    for seat in range(len(table.names)):
        if seat != owner:
            known = locks.shares[seat].get(at)
            shares.append(known if known is not None else masking.own_share(locks.opened[seat], locks.deck[at]))
    pile = table.piles[0]
    token = masking.token_of(locks.deck[at], shares, _tokens(table.charter, pile.name, pile.size))
    return None if token is None else pile.labels()[token]


@lru_cache(maxsize=4)
def _tokens(charter: bytes, pile: str, size: int) -> dict[bytes, int]:
    return masking.by_point(masking.tile_points(charter, pile, size))


def tile_lines_of_move(position: Position, run: StepRun, key: SigningKey) -> dict[str, tuple[At, ...] | bytes]:
    """What the move note of a draft says of the tiles that its orders take from the hand."""
    knowledge, secret = run.knowledge, deck_secret_of(position, key)
    assert isinstance(knowledge, Holder) and secret is not None
    table, locks = position.table, key_shares_of(position)
    pile, role = table.piles[0].name, table.names[knowledge.seat]
    lines: dict[str, tuple[At, ...] | bytes] = {"drop": tuple(At(pile, at) for at in knowledge.drops)}
    if knowledge.gives:
        at = [good.position for good in knowledge.gives]
        mix = decode_b64(locks.mix, 32)
        records = (masking.make_lock(LockPlace(mix, role, pile, one), secret, locks.deck[one][0]) for one in at)
        lines |= {"give": tuple(At(pile, one) for one in at), "locks": b"".join(records)}
    return lines


def with_taken_tiles(position: Position, moves: Sequence[Move]) -> Position:
    """The position in which `moves` are carried out, with the tiles that they say their orders take; what they show is
    proven by `check_taken_tiles`.

    Raises:
        IllegalMove: by the rule of hands: a tile that the seat does not hold, or that is face down.
        NotAuthentic: by the share of its owner a position holds no tile.
    """
    gives, drops = list[Good](), list[int]()
    for move in moves:
        records = move.locks or b""
        for number, line in enumerate(move.give):
            gives.append(_good(position, move, line, records[number * LOCK : number * LOCK + LOCK]))
        drops += [line.position for line in move.drop if _is_held(position, move, line)]
    return replace(position, knowledge=with_named_goods(position.knowledge, tuple(gives), tuple(drops)))


def _is_held(position: Position, move: Move, line: At) -> bool:
    """True. Raises IllegalMove: the seat does not hold what is there."""
    table = position.table
    hand = public_counts(position.knowledge).hands[table.seat(move.seat)]
    if line.pile != table.piles[0].name or line.position not in hand:
        raise IllegalMove("not-in-hand", rule=table.game.info.hand_rule)
    return True


def _good(position: Position, move: Move, line: At, record: bytes) -> Good:
    _is_held(position, move, line)
    table, locks, at = position.table, key_shares_of(position), line.position
    owner = table.seat(move.seat)
    if wanted := seats_hiding_tile(table, locks, owner, at):
        raise IllegalMove("give-dark", rule=table.game.info.hand_rule, position=at, seats=", ".join(wanted))
    kind = tile_kind_at(table, locks, owner, at, masking.known_share(record))
    if kind is None:
        raise NotAuthentic("lock-unproven", seat=move.seat, position=at)
    return Good(at, kind)


def check_taken_tiles(run: StepRun, signed_moves: Notes) -> None:
    """Check, once its orders were carried out, that a move takes no more tiles than they do, that its author has paid
    all locks, and last what it shows.

    Raises:
        IllegalMove: by the rule of hands: tiles that no order takes.
        OutOfOrder: the author owes locks.
        NotAuthentic: a tile that is shown is not proven.
    """
    position, table = run.before, run.before.table
    counts = public_counts(run.knowledge)
    if counts.gives or counts.drops:
        raise IllegalMove("give-surplus", rule=table.game.info.hand_rule)
    moves = [signed.read(Move) for signed in signed_moves]
    for signed, move in zip(signed_moves, moves, strict=True):
        seat, records = table.seat(move.seat), move.locks or b""
        check_no_debt(position, seat)
        for number, line in enumerate(move.give):
            record = records[number * LOCK : number * LOCK + LOCK]
            share_in_lock(table, key_shares_of(position), seat, line.position, record, signed.id)
    run.locks = _with_shown_tiles(position, moves)


def _with_shown_tiles(position: Position, moves: Sequence[Move]) -> KeyShares:
    """The locks once a step has shown the tiles that `moves` give; `position` is the one in which they were given."""
    locks, step = key_shares_of(position), position.step + 1
    for move in moves:
        seat, records = position.table.seat(move.seat), move.locks or b""
        shares, entered = dict(locks.shares[seat]), dict(locks.entered[seat])
        shown = dict(locks.shown)
        kinds = {good.position: good.kind for good in public_counts(position.knowledge).gives}
        for number, line in enumerate(move.give):
            shares.setdefault(line.position, masking.known_share(records[number * LOCK :]))
            entered.setdefault(line.position, step)
            shown[line.position] = kinds[line.position]
        locks = replace(
            locks,
            shares=tuple(shares if at == seat else one for at, one in enumerate(locks.shares)),
            entered=tuple(entered if at == seat else one for at, one in enumerate(locks.entered)),
            shown=shown,
        )
    return locks


def revealed_hand(position: Position, seat: Seat) -> tuple[Hand, int] | None:
    """What is in the hand of a seat whose deck secret all know, and how many tiles of it are face down; None for
    others.

    What is none of the pile counts as dark: it is for the audit to find.
    """
    table, locks = position.table, key_shares_of(position)
    if seat not in locks.opened:
        return None
    held, found = public_counts(position.knowledge).hands[seat], list[str]()
    for at in sorted(held):
        if not seats_hiding_tile(table, locks, seat, at):
            own = masking.own_share(locks.opened[seat], locks.deck[at])
            kind = tile_kind_at(table, locks, seat, at, own)
            found += [kind] if kind is not None else []
    return tuple(sorted(found)), len(held) - len(found)


def face_down_positions(position: Position, seat: Seat) -> tuple[int, ...]:
    """The positions in the hand of `seat` that locks of others keep dark for it, ascending."""
    hand = public_counts(position.knowledge).hands[seat]
    return tuple(at for at in sorted(hand) if seats_hiding_tile(position.table, key_shares_of(position), seat, at))


def missing_key_shares(position: Position) -> dict[str, tuple[str, ...]]:
    """For each seat with tiles face down in its hand the seats whose locks it waits for, clockwise."""
    table, locks = position.table, key_shares_of(position)
    found = dict[str, tuple[str, ...]]()
    for seat, name in enumerate(table.names):
        names = {
            other for at in face_down_positions(position, seat) for other in seats_hiding_tile(table, locks, seat, at)
        }
        if names:
            found[name] = tuple(other for other in table.names if other in names)
    return found


def draw_steps(position: Position) -> dict[str, int]:
    """For each seat with tiles face down in its hand the step in which it drew the oldest of them, 0 for the deal."""
    holders = key_shares_of(position).holders
    found = dict[str, int]()
    for seat, name in enumerate(position.table.names):
        dark = set(face_down_positions(position, seat))
        if dark:
            found[name] = next(step for step, held in enumerate(holders) if dark & held.keys())
    return found
