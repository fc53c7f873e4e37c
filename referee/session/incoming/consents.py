"""Consents and new keys that come by mail wait; the host closes a step with what all have agreed to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.crypto.sealing import sealed_size
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.messages.decisions_text import agreement_sentence
from referee.messages.step_news import Notice
from referee.protocol.agreements import holidays, silence, stand_ins
from referee.protocol.agreements.consent import (
    BACK,
    KEY,
    OPEN,
    SILENT,
    check_consent,
    consent_note,
    is_holiday,
    is_refusal,
    is_stand_in,
    missing_for_take_back,
    rekey_of_consent,
    seat_spoken_of,
)
from referee.protocol.agreements.new_key import check_rekey
from referee.protocol.agreements.table_lines import (
    Back,
    KeyChange,
    Left,
    TableLine,
    consent_to,
    read_table_lines,
    write_table_line,
)
from referee.protocol.agreements.take_back import check_take_back
from referee.protocol.masked import deck_escrow
from referee.protocol.seating import REFEREE, author_role
from referee.record.file_names import step_name
from referee.record.note import Notes, SignedNote
from referee.record.notes import Consent, Rekey
from referee.record.store import stored_bundles
from referee.session.agreements import next_host
from referee.session.agreements.new_key_requests import (
    agreeing_parties,
    check_handover_readable,
    consents_missing,
    consents_that_count,
    consents_to_key,
    seats_missing_before_host,
    session_of_new_host,
    words_to_key,
)
from referee.session.agreements.proposals import agreed_decisions, pending_holidays, proposals, wanted_consents
from referee.session.close_step import close_together
from referee.session.incoming.moves import close_step_without_moves
from referee.session.incoming.received_notes import ReceivedNotes, check_signer, is_recorded
from referee.session.incoming.steps import enter_waiting
from referee.session.masked import share_handover
from referee.session.pending import drop_outdated_rekeys, pending_file_name, pending_notes_that_hold, store_pending
from referee.session.publish import finish_publishing, pending_unlocks, publish, with_moment
from referee.session.session import Session, home_key_for

MOST_WORDS = 8
"""Of so many new keys the words of one party wait; they cost their sender nothing."""

KNOWN = ("left", "end agreed", "end draw")
"""What somebody can agree to, beside a new key, a take-back and a seat that is opened."""


def handle_consents(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Consents wait, at the host's and at the others'. Those that come along with their step are taken with it.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: one does not hold for the next step, or is to nothing that there is to do;
            or too many would wait.
    """
    check_consent_limit(session, bag)
    belonging = bag.belonging
    notices = []
    for signed in bag.of("consent"):
        if signed.id in belonging:
            continue
        if is_recorded(session, signed.id):
            notices.append(_consent_notice(session, signed.read(Consent), new=False))
            continue
        if not _is_of_asker(session, signed):
            check_signer(session, signed)
        _check_asked_here(session, signed.read(Consent))
        note = check_consent(session.position, signed)
        if is_recorded(session, rekey_of_consent(note)):
            notices.append(Notice("key-entered-before", {"seat": session.table.person(note.seat)}))
            continue
        if session.position.over:
            raise OutOfOrder("game-over")
        _check_known(session, note)
        _check_shares(session, note)
        check_handover_readable(session, signed, pending_notes_that_hold(session, "rekey"))
        notices.append(_consent_notice(session, note, new=store_pending(session.folder, signed)))
    return notices


def _is_of_asker(session: Session, signed: SignedNote) -> bool:
    """Whether a consent is the word of a new key that waits here, about itself; then its signature is checked."""
    if (
        signed.key not in {asked.key for asked in pending_notes_that_hold(session, "rekey")}
        or signed.read(Consent).pok is None
    ):
        return False
    signed.check()
    return True


def _consent_notice(session: Session, note: Consent, *, new: bool) -> Notice:
    values = {"seat": session.table.person(note.seat), "what": agreement_sentence(note.to)}
    if is_refusal(note):
        asker = next(
            (
                session.table.person(author_role(one))
                for one in pending_notes_that_hold(session, "rekey")
                if one.id == rekey_of_consent(note)
            ),
            "",
        )
        return Notice("no-waits" if new else "no-here-already", {"seat": session.table.person(note.seat), "of": asker})
    if is_holiday(note):
        line = holidays.holiday_in(note)
        code = "holiday-declared" if new else "holiday-here-already"
        return Notice(code, {"seat": session.table.person(note.seat), "first": line.first, "until": line.until})
    if is_stand_in(note):
        stand_in, seat = stand_ins.stand_in_of(note), session.table.person(note.seat)
        code = "standin-here-already" if not new else "standin-declared" if stand_in.level else "standin-ended"
        return Notice(code, {"seat": seat, "level": stand_in.level, "until": stand_in.until})
    if spoken := seat_spoken_of(note.to):
        code = "word-came" if note.to.startswith(SILENT) else "unheard-came"
        of = session.table.person(spoken)
        return Notice(code if new else "word-here-already", {"name": session.table.person(note.seat), "seat": of})
    if new and note.reason is not None:
        code = "back-is-asked" if _typed_consent(session, note.to) == "back" else "back-is-wanted"
        return Notice(code, {**values, "reason": safe_text(note.reason)})
    return Notice("consent-waits" if new else "consent-here-already", values)


def _check_asked_here(session: Session, note: Consent) -> None:
    """Check a word about one's own seat: that the step which asks it is here. Raises NotAuthentic: it is not."""
    about = note.to.startswith(SILENT) and seat_spoken_of(note.to) in (session.role, session.sits)
    if about and note.step > session.position.step + 1:
        raise NotAuthentic("asked-unknown", names=session.table.people((note.seat,)), step=note.step)


def _check_known(session: Session, note: Consent) -> None:
    """Check that the table could do what somebody agrees to; a key must have been asked for here. Raises OutOfOrder,
    Unreadable.
    """
    if rekey_of_consent(note) is not None and rekey_of_consent(note) not in {
        signed.id for signed in pending_notes_that_hold(session, "rekey")
    }:
        raise OutOfOrder("consent-to-unknown-key", seat=session.table.person(note.seat))
    if note.to.startswith(BACK):
        check_take_back(
            session.position, *(line.step for line in read_table_lines((note.to,)) if isinstance(line, Back))
        )
    elif note.to.startswith(OPEN):
        deck_escrow.check_seats_to_reveal(session.position, [session.table.seat(note.to.removeprefix(OPEN))])
    elif is_holiday(note):
        waiting = [one for one in pending_holidays(session) if one != holidays.holiday_in(note)]
        holidays.check_holiday(session.position, holidays.holiday_in(note), waiting)
    elif is_stand_in(note):
        stand_ins.check_stand_in(session.position, stand_ins.stand_in_of(note), note.step)
    elif seat_spoken_of(note.to):
        silence.check_word(session.position, note)
    elif note.to not in KNOWN and rekey_of_consent(note) is None:
        raise OutOfOrder("consent-to-nothing", seat=session.table.person(note.seat), to=note.to)


def _check_shares(session: Session, note: Consent) -> None:
    """With a masked deck a seat hands something over to its own new key, or with escrow its share to that of another
    one, which it cannot take back. Raises OutOfOrder.
    """
    if session.table.deck.keeper == "host" or rekey_of_consent(note) is None:
        return
    asked = next(
        author_role(one) for one in pending_notes_that_hold(session, "rekey") if one.id == rekey_of_consent(note)
    )
    shares = session.table.deck_escrow and REFEREE not in (asked, note.seat)
    hands = note.seat == asked != REFEREE or shares
    if note.secret is not None and not (hands and len(note.secret) == sealed_size(1)):
        raise OutOfOrder("consent-secret-size", seat=note.seat)
    if is_refusal(note):
        share_handover.check_unsent_share(session, rekey_of_consent(note) or "", note.seat)


def check_consent_limit(session: Session, bag: ReceivedNotes) -> None:
    """Check of how many new keys the words of one party would wait. Raises OutOfOrder: of more than eight."""
    new: dict[str, set[str]] = {}
    for signed in consents_on_keys(session, bag):
        new.setdefault(author_role(signed), set()).add(pending_file_name(signed))
    for seat, names in sorted(new.items()):
        waiting = {
            name for name, (one, *_) in stored_bundles(session.folder, "key").items() if author_role(one) == seat
        }
        count = len(names | waiting)
        if count > MOST_WORDS and not names <= waiting:
            raise OutOfOrder("too-many-key-words", seat=session.table.person(seat), count=count, most=MOST_WORDS)


def consents_on_keys(session: Session, bag: ReceivedNotes) -> Iterator[SignedNote]:
    """What the present parties say in a mail about new keys, each in its own name; none that a step of it enters."""
    for signed in bag.of("consent"):
        party = session.table.party(signed.key)
        if party is None or signed.id in bag.belonging or is_recorded(session, signed.id):
            continue
        signed.check()
        note = signed.read(Consent)
        if note.seat == party.role and rekey_of_consent(note) is not None:
            yield signed


def close_on_agreement(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Close a step with what is agreed by now. Who leaves while several are asked at once leaves with the step that
    their answers close.
    """
    if not bag.of("consent") or session.history.position is None or session.position.over:
        return []
    lines = agreed_decisions(session)
    waits = len(session.position.asked) > 1 and bool(pending_notes_that_hold(session, "answer"))
    if session.is_host and lines and not (waits and isinstance(lines[0], Left)):
        return [close_step_without_moves(session, tuple(map(write_table_line, lines)), bag)]
    open_still = [row for row in proposals(session) if row[2]]
    return [notice for row in open_still for notice in _still_open(session, *row)]


def _still_open(session: Session, line: TableLine, agreed: Sequence[str], missing: Sequence[str]) -> Iterator[Notice]:
    """Who still has to agree to a table line, and why somebody is asked for whom nobody would wait otherwise."""
    what = agreement_sentence(consent_to(line) or "")
    yield Notice("consents-wait-for", {"what": what, "names": session.table.people(missing)})
    besides = missing_for_take_back(session.position, line, agreed)
    if isinstance(line, Back) and besides:
        yield Notice("back-asks-besides", {"step": line.step, "names": session.table.people(besides)})


MOST_REQUESTS = 8
"""So many requests for a new key of one seat wait for which nobody has spoken: anybody can sign one. A mail that brings
more is refused before any of it is kept; nothing is lost by that, for the mail is there.
"""


def handle_rekeys(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Rekey notes wait, at the host's and at the others'. Those that come along with their step are taken with it.

    Raises:
        NotAuthentic, OutOfOrder: one does not hold, or its seat has got another key since; or too many would wait.
    """
    check_request_limit(session, bag)
    belonging = bag.belonging
    notices = []
    for signed in bag.of("rekey"):
        if signed.id in belonging:
            continue
        signed.check()
        if is_recorded(session, signed.id):
            notices.append(Notice("rekey-here-already", _asker(session, author_role(signed))))
            continue
        note = check_rekey(session.position, signed)
        code = "rekey-here-already"
        if store_pending(session.folder, signed):
            asked, wanted = _KEY_NOTICES[note.seat == REFEREE]
            code = asked if _typed_consent(session, f"{KEY}{signed.id}") else wanted
        notices.append(Notice(code, _asker(session, note.seat)))
    return notices


_KEY_NOTICES = (("rekey-waits", "rekey-is-wanted"), ("host-key-waits", "host-key-is-wanted"))
"""What is said of a request for a key, of a seat and of the host: to a party that is asked, and to all others."""


def _typed_consent(session: Session, to: str) -> str:
    """What the reader types after `referee consent` to agree to something; "" for a reader who is not asked, and where
    others wait that are called alike.
    """
    sides = (session, session.turned()) if session.sits else (session,)
    return next((one.typed for side in sides for one in wanted_consents(side) if one.to == to and one.is_asked), "")


def _asker(session: Session, seat: str) -> dict[str, str]:
    """The seat for which a key is asked, as it is typed and as it is said."""
    return {"seat": seat, "name": session.table.person(seat)}


def check_request_limit(session: Session, bag: ReceivedNotes) -> None:
    """Check how many requests for a key of one seat would wait. One for which a party speaks in the same mail comes in
    beside them, so that nobody keeps the true one out by sending others.

    Raises:
        OutOfOrder: more than eight of a seat, or words of one party about more than eight keys.
    """
    belonging = bag.belonging
    new = {
        one.id: author_role(one)
        for one in bag.of("rekey")
        if one.id not in belonging and not is_recorded(session, one.id)
    }
    if not new:
        return
    check_consent_limit(session, bag)
    words = [signed.read(Consent).to for signed in consents_on_keys(session, bag)]
    spoken = {to.removeprefix(KEY) for to in words if to.startswith(KEY)}
    waiting = pending_notes_that_hold(session, "rekey")
    alone = {one.id: author_role(one) for one in waiting if not agreeing_parties(session, one)}
    new = {one: seat for one, seat in new.items() if one not in {known.id for known in waiting} | spoken}
    for seat in sorted({*new.values()}):
        count = sum(of == seat for of in (alone | new).values())
        if count > MOST_REQUESTS:
            hint = Sentence("name-the-request")
            raise OutOfOrder(
                "too-many-requests", seat=session.table.person(seat), count=count, most=MOST_REQUESTS, hint=hint
            )


def close_on_new_key(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Close a step with a new key to which everyone has agreed who must, and say of the others who is missing.

    Answers that wait for seats asked at once name the step before, and expire with it: those who had one here are told.
    """
    if not bag.of("rekey", "consent") or session.history.position is None or session.position.over:
        return []
    if session.is_host and any(is_recorded(session, signed.id) for signed in bag.of("rekey", "consent")):
        finish_publishing(session, bag.lang)  # the program may have stopped between the step and the notes after it
        drop_outdated_rekeys(session)
    waiting = pending_notes_that_hold(session, "rekey")
    if back := _host_is_back(session):
        return back
    for signed in waiting:
        consents = _consents(session, signed)
        if (
            not consents_missing(session, signed, consents)
            and (closer := _closer(session, signed, consents)) is not None
        ):
            return close_step_with_key(closer, signed, consents, bag.lang, bag.moment)
    return [
        Notice(
            "rekey-waits-for",
            {"seat": session.table.person(author_role(signed)), "names": session.table.people(missing)},
        )
        for signed in waiting
        if (missing := consents_missing(session, signed))
    ]


def _host_is_back(session: Session) -> list[Notice]:
    """That a step of the present host waits here, of whom the reader had thought that he was gone: then no key of
    another host is recorded before its owner has said so again.
    """
    if not session.table.replaces_host:
        return []
    held = next_host.steps_held_back(session)
    return [Notice("host-left-behind", next_host.left_behind(session, step)) for step in held]


def enter_all_the_same(session: Session, signed: SignedNote, lang: str, moment: str) -> list[Notice]:
    """Close the step that records a key of the host, though a step of the present one waits here; [] where somebody
    still has to agree, or the key is not at home.
    """
    consents = consents_to_key(session, signed)
    closer = None if consents_missing(session, signed, consents) else session_of_new_host(session, signed, consents)
    if closer is None:
        return []
    notices = close_step_with_key(closer, signed, consents, lang, moment)
    return [*notices, *enter_waiting(session.reloaded())]


def _consents(session: Session, signed: SignedNote) -> tuple[SignedNote, ...]:
    """The consents to a rekey note. To a key of his own the host agrees now, once all others have: what he hands over
    leaves his computer with the step that records it, or not at all.
    """
    given, note = consents_to_key(session, signed), signed.read(Rekey)
    own = session.is_host and note.seat == REFEREE and note.name is None and home_key_for(session, note.key) is not None
    if not own or seats_missing_before_host(session, signed):
        return given
    return (consent_note(session.position, session.host_key(), f"{KEY}{signed.id}", rekey=note), *given)


def _closer(session: Session, signed: SignedNote, consents: Notes) -> Session | None:
    """The session that closes the step with a key to which all have agreed: the host's, or for a key of the host that
    of the holder of that key.
    """
    if signed.read(Rekey).seat != REFEREE:
        return session if session.is_host else None
    return session_of_new_host(session, signed, consents)


def close_step_with_key(
    session: Session, signed: SignedNote, consents: Notes, lang: str, moment: str = ""
) -> list[Notice]:
    """Close a step that records the key of a rekey note, by these consents. A key of the host is recorded by a session
    under that key. `moment` is what the clock of who closes it shows.
    """
    seat = signed.read(Rekey).seat
    if seat != REFEREE:
        session.check_memory()
    consents = consents_that_count(session.table, signed, consents)
    again, key = [author_role(answer) for answer in pending_notes_that_hold(session, "answer")], session.host_key()
    without, consents = words_to_key(session, signed, consents)
    lines, rekeys = with_moment(session, (write_table_line(KeyChange(seat, without)),), moment), (signed,)
    unlocks = pending_unlocks(session)
    closed = close_together(
        session.position, (), session.eyes, key, lines=lines, consents=consents, rekeys=rekeys, unlocks=unlocks
    )
    notices = [publish(session, closed, step_name(closed.position.step), Notice("entered"), lang)]
    drop_outdated_rekeys(session.reloaded())
    return notices + ([Notice("answers-lapsed", {"names": session.table.people(again)})] if again else [])
