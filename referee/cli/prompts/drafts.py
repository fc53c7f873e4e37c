"""The draft of a move: what somebody has typed and not signed, kept in the home and offered the next time.

It is written after every line, so that whatever ends the dialogue, a closed window or a power cut, loses none of it. It
is as secret as the hand: it lies in the home alone, readable by its owner, and goes with the signature.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import msgspec

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.errors import StoppedByUser, StoppedWithDraft
from referee.cli.printing.output import print_notice
from referee.cli.prompts.terminal import ask_line
from referee.crypto.keys import fingerprint
from referee.i18n.refusal_text import refusal_lines
from referee.kernel.errors import OutOfOrder, RefereeError, Unreadable
from referee.kernel.grammar.lexer import healed
from referee.kernel.sentence import Sentence
from referee.record import files
from referee.record.mails.order_slips import OrderSlip
from referee.service.dates import local_time, time_text
from referee.session.order_slips import check_order_slip
from referee.session.session import Session

_GO_ON, _LEAVE, _DROP = ("", "y", "yes", "s", "si"), ("n", "no"), ("drop", "d", "butta", "b")


class StoredDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The lines of a draft, and whose it is: game, step that it is for, seat, fingerprint of the key; and whether they
    were sent home from a page and nobody has read them here yet.
    """

    game: str
    step: int
    seat: str
    key: str
    lines: tuple[str, ...]
    mailed: bool = False


def store_slip_as_draft(session: Session, slip: OrderSlip) -> None:
    """Keep the orders of a slip as a draft, which its author reads before anything is signed.

    Raises:
        NotAuthentic, OutOfOrder: they are not of the page of this turn.
        OutOfOrder: other orders are kept here, which were typed and go first.
        FileTrouble, Unreadable: as `kept`, or the home cannot be written to.
    """
    check_order_slip(session, slip)
    own, found = _draft_of(session, slip.orders), stored_draft(session)
    if found is not None and found.step == own.step and found.lines != own.lines and not found.mailed:
        raise OutOfOrder("other-draft-kept", hint=Sentence("drop-draft-first"))
    draft = msgspec.structs.replace(own, mailed=True)
    session.home.write_guard(own.game, msgspec.json.encode(draft, order="sorted") + b"\n", _draft_name(session))


def store_draft(session: Session, lines: Sequence[str]) -> None:
    """Keep these lines in place of what was kept; no lines are no draft. A home that cannot be written to keeps none:
    nobody loses a dialogue for that.
    """
    own = _draft_of(session, lines)
    with suppress(RefereeError):
        if lines:
            session.home.write_guard(own.game, msgspec.json.encode(own, order="sorted") + b"\n", _draft_name(session))
        else:
            drop_draft(session)


def drop_draft(session: Session) -> None:
    """Forget the draft; it is no error if there is none. Raises FileTrouble."""
    session.home.drop_guard(session.table.game_id, _draft_name(session))


def stored_draft(session: Session) -> StoredDraft | None:
    """The draft of this seat, whatever step it is for, or None.

    Raises:
        FileTrouble: it is open to others, or no regular file. Unreadable: it is damaged.
        OutOfOrder: another key has typed it, or it is for a step that this folder does not know yet.
    """
    game, path = session.table.game_id, session.home.game_path(session.table.game_id, _draft_name(session))
    data = session.home.guard(game, _draft_name(session))
    if data is None:
        return None
    try:
        found = msgspec.json.decode(data, type=StoredDraft)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Unreadable("draft-damaged", path=path_text(path)) from None
    own = _draft_of(session, found.lines)
    if not found.lines or found.step > own.step or msgspec.structs.replace(found, step=own.step, mailed=False) != own:
        raise OutOfOrder("draft-of-another", path=path_text(path))
    return found


def stored_draft_lines(context: Context, session: Session) -> tuple[str, ...]:
    """The lines with which somebody goes on who is asked about their draft; none without one. What is wrong with
    it is said, and the file left alone until a new line replaces it.
    """
    found = _kept_draft(context, session)
    if found is None:
        return ()
    _tell_of_draft(context, session, "draft-from-page" if found.mailed else "draft-of", found)
    while True:
        answer = healed(ask_line(context.sentence("draft-go-on"))).strip()
        if answer in _GO_ON:
            return found.lines
        if answer in _DROP:
            drop_draft(session)
            print_notice(context.sentence("draft-dropped"))
        if answer in (*_LEAVE, *_DROP):
            return ()
        print_notice(context.sentence("draft-answer-first"))


def replace_draft(context: Context, session: Session, lines: Sequence[str]) -> None:
    """Keep the lines that came with the command, and say which others they replace."""
    found = _kept_draft(context, session)
    if found is not None and found.lines != tuple(lines):
        _tell_of_draft(context, session, "draft-gives-way", found)
    store_draft(session, lines)


@contextmanager
def draft_kept_on_exit(session: Session) -> Iterator[None]:
    """Anybody who leaves meanwhile hears that the draft is kept. Raises Kept in place of any way to leave."""
    try:
        yield
    except (StoppedByUser, EOFError, KeyboardInterrupt):
        found = None
        with suppress(RefereeError):
            found = stored_draft(session)
        if found is not None and found.step > session.position.step:
            raise StoppedWithDraft("draft-kept") from None
        raise


def _kept_draft(context: Context, session: Session) -> StoredDraft | None:
    """The draft for the step that is asked; what else there is of one is told."""
    try:
        found = stored_draft(session)
        if found is None or found.step > session.position.step:
            return found
        drop_draft(session)
        print_notice(context.sentence("draft-older", step=found.step))
    except RefereeError as refused:
        for line in refusal_lines(refused, context.lang):
            print_notice(line)
    return None


def _tell_of_draft(context: Context, session: Session, code: str, found: StoredDraft) -> None:
    when = local_time(files.modified_at(session.home.game_path(found.game, _draft_name(session))))
    print_notice(context.sentence(code, when=time_text(context.lang, when)))
    print_notice("  " + ", ".join(found.lines))


def _draft_of(session: Session, lines: Sequence[str]) -> StoredDraft:
    assert session.key is not None
    key = fingerprint(session.key.public)
    return StoredDraft(session.table.game_id, session.position.step + 1, session.role or "", key, tuple(lines))


def _draft_name(session: Session) -> str:
    return f"draft-{session.role}"
