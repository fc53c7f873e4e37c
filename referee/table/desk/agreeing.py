"""What somebody asks the reader to agree to, as things to do: an end, a step back, a new key, another host."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.safe import safe_text
from referee.record.notes import Rekey
from referee.table.desk.consents import proposals
from referee.table.desk.desk import Desk
from referee.table.desk.rekeys import is_asked_of, rekey_name, waiting_rekeys
from referee.table.desk.task import Task
from referee.table.seating import REFEREE
from referee.table.step.table_lines import Back, Ended, TableLine, consent_to
from referee.table.telling.decided import agreement_told
from referee.table.telling.news import Notice
from referee.table.telling.people import called_in


def to_agree(desk: Desk) -> Iterator[Task]:
    """What waits for the reader's consent, the proposals for the next step first; nothing that was agreed to before."""
    if desk.role is None or desk.position.over:
        return
    proposed = proposals(desk)
    several = sum(isinstance(line, Back) for line, _, _ in proposed) > 1
    for line, _, missing in proposed:
        if desk.role in missing and (typed := _typed(line, several=several)):
            what = agreement_told(consent_to(line) or "")
            yield Task(Notice("consent-is-asked", {"what": what}), f"referee consent {typed}")
    for signed in waiting_rekeys(desk):
        note = signed.read(Rekey)
        if is_asked_of(desk, signed):
            file = desk.folder.path / "pending" / rekey_name(signed, note)
            yield Task(_key_notice(desk, note), "referee consent", file=file)


def _typed(line: TableLine, *, several: bool) -> str:
    """How a proposal is called behind `referee consent`; "" for one that only its own seat agrees to."""
    match line:
        case Ended():
            return "draw" if line.how == "draw" else "end"
        case Back():
            return f"back {line.step}" if several else "back"
    return ""


def _key_notice(desk: Desk, note: Rekey) -> Notice:
    name = safe_text(note.name) if note.name is not None else called_in(desk.table, note.seat)
    return Notice("host-consent-asked" if note.seat == REFEREE else "key-consent-asked", {"name": name})
