"""Tiles of a masked game: which of them a player sees, which a move shows to all, and which it takes unseen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from referee.crypto import masks
from referee.crypto.group import Point
from referee.crypto.keys import SigningKey
from referee.crypto.masks import LOCK, Place
from referee.kernel.canon import u64be, unb64
from referee.kernel.digest import hmac_sha256
from referee.kernel.errors import IllegalMove, NotAuthentic
from referee.kernel.goods import Good, Hand, Holder
from referee.kernel.requests import Seat
from referee.record.note import Notes
from referee.record.notes import At, Move
from referee.table.masked import counts_of, told
from referee.table.seating import Eyes, Table, own_secret
from referee.table.step.deck_secrets import deck_secret_of
from referee.table.step.locks import Locks
from referee.table.step.position import Position
from referee.table.step.run import Run
from referee.table.step.unlock import check_paid, locks_of, share_in


def lit(position: Position, eyes: Eyes) -> Position:
    """The position with what the reader sees of the own hand by now, and ready to choose of it for the next step.

    Raises:
        NotAuthentic: with all locks no tile of the pile lies there.
    """
    seat, counts, secret = eyes.seat, counts_of(position.knowledge), deck_secret_of(position, eyes.key)
    if seat is None:
        return replace(position, knowledge=counts)
    knowledge = position.knowledge if isinstance(position.knowledge, Holder) else Holder(seat, counts)
    if secret is None or eyes.key is None:
        return replace(position, knowledge=Holder(seat, counts, drafting=True))
    locks, faces = locks_of(position), dict(knowledge.faces)
    hand = counts.hands[seat]
    for at in sorted(hand):
        if at not in faces and not lacking(position.table, locks, seat, at):
            own = masks.own_share(secret, locks.deck[at])
            kind = kind_at(position.table, locks, seat, at, own)
            if kind is None:
                raise NotAuthentic("no-tile-there", position=at)
            faces[at] = kind
    lot = hmac_sha256(own_secret(position.table, eyes.key), b"lot" + u64be(position.step + 1))
    seen = tuple(at for at in sorted(hand) if at in locks.shown)
    known = tuple((at, faces[at]) for at in sorted(faces))
    return replace(position, knowledge=Holder(seat, counts, known, True, seen, lot))


def lacking(table: Table, locks: Locks, owner: Seat, at: int) -> tuple[str, ...]:
    """The seats whose locks keep a tile at this position dark for its `owner`."""
    return tuple(
        name
        for seat, name in enumerate(table.names)
        if seat != owner and seat not in locks.opened and at not in locks.shares[seat]
    )


def kind_at(table: Table, locks: Locks, owner: Seat, at: int, own: Point) -> str | None:
    """The kind of the tile at a position of which nothing is lacking, by the share of its owner; None for no tile."""
    shares = [own]
    for seat in range(len(table.names)):
        if seat != owner:
            known = locks.shares[seat].get(at)
            shares.append(known if known is not None else masks.own_share(locks.opened[seat], locks.deck[at]))
    pile = table.piles[0]
    token = masks.token_of(locks.deck[at], shares, _tokens(table.charter, pile.name, pile.size))
    return None if token is None else pile.labels()[token]


@lru_cache(maxsize=4)
def _tokens(charter: bytes, pile: str, size: int) -> dict[bytes, int]:
    return masks.by_point(masks.tile_points(charter, pile, size))


def give_lines(position: Position, run: Run, key: SigningKey) -> dict[str, tuple[At, ...] | bytes]:
    """What the move note of a draft says of the tiles that its orders take from the hand."""
    knowledge, secret = run.knowledge, deck_secret_of(position, key)
    assert isinstance(knowledge, Holder) and secret is not None
    table, locks = position.table, locks_of(position)
    pile, role = table.piles[0].name, table.names[knowledge.seat]
    lines: dict[str, tuple[At, ...] | bytes] = {"drop": tuple(At(pile, at) for at in knowledge.drops)}
    if knowledge.gives:
        at = [good.position for good in knowledge.gives]
        mix = unb64(locks.mix, 32)
        records = (masks.make_lock(Place(mix, role, pile, one), secret, locks.deck[one][0]) for one in at)
        lines |= {"give": tuple(At(pile, one) for one in at), "locks": b"".join(records)}
    return lines


def taking(position: Position, moves: Sequence[Move]) -> Position:
    """The position in which `moves` are carried out, with the tiles that they say their orders take; what they show is
    proven by `check_taken`.

    Raises:
        IllegalMove: by the rule of hands: a tile that the seat does not hold, or that is dark.
        NotAuthentic: no tile lies there by the share of its owner.
    """
    gives, drops = list[Good](), list[int]()
    for move in moves:
        records = move.locks or b""
        for number, line in enumerate(move.give):
            gives.append(_good(position, move, line, records[number * LOCK : number * LOCK + LOCK]))
        drops += [line.position for line in move.drop if _is_held(position, move, line)]
    return replace(position, knowledge=told(position.knowledge, tuple(gives), tuple(drops)))


def _is_held(position: Position, move: Move, line: At) -> bool:
    """True. Raises IllegalMove: the seat does not hold what lies there."""
    table = position.table
    hand = counts_of(position.knowledge).hands[table.seat(move.seat)]
    if line.pile != table.piles[0].name or line.position not in hand:
        raise IllegalMove("not-in-hand", rule=table.game.info.hand_rule)
    return True


def _good(position: Position, move: Move, line: At, record: bytes) -> Good:
    _is_held(position, move, line)
    table, locks, at = position.table, locks_of(position), line.position
    owner = table.seat(move.seat)
    if wanted := lacking(table, locks, owner, at):
        raise IllegalMove("give-dark", rule=table.game.info.hand_rule, position=at, seats=", ".join(wanted))
    kind = kind_at(table, locks, owner, at, masks.known_share(record))
    if kind is None:
        raise NotAuthentic("lock-unproven", seat=move.seat, position=at)
    return Good(at, kind)


def check_taken(run: Run, signed_moves: Notes) -> None:
    """Check, once its orders were carried out, that a move takes no more tiles than they do, that its author has paid
    all locks, and last what it shows.

    Raises:
        IllegalMove: by the rule of hands: tiles that no order takes.
        OutOfOrder: the author owes locks.
        NotAuthentic: a tile that is shown is not proven.
    """
    position, table = run.before, run.before.table
    counts = counts_of(run.knowledge)
    if counts.gives or counts.drops:
        raise IllegalMove("give-surplus", rule=table.game.info.hand_rule)
    moves = [signed.read(Move) for signed in signed_moves]
    for signed, move in zip(signed_moves, moves, strict=True):
        seat, records = table.seat(move.seat), move.locks or b""
        check_paid(position, seat)
        for number, line in enumerate(move.give):
            record = records[number * LOCK : number * LOCK + LOCK]
            share_in(table, locks_of(position), seat, line.position, record, signed.id)
    run.locks = _showing(position, moves)


def _showing(position: Position, moves: Sequence[Move]) -> Locks:
    """The locks once a step has shown the tiles that `moves` give; `position` is the one in which they were given."""
    locks, step = locks_of(position), position.step + 1
    for move in moves:
        seat, records = position.table.seat(move.seat), move.locks or b""
        shares, entered = dict(locks.shares[seat]), dict(locks.entered[seat])
        shown = dict(locks.shown)
        kinds = {good.position: good.kind for good in counts_of(position.knowledge).gives}
        for number, line in enumerate(move.give):
            shares.setdefault(line.position, masks.known_share(records[number * LOCK :]))
            entered.setdefault(line.position, step)
            shown[line.position] = kinds[line.position]
        locks = replace(
            locks,
            shares=tuple(shares if at == seat else one for at, one in enumerate(locks.shares)),
            entered=tuple(entered if at == seat else one for at, one in enumerate(locks.entered)),
            shown=shown,
        )
    return locks


def open_hand(position: Position, seat: Seat) -> tuple[Hand, int] | None:
    """What lies in the hand of a seat whose deck secret all know, and how many tiles of it are dark; None for others.

    What is none of the pile counts as dark: it is for the audit to find.
    """
    table, locks = position.table, locks_of(position)
    if seat not in locks.opened:
        return None
    held, found = counts_of(position.knowledge).hands[seat], list[str]()
    for at in sorted(held):
        if not lacking(table, locks, seat, at):
            own = masks.own_share(locks.opened[seat], locks.deck[at])
            kind = kind_at(table, locks, seat, at, own)
            found += [kind] if kind is not None else []
    return tuple(sorted(found)), len(held) - len(found)


def dark_in(position: Position, seat: Seat) -> tuple[int, ...]:
    """The positions in the hand of `seat` that locks of others keep dark for it, ascending."""
    hand = counts_of(position.knowledge).hands[seat]
    return tuple(at for at in sorted(hand) if lacking(position.table, locks_of(position), seat, at))


def wanted_locks(position: Position) -> dict[str, tuple[str, ...]]:
    """For each seat with dark tiles in its hand the seats whose locks it waits for, clockwise."""
    table, locks = position.table, locks_of(position)
    found = dict[str, tuple[str, ...]]()
    for seat, name in enumerate(table.names):
        names = {other for at in dark_in(position, seat) for other in lacking(table, locks, seat, at)}
        if names:
            found[name] = tuple(other for other in table.names if other in names)
    return found
