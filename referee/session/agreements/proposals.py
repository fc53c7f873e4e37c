"""What is agreed to by now, and what the reader is asked to agree to: an end, a take-back, a new key, another host."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import get_args

import msgspec

from referee.drawing.safe_text import safe_text
from referee.i18n.catalogue import HOUSE, catalogue_text, in_any_language, languages
from referee.kernel.errors import RefereeError
from referee.kernel.grammar.lexer import healed
from referee.kernel.sentence import Sentence
from referee.messages.decisions_text import agreement_sentence
from referee.protocol.agreements import holidays, silence, stand_ins
from referee.protocol.agreements.consent import (
    BACK,
    KEY,
    NO,
    OPEN,
    consent_sort_key,
    is_holiday,
    is_stand_in,
    missing_consents,
    missing_for_take_back,
    required_consents,
    seat_spoken_of,
)
from referee.protocol.agreements.table_lines import (
    Absent,
    AgreedEnd,
    Back,
    End,
    Holiday,
    Left,
    Open,
    StandIn,
    TableLine,
    consent_to,
    read_table_lines,
)
from referee.protocol.history.safety_words import typed_role
from referee.protocol.seating import REFEREE, Table
from referee.record.note import Notes, SignedNote
from referee.record.notes import Consent, Rekey
from referee.session.agreements import new_key_requests as new_keys
from referee.session.pending import pending_file_name, pending_notes_that_hold
from referee.session.session import Session
from referee.session.todo.task import Task

AGREEMENTS = {
    "draw": "end draw",
    "end": "end agreed",
    "leave": "left",
    "back": "back",
    "open": "open",
    "silent": "silent",
    "unheard": "unheard",
}
"""What can be typed, and what the consent says; after `back` it says which step, after `open`, and after the words that
a seat is silent or unheard, which seat.
"""

WORDS = ("silent", "unheard")
"""What is said of a seat where words of the others are asked before it is skipped."""

CONSENTED = {"draw": "consent-draw", "end": "consent-end", "leave": "consent-leave"}
"""What is said of some of them before they are signed."""


class WantedConsent(msgspec.Struct, frozen=True):
    """Something that waits for consents: what these say, what is typed after `referee consent`, who wants it, by every
    name of theirs, and whether the reader is one of those who are still asked. `typed` is empty where a new key needs
    its file named.
    """

    to: str
    typed: str
    names: tuple[str, ...]
    is_asked: bool
    task: Task
    rekey: SignedNote | None = None


def typed_agreement(typed: str) -> str | None:
    """Which of `AGREEMENTS` was typed, in any language."""
    found = (word for word in AGREEMENTS if healed(typed) in map(healed, in_any_language("agreement", word)))
    return next(found, None)


def agreement_words(lang: str, table: Table | None) -> list[str]:
    """`AGREEMENTS` as they are typed in a language; a seat is opened only where the deck is masked, with escrow."""
    out = {"open"} if table is None or not table.deck_escrow else set()
    out |= {*WORDS} if table is None or not table.terms.asks_words else set()
    return [catalogue_text(HOUSE, "agreement", word, lang) or word for word in AGREEMENTS if word not in out]


def wanted_consents(session: Session) -> tuple[WantedConsent, ...]:
    """What waits for the consent of anybody, the proposals for the next step first."""
    if session.position.over:
        return ()
    proposed = proposals(session)
    several = sum(isinstance(line, Back) for line, _, _ in proposed) > 1
    ends = [
        WantedConsent(
            consent_to(line) or "",
            typed,
            _party_names(session, *agreed),
            session.role in missing,
            _proposal_task(line, typed),
        )
        for line, agreed, missing in proposed
        if (typed := _typed_proposal(line, several=several))
    ]
    rekeys = pending_notes_that_hold(session, "rekey")
    seats = [signed.read(Rekey).seat for signed in rekeys]
    return (
        *ends,
        *(_wanted_key(session, signed, alone=seats.count(signed.read(Rekey).seat) == 1) for signed in rekeys),
    )


def consent_tasks(session: Session) -> Iterator[Task]:
    """What waits for the reader's consent, the proposals for the next step first; nothing that was agreed to before."""
    if session.role is not None:
        yield from (one.task for one in wanted_consents(session) if one.is_asked)


def _typed_proposal(line: TableLine, *, several: bool) -> str:
    """How a proposal is called after `referee consent`; "" for one that only its own seat agrees to."""
    match line:
        case AgreedEnd():
            return "draw" if line.how == "draw" else "end"
        case Back():
            return f"back {line.step}" if several else "back"
        case Open():
            return f"open {typed_role(line.seat)}"
    return ""


def _proposal_task(line: TableLine, typed: str) -> Task:
    what = agreement_sentence(consent_to(line) or "")
    signs = Sentence(CONSENTED.get(typed, "signs-consent"), what=what)
    return Task(Sentence("consent-is-asked", what=what), f"referee consent {typed}", signs=signs)


def _wanted_key(session: Session, signed: SignedNote, *, alone: bool) -> WantedConsent:
    """A new key, called by its seat; by its file if others ask for the same seat, or an agreement is called so."""
    note = signed.read(Rekey)
    typed = typed_role(note.seat) if alone and typed_agreement(typed_role(note.seat)) is None else ""
    file = None if typed else session.folder.path / "pending" / pending_file_name(signed)
    notice = _key_notice(session, note)
    signs = Sentence("signs-host" if note.seat == REFEREE else "signs-key", **notice.values)
    task = Task(notice, f"referee consent {typed}".rstrip(), file=file, signs=signs)
    names = (*_party_names(session, note.seat), *([safe_text(note.name)] if note.name is not None else []))
    missing = new_keys.is_own_consent_missing(session, signed)
    return WantedConsent(f"{KEY}{signed.id}", typed, names, missing, task, signed)


def _party_names(session: Session, *roles: str) -> tuple[str, ...]:
    """Every name under which people know the parties of these roles, in every language."""
    hosts = (typed_role(REFEREE), *(Sentence("the-host").told(lang) for lang in languages()))
    called = session.table.called_by_seat
    return tuple(name for role in roles for name in (hosts if role == REFEREE else (role, called[role])))


def _key_notice(session: Session, note: Rekey) -> Sentence:
    name = safe_text(note.name) if note.name is not None else session.table.person(note.seat)
    return Sentence("host-consent-asked" if note.seat == REFEREE else "key-consent-asked", name=name)


def proposals(session: Session) -> tuple[tuple[TableLine, tuple[str, ...], tuple[str, ...]], ...]:
    """(table line, who has agreed, who still has to) for everything that somebody agrees to now."""
    given: dict[str, list[str]] = {}
    for signed in pending_notes_that_hold(session, "consent"):
        consent = signed.read(Consent)
        given.setdefault(consent.to, []).append(consent.seat)
    found = []
    for line in _table_lines(given):
        allowed = required_consents(session.position, line)[1]
        agreed = tuple(seat for seat in given[consent_to(line) or ""] if seat in allowed)
        if agreed:
            found.append((line, agreed, missing_consents(session.position, line, agreed)))
    return tuple(found)


def _table_lines(given: dict[str, list[str]]) -> list[TableLine]:
    lines: list[TableLine] = [Left(seat) for seat in given.get("left", ())]
    lines += [line for line in _lines_of(given, OPEN) if isinstance(line, Open)]
    lines += [AgreedEnd(how) for how in get_args(End) if f"end {how}" in given]
    backs = [line for line in _lines_of(given, BACK) if isinstance(line, Back)]
    return [*lines, *sorted(backs, key=lambda line: line.step)]


def _lines_of(given: Iterable[str], begins: str) -> list[TableLine]:
    return [line for to in sorted(given) if to.startswith(begins) for line in read_table_lines((to,))]


def proposal_sentences(session: Session, line: TableLine, agreed: Sequence[str], lang: str) -> tuple[str, ...]:
    """What somebody agrees to, who does, and who still has to; of a take-back also whom it asks besides."""
    people, left = session.table.people, missing_consents(session.position, line, agreed)
    code, what = "proposal-open" if left else "proposal-agreed", agreement_sentence(consent_to(line) or "")
    told = [Sentence(code, what=what, names=people(agreed), left=people(left)).told(lang)]
    besides = missing_for_take_back(session.position, line, agreed)
    if isinstance(line, Back) and besides:
        told.append(Sentence("back-asks-besides", step=line.step, names=people(besides)).told(lang))
    return tuple(told)


def proposal_lines(session: Session, lang: str) -> list[str]:
    """What somebody has agreed to for the next step, and who still has to agree."""
    return [told for line, agreed, _ in proposals(session) for told in proposal_sentences(session, line, agreed, lang)]


def new_key_sentences(session: Session, signed: SignedNote, lang: str) -> tuple[str, ...]:
    """Who still has to agree to a new key, and who has said no."""
    seat = session.table.person(signed.read(Rekey).seat)
    both = (
        ("rekey-waits-for", new_keys.consents_missing(session, signed)),
        ("rekey-opposed", new_keys.refusing_parties(session, signed)),
    )
    return tuple(
        Sentence(code, seat=seat, names=session.table.people(roles)).told(lang) for code, roles in both if roles
    )


def requested_take_backs(session: Session) -> tuple[tuple[int, tuple[tuple[str, str], ...]], ...]:
    """The steps to before which somebody would go back, ascending; each with the seats that ask for it and why."""
    consents = [signed.read(Consent) for signed in pending_notes_that_hold(session, "consent")]
    return tuple(
        (line.step, tuple((one.seat, one.reason) for one in consents if one.to == consent_to(line) and one.reason))
        for line, _, _ in proposals(session)
        if isinstance(line, Back)
    )


def agreed_decisions(session: Session) -> tuple[TableLine, ...]:
    """What the next step decides by the consents that are here: the end of the game if everyone has agreed to one,
    otherwise the take-back that goes furthest, otherwise a seat that is opened, otherwise the seats that leave.
    """
    complete = [line for line, _, missing in proposals(session) if not missing]
    alone = [line for kind in (AgreedEnd, Back, Open) for line in complete if isinstance(line, kind)]
    if alone:
        return (alone[0],)
    names = session.position.table.names
    left = sorted((line for line in complete if isinstance(line, Left)), key=lambda line: names.index(line.seat))
    stay = len(names) - len(session.position.left)
    return tuple(left[: stay - 1])


def decisions_besides_moves(session: Session) -> tuple[TableLine, ...]:
    """What the next step decides beside moves: who leaves, and the holidays and stand-ins that wait."""
    left = (line for line in agreed_decisions(session) if isinstance(line, Left))
    standing_in = (stand_ins.stand_in_of(signed.read(Consent)) for signed in pending_stand_ins(session))
    return (*left, *pending_holidays(session), *standing_in)


def pending_holidays(session: Session) -> tuple[Holiday, ...]:
    """The holidays that were declared and that a step may enter, in their order. Of a step that was signed before its
    machine stopped, those that it lists.
    """
    if not session.table.terms.holiday:
        return ()
    found: list[Holiday] = []
    for signed in _declarations_to_enter(session):
        note = signed.read(Consent)
        if is_holiday(note):
            with suppress(RefereeError):  # others have used the days up
                holidays.check_holiday(session.position, holidays.holiday_in(note), found)
                found.append(holidays.holiday_in(note))
    return tuple(found)


def pending_stand_ins(session: Session) -> tuple[SignedNote, ...]:
    """The stand-ins, and their ends, that were declared and that a step may enter, one at most for each seat, in seat
    order; of a step that was signed as `pending_holidays`.
    """
    if not session.table.terms.standin or session.position.over:
        return ()
    found: dict[str, SignedNote] = {}
    for signed in _declarations_to_enter(session):
        note = signed.read(Consent)
        if is_stand_in(note):
            with suppress(RefereeError):  # its steps are over, or it says nothing new
                stand_ins.check_stand_in(session.position, stand_ins.stand_in_of(note), note.step)
                found[note.seat] = signed
    return tuple(found[name] for name in session.table.names if name in found)


def stand_in_now(session: Session, seat: str) -> StandIn | None:
    """Who plays a seat in the step that is asked for, by the latest that its owner has said; None for the owner."""
    waiting = (stand_ins.stand_in_of(one.read(Consent)) for one in pending_stand_ins(session))
    if (declared := next((line for line in waiting if line.seat == seat), None)) is not None:
        return declared if declared.level else None
    span = stand_ins.span_at(session.position, seat, session.position.step + 1)
    return StandIn(seat, span.level, span.version, span.until) if span is not None else None


def _declarations_to_enter(session: Session) -> Notes:
    """The consents that wait; of a step that was signed before its machine stopped, those that it lists."""
    listed = session.guard().listed.get(f"step {session.position.step + 1}") if session.is_host else None
    waiting = pending_notes_that_hold(session, "consent")
    return tuple(signed for signed in waiting if listed is None or signed.id in listed)


def consents_for_lines(session: Session, lines: tuple[TableLine, ...], own: Notes = ()) -> tuple[SignedNote, ...]:
    """The consents that are in a step of these lines, in their order, of those that are here and the `own` ones; with
    the noes of all to whom the host has left this step, if they are here.
    """
    wanted = {(name, consent_to(line)) for line in lines for name in required_consents(session.position, line)[1]}
    wanted |= _taken_back(session)
    known = {signed.id: signed for signed in (*pending_notes_that_hold(session, "consent"), *own)}
    given = [(signed, signed.read(Consent)) for signed in known.values() if _may_stand(session, signed)]
    given.sort(key=lambda pair: consent_sort_key(session.table, pair[1]))
    passed = [line for line in lines if isinstance(line, Absent)]
    if passed and session.table.terms.asks_words:
        wanted |= silence.used_words(session.position, passed, silence.words_in(note for _, note in given))
    return tuple(signed for signed, note in given if (note.seat, note.to) in wanted)


def _may_stand(session: Session, signed: SignedNote) -> bool:
    """Whether a consent may be in the next step: of words, only those that the step lists, if it was signed before its
    machine stopped.
    """
    listed = session.guard().listed.get(f"step {session.position.step + 1}") if session.is_host else None
    return listed is None or signed.id in listed or not seat_spoken_of(signed.read(Consent).to)


def _taken_back(session: Session) -> set[tuple[str, str | None]]:
    """(seat, what it says) of the noes of everyone who plays on to the key to which the host has left this step; none
    as long as one is missing.
    """
    position, guard = session.position, session.guard()
    if guard.handed != position.step + 1:
        return set()
    no = f"{NO}{guard.successor}"
    words = [signed.read(Consent) for signed in pending_notes_that_hold(session, "consent")]
    noes = {(one.seat, one.to) for one in words if one.to == no and one.step == guard.handed}
    playing: set[tuple[str, str | None]] = {
        (name, no) for seat, name in enumerate(position.table.names) if seat not in position.left
    }
    return playing if playing <= noes else set()
