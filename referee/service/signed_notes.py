"""Signing a note: the question before it, and the result once its file is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.drawing.safe_text import safe_text
from referee.kernel.sentence import Sentence
from referee.service.answers import check_stamp, table_stamp
from referee.service.ask import Ask, digest_of
from referee.service.errors import Refused
from referee.service.table import OpenTable
from referee.session.send import OutgoingNote, SentNote, send
from referee.session.session import Session


class Signed(msgspec.Struct, frozen=True):
    """A note that was signed, or, of `standing` without lines, the one that holds."""

    type: str
    """The type of the note, as `move`."""
    id: str
    """The id of the note; empty where no standing note holds."""
    file: str
    """The path of the file that holds it; empty for a note that was signed before."""
    to: str
    """Who must get it: `host` or `all`."""
    game: str = ""
    """The id of the game; empty before the charter."""
    seats: tuple[str, ...] = ()
    """The seats clockwise, for a charter; empty for any other note."""
    attempt: int = 1
    """The number of the attempt, for an offer; 1 for any other note."""
    do: tuple[str, ...] = ()
    """The orders in the clear, in the game's canonical spelling; empty if there are none."""
    sealed: tuple[str, ...] = ()
    """The lines that are sealed in it, in the order of their use."""
    standing: str = ""
    """The id of the standing note that a move names; empty if it names none."""
    test_keys: tuple[str, ...] = ()
    """The roles of a charter whose key is a published test key."""
    pack: str = ""
    """The path of the data pack to send along with an offer; empty if none is needed."""
    letter: str = ""
    """The path of the letter to everyone, if the note closed a step here; empty otherwise."""
    again: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether it had been signed already, so that nothing was signed now; absent where nothing was delivered."""
    way: str | msgspec.UnsetType = msgspec.UNSET
    """How it gets to the others: `folder`, `account`, `files` by hand, `none`; absent where nothing was delivered."""
    led: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """What it led to here at once, a sentence each; absent where that is not said."""
    refused: Refused | msgspec.UnsetType = msgspec.UNSET
    """Why the reader, who hosts too, has not entered it; absent if nothing was refused."""


def ask_of(
    table: OpenTable,
    sentence: str,
    parts: Mapping[str, str | Sequence[str]],
    *,
    stamp: str | None = None,
    then: Sequence[str] = (),
    warnings: Sequence[str] = (),
    label: str = "page-sign",
) -> Ask:
    """What waits for a yes, in a sentence, at a table with a `stamp`, or as it is; `parts` are what would be signed, by
    name, and `label` is the code of the text on the button.
    """
    digest = digest_of(table_stamp(table) if stamp is None else stamp, table.session.role or "", parts)
    secret = table.session.passphrase is not None
    return Ask(digest, sentence, tuple(then), tuple(warnings), table.sentence(label), secret)


def send_current(table: OpenTable, going: OutgoingNote) -> SentNote:
    """`send`, where the table under the lock is still as it was opened. Raises Stale: it is not; and as `send`."""
    stamp = table_stamp(table)
    return send(table.session, msgspec.structs.replace(going, check=lambda: check_stamp(table, stamp)))


def signed_of(sent: SentNote, to: str, **more: Any) -> Signed:
    """The result for a note that was sent to `to`; `more` are fields of `Signed`."""
    return Signed(sent.note.type, sent.note.id, str(sent.path), to, **more)


def host_can_read_lines(session: Session, lang: str) -> list[str]:
    """That a host who plays could read what is sealed, said once a game: with the first note that seals something."""
    table = session.table
    if table.terms.host in ("", session.role):
        return []
    own = (signed for signed_notes in session.history.signed_notes.values() for signed in signed_notes)
    if any(signed.key == session.signer().public and b"\nseal " in signed.body for signed in own):
        return []
    name = safe_text(table.called[table.seat(table.terms.host)])
    return [Sentence("host-reads-sealed", name=name).told(lang)]
