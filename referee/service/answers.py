"""Checks that an answer is for the current state of the table and for the text that was read."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.canonical_json import canonical, tagged_hash
from referee.kernel.sentence import Sentence
from referee.messages.forecast import failing_plan_sentences, next_step_forecast
from referee.protocol.step.draft import MoveDraft
from referee.protocol.step.planned_orders import planned_order_text
from referee.record.file_names import OUTBOX, name_prefix, names_with_prefix
from referee.record.note import read_bundle
from referee.service.ask import Ask, digest_of
from referee.service.errors import Changed, Stale
from referee.service.table import OpenTable
from referee.session.todo.waiting_for import standing_named_next

_LETTERS = 32
"""The hexadecimal digits that identify a record in a stamp: 128 bits."""

_NOTHING_WAITS = "-"
"""The mark in a stamp for no own move."""


def table_stamp(table: OpenTable) -> str:
    """The stamp of a table as it was opened: which record it has, and the id of the reader's own move that waits to be
    entered. It is another one once a note was entered, and once this reader has signed, in whatever window.
    """
    notes = table.session.history.signed_notes
    ids = canonical([[name, *(signed.id for signed in notes[name])] for name in sorted(notes)])
    return f"{tagged_hash('stamp', ids).hex()[:_LETTERS]}.{_waiting_move(table)}"


def _waiting_move(table: OpenTable) -> str:
    session = table.session
    if session.history.position is None or session.role is None:
        return _NOTHING_WAITS
    begins = name_prefix(OUTBOX, "move", session.position.step + 1, session.role)
    names = names_with_prefix(session.folder.list_outbox(), begins)
    return read_bundle(session.folder.read_outbox(names[-1]))[-1].id if names else _NOTHING_WAITS


def move_ask(table: OpenTable, stamp: str, drafted: MoveDraft, say: Sequence[str] = ()) -> Ask:
    """What signing a move would be: its orders in words, what follows, what may come to nothing, and the digest of all
    that would be in the note, of the move it takes the place of, and of the position it answers.
    """
    session, lang = table.session, table.reader.lang
    position, seat, notation = session.position, session.eyes.seat, session.table.game.notation
    assert seat is not None, "a move was drafted by a seat"
    sealed = tuple(planned_order_text(session.table.game, line).told(lang) for line in drafted.lines)
    orders = ", ".join((*((notation.said(", ".join(drafted.do)).told(lang),) if drafted.do else ()), *sealed))
    parts = {
        "orders": drafted.do,
        "sealed": drafted.lines,
        "say": tuple(say),
        "standing": standing_named_next(session).note or "",
        "instead": stamp.rpartition(".")[2],
    }
    return Ask(
        digest=digest_of(stamp, session.table.names[seat], parts),
        sentence=Sentence("signs-orders", orders=orders).told(lang),
        then=(next_step_forecast(position, seat, drafted, lang).told(lang),),
        warnings=failing_plan_sentences(position, seat, drafted, lang),
        label=Sentence("page-sign").told(lang),
        secret=session.passphrase is not None,
    )


def check_stamp(table: OpenTable, stamp: str) -> None:
    """Check that the table is as the reader saw it. Raises Stale."""
    now = table_stamp(table)
    if stamp != now:
        raise Stale(now)


def check_digest(ask: Ask, digest: str) -> None:
    """Check that a yes is for this question. Raises Changed."""
    if digest != ask.digest:
        raise Changed(ask)
