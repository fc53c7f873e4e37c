"""Consents that come by mail wait; the host closes a step with what all have agreed to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.drawing.safe import safe_text
from referee.kernel.errors import OutOfOrder
from referee.record.note import SignedNote
from referee.record.notes import Consent
from referee.table.desk.desk import Desk
from referee.table.desk.proposals import agreed_now, proposals
from referee.table.desk.succession import check_given
from referee.table.desk.waiting import file_of, held, keep, kept
from referee.table.intake.mailbag import Mailbag, authenticate, is_entered
from referee.table.intake.moves import enter_decided
from referee.table.reading.words import said
from referee.table.seating import author
from referee.table.step.back import check_back
from referee.table.step.consent import BACK, check_consent, is_no, key_meant, undone_too
from referee.table.step.table_lines import Back, Left, TableLine, consent_to, read_table_lines, write_table_line
from referee.table.telling.decided import agreement_told
from referee.table.telling.news import Notice
from referee.table.telling.people import people_told

MOST_WORDS = 8
"""Of so many new keys the words of one party wait; they cost whoever sends them nothing."""

KNOWN = ("left", "end agreed", "end draw")
"""What somebody can agree to, beside a new key."""


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
            notices.append(_told(desk, signed.read(Consent), new=False))
            continue
        authenticate(desk, signed)
        note = check_consent(desk.position, signed)
        if is_entered(desk, key_meant(note)):
            notices.append(Notice("key-entered-before", {"seat": said(note.seat)}))
            continue
        if desk.position.over:
            raise OutOfOrder("game-over")
        _check_known(desk, note)
        check_given(desk, signed, held(desk, "rekey"))
        notices.append(_told(desk, note, new=keep(desk.folder, signed)))
    return notices


def _told(desk: Desk, note: Consent, *, new: bool) -> Notice:
    values = {"seat": said(note.seat), "what": agreement_told(note.to)}
    if is_no(note):
        asker = next((said(author(one)) for one in held(desk, "rekey") if one.id == key_meant(note)), "")
        return Notice("no-waits" if new else "no-here-already", {"seat": said(note.seat), "of": asker})
    if new and note.reason is not None:
        return Notice("back-is-asked", {**values, "reason": safe_text(note.reason)})
    return Notice("consent-waits" if new else "consent-here-already", values)


def _check_known(desk: Desk, note: Consent) -> None:
    """Check that the table could do what somebody agrees to; a key must have been asked for here. Raises OutOfOrder,
    Unreadable.
    """
    if key_meant(note) is not None and key_meant(note) not in {signed.id for signed in held(desk, "rekey")}:
        raise OutOfOrder("consent-to-unknown-key", seat=said(note.seat))
    if note.to.startswith(BACK):
        check_back(desk.position, *(line.step for line in read_table_lines((note.to,)) if isinstance(line, Back)))
    elif note.to not in KNOWN and key_meant(note) is None:
        raise OutOfOrder("consent-to-nothing", seat=note.seat, to=note.to)


def check_words(desk: Desk, bag: Mailbag) -> None:
    """Check of how many new keys the words of one party would wait. Raises OutOfOrder: of more than eight."""
    new: dict[str, set[str]] = {}
    for signed in words_on_keys(desk, bag):
        new.setdefault(author(signed), set()).add(file_of(signed))
    for seat, names in sorted(new.items()):
        waiting = {name for name, (one, *_) in kept(desk.folder, "key").items() if author(one) == seat}
        count = len(names | waiting)
        if count > MOST_WORDS and not names <= waiting:
            raise OutOfOrder("too-many-key-words", seat=said(seat), count=count, most=MOST_WORDS)


def words_on_keys(desk: Desk, bag: Mailbag) -> Iterator[SignedNote]:
    """What the parties of now say in a mail about new keys, each in its own name; none that a step of it enters."""
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
    return [
        notice for line, agreed, missing in proposals(desk) if missing for notice in _waits(desk, line, agreed, missing)
    ]


def _waits(desk: Desk, line: TableLine, agreed: Sequence[str], missing: Sequence[str]) -> Iterator[Notice]:
    """Who has still to agree to a table line, and why somebody is asked for whom nobody would wait otherwise."""
    what = agreement_told(consent_to(line) or "")
    yield Notice("consents-wait-for", {"what": what, "names": people_told(desk.table, missing)})
    besides = undone_too(desk.position, line, agreed)
    if isinstance(line, Back) and besides:
        yield Notice("back-asks-besides", {"step": line.step, "names": people_told(desk.table, besides)})
