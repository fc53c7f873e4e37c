"""Receiving the notes that open a game: offer, joins, charter, accepts, deal."""

from __future__ import annotations

from collections.abc import Iterable

from referee.crypto.keys import fingerprint
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.messages.step_news import Notice
from referee.protocol.opening.charter import check_join, check_offer, host_seat, read_charter
from referee.protocol.opening.data_packs import store_pack
from referee.protocol.opening.deal import check_accept, make_accept, read_deal, seed_shares_by_seat
from referee.protocol.opening.seat_names import check_seat_name, free_seat_name
from referee.protocol.seating import REFEREE, Table, author_role, eyes_of_key, names_of_seats, people_in_sentence
from referee.record.file_names import CHARTER, DEAL, OFFER, PENDING, FileName, content_tag
from referee.record.note import Notes, SignedNote, render_bundle
from referee.record.notes import Charter, Deal, Join, Offer
from referee.session.close_step import close_deal
from referee.session.incoming.received_notes import ReceivedNotes, check_signer, contradicting_histories, store_evidence
from referee.session.masked import automatic_notes
from referee.session.opening.joins import MOST_FOR_A_SEAT, join_order_key, stored_joins, waiting_joins
from referee.session.pending import pending_file_name, pending_notes_that_hold, store_pending
from referee.session.publish import finish_publishing, publish
from referee.session.session import Session


def handle_offer(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """The offer: a folder holds one."""
    offer = bag.single("offer")
    if offer is None:
        return []
    known = session.history.offer
    if known is not None and known.id == offer.id:
        return [] if bag.of("charter") else [Notice("offer-already-here")]
    if known is not None:
        raise OutOfOrder("folder-of-other-offer", hint=Sentence("use-a-new-folder"))
    terms = check_offer(offer, session.history.pack)
    session.folder.begin()
    store_pack(session.folder, terms, session.history.pack)
    session.folder.commit(OFFER, render_bundle((offer,)))
    return [Notice("offer-taken", {"game": terms.rules.game})]


def handle_joins(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Joins wait until the host makes the charter; where several want one seat, he chooses."""
    joins = bag.of("join")
    if not joins or bag.of("charter"):
        return []
    offer = session.history.offer
    if session.history.table is not None:
        return [
            _join_after_charter(session, signed)
            for signed in joins
            if signed.read(Join).offer == session.table.offer_id
        ]
    if offer is None:
        raise OutOfOrder("join-without-offer")
    waiting = waiting_joins(session.folder).values()
    new = [signed for signed in joins if signed.id not in {known.id for known in waiting}]
    _check_number(offer, max(len(new), len({signed.key for signed in (*waiting, *new)})))
    checked = [check_join(offer, signed) for signed in new]
    for join in checked:
        check_seat_name(join.seat)
    _check_host_seat(offer.read(Offer), checked, waiting)
    notices = [Notice("join-already-here", {"seat": _joining_text(s.read(Join))}) for s in joins if s not in new]
    return notices + [_keep_join(session, join, signed) for join, signed in zip(checked, new, strict=True)]


def _check_host_seat(offer: Offer, joins: list[Join], waiting: Iterable[SignedNote]) -> None:
    """Where the host plays, nobody takes the place that everybody was told is the host's own."""
    seat = host_seat(offer)
    own = {signed.key for signed in waiting if author_role(signed) == seat}
    for join in joins:
        if seat and own and join.seat == seat and join.key not in own:
            raise OutOfOrder("seat-is-the-hosts", seat=seat, hint=Sentence("name-your-seat"))


def _join_after_charter(session: Session, signed: SignedNote) -> Notice:
    """The mails that became the charter come back whenever a folder of mails is received again."""
    quoted = [known for known in session.history.signed_notes[CHARTER] if known.type == "join"]
    if any(known.key == signed.key and join_order_key(known) > join_order_key(signed) for known in quoted):
        return Notice("join-replaced-before", {"name": signed.read(Join).name})
    code = "join-already-here" if signed.id in {known.id for known in quoted} else "join-after-charter"
    return Notice(code, {"seat": session.table.person(author_role(signed))})


def _check_number(offer: SignedNote, count: int) -> None:
    """Asked before any join is looked at: a mail full of them must cost the host nothing."""
    terms = offer.read(Offer)
    most = terms.seats * MOST_FOR_A_SEAT
    if count > most:
        raise OutOfOrder("too-many-joins", count=count, most=most, hint=Sentence("leave-one-out"))


def _keep_join(session: Session, join: Join, signed: SignedNote) -> Notice:
    """Keep a join in place of those that its key has signed before; no other key's goes for it."""
    kept = stored_joins(session.folder)
    own = {name: known for name, known in kept.items() if known.key == join.key}
    latest = max(own.values(), key=join_order_key, default=None)
    if latest is not None and join_order_key(latest) > join_order_key(signed):
        return Notice("join-replaced-before", {"name": join.name})
    name = pending_file_name(signed)
    if name in kept and name not in own:
        name = str(FileName(PENDING, "rival", seat=join.seat, tag=content_tag(join.key)))
    session.folder.replace_pending(name, render_bundle((signed,)))
    for earlier in own.keys() - {name}:
        session.folder.drop_pending(earlier)
    others = [known.read(Join) for known in kept.values() if known.key != join.key]
    taken, person = {other.seat for other in others}, _joining_text(join, others)
    if join.seat in taken:
        told = {"seat": join.seat, "name": join.name, "key": fingerprint(join.key)}
        return Notice("seat-wanted-twice", {**told, "free": free_seat_name(join.seat, taken)})
    if latest is not None:
        return Notice("join-replaces", {"seat": person, "name": latest.read(Join).name})
    if join.bot is not None:
        return Notice("seat-joins-program", {"seat": person, "level": join.bot.level})
    return Notice("seat-joins", {"seat": person})


def _joining_text(join: Join, others: Iterable[Join] = ()) -> str:
    """The name of somebody who joins, for a sentence, made distinct from those in the joins of `others`."""
    joins = (join, *(other for other in others if other.seat != join.seat))
    seats, names = zip(*((one.seat, one.name) for one in joins), strict=True)
    return people_in_sentence(dict(zip(seats, names_of_seats(seats, names), strict=True)), (join.seat,))


def handle_charter(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """The charter with its offer and joins; a second one of the same offer is the referee's doing, and is kept."""
    charter = bag.single("charter")
    if charter is None:
        return []
    note = charter.read(Charter)
    if session.history.table is not None:
        return _known_charter(session, session.history.table, charter, note, bag)
    joins = {signed.id: signed for signed in bag.of("join")}
    missing = [name for name in note.seat if note.join.get(name) not in joins]
    offer = bag.single("offer")
    if missing or offer is None:
        raise Unreadable("charter-notes-missing", missing=", ".join(missing) or "offer")
    known = session.history.offer
    # One text can be signed in many valid ways: the offer is the one that is here, if it is the same note.
    quoted = known if known is not None and known.id == offer.id else offer
    bundle = (quoted, *(joins[note.join[name]] for name in note.seat), charter)
    table = read_charter(bundle, session.history.pack)
    if known is not None and known.id != table.offer_id:
        raise OutOfOrder("charter-for-other-offer")
    _check_not_accepted_elsewhere(session, table)
    session.folder.begin()
    store_pack(session.folder, quoted.read(Offer), session.history.pack)
    session.folder.commit(OFFER, render_bundle(bundle[:1]))
    session.folder.commit(CHARTER, render_bundle(bundle))
    return [Notice("charter-taken", {"seats": table.people(table.names)})]


def _known_charter(
    session: Session, table: Table, charter: SignedNote, note: Charter, bag: ReceivedNotes
) -> list[Notice]:
    if note.offer != table.offer_id:
        raise OutOfOrder("folder-of-other-game")
    # Anybody can sign a charter that quotes this offer; only one under the referee's own key says something of him.
    if charter.key != table.first_host.key:
        raise NotAuthentic("charter-other-key")
    if table.game_id == charter.id:
        return [] if bag.of("deal", "step") else [Notice("charter-already-here")]
    hint = Sentence("keep-proof", name=store_evidence(session, (charter,)))
    raise NotAuthentic("two-charters", first=table.game_id, second=charter.id, hint=hint)


def _check_not_accepted_elsewhere(session: Session, table: Table) -> None:
    """A join serves one charter: anybody who has accepted another one of this offer takes no second one in."""
    party = table.party(session.key.public) if session.key is not None else None
    if session.key is None or party is None or party.role == REFEREE:
        return
    before = session.guard(table.offer_id, role=party.role).signed.get("accept", ())
    if before and before[-1] != make_accept(session.key, table).id:
        raise NotAuthentic("other-charter-accepted", hint=Sentence("new-attempt-new-joins"))


def handle_accepts(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Accepts wait for the deal; with the last one the host deals."""
    accepts = bag.of("accept")
    if not accepts or bag.of("deal"):
        return []
    for signed in accepts:
        check_signer(session, signed)
        check_accept(session.table, signed)
    dealt, notices = session.history.position is not None, []
    for signed in accepts:
        # Game, seat and the share that opens the lock leave one text: of a dealt game it is the accept it was dealt on.
        new = not dealt and store_pending(session.folder, signed)
        notices.append(
            Notice(
                "seat-accepts" if new else "accept-already-here", {"seat": session.table.person(author_role(signed))}
            )
        )
    if session.is_host and dealt:
        finish_publishing(session, bag.lang)
    elif session.is_host:
        notices += deal_if_complete(session, bag.lang)
    return notices


def deal_if_complete(session: Session, lang: str = "en") -> list[Notice]:
    """The host's part: once every accept waits, deal. Does nothing before that."""
    accepts = pending_notes_that_hold(session, "accept")
    if {author_role(signed) for signed in accepts} != set(session.table.names):
        return []
    mixes = _mixes(session)
    if mixes is None:
        return []
    eyes = eyes_of_key(session.table, session.host_key(), seed_shares_by_seat(session.table, accepts))
    closed = close_deal(session.table, accepts, eyes, session.host_key(), mixes, session.proven)
    return [publish(session, closed, DEAL, Notice("all-seats-accepted"), lang)]


def _mixes(session: Session) -> Notes | None:
    """The mixes of a masked deck, none of any other; None while one is missing."""
    if session.table.deck.shuffled_by == "host":
        return ()
    mixes = automatic_notes.stored_shuffles(session)
    return mixes if len(mixes) == len(session.table.names) else None


def handle_deal(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """The deal with all its accepts."""
    for signed in bag.of("deal"):
        check_signer(session, signed)
    deal = bag.single("deal")
    if deal is None:
        return []
    note = deal.read(Deal)
    if note.game != session.table.game_id:
        raise OutOfOrder("deal-of-other-game")
    if session.history.position is not None:
        known = session.history.signed_notes[DEAL][-1]
        if known.id != deal.id:
            raise contradicting_histories(session, 0, known, deal, (deal,))
        if session.position.step == 0:
            session.change_guard(lambda guard: guard.seen(0, known.id))
        return [] if bag.of("step") else [Notice("deal-already-here")]
    bundle = _deal_bundle(session, note, deal, bag)
    accepts = [signed for signed in bundle if signed.type == "accept"]
    eyes = eyes_of_key(session.table, session.key, seed_shares_by_seat(session.table, accepts))
    if session.table.deck.shuffled_by == "seats":
        _check_deck(session, note, bundle)
    position = read_deal(session.table, bundle, eyes, session.proven)
    session.keep_proven(note.mix.values())
    session.folder.commit(DEAL, render_bundle(bundle))
    session.change_guard(lambda guard: guard.seen(0, position.head))
    return [Notice("deal-is-here", {})]


def _deal_bundle(session: Session, note: Deal, deal: SignedNote, bag: ReceivedNotes) -> tuple[SignedNote, ...]:
    by_id = {signed.id: signed for signed in bag.of("accept")}
    missing = [seat for seat in session.table.names if note.accept.get(seat) not in by_id]
    if missing:
        raise NotAuthentic("deal-accepts-missing", missing=", ".join(missing))
    for waiting in pending_notes_that_hold(session, "accept"):
        seat = author_role(waiting)
        if note.accept[seat] != waiting.id:
            hint = Sentence("keep-accept", name=store_evidence(session, (deal,)))
            raise NotAuthentic("accept-misquoted", seat=seat, hint=hint)
    mixes = {signed.id: signed for signed in (*bag.of("mix"), *pending_notes_that_hold(session, "mix"))}
    lacking = [seat for seat, mix in note.mix.items() if mix not in mixes]
    if lacking:
        raise NotAuthentic("deal-mixes-missing", missing=", ".join(lacking))
    mixed = (mixes[note.mix[seat]] for seat in session.table.names if seat in note.mix)
    return (*(by_id[note.accept[seat]] for seat in session.table.names), *mixed, deal)


def _check_deck(session: Session, deal: Deal, bundle: Notes) -> None:
    """Check that a deal ends in the deck under which this seat has unlocked. Raises NotAuthentic, for good."""
    try:
        session.guard().check_deck(deal.mix.get(session.table.names[-1], ""))
    except NotAuthentic:
        store_evidence(session, bundle)
        raise
