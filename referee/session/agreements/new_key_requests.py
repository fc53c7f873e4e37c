"""New keys that were asked for: who has said what about one, who is still to agree, the notes that say so; and what
the holder of a new key of the host checks before it is recorded.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import msgspec
from msgspec.structs import replace

from referee.crypto import boxes, secret_shares
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.protocol.agreements import host_replacement, new_key, silence
from referee.protocol.agreements.consent import (
    KEY,
    NO,
    check_consent,
    consent_note,
    consent_sort_key,
    consent_weight,
    is_refusal,
    rekey_of_consent,
    seat_spoken_of,
)
from referee.protocol.agreements.host_change import HostChange, keyring_of_hosts, open_handover, party_as_host
from referee.protocol.history.read_record import host_changes
from referee.protocol.masked import deck_keys
from referee.protocol.seating import REFEREE, Table
from referee.protocol.step.position import Position
from referee.record.file_names import (
    OUTBOX,
    FileName,
    content_tag,
    copies_of,
    first_free_name,
    name_prefix,
    names_with_prefix,
)
from referee.record.note import Notes, SignedNote, notes_of, read_bundle
from referee.record.notes import Consent, NoteId, Rekey
from referee.session.masked import share_handover
from referee.session.pending import pending_notes_that_hold
from referee.session.send import OutgoingNote
from referee.session.session import Session, home_key_for, home_key_name_for


class NewKeyRequest(msgspec.Struct, frozen=True):
    """What a request for a new key says: 16 fresh random bytes, why, what people call another holder, the seat of
    another host who plays, and the notes of the old key in no step that go on to count.
    """

    nonce: bytes
    reason: str
    name: str | None = None
    plays: str | None = None
    seen: tuple[NoteId, ...] = ()


def consents_to_key(session: Session, signed: SignedNote, says: str = KEY) -> tuple[SignedNote, ...]:
    """The consents to a rekey note that are here, in the order of a step file, none that was taken back; with NO the
    noes to it, which are the last words of their authors.
    """
    return tuple(
        given for given in pending_notes_that_hold(session, "consent") if given.read(Consent).to == f"{says}{signed.id}"
    )


def agreeing_parties(session: Session, signed: SignedNote) -> tuple[str, ...]:
    """Who has agreed to a rekey note: the referee, then seats."""
    said = (given.read(Consent) for given in consents_to_key(session, signed))
    return tuple(consent.seat for consent in said if consent.pok is None)


def refusing_parties(session: Session, signed: SignedNote) -> tuple[str, ...]:
    """Who has said no to a rekey note: the referee, then seats."""
    return tuple(given.read(Consent).seat for given in consents_to_key(session, signed, NO))


def own_last_consent(session: Session, rekey_id: NoteId) -> Consent | None:
    """What the reader has said last about a rekey note, None for nothing."""
    words = (given.read(Consent) for given in pending_notes_that_hold(session, "consent"))
    own = (word for word in words if word.seat == session.role and word.pok is None)
    return next((word for word in own if rekey_of_consent(word) == rekey_id), None)


def check_no_opposition(session: Session, step: int, notes: Notes) -> None:
    """Check that `step` of these notes enters no key by a consent that the reader has taken back since, and no key of
    the referee against a no that was said for this very step: the present host may list that no in a step of his.

    Raises:
        OutOfOrder: it does. Nobody is at fault, for the no may not have arrived; after agreeing again the step is
            received.
    """
    given = notes_of(Consent, notes)
    for rekey in (signed for signed in notes if signed.type == "rekey"):
        word, seat = own_last_consent(session, rekey.id), rekey.read(Rekey).seat
        if word is None or not is_refusal(word):
            continue
        to = f"{KEY}{rekey.id}"
        agreed = [one for one in given if (one.seat, one.to, one.pok) == (word.seat, to, None)]
        taken_back = any(consent_weight(one) < consent_weight(word) for one in agreed)
        if taken_back or (seat == REFEREE and word.step == step):
            raise OutOfOrder(
                "step-against-own-no", seat=session.table.person(seat), step=word.step, hint=Sentence("agree-after-all")
            )


def consents_missing(session: Session, signed: SignedNote, given: Notes | None = None) -> tuple[str, ...]:
    """Who still has to agree to a rekey note, with the consents that are `given`, by default those that are here: the
    referee, then seats.
    """
    consents = [one.read(Consent) for one in (consents_to_key(session, signed) if given is None else given)]
    lacks = new_key.missing_key_consents(session.position, signed.read(Rekey), signed.id, consents)
    if lacks and left_out(session, signed, consents):
        return ()
    if not session.table.deck_escrow:
        return lacks
    by_shares = share_handover.uses_share_handover(session, signed, consents)
    return (share_handover.shares_missing(session, signed, consents) or lacks) if by_shares else lacks


def left_out(session: Session, signed: SignedNote, consents: Iterable[Consent]) -> tuple[str, ...]:
    """The seats, as few as possible, without which a key of the referee can be recorded by these consents and the words
    that are here; () if there are none, or if it lacks consents anyway.
    """
    note, position = signed.read(Rekey), session.position
    if note.seat != REFEREE or not (session.table.deck.keeper == "seats" and session.table.terms.asks_words):
        return ()
    said = [*consents, *(one.read(Consent) for one in word_notes(session))]
    agreed = {one.seat for one in said if one.to == f"{KEY}{signed.id}"}
    heard = {
        *agreed,
        *refusing_parties(session, signed),
    }  # something has arrived from a player who has said no, whatever the reports say
    owed = [session.table.names[seat] for seat in host_replacement.must_agree(position)]
    free = [name for name in owed if name not in heard]
    if REFEREE in agreed or not new_key.missing_key_consents(position, note, signed.id, said):
        return ()
    every = (without for count in range(1, len(free) + 1) for without in combinations(free, count))
    return next(
        (without for without in every if not new_key.missing_key_consents(position, note, signed.id, said, without)), ()
    )


def word_notes(session: Session) -> Notes:
    """The words about silent seats that are here for the next step."""
    return tuple(one for one in pending_notes_that_hold(session, "consent") if seat_spoken_of(one.read(Consent).to))


def words_to_key(session: Session, signed: SignedNote, consents: Notes) -> tuple[tuple[str, ...], Notes]:
    """The seats left out by a step that records a key by these consents, and the consents and words in that step."""
    given = [one.read(Consent) for one in consents]
    without = left_out(session, signed, given)
    if not without:
        return (), tuple(consents)
    words = word_notes(session)
    agreed = {one.seat for one in given}
    said = silence.words_in(one.read(Consent) for one in words)
    wanted = host_replacement.words_behind(session.position, agreed, said, without)
    spoken = (one for one in words if (one.read(Consent).seat, one.read(Consent).to) in wanted)
    return without, tuple(
        sorted((*consents, *spoken), key=lambda one: consent_sort_key(session.table, one.read(Consent)))
    )


def consents_that_count(table: Table, signed: SignedNote, consents: Notes) -> Notes:
    """Those of the consents to a key with which a step records it: if, with a masked deck, the old key of a seat has
    handed over, the shares that others have sent for nothing are left out.
    """
    seat, notes = signed.read(Rekey).seat, [(one, one.read(Consent)) for one in consents]
    if table.deck.keeper == "host" or not any(note.seat == seat and note.pok is None for _, note in notes):
        return tuple(consents)
    return tuple(one for one, note in notes if note.seat == seat or note.secret is None)


def seats_missing_before_host(session: Session, signed: SignedNote) -> tuple[str, ...]:
    """Which seats still have to agree before the host agrees to a key in his own place, and hands everything over."""
    return new_key.seats_missing_consent(session.position, signed.read(Rekey), agreeing_parties(session, signed))


def is_own_consent_missing(session: Session, signed: SignedNote) -> bool:
    """Whether the reader still has to agree to a rekey note, or is the host, could, and is the last to be asked: with
    escrow another host needs the players alone, and is glad of what the old one hands over.
    """
    note, role = signed.read(Rekey), session.role
    if role in refusing_parties(session, signed):
        return False
    if role == note.seat:
        given = [consent.read(Consent) for consent in consents_to_key(session, signed)]
        agreed = any(consent.seat == role and _holds(session, note, consent) for consent in given)
        return (
            role == REFEREE and note.name is not None and not agreed and not seats_missing_before_host(session, signed)
        )
    return role in consents_missing(session, signed) and not (
        session.table.deck_escrow and role in agreeing_parties(session, signed)
    )


def _holds(session: Session, note: Rekey, consent: Consent) -> bool:
    """Whether a consent to a key that was given before still counts: a host's to another host is for its step alone."""
    return REFEREE not in (note.seat, consent.seat) or consent.step == session.position.step + 1


def outgoing_key_request(session: Session, key: SigningKey, seat: str, request: NewKeyRequest) -> OutgoingNote:
    """The request of a new key for a seat, about to be sent; with the consent of the seat's own key if it is here, and,
    with a masked deck, the proof of the new key, to which the old one has handed over. The host's own agrees last.
    """
    position, proves = session.position, session.table.deck.keeper == "seats"
    hosts = proves and seat == REFEREE and session.role in session.table.names  # a player may host, and agrees to it
    old = session.key if session.role == seat != REFEREE or hosts else None

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        rekey = rekey_of(position, key, seat, request)
        if old is None:
            return (rekey,)
        given = consent_note(position, old, f"{KEY}{rekey.id}", rekey=rekey.read(Rekey))
        if not proves or hosts:
            return (given, rekey)
        return (given, deck_keys.deck_key_proof_note(position, key, rekey, (given,)), rekey)

    name = first_free_name(str(FileName(OUTBOX, "rekey", position.step + 1, seat)), session.folder.list_outbox())
    return OutgoingNote(None, "", make, name)


def earlier_key_request(session: Session, seat: str) -> tuple[str, Notes] | None:
    """(file, its notes) of a request for a seat that was made here and still holds, its new key being at home: it is
    sent again.
    """
    waiting = {signed.id: signed.read(Rekey) for signed in pending_notes_that_hold(session, "rekey")}
    for file in reversed(names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "rekey"))):
        try:
            notes = read_bundle(session.folder.read_outbox(file))
        except RefereeError:  # somebody else put something there
            continue
        asked = waiting.get(notes[-1].id)
        if asked is not None and asked.seat == seat and home_key_name_for(session, asked.key) is not None:
            return file, notes
    return None


def check_key_changeable(session: Session, role: str) -> None:
    """Check that a role may get another key here. Raises OutOfOrder: with a masked deck, a seat sees its tiles by its
    deck secret, and the key that knows it is not here; or with escrow, a share of it is out of reach.
    """
    if role == REFEREE or session.table.deck.keeper == "host":
        return
    if session.table.deck_escrow and session.role != role:
        share_handover.check_shares_reachable(session, role)
    elif session.role != role or deck_keys.deck_secret_of(session.position, session.signer()) is None:
        raise OutOfOrder("key-without-deck-secret", seat=role)


def rekey_of(position: Position, key: SigningKey, seat: str, request: NewKeyRequest) -> SignedNote:
    """The rekey note of a request for a seat, or for hosting."""
    nonce, reason = request.nonce, request.reason
    who = {"name": request.name, "plays": request.plays}
    return new_key.make_rekey(position, key, seat, nonce, reason=reason, seen=request.seen, **who)


def outgoing_key_consent(session: Session, key: SigningKey, rekey: SignedNote) -> OutgoingNote:
    """The consent of the reader's party to a rekey note.

    Raises:
        OutOfOrder: it is for the reader's seat, or the seat of the reader has left and has no share to hand over; or
            the reader is the host, and others have to agree first.
        NotAuthentic: a stranger, or the reader's share does not open.
    """
    position, role = session.position, session.role
    note = new_key.check_rekey(position, rekey)
    if role is None:
        raise NotAuthentic("key-of-no-party")
    if role == note.seat and (role != REFEREE or note.name is None):
        raise OutOfOrder("own-key-by-rekey", seat=session.table.person(role))
    shares = position.table.deck_escrow if note.seat != REFEREE else role in position.table.holders
    if role in (position.table.names[seat] for seat in position.left) and not shares:
        raise OutOfOrder("seat-has-left", seat=session.table.person(role))
    name = str(FileName(OUTBOX, "key", seat=f"{note.seat}-{role}", tag=content_tag(rekey.body)))
    if role == note.seat:
        return _handing_over(session, key, rekey, name)
    found = _given_before(session, note, rekey, name)
    if found is not None:
        return OutgoingNote(None, "", lambda _: (rekey, found[1]), found[0])
    given = consent_note(position, key, f"{KEY}{rekey.id}", rekey=note)
    return OutgoingNote(None, "", lambda _: (rekey, given), first_free_name(name, session.folder.list_outbox()))


def _handing_over(session: Session, key: SigningKey, rekey: SignedNote, name: str) -> OutgoingNote:
    """The consent of the host to another host: for one step, which this computer no longer closes."""
    before = seats_missing_before_host(session, rekey)
    if before:
        raise OutOfOrder("host-agrees-last", names=session.table.people(before))
    given = consent_note(session.position, key, f"{KEY}{rekey.id}", rekey=rekey.read(Rekey))
    step = session.position.step + 1
    game_id, handing = session.table.game_id, lambda guard, _: guard.handing(step, rekey.id)
    return OutgoingNote(game_id, f"host {step}", lambda _: (rekey, given), name, remember=handing)


def outgoing_key_refusal(session: Session, key: SigningKey, rekey: SignedNote) -> OutgoingNote:
    """The no of the reader's party to a rekey note, about to be sent along with it: what it has agreed to it takes
    back.

    Raises:
        OutOfOrder, NotAuthentic: the request does not hold. NotAuthentic: a stranger.
    """
    position, note = session.position, new_key.check_rekey(session.position, rekey)
    if session.table.deck_escrow:
        share_handover.check_unsent_share(session, rekey.id, session.role or "")
    name = str(FileName(OUTBOX, "no", position.step + 1, f"{note.seat}-{session.role}", content_tag(rekey.body)))
    return OutgoingNote(None, "", lambda _: (rekey, consent_note(position, key, f"{NO}{rekey.id}")), name)


def _given_before(session: Session, note: Rekey, rekey: SignedNote, name: str) -> tuple[str, SignedNote] | None:
    """(file, note) of the reader's consent to a rekey note that is in the outbox and still holds: it is sent again.
    One that was taken back in an earlier step is given anew.
    """
    word = own_last_consent(session, rekey.id)
    since = word.step if word is not None and is_refusal(word) and word.step <= session.position.step else 0
    for file in reversed(copies_of(name, session.folder.list_outbox())):
        try:
            signed = read_bundle(session.folder.read_outbox(file))[-1]
            signed.check()
            consent = check_consent(session.position, signed)
        except (RefereeError, ValueError):  # of a key before this one, or somebody else put something there
            continue
        mine = consent.seat == session.role and consent.to == f"{KEY}{rekey.id}" and consent.step > since
        if mine and _holds(session, note, consent):
            return file, signed
    return None


def check_host_takeover(session: Session, note: Rekey, consents: Iterable[SignedNote], key: SigningKey) -> None:
    """Check that the consents hand over all that hosting needs, before the `key` of `note` is recorded.

    Raises:
        NotAuthentic: somebody has handed over something else than what was bound; or the shares are those of the deal,
            and do not make the secret that was locked: then the host has sealed false ones.
    """
    position, table = session.position, session.table
    if table.deck.keeper == "seats":  # he has nothing that another needs
        return
    private = boxes.box_private(key.game_secret(table.offer_nonce, REFEREE, note.nonce))
    given = [consent for consent in (signed.read(Consent) for signed in consents) if consent.secret is not None]
    found = {consent.seat: open_handover(position, note, consent, private) for consent in given}
    if REFEREE not in found:
        secret = secret_shares.xor_of(found.values())
        if boxes.box_public(boxes.box_private(secret)) != table.host.box:
            raise NotAuthentic("escrow-secret-differs")
    parties = tuple((table.party_at(consent.seat), consent) for consent in given)
    change = HostChange(table.host, party_as_host(table, note, position.step + 1), parties)
    keyring_of_hosts(table, (*host_changes(session.history), change), private, b"")


def session_of_new_host(session: Session, signed: SignedNote, consents: Iterable[SignedNote]) -> Session | None:
    """The session that closes the step which records a key of the host: under that key. None where it is not at home.

    Raises:
        NotAuthentic: as `check_host_takeover`.
    """
    note = signed.read(Rekey)
    found = home_key_for(session, note.key)
    if found is None:
        return None
    name, key = found
    check_host_takeover(session, note, consents, key)
    table = session.table.rekeyed(party_as_host(session.table, note, session.position.step + 1))
    return replace(session, key=key, key_name=name, history=replace(session.history, table=table))


def check_handover_readable(session: Session, signed: SignedNote, rekeys: Iterable[SignedNote]) -> None:
    """Check what a consent to one of these rekey notes hands over, where the new key is in this home.

    Raises:
        NotAuthentic: it is not what was bound.
    """
    consent = signed.read(Consent)
    for rekey in rekeys:
        note = rekey.read(Rekey)
        if consent.to != f"key {rekey.id}" or consent.secret is None or consent.seat == note.seat != REFEREE:
            continue
        found = home_key_for(session, note.key)
        if found is None:
            continue
        private = boxes.box_private(found[1].game_secret(session.table.offer_nonce, note.seat, note.nonce))
        if note.seat == REFEREE:
            open_handover(session.position, note, consent, private)
        elif session.table.deck_escrow:
            handed = deck_keys.handover_consents(session.table, (consent,))[0]
            deck_keys.check_handed_share(session.position, note, handed, private)
