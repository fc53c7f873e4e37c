"""The deal: every seat accepts and opens its share of the seed, then the referee deals. Nothing is taken on his word.

Locks, the referee's toss, the first seat, the opening state and the reader's hand are checked before any move is
signed.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from msgspec.structs import replace

from referee.crypto import joint_randomness
from referee.crypto.keys import SigningKey
from referee.kernel.dice import Dice
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.events import event_words
from referee.kernel.game import Transition
from referee.kernel.goods import Hand
from referee.kernel.play import follow_events, state_digest
from referee.kernel.requests import Request, seat_order
from referee.protocol.agreements.host_escrow import (
    check_escrow,
    escrow_after,
    escrow_fields,
    escrow_lines,
    escrow_lines_in,
    escrowed_seats,
)
from referee.protocol.agreements.new_key import drawn_to_hands, hand_counts_after, peeks_after
from referee.protocol.deck import deck_of
from referee.protocol.seating import REFEREE, Eyes, Shares, Table, author_role, eyes_at_table
from referee.protocol.step import tokens
from referee.protocol.step.position import Position, RecordedPast, active_seat
from referee.protocol.step.produce import next_question_lines
from referee.record.file_names import DEAL
from referee.record.note import Notes, SignedNote, sign_note
from referee.record.notes import Accept, Deal, NoteId


def make_accept(key: SigningKey, table: Table) -> SignedNote:
    """The accept of the seat that signs with `key`: it opens that seat's share of the seed."""
    party = table.party(key.public)
    if party is None or party.role == REFEREE:
        raise NotAuthentic("key-without-seat")
    secret = key.game_secret(table.offer_nonce, party.role, party.nonce)
    return sign_note(
        Accept(game=table.game_id, head=table.game_id, seat=party.role, open=joint_randomness.seed_share_of(secret)),
        key,
    )


def check_accept(table: Table, signed: SignedNote) -> Accept:
    """The accept in `signed`, by the key of its seat, opening its lock.

    Raises:
        NotAuthentic, OutOfOrder, Unreadable: what does not hold.
    """
    signed.check()
    accept = signed.read(Accept)
    if (accept.game, accept.head) != (table.game_id, table.game_id):
        raise OutOfOrder("accept-of-other-game", seat=accept.seat)
    table.seat(accept.seat)
    party = table.party_for(accept.seat, 0)
    assert party is not None
    if signed.key != party.key:
        raise NotAuthentic("accept-other-key", seat=accept.seat)
    if joint_randomness.share_commitment(table.offer_nonce, party.role, party.key, accept.open) != party.lock:
        raise NotAuthentic("accept-lock-unopened", seat=accept.seat)
    return accept


def seed_shares_by_seat(table: Table, accepts: Notes) -> dict[str, bytes]:
    """The r of every seat, by name, from its accept."""
    return {accept.seat: accept.open for accept in (signed.read(Accept) for signed in accepts)}


def table_in_seating_order(table: Table, shares: Shares, toss: bytes) -> Table:
    """The table as its players sit: as the charter lists them, or as the public chance has it where everyone has agreed
    to that. A table that is seated stays as it is.
    """
    if not table.terms.drawn:
        return table
    seed = joint_randomness.public_seed(table.charter, toss, [shares[name] for name in table.listed])
    return table.seated(Dice(seed).shuffle("seating", len(table.names)))


def make_deal(table: Table, accepts: Notes, eyes: Eyes, secret: bytes, mixes: Notes = ()) -> Deal:
    """The deal note once all accepts are there, and all `mixes` where the deck is masked. `eyes` are the referee's,
    `secret` is his game secret.
    """
    toss = joint_randomness.toss_share_of(secret)
    table, opening, requests = _setup(table, seed_shares_by_seat(table, accepts), toss)
    eyes = eyes_at_table(table, eyes)
    drawn = tokens.taken_goods(table, opening.events, tokens.full_stocks(table)).drawn
    bag, hands = deck_of(table).deal_lines(table, drawn, eyes)
    bound, escrowed = escrow_fields(escrow_lines(table, secret, escrowed_seats(table, None), table.game_id, 0))
    return Deal(
        game=table.game_id,
        step=0,
        head=table.game_id,
        toss=toss,
        accept={author_role(signed): signed.id for signed in accepts},
        mix={author_role(signed): signed.id for signed in mixes},
        first=table.names[requests[0].seat],
        bag=bag,
        show=(),
        proof=(),
        state=state_digest(table.game, opening.state),
        event=tuple(event_words(event, table.names) for event in opening.events),
        next=next_question_lines(table, requests),
        hand=hands,
        share=bound,
        escrow=escrowed,
    )


def _setup(table: Table, shares: Shares, toss: bytes) -> tuple[Table, Transition[Any], tuple[Request, ...]]:
    """The table with the piles that the public chance gives it, the opening of the game, and who is asked first."""
    table = table_in_seating_order(table, shares, toss)
    dice = Dice(joint_randomness.public_seed(table.charter, toss, [shares[name] for name in table.listed]))
    if table.game.dealt is not None:
        table = replace(table, piles=table.game.dealt(table.options, dice))
    opening = table.game.setup(table.options, dice)
    active = active_seat(table.game, opening.state, None)
    return table, opening, seat_order(table.game.requests(opening.state), active)


def dealt_hand(table: Table, shares: Shares, share: bytes, toss: bytes, seat: str) -> Hand:
    """The hand that `seat` gets once all r (`shares` of the seats, `share` of the host) and his toss are known."""
    table, opening, _ = _setup(table, shares, toss)
    seed = joint_randomness.hidden_seed(table.charter, share, [shares[name] for name in table.listed])
    own = follow_events(tokens.dealer_knowledge(table, seed), opening.events).own(table.seat(seat))
    return own.hand if own is not None else ()


def read_deal(table: Table, signed_notes: Notes, eyes: Eyes, proven: Container[NoteId] = ()) -> Position:
    """The position after the deal: all accepts in seat order, where the deck is masked all mixes in their order, then
    the deal.

    All of it is checked, except for the proofs of mixes that are `proven`.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: no move may be signed on such a deal.
    """
    *before, signed = signed_notes
    signed.check()
    note = signed.note()
    count, deck = len(table.seats), deck_of(table)
    shuffles = count if table.deck.shuffled_by == "seats" else 0
    if not isinstance(note, Deal) or [f.type for f in before] != ["accept"] * count + ["mix"] * shuffles:
        raise Unreadable("bad-deal-file", at=DEAL)
    signed_accepts, mixes = before[:count], before[count:]
    deck.check_lines(note)
    if signed.key != table.host.key:
        raise NotAuthentic("deal-other-key", at=DEAL)
    accepts = [check_accept(table, accept) for accept in signed_accepts]
    if [accept.seat for accept in accepts] != list(table.listed):
        raise NotAuthentic("deal-accepts-order", at=DEAL)
    if joint_randomness.toss_commitment(table.offer_nonce, table.host.key, note.toss) != table.toss_lock:
        raise NotAuthentic("public-share-differs", at=DEAL)
    table, opening, requests = _setup(table, seed_shares_by_seat(table, signed_accepts), note.toss)
    eyes = eyes_at_table(table, eyes)
    _compare_deal(table, note, signed_accepts, opening, requests)
    if dict(note.mix) != {author_role(mix): mix.id for mix in mixes}:
        raise NotAuthentic("deal-line-differs", word="mix", at=DEAL)
    took = tokens.taken_goods(table, deck.serving_order(opening.events), tokens.full_stocks(table))
    knowledge = deck.dealt(table, note, opening.events, took.drawn, eyes)
    check_escrow(table, escrow_lines_in(note), (), escrowed_seats(table, None), (table.game_id, 0), eyes)
    start = Position(
        table=table,
        step=0,
        head=signed.id,
        state=opening.state,
        knowledge=knowledge,
        stocks=took.stocks,
        plans=(None,) * len(table.seats),
        active=active_seat(table.game, opening.state, None),
        bag=note.bag,
        standing=(None,) * len(table.seats),
        places=took.places,
        events=opening.events,
        drew=drawn_to_hands(took.drawn, took.places),
        held=hand_counts_after((0,) * len(table.seats), opening.events),
        peeked=peeks_after((), opening.events),
        past=RecordedPast(
            signed=(0,) * len(table.seats),
            heads=(signed.id,),
            escrow=escrow_after((), table, escrow_lines_in(note), table.game_id, 0),
            locks=deck.first_key_shares(table, mixes, knowledge, eyes, proven),
        ),
    )
    return deck.seen_by(start.with_rollback_points(()), eyes)


def _compare_deal(table: Table, note: Deal, accepts: Notes, opening: Transition[Any], asked: Sequence[Request]) -> None:
    expected = {
        "game": (note.game, table.game_id),
        "head": (note.head, table.game_id),
        "step": (note.step, 0),
        "accept": (dict(note.accept), {author_role(signed): signed.id for signed in accepts}),
        "first": (note.first, table.names[asked[0].seat]),
        "bag": (tuple(pile for pile, _ in note.bag), deck_of(table).bag_piles(table)),
        "show": ((note.show, note.proof), ((), ())),
        "state": (note.state, state_digest(table.game, opening.state)),
        "event": (note.event, tuple(event_words(event, table.names) for event in opening.events)),
        "next": (note.next, next_question_lines(table, asked)),
    }
    for word, (found, right) in expected.items():
        if found != right:
            raise NotAuthentic("deal-line-differs", word=word, at=DEAL)
