"""An invitation as somebody names it: the mail, or a folder of mails with the newest one among them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from referee.cli.receiving.delivery import notes_in
from referee.kernel.errors import FileTrouble, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.post.inbox import mails_in
from referee.record import files
from referee.record.mails.intake import unwrap
from referee.record.note import SignedNote
from referee.record.notes import Charter, Join
from referee.record.store import read_input
from referee.table.desk.joins import latest_of_keys
from referee.table.seating import author


class Invitation(msgspec.Struct, frozen=True):
    """An offer and the joins that lie beside it, of each key the latest."""

    offer: SignedNote
    joins: tuple[SignedNote, ...] = ()

    def taken(self, own: Iterable[bytes]) -> set[str]:
        """The seats that other keys than the `own` ones have joined for."""
        return {author(signed) for signed in self.joins if signed.key not in own}


def invitation_in(path: Path) -> Invitation:
    """The one invitation of a mail, or the newest in a folder of mails.

    Raises:
        OutOfOrder: it is the charter of a game that has its players. Unreadable: there is none, or several in a mail.
    """
    if path.is_dir():
        return _newest_in(path)
    notes = unwrap(read_input(path)).signed_notes
    offers = [signed for signed in notes if signed.type == "offer"]
    for signed in notes:
        charter = signed.note() if signed.type == "charter" else None
        if isinstance(charter, Charter):
            raise OutOfOrder(
                "this-is-the-charter", seats=", ".join(charter.seat), hint=Sentence("take-it-in", path=path)
            )
    if len(offers) != 1:
        raise Unreadable("offers-found", path=str(path), count=len(offers))
    return _with_joins(offers[0], notes)


def _newest_in(folder: Path) -> Invitation:
    """A mail that brings a charter as well invites nobody any more."""
    mails = [(mail, notes_in(mail)) for mail in mails_in([folder])]
    found: dict[float, SignedNote] = {}
    for mail, notes in mails:
        if not any(signed.type == "charter" for signed in notes):
            found |= {_written(mail.name): signed for signed in notes if signed.type == "offer"}
    if not found:
        raise Unreadable("no-invitation-there", path=str(folder), hint=Sentence("save-invitation-there"))
    return _with_joins(found[max(found)], [signed for _, notes in mails for signed in notes])


def _written(name: str) -> float:
    """When the file of a mail was written; a mail in a mailbox file has a number behind its name."""
    path = Path(name)
    try:
        return files.written(path if path.exists() else Path(name.rpartition(" (")[0]))
    except FileTrouble:
        return 0.0


def _with_joins(offer: SignedNote, notes: Iterable[SignedNote]) -> Invitation:
    joins = (signed for signed in notes if signed.type == "join" and signed.is_readable)
    return Invitation(offer, latest_of_keys(signed for signed in joins if signed.read(Join).offer == offer.id))
