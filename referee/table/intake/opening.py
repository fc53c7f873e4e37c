"""Taking in the notes that open a game: offer, joins, charter, accepts, deal."""

from __future__ import annotations

from collections.abc import Iterable

from referee.crypto.keys import fingerprint
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.names import CHARTER, DEAL, OFFER, PENDING, Name, tag_of
from referee.record.note import Notes, SignedNote, render_bundle
from referee.record.notes import Charter, Deal, Join, Offer
from referee.table.desk.close import close_deal
from referee.table.desk.desk import Desk
from referee.table.desk.joins import MOST_FOR_A_SEAT, kept_joins, place_in_row, waiting_joins
from referee.table.desk.pending import file_of, held, keep_waiting
from referee.table.desk.publish import finish, publish
from referee.table.intake.mailbag import Mailbag, authenticate, keep_evidence, two_histories
from referee.table.opening.charter import check_join, check_offer, host_seat, read_charter
from referee.table.opening.deal import check_accept, make_accept, opened_shares, read_deal
from referee.table.opening.packs import keep_pack
from referee.table.opening.seat_names import check_new_seat, free_seat
from referee.table.seating import REFEREE, Table, author, called, eyes_of_key, people_called
from referee.table.telling.news import Notice


def take_offer(desk: Desk, bag: Mailbag) -> list[Notice]:
    """The offer: a folder holds one."""
    offer = bag.single("offer")
    if offer is None:
        return []
    known = desk.history.offer
    if known is not None and known.id == offer.id:
        return [] if bag.of("charter") else [Notice("offer-already-here")]
    if known is not None:
        raise OutOfOrder("folder-of-other-offer", hint=Sentence("use-a-new-folder"))
    terms = check_offer(offer, desk.history.pack)
    desk.folder.begin()
    keep_pack(desk.folder, terms, desk.history.pack)
    desk.folder.commit(OFFER, render_bundle((offer,)))
    return [Notice("offer-taken", {"game": terms.rules.game})]


def take_joins(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Joins wait until the host makes the charter; where several want one seat, he chooses."""
    joins = bag.of("join")
    if not joins or bag.of("charter"):
        return []
    offer = desk.history.offer
    if desk.history.table is not None:
        return [_join_after_charter(desk, signed) for signed in joins if signed.read(Join).offer == desk.table.offer_id]
    if offer is None:
        raise OutOfOrder("join-without-offer")
    waiting = waiting_joins(desk.folder).values()
    new = [signed for signed in joins if signed.id not in {known.id for known in waiting}]
    _check_number(offer, max(len(new), len({signed.key for signed in (*waiting, *new)})))
    checked = [check_join(offer, signed) for signed in new]
    for join in checked:
        check_new_seat(join.seat)
    _check_host_seat(offer.read(Offer), checked, waiting)
    notices = [Notice("join-already-here", {"seat": _joining(s.read(Join))}) for s in joins if s not in new]
    return notices + [_keep_join(desk, join, signed) for join, signed in zip(checked, new, strict=True)]


def _check_host_seat(offer: Offer, joins: list[Join], waiting: Iterable[SignedNote]) -> None:
    """Where the host plays, nobody takes the place that everybody was told is the host's own."""
    seat = host_seat(offer)
    own = {signed.key for signed in waiting if author(signed) == seat}
    for join in joins:
        if seat and own and join.seat == seat and join.key not in own:
            raise OutOfOrder("seat-is-the-hosts", seat=seat, hint=Sentence("name-your-seat"))


def _join_after_charter(desk: Desk, signed: SignedNote) -> Notice:
    """The mails that became the charter come back whenever a folder of mails is taken in again."""
    quoted = [known for known in desk.history.signed_notes[CHARTER] if known.type == "join"]
    if any(known.key == signed.key and place_in_row(known) > place_in_row(signed) for known in quoted):
        return Notice("join-replaced-before", {"name": signed.read(Join).name})
    code = "join-already-here" if signed.id in {known.id for known in quoted} else "join-after-charter"
    return Notice(code, {"seat": desk.table.person(author(signed))})


def _check_number(offer: SignedNote, count: int) -> None:
    """Asked before any join is looked at: a mail full of them must cost the host nothing."""
    terms = offer.read(Offer)
    most = terms.seats * MOST_FOR_A_SEAT
    if count > most:
        raise OutOfOrder("too-many-joins", count=count, most=most, hint=Sentence("leave-one-out"))


def _keep_join(desk: Desk, join: Join, signed: SignedNote) -> Notice:
    """Keep a join in place of those that its key has signed before; no other key's goes for it."""
    kept = kept_joins(desk.folder)
    own = {name: known for name, known in kept.items() if known.key == join.key}
    latest = max(own.values(), key=place_in_row, default=None)
    if latest is not None and place_in_row(latest) > place_in_row(signed):
        return Notice("join-replaced-before", {"name": join.name})
    name = file_of(signed)
    if name in kept and name not in own:
        name = str(Name(PENDING, "rival", seat=join.seat, tag=tag_of(join.key)))
    desk.folder.replace_pending(name, render_bundle((signed,)))
    for earlier in own.keys() - {name}:
        desk.folder.drop_pending(earlier)
    others = [known.read(Join) for known in kept.values() if known.key != join.key]
    taken, person = {other.seat for other in others}, _joining(join, others)
    if join.seat in taken:
        told = {"seat": join.seat, "name": join.name, "key": fingerprint(join.key)}
        return Notice("seat-wanted-twice", {**told, "free": free_seat(join.seat, taken)})
    if latest is not None:
        return Notice("join-replaces", {"seat": person, "name": latest.read(Join).name})
    if join.bot is not None:
        return Notice("seat-joins-program", {"seat": person, "level": join.bot.level})
    return Notice("seat-joins", {"seat": person})


def _joining(join: Join, others: Iterable[Join] = ()) -> str:
    """Somebody who joins, as it stands in a sentence, beside the joins of `others`."""
    joins = (join, *(other for other in others if other.seat != join.seat))
    seats, names = zip(*((one.seat, one.name) for one in joins), strict=True)
    return people_called(dict(zip(seats, called(seats, names), strict=True)), (join.seat,))


def take_charter(desk: Desk, bag: Mailbag) -> list[Notice]:
    """The charter with its offer and joins; a second one of the same offer is the referee's doing, and is kept."""
    charter = bag.single("charter")
    if charter is None:
        return []
    note = charter.read(Charter)
    if desk.history.table is not None:
        return _known_charter(desk, desk.history.table, charter, note, bag)
    joins = {signed.id: signed for signed in bag.of("join")}
    missing = [name for name in note.seat if note.join.get(name) not in joins]
    offer = bag.single("offer")
    if missing or offer is None:
        raise Unreadable("charter-notes-missing", missing=", ".join(missing) or "offer")
    known = desk.history.offer
    # One text can be signed in many valid ways: the offer is the one that is here, if it is the same note.
    quoted = known if known is not None and known.id == offer.id else offer
    bundle = (quoted, *(joins[note.join[name]] for name in note.seat), charter)
    table = read_charter(bundle, desk.history.pack)
    if known is not None and known.id != table.offer_id:
        raise OutOfOrder("charter-for-other-offer")
    _check_not_accepted_elsewhere(desk, table)
    desk.folder.begin()
    keep_pack(desk.folder, quoted.read(Offer), desk.history.pack)
    desk.folder.commit(OFFER, render_bundle(bundle[:1]))
    desk.folder.commit(CHARTER, render_bundle(bundle))
    return [Notice("charter-taken", {"seats": table.people(table.names)})]


def _known_charter(desk: Desk, table: Table, charter: SignedNote, note: Charter, bag: Mailbag) -> list[Notice]:
    if note.offer != table.offer_id:
        raise OutOfOrder("folder-of-other-game")
    # Anybody can sign a charter that quotes this offer; only one under the referee's own key says something of him.
    if charter.key != table.first_host.key:
        raise NotAuthentic("charter-other-key")
    if table.game_id == charter.id:
        return [] if bag.of("deal", "step") else [Notice("charter-already-here")]
    hint = Sentence("keep-proof", name=keep_evidence(desk, (charter,)))
    raise NotAuthentic("two-charters", first=table.game_id, second=charter.id, hint=hint)


def _check_not_accepted_elsewhere(desk: Desk, table: Table) -> None:
    """A join serves one charter: anybody who has accepted another one of this offer takes no second one in."""
    party = table.party(desk.key.public) if desk.key is not None else None
    if desk.key is None or party is None or party.role == REFEREE:
        return
    before = desk.guard(table.offer_id, role=party.role).signed.get("accept", ())
    if before and before[-1] != make_accept(desk.key, table).id:
        raise NotAuthentic("other-charter-accepted", hint=Sentence("new-attempt-new-joins"))


def take_accepts(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Accepts wait for the deal; with the last one the host deals."""
    accepts = bag.of("accept")
    if not accepts or bag.of("deal"):
        return []
    for signed in accepts:
        authenticate(desk, signed)
        check_accept(desk.table, signed)
    dealt, notices = desk.history.position is not None, []
    for signed in accepts:
        # Game, seat and the share that opens the lock leave one text: of a dealt game it is the accept it was dealt on.
        new = not dealt and keep_waiting(desk.folder, signed)
        notices.append(
            Notice("seat-accepts" if new else "accept-already-here", {"seat": desk.table.person(author(signed))})
        )
    if desk.is_host and dealt:
        finish(desk, bag.lang)
    elif desk.is_host:
        notices += deal_if_complete(desk, bag.lang)
    return notices


def deal_if_complete(desk: Desk, lang: str = "en") -> list[Notice]:
    """The host's part: once every accept waits, deal. Does nothing before that."""
    accepts = held(desk, "accept")
    if {author(signed) for signed in accepts} != set(desk.table.names):
        return []
    mixes = _mixes(desk)
    if mixes is None:
        return []
    eyes = eyes_of_key(desk.table, desk.host_key(), opened_shares(desk.table, accepts))
    closed = close_deal(desk.table, accepts, eyes, desk.host_key(), mixes, desk.proven)
    return [publish(desk, closed, DEAL, Notice("all-seats-accepted"), lang)]


def _mixes(desk: Desk) -> Notes | None:
    """The mixes of a masked deck, none of any other; None while one is missing."""
    if not desk.table.masked:
        return ()
    from referee.table.desk.unlocks import mixes_here  # few games are masked

    mixes = mixes_here(desk)
    return mixes if len(mixes) == len(desk.table.names) else None


def take_deal(desk: Desk, bag: Mailbag) -> list[Notice]:
    """The deal with all its accepts."""
    for signed in bag.of("deal"):
        authenticate(desk, signed)
    deal = bag.single("deal")
    if deal is None:
        return []
    note = deal.read(Deal)
    if note.game != desk.table.game_id:
        raise OutOfOrder("deal-of-other-game")
    if desk.history.position is not None:
        known = desk.history.signed_notes[DEAL][-1]
        if known.id != deal.id:
            raise two_histories(desk, 0, known, deal, (deal,))
        if desk.position.step == 0:
            desk.change_guard(lambda guard: guard.seen(0, known.id))
        return [] if bag.of("step") else [Notice("deal-already-here")]
    bundle = _deal_bundle(desk, note, deal, bag)
    accepts = [signed for signed in bundle if signed.type == "accept"]
    eyes = eyes_of_key(desk.table, desk.key, opened_shares(desk.table, accepts))
    if desk.table.masked:
        _check_deck(desk, note, bundle)
    position = read_deal(desk.table, bundle, eyes, desk.proven)
    desk.keep_proven(note.mix.values())
    desk.folder.commit(DEAL, render_bundle(bundle))
    desk.change_guard(lambda guard: guard.seen(0, position.head))
    return [Notice("deal-is-here", {})]


def _deal_bundle(desk: Desk, note: Deal, deal: SignedNote, bag: Mailbag) -> tuple[SignedNote, ...]:
    by_id = {signed.id: signed for signed in bag.of("accept")}
    missing = [seat for seat in desk.table.names if note.accept.get(seat) not in by_id]
    if missing:
        raise NotAuthentic("deal-accepts-missing", missing=", ".join(missing))
    for waiting in held(desk, "accept"):
        seat = author(waiting)
        if note.accept[seat] != waiting.id:
            hint = Sentence("keep-accept", name=keep_evidence(desk, (deal,)))
            raise NotAuthentic("accept-misquoted", seat=seat, hint=hint)
    mixes = {signed.id: signed for signed in (*bag.of("mix"), *held(desk, "mix"))}
    lacking = [seat for seat, mix in note.mix.items() if mix not in mixes]
    if lacking:
        raise NotAuthentic("deal-mixes-missing", missing=", ".join(lacking))
    mixed = (mixes[note.mix[seat]] for seat in desk.table.names if seat in note.mix)
    return (*(by_id[note.accept[seat]] for seat in desk.table.names), *mixed, deal)


def _check_deck(desk: Desk, deal: Deal, bundle: Notes) -> None:
    """Check that a deal ends in the deck under which this seat has unlocked. Raises NotAuthentic, for good."""
    try:
        desk.guard().check_deck(deal.mix.get(desk.table.names[-1], ""))
    except NotAuthentic:
        keep_evidence(desk, bundle)
        raise
