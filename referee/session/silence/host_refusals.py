"""Moves that the host did not record, and why: in a shared folder a player reads it there, as no mail says it.

No note says so and nobody has signed it. So it is told as what the folder says, and nothing follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.sentence import Sentence
from referee.record.file_names import OUTBOX, name_prefix, names_with_prefix
from referee.record.note import read_bundle
from referee.session.session import Session

_NAME = "refused"


def keep_refusal(session: Session, refusals: Mapping[str, str]) -> bool:
    """Keep why the host refuses the latest move for this step, if `refusals` (by ids of moves) say so; whether that is
    new.
    """
    move = _newest_move(session)
    if move not in refusals:
        return False
    before, said = session.home.guard(session.table.offer_id, _NAME), f"{move}\n{refusals[move]}".encode()
    if before != said:
        session.home.write_guard(session.table.offer_id, said, _NAME)
    return before != said


def host_refuses(session: Session) -> Sentence | None:
    """That the host refuses the latest move for this step, and why, as far as that is known here; None if not."""
    kept = (session.home.guard(session.table.offer_id, _NAME) or b"").decode("utf-8", "replace")
    move, _, why = kept.partition("\n")
    if not move or move != _newest_move(session):
        return None
    return Sentence("host-refuses", why=why) if why else Sentence("host-refuses-unsaid")


def _newest_move(session: Session) -> str:
    """The id of the move for this step that was signed last, "" for none."""
    position = session.history.position
    if position is None or session.role is None:
        return ""
    names = names_with_prefix(
        session.folder.list_outbox(), name_prefix(OUTBOX, "move", position.step + 1, session.sits or session.role)
    )
    return read_bundle(session.folder.read_outbox(names[-1]))[-1].id if names else ""
