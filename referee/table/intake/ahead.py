"""Keeping a step that comes before an earlier one, and reading it again when its turn has come."""

from __future__ import annotations

from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Consent, Move, Step
from referee.table.desk.ahead import ahead_name, gap, kept_steps
from referee.table.desk.desk import Desk
from referee.table.intake.mailbag import Mailbag, two_histories
from referee.table.telling.news import Notice


def keep_ahead(desk: Desk, step: int, bundle: tuple[SignedNote, ...], signed: SignedNote) -> Notice:
    """Keep the notes of a step until the ones before it are here. Raises NotAuthentic if another one waits there."""
    if step in kept_steps(desk):
        (known,) = (note for note in kept_ahead(desk, step).of("step"))
        if known.id != signed.id:
            raise two_histories(desk, step, known, signed, (known, signed))
    else:
        desk.folder.write_pending(ahead_name(step), render_bundle(bundle))
    return Notice("step-kept", gap(desk) | {"step": f"{step:04d}"})


def may_be_later_host(desk: Desk, signed: SignedNote, bag: Mailbag) -> bool:
    """Whether a step may be that of somebody whom a step before it, which is missing here, has made the host: nobody
    here has its key, and a seat has signed for that very step on that head, so that no stranger can send any.
    """
    if desk.table.signer(signed.key) is not None or not signed.is_intact:
        return False
    step = signed.note()
    if not isinstance(step, Step) or step.game != desk.table.game_id or step.step <= desk.position.step + 1:
        return False
    listed = {line.id for line in step.note}
    return any(_vouches(desk, step, other) for other in bag.of("move", "consent") if other.id in listed)


def _vouches(desk: Desk, step: Step, signed: SignedNote) -> bool:
    note, party = signed.note(), desk.table.party(signed.key)
    if not isinstance(note, Move | Consent) or party is None or not signed.is_intact:
        return False
    return (note.game, note.seat, note.step, note.head) == (step.game, party.role, step.step, step.head)


def kept_ahead(desk: Desk, step: int) -> Mailbag:
    """The notes of a step that waits. Raises Unreadable, NotAuthentic."""
    return Mailbag(read_bundle(desk.folder.read_pending(ahead_name(step))))
