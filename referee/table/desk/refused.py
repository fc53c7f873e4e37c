"""What a player has been told of a move that the host does not enter, where no mail says it: in a shared folder.

No note says so and nobody has signed it. So it is told as what the folder says, and nothing follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.sentence import Sentence
from referee.record.names import OUTBOX, beginning, begins
from referee.record.note import read_bundle
from referee.table.desk.desk import Desk

_NAME = "refused"


def keep_refusal(desk: Desk, refusals: Mapping[str, str]) -> bool:
    """Keep why the host refuses the newest move for this step, if `refusals` (by ids of moves) say so; whether that is
    new.
    """
    move = _newest_move(desk)
    if move not in refusals:
        return False
    before, said = desk.home.guard(desk.table.offer_id, _NAME), f"{move}\n{refusals[move]}".encode()
    if before != said:
        desk.home.write_guard(desk.table.offer_id, said, _NAME)
    return before != said


def host_refuses(desk: Desk) -> Sentence | None:
    """That the host refuses the newest move for this step, and why, as far as that is known here; None if not."""
    kept = (desk.home.guard(desk.table.offer_id, _NAME) or b"").decode("utf-8", "replace")
    move, _, why = kept.partition("\n")
    if not move or move != _newest_move(desk):
        return None
    return Sentence("host-refuses", why=why) if why else Sentence("host-refuses-unsaid")


def _newest_move(desk: Desk) -> str:
    """The id of the move for this step that was signed last, "" for none."""
    position = desk.history.position
    if position is None or desk.role is None:
        return ""
    names = beginning(desk.folder.list_outbox(), begins(OUTBOX, "move", position.step + 1, desk.sits or desk.role))
    return read_bundle(desk.folder.read_outbox(names[-1]))[-1].id if names else ""
