"""What a picture of a step shows, and to whom: for a file, a letter or a page."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kernel.game import View
from referee.table.step.position import Position


def picture_view(view: View, position: Position, before: Position | None, *, strengths: bool = False) -> View:
    """The view for a picture: the orders of the last step are ringed, and with `strengths` kingdoms are outlined.

    A picture is passed on. So without a hand in it, it holds only what everybody may see: not even the points that the
    reader alone knows.
    """
    return replace(
        view,
        seat=view.seat if view.own is not None else None,
        since=None,
        before=before.state if before is not None else None,
        orders=position.orders,
        strengths=strengths,
    )
