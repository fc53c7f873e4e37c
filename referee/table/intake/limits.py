"""How many notes of a kind one party, or one seat, may have waiting here: they cost whoever sends them nothing.

A mail that brings more is refused before any of it is kept. Nothing is lost by that: the mail is there, and the refusal
says how what counts gets in.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.note import SignedNote
from referee.record.notes import Consent
from referee.table.desk.claim import name_of
from referee.table.desk.consents import CONSENT, consent_name
from referee.table.desk.desk import Desk
from referee.table.desk.rekeys import agreed_to, waiting_rekeys
from referee.table.intake.mailbag import Mailbag, is_entered
from referee.table.reading.words import said
from referee.table.seating import author
from referee.table.step.consent import KEY, key_meant

MOST_REQUESTS = 8
"""So many requests for a new key of one seat wait for which nobody has spoken: anybody can sign one."""

MOST_WORDS = 8
"""Of so many new keys the words of one party wait."""

MOST_BESIDE = 64
"""So many claims and answers of one party are kept in `disputes/`."""


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
    spoken = {note.to.removeprefix(KEY) for note in _words(desk, bag) if note.to.startswith(KEY)}
    waiting = waiting_rekeys(desk)
    alone = {one.id: author(one) for one in waiting if not agreed_to(desk, one)}
    new = {one: seat for one, seat in new.items() if one not in {known.id for known in waiting} | spoken}
    for seat in sorted({*new.values()}):
        count = sum(of == seat for of in (alone | new).values())
        if count > MOST_REQUESTS:
            raise OutOfOrder(
                "too-many-requests", seat=said(seat), count=count, most=MOST_REQUESTS, hint=Sentence("name-the-request")
            )


def check_words(desk: Desk, bag: Mailbag) -> None:
    """Check of how many new keys the words of one party would wait. Raises OutOfOrder: of more than eight."""
    waiting = {name for name in desk.folder.list_pending() if name.startswith(f"{CONSENT}key-")}
    new: dict[str, set[str]] = {}
    for note in _words(desk, bag):
        new.setdefault(note.seat, set()).add(consent_name(note))
    for seat, names in sorted(new.items()):
        count = len(names | {name for name in waiting if name.rpartition("-")[0] == f"{CONSENT}key-{seat}"})
        if count > MOST_WORDS and not names <= waiting:
            raise OutOfOrder("too-many-key-words", seat=said(seat), count=count, most=MOST_WORDS)


def _words(desk: Desk, bag: Mailbag) -> Iterable[Consent]:
    """What the parties of now say in a mail about new keys, each in its own name; none that a step of it enters."""
    for signed in bag.of("consent"):
        party = desk.table.party(signed.key)
        if party is None or signed.id in bag.belonging or is_entered(desk, signed.id):
            continue
        signed.check()
        note = signed.read(Consent)
        if note.seat == party.role and key_meant(note) is not None:
            yield note


def check_beside(desk: Desk, signed_notes: Iterable[SignedNote]) -> None:
    """Check how many claims and answers of one party would lie in `disputes/`. Raises OutOfOrder: more than 64."""
    kept = desk.folder.list_disputes()
    new: dict[str, set[str]] = {}
    for signed in signed_notes:
        party, note = desk.table.signer(signed.key), signed.note()
        if party is not None and party.role == getattr(note, "seat", ""):
            signed.check()
            new.setdefault(party.role, set()).add(name_of(signed))
    for seat, names in sorted(new.items()):
        count = len(names | {name for name in kept if _seat_in(name) == seat})
        if count > MOST_BESIDE and not names <= set(kept):
            raise OutOfOrder(
                "disputes-full", seat=said(seat), count=count, most=MOST_BESIDE, hint=Sentence("empty-disputes")
            )


def _seat_in(name: str) -> str:
    """Whose claim or answer a file of `disputes/` holds: `anna` of `claim-0049-anna-1b9f02c3.note`."""
    kind, _, rest = name.partition("-")
    return rest.partition("-")[2].rpartition("-")[0] if kind in ("claim", "answer") else ""
