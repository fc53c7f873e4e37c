"""Which mails this home has sent, so that none is sent twice unasked; kept in the home with the rest of the game."""

from __future__ import annotations

from referee.post.drafts import Draft
from referee.table.desk.desk import Desk

_NAME = "sent"


class Sent:
    """The mails of one game that were handed in: id and address, a line each."""

    def __init__(self, desk: Desk) -> None:
        offer = desk.history.offer
        assert offer is not None  # nothing is mailed of a game that has none
        self.home, self.game = desk.home, offer.id
        data = self.home.guard(self.game, _NAME) or b""
        self.lines = set(data.decode("ascii", "replace").splitlines())

    def has(self, draft: Draft) -> bool:
        """Whether this mail was sent to this address."""
        return f"{draft.message_id} {draft.to}" in self.lines

    def has_id(self, message_id: str, address: str = "") -> bool:
        """Whether a mail of this id was sent, to this address if one is given."""
        told = [line.partition(" ")[2].casefold() for line in self.lines if line.partition(" ")[0] == message_id]
        return address.casefold() in told if address else bool(told)

    def add(self, draft: Draft) -> None:
        """Remember that it was."""
        self.add_id(draft.message_id, draft.to)

    def add_id(self, message_id: str, to: str) -> None:
        """Remember that something of this id was told to somebody, by mail or otherwise."""
        self.lines.add(f"{message_id} {to}")
        self.home.write_guard(self.game, "".join(f"{line}\n" for line in sorted(self.lines)).encode("ascii"), _NAME)
