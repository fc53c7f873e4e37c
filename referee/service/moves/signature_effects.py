"""The immediate effects of a signature on this computer: a playing host records the note, practice bots answer it, and
it is put into the shared folder of the game.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from referee.kernel.errors import BrokenState, RefereeError
from referee.practice.open_table import is_practice_session
from referee.practice.opponents import let_opponents_play, opponents_are_due, opponents_of
from referee.service.dates import now_utc
from referee.service.errors import refusal_of
from referee.service.home.shared_folders import put_in_shared_folder
from referee.service.signed_notes import Signed
from referee.service.table import OpenTable
from referee.service.views.capabilities import sending_of
from referee.session.incoming.receive import receive


def deliver(table: OpenTable, signed: Signed, *, ends: bool = False, enters: bool = True) -> Signed:
    """Do all that follows from a note here; gives it with how it gets to the others, what it led to, and why a host who
    plays has not entered it: without `enters` nothing is, and only with `ends` a step that ends the game. Raises
    FileTrouble, OutOfOrder: the next call goes on.
    """
    session, lang = table.session, table.reader.lang
    others = opponents_of(session.folder.path)
    if others is not None:
        if is_practice_session(session) and opponents_are_due(others, session):
            let_opponents_play(others, session, lang)
        return replace(signed, way="none", led=())
    is_entered = enters and session.sits and not session.is_host
    done = _enter(table, signed, ends=ends) if is_entered else replace(signed, led=())
    way = "folder" if put_in_shared_folder(session) else sending_of(session, practice=False)[0]
    return replace(done, way=way)


def _enter(table: OpenTable, signed: Signed, *, ends: bool) -> Signed:
    """Let the side that hosts receive the note of a host who plays."""
    lang, host = table.reader.lang, table.session.turned()
    try:
        mail = table.session.folder.read_outbox(Path(signed.file).name)
        notices, _ = receive(host, mail, confirm_end=ends, lang=lang, moment=now_utc())
    except BrokenState:
        raise
    except RefereeError as refused:
        return replace(signed, led=(), refused=refusal_of(refused, lang))
    return replace(signed, led=tuple(notice.said.told(lang) for notice in notices))
