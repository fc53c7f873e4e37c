"""Opening a game: offer, joins, charter, accepts, deal. Nothing is taken on the referee's word.

    offer (referee) -> join (each player) -> charter (referee) -> accept (each player) -> deal (referee)

What hangs on an offer or a join serves one charter: a new attempt is a new offer with new joins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import to_builtins

from referee.crypto import boxes, joint
from referee.crypto.keys import SigningKey, check_key
from referee.games import find
from referee.kernel.canon import canonical, tagged_hash
from referee.kernel.dice import Dice
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.events import event_words
from referee.kernel.game import AnyGame, Options, Step, complete_options
from referee.kernel.goods import Knowledge, Owner, Stranger
from referee.kernel.play import follow as follow_events
from referee.kernel.play import state_digest
from referee.record.note import Frame, sign_note
from referee.record.notes import Accept, Charter, Deal, Join, Next, Offer, Rules
from referee.table import deal
from referee.table.position import Position, active_seat
from referee.table.seating import REFEREE, Eyes, Party, Table
from referee.table.turn import author, own_records, seal_hands

DEALS = ("open",)
"""The deals this version plays; the choice is an option of every charter."""


@cache
def rules_of(game: AnyGame) -> Rules:
    """What a charter pins of the rules: name, version, and a hash over options, goods and opening states.

    It changes only with behaviour: another board or another count of tiles gives another hash.
    """
    info = game.info
    openings = []
    for chosen in ((), *(values for _, values in info.presets)):
        options = complete_options(info, info.seats[-1], chosen)
        state = game.setup(options, Dice(bytes(32))).state
        openings.append([to_builtins(game.goods(options)), game.to_json(state)])
    fixed = {"options": to_builtins(info.options), "pins": info.pins, "blocks": info.seal_blocks, "openings": openings}
    return Rules(info.name, info.rules_version, tagged_hash("rules", canonical(fixed)))


def make_offer(
    key: SigningKey,
    game: AnyGame,
    seats: int,
    chosen: Sequence[tuple[str, str]],
    nonce: bytes,
    *,
    attempt: int = 1,
    voided: tuple[str, SigningKey, bytes] | None = None,
    why: str | None = None,
) -> Frame:
    """An offer, signed. `nonce` is 16 fresh random bytes; `voided` is (charter id, key, nonce) of the attempt given up,
    whose r_0 and t_0 this offer opens so that all can see which deal was thrown away.
    """
    options = complete_options(game.info, seats, [pair for pair in chosen if pair[0] != "deal"])
    secret = key.game_secret(nonce, REFEREE, nonce)
    old = voided[1].game_secret(voided[2], REFEREE, voided[2]) if voided else b""
    note = Offer(
        rules=rules_of(game),
        seats=seats,
        option=_option_pairs(options),
        attempt=attempt,
        voids=voided[0] if voided else None,
        why=why,
        oldopen=joint.r_of(old) if voided else None,
        oldtoss=joint.toss_of(old) if voided else None,
        nonce=nonce,
        key=key.public,
        box=boxes.box_public(boxes.box_private(secret)),
        lock=joint.lock(nonce, REFEREE, key.public, joint.r_of(secret)),
        tosslock=joint.toss_lock(nonce, key.public, joint.toss_of(secret)),
    )
    return sign_note(note, key)


def _option_pairs(options: Options) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((*options.values, ("deal", "open"))))


def check_offer(frame: Frame) -> Offer:
    """The offer in `frame`, signed by the key in it, for rules and options this version has.

    Raises:
        NotAuthentic, Unreadable: what does not hold, and what would be right.
    """
    frame.check()
    offer = frame.note()
    if not isinstance(offer, Offer):
        raise Unreadable("expected an offer, found a note of type {type}", type=frame.type)
    if frame.key != offer.key:
        raise NotAuthentic("the offer is not signed by the key in it")
    check_key(frame.key)
    boxes.check_boxes({REFEREE: offer.box})
    game = find(offer.rules.game)
    if offer.rules != rules_of(game):
        raise Unreadable(
            "the offer is for rules of {game} that this referee does not have",
            game=game.info.title,
            hint="use the version of the referee that made the offer",
        )
    chosen = dict(offer.option)
    if chosen.get("deal") not in DEALS:
        raise Unreadable("this referee deals {known} only", known=", ".join(DEALS))
    try:
        options = complete_options(game.info, offer.seats, [pair for pair in offer.option if pair[0] != "deal"])
    except ValueError as error:
        raise Unreadable("the offer does not fit the game: {why}", why=str(error)) from None
    if offer.option != _option_pairs(options):
        raise Unreadable("the options of an offer are complete and sorted")
    given_up = [value is not None for value in (offer.voids, offer.oldopen, offer.oldtoss)]
    if offer.attempt < 1 or given_up != [offer.attempt > 1] * 3:
        raise Unreadable("a second attempt names the charter it voids and opens its shares; a first one does not")
    return offer


def make_join(key: SigningKey, offer: Frame, seat: str, name: str, nonce: bytes) -> Frame:
    """The join of `seat` to an offer, signed. `nonce` is 16 fresh random bytes, `name` is shown beside the seat."""
    terms = check_offer(offer)
    offer_nonce = terms.nonce
    secret = key.game_secret(offer_nonce, seat, nonce)
    note = Join(
        offer=offer.id,
        seat=seat,
        name=name,
        nonce=nonce,
        key=key.public,
        box=boxes.box_public(boxes.box_private(secret)),
        lock=joint.lock(offer_nonce, seat, key.public, joint.r_of(secret)),
    )
    return sign_note(note, key)


def check_join(offer: Frame, frame: Frame) -> Join:
    """The join in `frame`, signed by the key in it, for this offer.

    Raises:
        NotAuthentic, OutOfOrder, Unreadable: what does not hold.
    """
    frame.check()
    join = frame.note()
    if not isinstance(join, Join):
        raise Unreadable("expected a join, found a note of type {type}", type=frame.type)
    if frame.key != join.key:
        raise NotAuthentic("the join of {seat} is not signed by the key in it", seat=join.seat)
    if join.offer != offer.id:
        raise OutOfOrder("the join of {seat} answers another offer", seat=join.seat)
    check_key(frame.key)
    terms = offer.note()
    assert isinstance(terms, Offer)
    if join.key == terms.key:
        raise NotAuthentic("the join of {seat} is under the referee's own key", seat=join.seat)
    boxes.check_boxes({REFEREE: terms.box, join.seat: join.box})
    return join


def make_charter(key: SigningKey, offer: Frame, joins: Sequence[Frame], order: Sequence[str]) -> Frame:
    """The charter, signed: `order` names the seats clockwise.

    Raises:
        OutOfOrder: a seat is missing, twice, or too many; NotAuthentic: a join that does not hold.
    """
    terms = check_offer(offer)
    by_seat: dict[str, Frame] = {}
    joined: dict[str, Join] = {}
    for frame in joins:
        join = check_join(offer, frame)
        if join.seat in by_seat and by_seat[join.seat].id != frame.id:
            raise OutOfOrder("two joins want the seat {seat}", seat=join.seat)
        by_seat[join.seat], joined[join.seat] = frame, join
    if sorted(order) != sorted(by_seat) or len(order) != terms.seats:
        raise OutOfOrder(
            "the charter needs {needed} seats; there are joins of {found}",
            needed=terms.seats,
            found=", ".join(sorted(by_seat)) or "nobody",
        )
    parties: dict[str, Offer | Join] = {REFEREE: terms, **joined}
    note = Charter(
        offer=offer.id,
        attempt=terms.attempt,
        rules=terms.rules,
        option=terms.option,
        seat=tuple(order),
        join={name: by_seat[name].id for name in order},
        key={role: party.key for role, party in parties.items()},
        box={role: party.box for role, party in parties.items()},
        lock={role: party.lock for role, party in parties.items()},
    )
    charter = sign_note(note, key)
    read_charter((offer, *(by_seat[name] for name in order), charter))
    return charter


def read_charter(frames: Sequence[Frame]) -> Table:
    """The table that a charter file opens: its offer, all its joins in seat order, and the charter.

    Everything is checked: signatures, admission of keys and boxes, that the charter quotes offer and joins as they are.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: naming the line of the charter that does not hold.
    """
    types = [frame.type for frame in frames]
    if len(types) < 3 or types != ["offer"] + ["join"] * (len(types) - 2) + ["charter"]:
        raise Unreadable("a charter file holds an offer, its joins and the charter", at="charter.note")
    offer_frame, *join_frames, frame = frames
    offer = check_offer(offer_frame)
    frame.check()
    charter = frame.note()
    assert isinstance(charter, Charter)
    if frame.key != offer_frame.key:
        raise NotAuthentic("the charter is not signed by the key of the offer")
    if charter.offer != offer_frame.id:
        raise NotAuthentic("the charter quotes another offer")
    if (charter.attempt, charter.rules, charter.option) != (offer.attempt, offer.rules, offer.option):
        raise NotAuthentic("rules, options and attempt of the charter are not those of the offer")
    checked = [(check_join(offer_frame, join_frame), join_frame) for join_frame in join_frames]
    joins = {join.seat: (join, join_frame) for join, join_frame in checked}
    if [join.seat for join, _ in checked] != list(charter.seat) or not len(joins) == len(checked) == offer.seats:
        raise NotAuthentic("the seats of the charter are not those of its joins")
    parties: dict[str, Offer | Join] = {REFEREE: offer, **{name: join for name, (join, _) in joins.items()}}
    _check_quotes(charter, parties, {name: joined.id for name, (_, joined) in joins.items()})
    return _table(frame.id, offer_frame.id, offer, {name: join for name, (join, _) in joins.items()})


def _check_quotes(charter: Charter, parties: Mapping[str, Offer | Join], ids: Mapping[str, str]) -> None:
    quotes: dict[str, tuple[Mapping[str, object], Mapping[str, object]]] = {
        "join": (charter.join, ids),
        "key": (charter.key, {role: party.key for role, party in parties.items()}),
        "box": (charter.box, {role: party.box for role, party in parties.items()}),
        "lock": (charter.lock, {role: party.lock for role, party in parties.items()}),
    }
    for word, (found, expected) in quotes.items():
        if dict(found) != dict(expected):
            raise NotAuthentic("the {word} lines of the charter are not those of offer and joins", word=word)
    for word, values in (("key", charter.key), ("lock", charter.lock)):
        if len(set(values.values())) != len(values):
            raise NotAuthentic("two parties have the same {word}", word=word)
    boxes.check_boxes(charter.box)


def _table(game_id: str, offer_id: str, offer: Offer, joins: Mapping[str, Join]) -> Table:
    game = find(offer.rules.game)
    nonce = offer.nonce
    options = complete_options(game.info, offer.seats, [pair for pair in offer.option if pair[0] != "deal"])
    return Table(
        game=game,
        options=options,
        piles=game.goods(options),
        game_id=game_id,
        offer_id=offer_id,
        offer_nonce=nonce,
        attempt=offer.attempt,
        rules=offer.rules,
        host=Party(REFEREE, offer.key, offer.box, offer.lock, nonce),
        toss_lock=offer.tosslock,
        seats=tuple(Party(name, join.key, join.box, join.lock, join.nonce) for name, join in joins.items()),
        names=tuple(joins),
        display=tuple(join.name for join in joins.values()),
    )


def make_accept(key: SigningKey, table: Table) -> Frame:
    """The accept of the seat that signs with `key`: it opens that seat's share of the seed."""
    party = table.party(key.public)
    if party is None or party.role == REFEREE:
        raise NotAuthentic("this key holds no seat in this game")
    secret = key.game_secret(table.offer_nonce, party.role, party.nonce)
    return sign_note(Accept(game=table.game_id, head=table.game_id, seat=party.role, open=joint.r_of(secret)), key)


def check_accept(table: Table, frame: Frame) -> Accept:
    """The accept in `frame`, by the key of its seat, opening its lock.

    Raises:
        NotAuthentic, OutOfOrder, Unreadable: what does not hold.
    """
    frame.check()
    accept = frame.note()
    if not isinstance(accept, Accept):
        raise Unreadable("expected an accept, found a note of type {type}", type=frame.type)
    if (accept.game, accept.head) != (table.game_id, table.game_id):
        raise OutOfOrder("the accept of {seat} belongs to another game", seat=accept.seat)
    party = table.seats[table.seat(accept.seat)]
    if frame.key != party.key:
        raise NotAuthentic("the accept is not signed by the key of seat {seat}", seat=accept.seat)
    if joint.lock(table.offer_nonce, party.role, party.key, accept.open) != party.lock:
        raise NotAuthentic("the accept of {seat} does not open its lock", seat=accept.seat)
    return accept


def opened_shares(table: Table, accepts: Sequence[Frame]) -> dict[str, bytes]:
    """The r of every seat, by name, from its accept."""
    found = {}
    for frame in accepts:
        accept = frame.note()
        assert isinstance(accept, Accept)
        found[accept.seat] = accept.open
    return found


def make_deal(table: Table, accepts: Sequence[Frame], eyes: Eyes, toss: bytes) -> Deal:
    """The deal note once all accepts are there. `eyes` are the referee's, `toss` his t_0."""
    opening = _setup(table, opened_shares(table, accepts), toss)
    drawn, _ = deal.draws(table, opening.events, _none_drawn(table))
    bag: tuple[tuple[str, bytes], ...] = ()
    hands: dict[str, bytes] = {}
    if table.piles:
        assert eyes.hidden_seed is not None
        bag = deal.bag_lines(table, eyes.hidden_seed)
        hands = seal_hands(table, eyes, drawn, table.game_id, 0)
    requests = table.game.requests(opening.state)
    return Deal(
        game=table.game_id,
        step=0,
        head=table.game_id,
        toss=toss,
        accept={author(frame): frame.id for frame in accepts},
        first=table.names[requests[0].seat],
        bag=bag,
        show=(),
        proof=(),
        state=state_digest(table.game, opening.state),
        event=tuple(event_words(event, table.names) for event in opening.events),
        next=tuple(Next(table.names[r.seat], r.question) for r in requests),
        hand=hands,
    )


def _none_drawn(table: Table) -> tuple[int, ...]:
    return (0,) * len(table.piles)


def _setup(table: Table, shares: Mapping[str, bytes], toss: bytes) -> Step[Any]:
    public = joint.public_seed(table.charter, toss, [shares[name] for name in table.names])
    return table.game.setup(table.options, Dice(public))


def read_deal(table: Table, frames: Sequence[Frame], eyes: Eyes) -> Position:
    """The position after the deal: all accepts in seat order, then the deal, as `record/0000.deal` holds them.

    Every lock, the referee's toss, the first seat, the opening state and the own hand are checked.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: no move may be signed on such a deal.
    """
    *accept_frames, frame = frames
    frame.check()
    note = frame.note()
    if not isinstance(note, Deal) or [f.type for f in accept_frames] != ["accept"] * len(table.seats):
        raise Unreadable("a deal file holds one accept for each seat and the deal", at="0000.deal")
    if frame.key != table.host.key:
        raise NotAuthentic("the deal is not signed by the referee's key", at="0000.deal")
    accepts = [check_accept(table, accept) for accept in accept_frames]
    if [accept.seat for accept in accepts] != list(table.names):
        raise NotAuthentic("the accepts of the deal are not those of the seats, in their order", at="0000.deal")
    toss = note.toss
    if joint.toss_lock(table.offer_nonce, table.host.key, toss) != table.toss_lock:
        raise NotAuthentic("the referee's share of the public chance does not open its lock", at="0000.deal")
    opening = _setup(table, opened_shares(table, accept_frames), toss)
    _compare_deal(table, note, accept_frames, opening)
    knowledge, drawn = _opening_knowledge(table, note, opening, eyes)
    requests = table.game.requests(opening.state)
    return Position(
        table=table,
        step=0,
        head=frame.id,
        state=opening.state,
        knowledge=knowledge,
        drawn=drawn,
        plans=(None,) * len(table.seats),
        active=active_seat(requests[0] if requests else None, None),
        signed=(0,) * len(table.seats),
        bag=note.bag,
        standing=(None,) * len(table.seats),
        heads=(frame.id,),
        events=opening.events,
    )


def _compare_deal(table: Table, note: Deal, accepts: Sequence[Frame], opening: Step[Any]) -> None:
    game, at = table.game, "0000.deal"
    requests = game.requests(opening.state)
    expected = {
        "game": (note.game, table.game_id),
        "head": (note.head, table.game_id),
        "step": (note.step, 0),
        "accept": (dict(note.accept), {author(frame): frame.id for frame in accepts}),
        "first": (note.first, table.names[requests[0].seat]),
        "bag": (
            tuple(pile for pile, _ in note.bag),
            tuple(pile.name for pile in table.piles for _ in range(pile.size)),
        ),
        "show": ((note.show, note.proof), ((), ())),
        "state": (note.state, state_digest(game, opening.state)),
        "event": (note.event, tuple(event_words(event, table.names) for event in opening.events)),
        "next": (note.next, tuple(Next(table.names[r.seat], r.question) for r in requests)),
    }
    for word, (found, right) in expected.items():
        if found != right:
            raise NotAuthentic("the {word} lines of the deal do not follow from the shares", word=word, at=at)


def _opening_knowledge(table: Table, note: Deal, opening: Step[Any], eyes: Eyes) -> tuple[Knowledge, tuple[int, ...]]:
    drawn, until = deal.draws(table, opening.events, _none_drawn(table))
    deal.check_hand_lines(table, note.hand, drawn)
    if eyes.hidden_seed is not None:
        if table.piles and note.bag != deal.bag_lines(table, eyes.hidden_seed):
            raise NotAuthentic("the bag is not that of the joint seed", at="0000.deal")
        return follow_events(deal.dealer(table, eyes.hidden_seed), opening.events), until
    if eyes.seat is None:
        return Stranger(), until
    knowledge = follow_events(Owner(eyes.seat), opening.events)
    assert isinstance(knowledge, Owner)
    if knowledge.unseen:
        records, name = own_records(table, eyes, note.hand, table.game_id, 0), table.names[eyes.seat]
        deal.check_positions(records, [draw for draw in drawn if draw.seat == eyes.seat], name)
        knowledge = knowledge.received(deal.kinds_of(table, records, note.bag, name))
    return knowledge, until
