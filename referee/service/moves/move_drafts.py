"""The draft of a move: orders that are chosen but not signed, kept in the home and offered the next time.

It is written after every order, so that a power cut loses none. It is as secret as the hand: it is only in the home,
readable by its owner, and is deleted when the move is signed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from referee.crypto.keys import fingerprint
from referee.kernel.canonical_json import decode_as
from referee.kernel.errors import OutOfOrder, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.step.split_orders import parts_of_line
from referee.service.answers import check_stamp
from referee.service.moves import slip_checks

if TYPE_CHECKING:
    from referee.record.mails.order_slips import OrderSlip
    from referee.service.table import OpenTable
    from referee.session.session import Session


class StoredDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The lines of a draft, and whose it is."""

    game: str
    """The id of the game."""
    step: int
    """The step that it is for."""
    seat: str
    """The seat that would sign it."""
    key: str
    """The fingerprint of the key of that seat."""
    lines: tuple[str, ...]
    """The orders, and after them the lines to be sealed."""
    mailed: bool = False
    """Whether they were sent home from a page and nobody has read them here yet."""
    say: tuple[str, ...] = ()
    """The lines to all that go with it."""

    @property
    def orders(self) -> tuple[str, ...]:
        """The lines up to the first that is sealed on purpose."""
        return self.lines[: self._sealed_from]

    @property
    def plan(self) -> tuple[str, ...]:
        """The first line that is sealed on purpose, and those after it."""
        return self.lines[self._sealed_from :]

    @property
    def _sealed_from(self) -> int:
        sealed = (any(part.condition is not None for part in parts_of_line(line)) for line in self.lines)
        return next((at for at, is_sealed in enumerate(sealed) if is_sealed), len(self.lines))


def keep_draft(
    table: OpenTable, stamp: str, orders: Sequence[str], plan: Sequence[str] = (), say: Sequence[str] = ()
) -> None:
    """Keep what is chosen so far in place of what was kept; if nothing is chosen, no draft is kept. Raises Stale."""
    check_stamp(table, stamp)
    store_draft(table.session, (*orders, *plan), say)


def store_slip_as_draft(session: Session, slip: OrderSlip) -> None:
    """Keep the orders of a slip as a draft, which its author reads before anything is signed.

    Raises:
        NotAuthentic, OutOfOrder: they are not of the page of this turn.
        OutOfOrder: other orders are kept here, which were typed and go first.
        FileTrouble, Unreadable: as `stored_draft`, or the home cannot be written to.
    """
    slip_checks.check_order_slip(session, slip)
    own, found = _draft_of(session, slip.orders), stored_draft(session)
    if found is not None and found.step == own.step and found.lines != own.lines and not found.mailed:
        raise OutOfOrder("other-draft-kept", hint=Sentence("drop-draft-first"))
    _write_draft(session, msgspec.structs.replace(own, mailed=True))


def store_draft(session: Session, lines: Sequence[str], say: Sequence[str] = ()) -> None:
    """Keep these lines in place of what was kept; no lines are no draft. A home that cannot be written to keeps none:
    nobody loses a dialogue for that.
    """
    with suppress(RefereeError):
        if lines or say:
            _write_draft(session, _draft_of(session, lines, say))
        else:
            drop_draft(session)


def drop_draft(session: Session) -> None:
    """Delete the draft; it is not an error if there is none. Raises FileTrouble."""
    session.home.drop_guard(session.table.game_id, draft_name(session))


def stored_draft(session: Session) -> StoredDraft | None:
    """The draft of this seat, whatever step it is for, or None.

    Raises:
        FileTrouble: it is open to others, or no regular file. Unreadable: it is damaged.
        OutOfOrder: another key has typed it, or it is for a step that this folder does not know yet.
    """
    game, path = session.table.game_id, session.home.game_path(session.table.game_id, draft_name(session))
    data = session.home.guard(game, draft_name(session))
    if data is None:
        return None
    try:
        found = decode_as(StoredDraft, data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Unreadable("draft-damaged", path=path) from None
    own = msgspec.structs.replace(_draft_of(session, found.lines, found.say), mailed=found.mailed)
    is_empty = not (found.lines or found.say)
    if is_empty or found.step > own.step or msgspec.structs.replace(found, step=own.step) != own:
        raise OutOfOrder("draft-of-another", path=path)
    return found


def draft_name(session: Session) -> str:
    """The name of the file in which the home keeps the draft of the reader's seat."""
    return f"draft-{session.role}"


def _write_draft(session: Session, draft: StoredDraft) -> None:
    session.home.write_guard(draft.game, msgspec.json.encode(draft, order="sorted") + b"\n", draft_name(session))


def _draft_of(session: Session, lines: Sequence[str], say: Sequence[str] = ()) -> StoredDraft:
    assert session.key is not None
    key, step = fingerprint(session.key.public), session.position.step + 1
    return StoredDraft(session.table.game_id, step, session.role or "", key, tuple(lines), say=tuple(say))
