"""New keys that were asked for: who has said what about one, who is still to agree, the notes that say so; and what
the holder of a new key of the host checks before it is entered.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import msgspec
from msgspec.structs import replace

from referee.crypto import boxes, shares
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.record.names import OUTBOX, Name, beginning, begins, copies, first_free, tag_of
from referee.record.note import Notes, SignedNote, notes_of, read_bundle
from referee.record.notes import Consent, NoteId, Rekey
from referee.table.desk.desk import Desk, key_at_home, name_at_home
from referee.table.desk.pending import held
from referee.table.desk.send import Outgoing
from referee.table.reading.history import host_changes
from referee.table.seating import REFEREE, Table
from referee.table.step.consent import (
    KEY,
    NO,
    check_consent,
    consent_note,
    consent_place,
    is_no,
    key_meant,
    seat_spoken_of,
    weight,
)
from referee.table.step.position import Position
from referee.table.step.rekey import check_rekey, make_rekey, seats_lacking, still_to_consent
from referee.table.step.succession import Change, as_host, check_handed, keyring


class Request(msgspec.Struct, frozen=True):
    """What a request for a new key says: 16 fresh random bytes, why, what people call another holder, the seat of
    another host who plays, and the notes of the old key in no step that go on to count.
    """

    nonce: bytes
    reason: str
    name: str | None = None
    plays: str | None = None
    seen: tuple[NoteId, ...] = ()


def consents_to_key(desk: Desk, signed: SignedNote, says: str = KEY) -> tuple[SignedNote, ...]:
    """The consents to a rekey note that are here, in the order of a step file, none that was taken back; with NO the
    noes to it, which are the last words of their authors.
    """
    return tuple(given for given in held(desk, "consent") if given.read(Consent).to == f"{says}{signed.id}")


def agreed_to(desk: Desk, signed: SignedNote) -> tuple[str, ...]:
    """Who has agreed to a rekey note: the referee, then seats."""
    said = (given.read(Consent) for given in consents_to_key(desk, signed))
    return tuple(consent.seat for consent in said if consent.pok is None)


def opposed(desk: Desk, signed: SignedNote) -> tuple[str, ...]:
    """Who has said no to a rekey note: the referee, then seats."""
    return tuple(given.read(Consent).seat for given in consents_to_key(desk, signed, NO))


def last_word(desk: Desk, rekey_id: NoteId) -> Consent | None:
    """What the reader has said last about a rekey note, None for nothing."""
    words = (given.read(Consent) for given in held(desk, "consent"))
    own = (word for word in words if word.seat == desk.role and word.pok is None)
    return next((word for word in own if key_meant(word) == rekey_id), None)


def check_not_opposed(desk: Desk, step: int, notes: Notes) -> None:
    """Check that `step` of these notes enters no key by a consent that the reader has taken back since, and no key of
    the referee against a no that was said for this very step: the present host may list that no in a step of his.

    Raises:
        OutOfOrder: it does. Nobody is at fault, for the no may not have come; to agree again lets the step in.
    """
    given = notes_of(Consent, notes)
    for rekey in (signed for signed in notes if signed.type == "rekey"):
        word, seat = last_word(desk, rekey.id), rekey.read(Rekey).seat
        if word is None or not is_no(word):
            continue
        to = f"{KEY}{rekey.id}"
        agreed = [one for one in given if (one.seat, one.to, one.pok) == (word.seat, to, None)]
        taken_back = any(weight(one) < weight(word) for one in agreed)
        if taken_back or (seat == REFEREE and word.step == step):
            raise OutOfOrder(
                "step-against-own-no", seat=desk.table.person(seat), step=word.step, hint=Sentence("agree-after-all")
            )


def lacking(desk: Desk, signed: SignedNote, given: Notes | None = None) -> tuple[str, ...]:
    """Who has still to agree to a rekey note once those have who have `given` consents, or whose are here: the referee,
    then seats.
    """
    consents = [one.read(Consent) for one in (consents_to_key(desk, signed) if given is None else given)]
    lacks = still_to_consent(desk.position, signed.read(Rekey), signed.id, consents)
    if lacks and left_out(desk, signed, consents):
        return ()
    if not desk.table.deck_escrow:
        return lacks
    from referee.table.desk.sharing import goes_by_shares, lacking_shares  # few games are masked

    by_shares = goes_by_shares(desk, signed, consents)
    return (lacking_shares(desk, signed, consents) or lacks) if by_shares else lacks


def left_out(desk: Desk, signed: SignedNote, consents: Iterable[Consent]) -> tuple[str, ...]:
    """Whom a key of the referee can be entered without, as few as can be, by these consents and the words that are
    here; () for nobody, or where it lacks consents all the same.
    """
    note, position = signed.read(Rekey), desk.position
    if note.seat != REFEREE or not (desk.table.masked and desk.table.terms.absence == "agreed"):
        return ()
    from referee.table.step.replacing import must_agree  # few games are masked

    said = [*consents, *(one.read(Consent) for one in words_here(desk))]
    agreed = {one.seat for one in said if one.to == f"{KEY}{signed.id}"}
    heard = {*agreed, *opposed(desk, signed)}  # of whoever has said no something was heard, whatever words say
    free = [desk.table.names[seat] for seat in must_agree(position) if desk.table.names[seat] not in heard]
    if REFEREE in agreed or not still_to_consent(position, note, signed.id, said):
        return ()
    every = (without for count in range(1, len(free) + 1) for without in combinations(free, count))
    return next((without for without in every if not still_to_consent(position, note, signed.id, said, without)), ())


def words_here(desk: Desk) -> Notes:
    """The words about silent seats that are here for the next step."""
    return tuple(one for one in held(desk, "consent") if seat_spoken_of(one.read(Consent).to))


def words_to_key(desk: Desk, signed: SignedNote, consents: Notes) -> tuple[tuple[str, ...], Notes]:
    """Whom a step leaves out that enters a key by these consents, and the consents and words that stand in it."""
    given = [one.read(Consent) for one in consents]
    without = left_out(desk, signed, given)
    if not without:
        return (), tuple(consents)
    from referee.table.step.replacing import words_behind  # few games are masked
    from referee.table.step.silence import words_in

    words = words_here(desk)
    agreed = {one.seat for one in given}
    wanted = words_behind(desk.position, agreed, words_in(one.read(Consent) for one in words), without)
    spoken = (one for one in words if (one.read(Consent).seat, one.read(Consent).to) in wanted)
    return without, tuple(sorted((*consents, *spoken), key=lambda one: consent_place(desk.table, one.read(Consent))))


def fitting(table: Table, signed: SignedNote, consents: Notes) -> Notes:
    """Those of the consents to a key with which a step enters it: where the old key of a seat of a masked game has
    handed over, the shares that others have sent for nothing are left out.
    """
    seat, notes = signed.read(Rekey).seat, [(one, one.read(Consent)) for one in consents]
    if not table.masked or not any(note.seat == seat and note.pok is None for _, note in notes):
        return tuple(consents)
    return tuple(one for one, note in notes if note.seat == seat or note.secret is None)


def lacking_before(desk: Desk, signed: SignedNote) -> tuple[str, ...]:
    """Which seats have still to agree before the host agrees to a key in his own place, and hands everything over."""
    return seats_lacking(desk.position, signed.read(Rekey), agreed_to(desk, signed))


def is_asked_of(desk: Desk, signed: SignedNote) -> bool:
    """Whether the reader has still to agree to a rekey note, or is the host, could, and is the last to be asked: with
    escrow another host needs the players alone, and is glad of what the old one hands over.
    """
    note, role = signed.read(Rekey), desk.role
    if role in opposed(desk, signed):
        return False
    if role == note.seat:
        given = [consent.read(Consent) for consent in consents_to_key(desk, signed)]
        agreed = any(consent.seat == role and _holds(desk, note, consent) for consent in given)
        return role == REFEREE and note.name is not None and not agreed and not lacking_before(desk, signed)
    return role in lacking(desk, signed) and not (desk.table.deck_escrow and role in agreed_to(desk, signed))


def _holds(desk: Desk, note: Rekey, consent: Consent) -> bool:
    """Whether a consent to a key that was given before still counts: a host's to another host is for its step alone."""
    return REFEREE not in (note.seat, consent.seat) or consent.step == desk.position.step + 1


def asking(desk: Desk, key: SigningKey, seat: str, request: Request) -> Outgoing:
    """The request of a new key for a seat, about to be sent; with the consent of the seat's own key if it is here, and
    in a masked game the proof of the new one, to which that has handed over. The host's own agrees last.
    """
    position, masked = desk.position, desk.table.masked
    hosts = masked and seat == REFEREE and desk.role in desk.table.names  # whoever plays may host, and agrees to it
    old = desk.key if desk.role == seat != REFEREE or hosts else None

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        rekey = rekey_of(position, key, seat, request)
        if old is None:
            return (rekey,)
        given = consent_note(position, old, f"{KEY}{rekey.id}", rekey=rekey.read(Rekey))
        if not masked or hosts:
            return (given, rekey)
        from referee.table.step.deck_secrets import proving  # few games are masked

        return (given, proving(position, key, rekey, (given,)), rekey)

    name = first_free(str(Name(OUTBOX, "rekey", position.step + 1, seat)), desk.folder.list_outbox())
    return Outgoing(None, "", make, name)


def asked_before(desk: Desk, seat: str) -> tuple[str, Notes] | None:
    """(file, its notes) of a request for a seat that was made here and still holds, its new key being at home: it is
    sent again.
    """
    waiting = {signed.id: signed.read(Rekey) for signed in held(desk, "rekey")}
    for file in reversed(beginning(desk.folder.list_outbox(), begins(OUTBOX, "rekey"))):
        try:
            notes = read_bundle(desk.folder.read_outbox(file))
        except RefereeError:  # somebody else put something there
            continue
        asked = waiting.get(notes[-1].id)
        if asked is not None and asked.seat == seat and name_at_home(desk, asked.key) is not None:
            return file, notes
    return None


def check_changeable(desk: Desk, role: str) -> None:
    """Check that a role may get another key here. Raises OutOfOrder: a seat of a masked game sees its tiles by its deck
    secret, and the key that knows it is not here; or with escrow, a share of it is out of reach.
    """
    if role == REFEREE or not desk.table.masked:
        return
    from referee.table.desk.sharing import check_within_reach  # few games are masked
    from referee.table.step.deck_secrets import deck_secret_of

    if desk.table.deck_escrow and desk.role != role:
        check_within_reach(desk, role)
    elif desk.role != role or deck_secret_of(desk.position, desk.signer()) is None:
        raise OutOfOrder("key-without-deck-secret", seat=role)


def rekey_of(position: Position, key: SigningKey, seat: str, request: Request) -> SignedNote:
    """The rekey note of a request for a seat, or for hosting."""
    nonce, reason = request.nonce, request.reason
    who = {"name": request.name, "plays": request.plays}
    return make_rekey(position, key, seat, nonce, reason=reason, seen=request.seen, **who)


def agreeing(desk: Desk, key: SigningKey, rekey: SignedNote) -> Outgoing:
    """The consent of the reader's party to a rekey note, about to be sent along with it.

    Raises:
        OutOfOrder: it is for the reader's seat, or the seat of the reader has left and has no share to hand over; or
            the reader is the host, and others have to agree first.
        NotAuthentic: a stranger, or the reader's share does not open.
    """
    position, role = desk.position, desk.role
    note = check_rekey(position, rekey)
    if role is None:
        raise NotAuthentic("key-of-no-party")
    if role == note.seat and (role != REFEREE or note.name is None):
        raise OutOfOrder("own-key-by-rekey", seat=desk.table.person(role))
    shares = position.table.deck_escrow if note.seat != REFEREE else role in position.table.holders
    if role in (position.table.names[seat] for seat in position.left) and not shares:
        raise OutOfOrder("seat-has-left", seat=desk.table.person(role))
    name = str(Name(OUTBOX, "key", seat=f"{note.seat}-{role}", tag=tag_of(rekey.body)))
    if role == note.seat:
        return _handing_over(desk, key, rekey, name)
    found = _given_before(desk, note, rekey, name)
    if found is not None:
        return Outgoing(None, "", lambda _: (rekey, found[1]), found[0])
    given = consent_note(position, key, f"{KEY}{rekey.id}", rekey=note)
    return Outgoing(None, "", lambda _: (rekey, given), first_free(name, desk.folder.list_outbox()))


def _handing_over(desk: Desk, key: SigningKey, rekey: SignedNote, name: str) -> Outgoing:
    """The consent of the host to another host: for one step, which this machine closes no more."""
    before = lacking_before(desk, rekey)
    if before:
        raise OutOfOrder("host-agrees-last", names=desk.table.people(before))
    given, step = consent_note(desk.position, key, f"{KEY}{rekey.id}", rekey=rekey.read(Rekey)), desk.position.step + 1
    game_id, handing = desk.table.game_id, lambda guard, _: guard.handing(step, rekey.id)
    return Outgoing(game_id, f"host {step}", lambda _: (rekey, given), name, remember=handing)


def refusing(desk: Desk, key: SigningKey, rekey: SignedNote) -> Outgoing:
    """The no of the reader's party to a rekey note, about to be sent along with it: what it has agreed to it takes
    back.

    Raises:
        OutOfOrder, NotAuthentic: the request does not hold. NotAuthentic: a stranger.
    """
    position, note = desk.position, check_rekey(desk.position, rekey)
    if desk.table.deck_escrow:
        from referee.table.desk.sharing import check_not_shared  # few games are masked

        check_not_shared(desk, rekey.id, desk.role or "")
    name = str(Name(OUTBOX, "no", position.step + 1, f"{note.seat}-{desk.role}", tag_of(rekey.body)))
    return Outgoing(None, "", lambda _: (rekey, consent_note(position, key, f"{NO}{rekey.id}")), name)


def _given_before(desk: Desk, note: Rekey, rekey: SignedNote, name: str) -> tuple[str, SignedNote] | None:
    """(file, note) of the reader's consent to a rekey note that lies in the outbox and still holds: it is sent again.
    One that was taken back in an earlier step is given anew.
    """
    word = last_word(desk, rekey.id)
    since = word.step if word is not None and is_no(word) and word.step <= desk.position.step else 0
    for file in reversed(copies(name, desk.folder.list_outbox())):
        try:
            signed = read_bundle(desk.folder.read_outbox(file))[-1]
            signed.check()
            consent = check_consent(desk.position, signed)
        except (RefereeError, ValueError):  # of a key before this one, or somebody else put something there
            continue
        mine = consent.seat == desk.role and consent.to == f"{KEY}{rekey.id}" and consent.step > since
        if mine and _holds(desk, note, consent):
            return file, signed
    return None


def check_taken_over(desk: Desk, note: Rekey, consents: Iterable[SignedNote], key: SigningKey) -> None:
    """Check that the consents hand over all that hosting needs, before the `key` of `note` is entered.

    Raises:
        NotAuthentic: somebody has handed over something else than what was bound; or the shares are those of the deal,
            and do not make the secret that was locked: then the host has sealed false ones.
    """
    position, table = desk.position, desk.table
    if table.masked:  # he has nothing that another needs
        return
    private = boxes.box_private(key.game_secret(table.offer_nonce, REFEREE, note.nonce))
    given = [consent for consent in (signed.read(Consent) for signed in consents) if consent.secret is not None]
    found = {consent.seat: check_handed(position, note, consent, private) for consent in given}
    if REFEREE not in found:
        secret = shares.xor_of(found.values())
        if boxes.box_public(boxes.box_private(secret)) != table.host.box:
            raise NotAuthentic("escrow-secret-differs")
    parties = tuple((table.party_at(consent.seat), consent) for consent in given)
    change = Change(table.host, as_host(table, note, position.step + 1), parties)
    keyring(table, (*host_changes(desk.history), change), private, b"")


def taking_over(desk: Desk, signed: SignedNote, consents: Iterable[SignedNote]) -> Desk | None:
    """The desk that closes the step which enters a key of the host: under that key. None where it is not at home.

    Raises:
        NotAuthentic: as `check_taken_over`.
    """
    note = signed.read(Rekey)
    found = key_at_home(desk, note.key)
    if found is None:
        return None
    name, key = found
    check_taken_over(desk, note, consents, key)
    table = desk.table.rekeyed(as_host(desk.table, note, desk.position.step + 1))
    return replace(desk, key=key, key_name=name, history=replace(desk.history, table=table))


def check_given(desk: Desk, signed: SignedNote, rekeys: Iterable[SignedNote]) -> None:
    """Check what a consent to one of these rekey notes hands over, where the new key lies in this home.

    Raises:
        NotAuthentic: it is not what was bound.
    """
    consent = signed.read(Consent)
    for rekey in rekeys:
        note = rekey.read(Rekey)
        if consent.to != f"key {rekey.id}" or consent.secret is None or consent.seat == note.seat != REFEREE:
            continue
        found = key_at_home(desk, note.key)
        if found is None:
            continue
        private = boxes.box_private(found[1].game_secret(desk.table.offer_nonce, note.seat, note.nonce))
        if note.seat == REFEREE:
            check_handed(desk.position, note, consent, private)
        elif desk.table.deck_escrow:
            from referee.table.step.deck_secrets import check_share, givers_in  # few games are masked

            check_share(desk.position, note, givers_in(desk.table, (consent,))[0], private)
