"""The notes that wait in `pending/`; `session/kinds.py` says what becomes of each.

Consents wait until a step enters them, or the game has gone on. New keys wait until those have agreed who must, or
until they expire. Answers of seats that are asked at once wait in the host's folder, each sealed, until all are in.
Steps wait for earlier ones.
"""

from __future__ import annotations

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.protocol.agreements import consent
from referee.protocol.history import safety_words
from referee.protocol.seating import author_role
from referee.record.file_names import PENDING, FileName, parse_file_name
from referee.record.note import Notes, SignedNote, notes_of, read_bundle, render_bundle
from referee.record.notes import Consent
from referee.record.store import GameFolder, stored_bundles, stored_notes
from referee.session.kinds import BINDINGS, pending_kind
from referee.session.session import Session
from referee.session.silence import skipped_moves

MOST_AHEAD = 50
"""How far ahead a step may be to be kept; a letter that is further ahead is asked for again, when the gap is closed."""


SORTS = {binding.pending.sort: binding.pending for binding in BINDINGS.values() if binding.pending is not None}
"""How notes wait, by how their files are called."""


def pending_file_name(signed: SignedNote) -> str:
    """The file in `pending/` of a note that waits."""
    return str(pending_kind(signed).file(signed))


def store_pending(folder: GameFolder, signed: SignedNote, *, last: bool = False) -> bool:
    """Let a note wait; whether it is new here. What its own author has just said is the `last` word in any case."""
    name, replaces, data = pending_file_name(signed), pending_kind(signed).replaces, render_bundle((signed,))
    if replaces is None:
        return folder.write_pending(name, data)
    known = _waiting_note(folder, name, signed)
    if known is not None and not last and not replaces(signed, known):
        return False
    folder.replace_pending(name, data)
    return known is None or known.note() != signed.note()


def _waiting_note(folder: GameFolder, name: str, signed: SignedNote) -> SignedNote | None:
    """What waits where a note would; None if nothing does, or if somebody has changed it."""
    if name not in folder.list_pending():
        return None
    try:
        known = read_bundle(folder.read_pending(name))[0]
        known.read(type(signed.note()))
    except RefereeError:
        return None
    return known


def pending_notes_that_hold(session: Session, sort: str) -> tuple[SignedNote, ...]:
    """The notes of a sort that still hold for the step that is asked for now, in the order of a step file."""
    row, position = SORTS[sort], session.history.position
    found = stored_notes(session.folder, sort)
    if position is None or row.holds is None or row.place is None:
        return found
    places = [(row.place(position, signed), signed) for signed in found if row.holds(position, signed)]
    return tuple(signed for _, signed in sorted(places, key=lambda pair: pair[0]))


def drop_pending(folder: GameFolder, step: int, entered: Notes) -> None:
    """Remove what has waited for `step` and the ones before, which are closed, and the declarations that the notes of
    the step, `entered`, hold or make old; others hold on, and so do words about a key. The moves of seats that a step
    has let pass are kept as evidence, here and at their authors.
    """
    skipped_moves.keep_passed_over(folder, step, entered)
    spent = {
        pending_file_name(one) for one in entered if one.type == "consent" and consent.is_holiday(one.read(Consent))
    }
    said = {note.seat: note.step for note in notes_of(Consent, entered) if consent.is_stand_in(note)}
    for name, (waiting,) in stored_bundles(folder, "standin").items():
        if waiting.read(Consent).step <= said.get(author_role(waiting), 0):
            spent.add(name)
    for name in folder.list_pending():
        known = parse_file_name(PENDING, name)
        lapsed = known is not None and known.kind in SORTS and SORTS[known.kind].lapse and known.step <= step
        if lapsed or name in spent:
            folder.drop_pending(name)


def drop_outdated_rekeys(session: Session) -> None:
    """Remove the new keys that no step can enter any more, and what was said about them. Asked of a session that has
    the latest step.
    """
    waiting = {signed.id for signed in pending_notes_that_hold(session, "rekey")}
    spoken = stored_bundles(session.folder, "key").items()
    of = {name: consent.rekey_of_consent(signed.read(Consent)) for name, (signed,) in spoken}
    of |= {name: signed.id for name, (signed,) in stored_bundles(session.folder, "rekey").items()}
    for name in of:
        if of[name] not in waiting:
            session.folder.drop_pending(name)


def early_step_file_name(step: int) -> str:
    """The file in `pending/` of a step that waits: `ahead-0013.note`."""
    return str(FileName(PENDING, "ahead", step))


def early_steps(session: Session) -> tuple[int, ...]:
    """The steps that wait, ascending; those that the record has by now are among them until they are dropped."""
    found = (parse_file_name(PENDING, name) for name in session.folder.list_pending())
    return tuple(sorted(name.step for name in found if name is not None and name.kind == "ahead"))


def missing_steps(session: Session) -> tuple[int, ...]:
    """The steps that must come before those that wait can be recorded; none if nothing waits."""
    ahead = early_steps(session)
    return tuple(step for step in range(session.position.step + 1, max(ahead, default=0)) if step not in ahead)


def missing_steps_report(session: Session) -> dict[str, Sentence | str]:
    """What is said of a gap: the `missing` letters, the `kept` ones, and `who` can write a missing one again; everybody
    has the same record.
    """
    return {
        "missing": ", ".join(f"{step:04d}" for step in missing_steps(session)),
        "kept": ", ".join(f"{step:04d}" for step in early_steps(session) if step > session.position.step),
        "who": session.table.people(party.role for party in safety_words.other_parties(session.table, session.role)),
    }
