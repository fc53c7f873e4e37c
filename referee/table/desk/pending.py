"""The notes that wait in `pending/`: a row for each sort says what becomes of it, and keep, held and drop obey it.

Consents wait until a step enters them, or the game has gone on; the host closes a step with whatever is fully agreed
to, and players keep those of others to see who has agreed. New keys wait until those have agreed who must, or until
they lapse. Answers of seats that are asked at once wait in the host's folder, each sealed, until all are in. Steps that
came before an earlier one are entered when the gap is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.record.names import PENDING, Name, parse, tag_of
from referee.record.note import Notes, SignedNote, read_bundle, render_bundle
from referee.record.notes import Consent, Move, Standing, Unlock
from referee.record.store import Folder, kept, notes_kept
from referee.table.desk.desk import Desk
from referee.table.desk.passed_over import keep_passed_over
from referee.table.reading.words import others
from referee.table.seating import author
from referee.table.step.consent import check_consent, consent_place, is_holiday, key_meant, weight
from referee.table.step.position import Position
from referee.table.step.rekey import check_rekey

MOST_AHEAD = 50
"""How far ahead a step may be to be kept; a letter that is further ahead is asked for again, when the gap is closed."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the notes of a sort that wait: the file of one, whether it still holds, where it stands among the
    others in a step file, and whether it takes the place of the one before in its file; None for one that is written
    once. Notes that `lapse` are dropped with their step.
    """

    file: Callable[[SignedNote], Name]
    holds: Callable[[Position, SignedNote], bool] | None = None
    place: Callable[[Position, SignedNote], Any] | None = None
    replaces: Callable[[SignedNote, SignedNote], bool] | None = None
    lapse: bool = False


def thing(consent: Consent) -> str:
    """What a consent is about: for a key the same, whether it is agreed to or not."""
    return key_meant(consent) or consent.to


def _consent_file(signed: SignedNote) -> Name:
    note = signed.read(Consent)
    tag = tag_of(thing(note).encode() + (b"" if note.pok is None else b" proven"))
    if key_meant(note) is not None:
        return Name(PENDING, "key", seat=note.seat, tag=tag)
    if is_holiday(note):
        return Name(PENDING, "holiday", seat=note.seat, tag=tag)
    return Name(PENDING, "consent", note.step, note.seat, tag)


def _standing_file(signed: SignedNote) -> Name:
    note = signed.read(Standing)
    return Name(PENDING, "standing", note.step, note.seat, tag_of(signed.body))


def _unlock_file(signed: SignedNote) -> Name:
    note = signed.read(Unlock)
    return Name(PENDING, "unlock", note.step, note.seat, tag_of(signed.body))


def _unrefused(check: Callable[[Position, SignedNote], object]) -> Callable[[Position, SignedNote], bool]:
    """Whether a check refuses a note: the game has gone on, or another key was entered since."""

    def holds(position: Position, signed: SignedNote) -> bool:
        try:
            check(position, signed)
        except RefereeError:
            return False
        return True

    return holds


def _is_asked(position: Position, signed: SignedNote) -> bool:
    move = signed.read(Move)
    return (move.step, move.head) == (position.step + 1, position.head) and move.seat in position.table.names


def _says_more(signed: SignedNote, known: SignedNote) -> bool:
    """Of what a party says to anything but a key the first waits, of its words on a key the last; of two for one step
    the one that hands a share over.
    """
    note, before = signed.read(Consent), known.read(Consent)
    more = (weight(note), note.secret is not None) > (weight(before), before.secret is not None)
    return key_meant(note) is not None and more


SORTS = {
    "consent": Waiting(
        file=_consent_file,
        holds=_unrefused(check_consent),
        place=lambda position, signed: consent_place(position.table, signed.read(Consent)),
        replaces=_says_more,
        lapse=True,
    ),
    "rekey": Waiting(
        file=lambda signed: Name(PENDING, "rekey", seat=author(signed), tag=tag_of(signed.body)),
        holds=_unrefused(check_rekey),
        place=lambda position, signed: (position.table.place(author(signed)), signed.id),
    ),
    "answer": Waiting(
        file=lambda signed: Name(PENDING, "answer", signed.read(Move).step, author(signed)),
        holds=_is_asked,
        place=lambda position, signed: position.table.seat(author(signed)),
        replaces=lambda signed, known: True,
        lapse=True,
    ),
    "standing": Waiting(file=_standing_file),
    "join": Waiting(file=lambda signed: Name(PENDING, "join", seat=author(signed))),
    "accept": Waiting(file=lambda signed: Name(PENDING, "accept", seat=author(signed))),
    "mix": Waiting(file=lambda signed: Name(PENDING, "mix", seat=author(signed))),
    "unlock": Waiting(file=_unlock_file),
}
"""The sorts of notes that wait; an `answer` is the move of one of those who are asked at once."""


def file_of(signed: SignedNote) -> str:
    """The file in `pending/` of a note that waits."""
    return str(SORTS[_sort_of(signed)].file(signed))


def _sort_of(signed: SignedNote) -> str:
    return "answer" if signed.type == "move" else signed.type


def keep_waiting(folder: Folder, signed: SignedNote, *, last: bool = False) -> bool:
    """Let a note wait; whether it is new here. What its own author has just said is the `last` word in any case."""
    name, replaces, data = file_of(signed), SORTS[_sort_of(signed)].replaces, render_bundle((signed,))
    if replaces is None:
        return folder.write_pending(name, data)
    known = _waiting_note(folder, name, signed)
    if known is not None and not last and not replaces(signed, known):
        return False
    folder.replace_pending(name, data)
    return known is None or known.note() != signed.note()


def _waiting_note(folder: Folder, name: str, signed: SignedNote) -> SignedNote | None:
    """What waits where a note would; None if nothing does, or if somebody has changed it."""
    if name not in folder.list_pending():
        return None
    try:
        known = read_bundle(folder.read_pending(name))[0]
        known.read(type(signed.note()))
    except RefereeError:
        return None
    return known


def held(desk: Desk, sort: str) -> tuple[SignedNote, ...]:
    """The notes of a sort that still hold for the step that is asked for now, in the order of a step file."""
    row, position = SORTS[sort], desk.history.position
    found = notes_kept(desk.folder, sort)
    if position is None or row.holds is None or row.place is None:
        return found
    places = [(row.place(position, signed), signed) for signed in found if row.holds(position, signed)]
    return tuple(signed for _, signed in sorted(places, key=lambda pair: pair[0]))


def drop(folder: Folder, step: int, entered: Notes) -> None:
    """Remove what has waited for `step` and the ones before, which are closed, and the holidays among the notes of the
    step, `entered`; others hold on, and so do words about a key. The moves of seats that a step has let pass are kept
    as evidence, here and at their authors.
    """
    keep_passed_over(folder, step, entered)
    spent = {file_of(signed) for signed in entered if signed.type == "consent" and is_holiday(signed.read(Consent))}
    for name in folder.list_pending():
        known = parse(PENDING, name)
        lapsed = known is not None and known.kind in SORTS and SORTS[known.kind].lapse and known.step <= step
        if lapsed or name in spent:
            folder.drop_pending(name)


def drop_keys(desk: Desk) -> None:
    """Remove the new keys that no step can enter any more, and what was said about them. Asked of a desk that has the
    newest step.
    """
    waiting = {signed.id for signed in held(desk, "rekey")}
    spoken = kept(desk.folder, "key").items()
    of = {name: key_meant(signed.read(Consent)) for name, (signed,) in spoken}
    of |= {name: signed.id for name, (signed,) in kept(desk.folder, "rekey").items()}
    for name in of:
        if of[name] not in waiting:
            desk.folder.drop_pending(name)


def ahead_name(step: int) -> str:
    """The file in `pending/` of a step that waits: `ahead-0013.note`."""
    return str(Name(PENDING, "ahead", step))


def steps_ahead(desk: Desk) -> tuple[int, ...]:
    """The steps that wait, ascending; those that the record has by now are among them until they are dropped."""
    found = (parse(PENDING, name) for name in desk.folder.list_pending())
    return tuple(sorted(name.step for name in found if name is not None and name.kind == "ahead"))


def missing_steps(desk: Desk) -> tuple[int, ...]:
    """The steps that must come before those that wait can be entered; none if nothing waits."""
    ahead = steps_ahead(desk)
    return tuple(step for step in range(desk.position.step + 1, max(ahead, default=0)) if step not in ahead)


def gap(desk: Desk) -> dict[str, Sentence | str]:
    """What is said of a gap: the `missing` letters, the `kept` ones, and `who` can write a missing one again; everybody
    has the same record.
    """
    return {
        "missing": ", ".join(f"{step:04d}" for step in missing_steps(desk)),
        "kept": ", ".join(f"{step:04d}" for step in steps_ahead(desk) if step > desk.position.step),
        "who": desk.table.people(party.role for party in others(desk.table, desk.role)),
    }
