"""Consents and new keys that come by mail wait; the host closes a step with what all have agreed to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.crypto.sealed import sealed_size
from referee.drawing.safe import safe_text
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.names import step_name
from referee.record.note import Notes, SignedNote
from referee.record.notes import Consent, Rekey
from referee.record.store import kept
from referee.table.desk.close import close_together
from referee.table.desk.desk import Desk, key_at_home
from referee.table.desk.pending import drop_keys, file_of, held, keep_waiting
from referee.table.desk.proposals import agreed_now, holidays_waiting, proposals
from referee.table.desk.publish import finish, publish, timed, unlocks_waiting
from referee.table.desk.rekeys import (
    agreed_to,
    check_given,
    consents_to_key,
    fitting,
    lacking,
    lacking_before,
    taking_over,
    words_to_key,
)
from referee.table.intake.mailbag import Mailbag, authenticate, is_entered
from referee.table.intake.moves import enter_decided
from referee.table.intake.steps import enter_waiting
from referee.table.seating import REFEREE, author
from referee.table.step.back import check_back
from referee.table.step.consent import (
    BACK,
    KEY,
    OPEN,
    SILENT,
    check_consent,
    consent_note,
    is_holiday,
    is_no,
    key_meant,
    seat_spoken_of,
    undone_too,
)
from referee.table.step.rekey import check_rekey
from referee.table.step.table_lines import Back, Key, Left, TableLine, consent_to, read_table_lines, write_table_line
from referee.table.telling.decided import agreement_told
from referee.table.telling.news import Notice

MOST_WORDS = 8
"""Of so many new keys the words of one party wait; they cost their sender nothing."""

KNOWN = ("left", "end agreed", "end draw")
"""What somebody can agree to, beside a new key, a step back and a seat that is opened."""


def take_consents(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Consents wait, at the host's and at the others'. Those that come along with their step are taken with it.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: one does not hold for the next step, or is to nothing that there is to do;
            or too many would wait.
    """
    check_words(desk, bag)
    belonging = bag.belonging
    notices = []
    for signed in bag.of("consent"):
        if signed.id in belonging:
            continue
        if is_entered(desk, signed.id):
            notices.append(_consent_notice(desk, signed.read(Consent), new=False))
            continue
        if not _is_of_asker(desk, signed):
            authenticate(desk, signed)
        _check_asked_here(desk, signed.read(Consent))
        note = check_consent(desk.position, signed)
        if is_entered(desk, key_meant(note)):
            notices.append(Notice("key-entered-before", {"seat": desk.table.person(note.seat)}))
            continue
        if desk.position.over:
            raise OutOfOrder("game-over")
        _check_known(desk, note)
        _check_shares(desk, note)
        check_given(desk, signed, held(desk, "rekey"))
        notices.append(_consent_notice(desk, note, new=keep_waiting(desk.folder, signed)))
    return notices


def _is_of_asker(desk: Desk, signed: SignedNote) -> bool:
    """Whether a consent is the word of a new key that waits here, about itself; then its signature is checked."""
    if signed.key not in {asked.key for asked in held(desk, "rekey")} or signed.read(Consent).pok is None:
        return False
    signed.check()
    return True


def _consent_notice(desk: Desk, note: Consent, *, new: bool) -> Notice:
    values = {"seat": desk.table.person(note.seat), "what": agreement_told(note.to)}
    if is_no(note):
        asker = next((desk.table.person(author(one)) for one in held(desk, "rekey") if one.id == key_meant(note)), "")
        return Notice("no-waits" if new else "no-here-already", {"seat": desk.table.person(note.seat), "of": asker})
    if is_holiday(note):
        from referee.table.step.holidays import holiday_in  # few tables have them

        line = holiday_in(note)
        code = "holiday-declared" if new else "holiday-here-already"
        return Notice(code, {"seat": desk.table.person(note.seat), "first": line.first, "until": line.until})
    if spoken := seat_spoken_of(note.to):
        code = "word-came" if note.to.startswith(SILENT) else "unheard-came"
        of = desk.table.person(spoken)
        return Notice(code if new else "word-here-already", {"name": desk.table.person(note.seat), "seat": of})
    if new and note.reason is not None:
        return Notice("back-is-asked", {**values, "reason": safe_text(note.reason)})
    return Notice("consent-waits" if new else "consent-here-already", values)


def _check_asked_here(desk: Desk, note: Consent) -> None:
    """Check a word about the own seat: that the step which asks it is here. Raises NotAuthentic: it is not."""
    about = note.to.startswith(SILENT) and seat_spoken_of(note.to) in (desk.role, desk.sits)
    if about and note.step > desk.position.step + 1:
        raise NotAuthentic("asked-unknown", names=desk.table.people((note.seat,)), step=note.step)


def _check_known(desk: Desk, note: Consent) -> None:
    """Check that the table could do what somebody agrees to; a key must have been asked for here. Raises OutOfOrder,
    Unreadable.
    """
    if key_meant(note) is not None and key_meant(note) not in {signed.id for signed in held(desk, "rekey")}:
        raise OutOfOrder("consent-to-unknown-key", seat=desk.table.person(note.seat))
    if note.to.startswith(BACK):
        check_back(desk.position, *(line.step for line in read_table_lines((note.to,)) if isinstance(line, Back)))
    elif note.to.startswith(OPEN):
        from referee.table.step.deck_shares import check_open  # few games are masked

        check_open(desk.position, [desk.table.seat(note.to.removeprefix(OPEN))])
    elif is_holiday(note):
        from referee.table.step.holidays import check_holiday, holiday_in  # few tables have them

        waiting = [one for one in holidays_waiting(desk) if one != holiday_in(note)]
        check_holiday(desk.position, holiday_in(note), waiting)
    elif seat_spoken_of(note.to):
        from referee.table.step.silence import check_taken  # few tables ask for words

        check_taken(desk.position, note)
    elif note.to not in KNOWN and key_meant(note) is None:
        raise OutOfOrder("consent-to-nothing", seat=desk.table.person(note.seat), to=note.to)


def _check_shares(desk: Desk, note: Consent) -> None:
    """In a masked game a seat hands something over to its own new key, or with escrow its share to that of another one,
    which it cannot take back. Raises OutOfOrder.
    """
    if not desk.table.masked or key_meant(note) is None:
        return
    from referee.table.desk.sharing import check_not_shared  # few games are masked

    asked = next(author(one) for one in held(desk, "rekey") if one.id == key_meant(note))
    shares = desk.table.deck_escrow and REFEREE not in (asked, note.seat)
    hands = note.seat == asked != REFEREE or shares
    if note.secret is not None and not (hands and len(note.secret) == sealed_size(1)):
        raise OutOfOrder("consent-secret-size", seat=note.seat)
    if is_no(note):
        check_not_shared(desk, key_meant(note) or "", note.seat)


def check_words(desk: Desk, bag: Mailbag) -> None:
    """Check of how many new keys the words of one party would wait. Raises OutOfOrder: of more than eight."""
    new: dict[str, set[str]] = {}
    for signed in words_on_keys(desk, bag):
        new.setdefault(author(signed), set()).add(file_of(signed))
    for seat, names in sorted(new.items()):
        waiting = {name for name, (one, *_) in kept(desk.folder, "key").items() if author(one) == seat}
        count = len(names | waiting)
        if count > MOST_WORDS and not names <= waiting:
            raise OutOfOrder("too-many-key-words", seat=desk.table.person(seat), count=count, most=MOST_WORDS)


def words_on_keys(desk: Desk, bag: Mailbag) -> Iterator[SignedNote]:
    """What the present parties say in a mail about new keys, each in its own name; none that a step of it enters."""
    for signed in bag.of("consent"):
        party = desk.table.party(signed.key)
        if party is None or signed.id in bag.belonging or is_entered(desk, signed.id):
            continue
        signed.check()
        note = signed.read(Consent)
        if note.seat == party.role and key_meant(note) is not None:
            yield signed


def close_if_agreed(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Close a step with what is agreed by now. Who leaves while several are asked at once leaves with the step that
    their answers close.
    """
    if not bag.of("consent") or desk.history.position is None or desk.position.over:
        return []
    lines = agreed_now(desk)
    waits = len(desk.position.asked) > 1 and bool(held(desk, "answer"))
    if desk.is_host and lines and not (waits and isinstance(lines[0], Left)):
        return [enter_decided(desk, tuple(map(write_table_line, lines)), bag)]
    open_still = [row for row in proposals(desk) if row[2]]
    return [notice for row in open_still for notice in _waits(desk, *row)]


def _waits(desk: Desk, line: TableLine, agreed: Sequence[str], missing: Sequence[str]) -> Iterator[Notice]:
    """Who has still to agree to a table line, and why somebody is asked for whom nobody would wait otherwise."""
    what = agreement_told(consent_to(line) or "")
    yield Notice("consents-wait-for", {"what": what, "names": desk.table.people(missing)})
    besides = undone_too(desk.position, line, agreed)
    if isinstance(line, Back) and besides:
        yield Notice("back-asks-besides", {"step": line.step, "names": desk.table.people(besides)})


MOST_REQUESTS = 8
"""So many requests for a new key of one seat wait for which nobody has spoken: anybody can sign one. A mail that brings
more is refused before any of it is kept; nothing is lost by that, for the mail is there.
"""


def take_rekeys(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Rekey notes wait, at the host's and at the others'. Those that come along with their step are taken with it.

    Raises:
        NotAuthentic, OutOfOrder: one does not hold, or its seat has got another key since; or too many would wait.
    """
    check_requests(desk, bag)
    belonging = bag.belonging
    notices = []
    for signed in bag.of("rekey"):
        if signed.id in belonging:
            continue
        signed.check()
        if is_entered(desk, signed.id):
            notices.append(Notice("rekey-here-already", _asker(desk, author(signed))))
            continue
        note = check_rekey(desk.position, signed)
        code = "rekey-waits" if keep_waiting(desk.folder, signed) else "rekey-here-already"
        if note.seat == REFEREE and code == "rekey-waits":
            code = "host-key-waits"
        notices.append(Notice(code, _asker(desk, note.seat)))
    return notices


def _asker(desk: Desk, seat: str) -> dict[str, str]:
    """The seat for which a key is asked, as it is typed and as it is said."""
    return {"seat": seat, "name": desk.table.person(seat)}


def check_requests(desk: Desk, bag: Mailbag) -> None:
    """Check how many requests for a key of one seat would wait. One for which a party speaks in the same mail comes in
    beside them, so that nobody keeps the true one out by sending others.

    Raises:
        OutOfOrder: more than eight of a seat, or words of one party about more than eight keys.
    """
    belonging = bag.belonging
    new = {one.id: author(one) for one in bag.of("rekey") if one.id not in belonging and not is_entered(desk, one.id)}
    if not new:
        return
    check_words(desk, bag)
    words = [signed.read(Consent).to for signed in words_on_keys(desk, bag)]
    spoken = {to.removeprefix(KEY) for to in words if to.startswith(KEY)}
    waiting = held(desk, "rekey")
    alone = {one.id: author(one) for one in waiting if not agreed_to(desk, one)}
    new = {one: seat for one, seat in new.items() if one not in {known.id for known in waiting} | spoken}
    for seat in sorted({*new.values()}):
        count = sum(of == seat for of in (alone | new).values())
        if count > MOST_REQUESTS:
            hint = Sentence("name-the-request")
            raise OutOfOrder(
                "too-many-requests", seat=desk.table.person(seat), count=count, most=MOST_REQUESTS, hint=hint
            )


def close_if_keyed(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Close a step with a new key to which all have agreed who must, and say of the others who is missing.

    Answers that wait for seats asked at once name the step before, and lapse with it: those who had one here are told.
    """
    if not bag.of("rekey", "consent") or desk.history.position is None or desk.position.over:
        return []
    if desk.is_host and any(is_entered(desk, signed.id) for signed in bag.of("rekey", "consent")):
        finish(desk, bag.lang)  # a crash may have come between the step and what follows it
        drop_keys(desk)
    waiting = held(desk, "rekey")
    if back := _host_is_back(desk):
        return back
    for signed in waiting:
        consents = _consents(desk, signed)
        if not lacking(desk, signed, consents) and (closer := _closer(desk, signed, consents)) is not None:
            return enter_key(closer, signed, consents, bag.lang, bag.moment)
    return [
        Notice("rekey-waits-for", {"seat": desk.table.person(author(signed)), "names": desk.table.people(missing)})
        for signed in waiting
        if (missing := lacking(desk, signed))
    ]


def _host_is_back(desk: Desk) -> list[Notice]:
    """That a step of the present host waits here, of whom the reader had thought that he was gone: then no key of
    another host is entered before its owner has said so again.
    """
    if not desk.table.masked:
        return []
    from referee.table.desk.succeeding import left_behind, steps_held_back  # few games are masked

    return [Notice("host-left-behind", left_behind(desk, step)) for step in steps_held_back(desk)]


def enter_all_the_same(desk: Desk, signed: SignedNote, lang: str, moment: str) -> list[Notice]:
    """Close the step that enters a key of the host, though a step of the present one waits here; [] where somebody has
    still to agree, or the key is not at home.
    """
    consents = consents_to_key(desk, signed)
    closer = None if lacking(desk, signed, consents) else taking_over(desk, signed, consents)
    if closer is None:
        return []
    notices = enter_key(closer, signed, consents, lang, moment)
    return [*notices, *enter_waiting(desk.reloaded())]


def _consents(desk: Desk, signed: SignedNote) -> tuple[SignedNote, ...]:
    """The consents to a rekey note. To a key of his own the host agrees now, once all others have: what he hands over
    leaves his machine with the step that enters it, or not at all.
    """
    given, note = consents_to_key(desk, signed), signed.read(Rekey)
    own = desk.is_host and note.seat == REFEREE and note.name is None and key_at_home(desk, note.key) is not None
    if not own or lacking_before(desk, signed):
        return given
    return (consent_note(desk.position, desk.host_key(), f"{KEY}{signed.id}", rekey=note), *given)


def _closer(desk: Desk, signed: SignedNote, consents: Notes) -> Desk | None:
    """The desk that closes the step with a key to which all have agreed: the host's, or that of who hosts by it."""
    if signed.read(Rekey).seat != REFEREE:
        return desk if desk.is_host else None
    return taking_over(desk, signed, consents)


def enter_key(desk: Desk, signed: SignedNote, consents: Notes, lang: str, moment: str = "") -> list[Notice]:
    """Close a step that enters the key of a rekey note, by these consents. A key of the host is entered by a desk under
    that key. `moment` is what the clock of who closes it shows.
    """
    seat = signed.read(Rekey).seat
    if seat != REFEREE:
        desk.check_memory()
    consents = fitting(desk.table, signed, consents)
    again, key = [author(answer) for answer in held(desk, "answer")], desk.host_key()
    without, consents = words_to_key(desk, signed, consents)
    lines, rekeys = timed(desk, (write_table_line(Key(seat, without)),), moment), (signed,)
    unlocks = unlocks_waiting(desk)
    closed = close_together(
        desk.position, (), desk.eyes, key, lines=lines, consents=consents, rekeys=rekeys, unlocks=unlocks
    )
    notices = [publish(desk, closed, step_name(closed.position.step), Notice("entered"), lang)]
    drop_keys(desk.reloaded())
    return notices + ([Notice("answers-lapsed", {"names": desk.table.people(again)})] if again else [])
