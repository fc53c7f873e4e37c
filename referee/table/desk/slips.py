"""Orders that are sent home from the page of a turn: what that page has to show, and what is held against it.

Whoever has a page may click a turn together, so the page shows its key's own mark of game, step and seat: a mail of
anybody else's makes no draft, nor does that of an earlier turn.
"""

from __future__ import annotations

from referee.kernel.canon import b64
from referee.kernel.digest import labelled
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.record.mails.slips import Slip, heading, mark_of
from referee.table.desk.desk import Desk


def slip_heading(desk: Desk) -> str:
    """What the page of this turn puts above its orders."""
    step = desk.position.step + 1
    return heading(desk.table.game_id, step, desk.role or "", _mark(desk, step))


def check_slip(desk: Desk, slip: Slip) -> None:
    """Check that a slip comes from the page of the reader's own turn, and that the turn is still to be played.

    Raises:
        NotAuthentic: it is of no page that was made with this key for this game and seat.
        OutOfOrder: it is for another step.
    """
    whose = (slip.game, slip.seat) == (mark_of(desk.table.game_id), desk.role)
    if desk.key is None or not whose or slip.page != _mark(desk, slip.step):
        raise NotAuthentic("orders-of-no-page")
    if slip.step != desk.position.step + 1:
        raise OutOfOrder("orders-of-other-step", step=slip.step, now=desk.position.step + 1)


def _mark(desk: Desk, step: int) -> str:
    return b64(labelled(desk.signer().memory_key(), f"slip {desk.table.game_id} {step} {desk.role}"))
