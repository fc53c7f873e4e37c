"""Keeping a step that comes before an earlier one, and reading it again when its turn has come."""

from __future__ import annotations

from referee.record.note import SignedNote, read_bundle, render_bundle
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


def kept_ahead(desk: Desk, step: int) -> Mailbag:
    """The notes of a step that waits. Raises Unreadable, NotAuthentic."""
    return Mailbag(read_bundle(desk.folder.read_pending(ahead_name(step))))
