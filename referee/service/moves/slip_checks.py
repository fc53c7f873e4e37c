"""Orders that are sent home from the page of a turn: what that page has to show, and what is held against it.

Anyone who has a page may click a turn together, so the page shows its key's own mark of game, step and seat:
a mail from others makes no draft, nor does that of an earlier turn.
"""

from __future__ import annotations

from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.hashing import secret_for
from referee.record.mails.order_slips import OrderSlip, slip_game_mark, slip_heading_text
from referee.session.session import Session


def order_slip_heading(session: Session) -> str:
    """What the page of this turn puts above its orders."""
    step = session.position.step + 1
    return slip_heading_text(session.table.game_id, step, session.role or "", _mark(session, step))


def check_order_slip(session: Session, slip: OrderSlip) -> None:
    """Check that a slip comes from the page of the reader's own turn, and that the turn is still to be played.

    Raises:
        NotAuthentic: it is of no page that was made with this key for this game and seat.
        OutOfOrder: it is for another step.
    """
    whose = (slip.game, slip.seat) == (slip_game_mark(session.table.game_id), session.role)
    if session.key is None or not whose or slip.page != _mark(session, slip.step):
        raise NotAuthentic("orders-of-no-page")
    if slip.step != session.position.step + 1:
        raise OutOfOrder("orders-of-other-step", step=slip.step, now=session.position.step + 1)


def _mark(session: Session, step: int) -> str:
    return encode_b64(secret_for(session.signer().memory_key(), f"slip {session.table.game_id} {step} {session.role}"))
