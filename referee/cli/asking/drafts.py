"""The draft of a move: what somebody has typed and not signed, kept in the home and offered the next time.

It is written after every line, so that whatever ends the dialogue, a closed window or a power cut, loses none of it. It
is as secret as the hand: it lies in the home alone, readable by its owner, and goes with the signature.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import msgspec

from referee.cli.asking.prompt import ask
from referee.cli.context import Context
from referee.cli.paths import shown
from referee.cli.printing.errors import Kept, Stopped
from referee.cli.printing.moments import at, local
from referee.cli.printing.output import note
from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, RefereeError, Unreadable
from referee.kernel.grammar.vocabulary import healed
from referee.kernel.sentence import Sentence
from referee.record import files
from referee.record.mails.slips import Slip
from referee.table.desk.desk import Desk
from referee.table.desk.slips import check_slip
from referee.words.refusals import refusal_lines

_GO_ON, _LEAVE, _DROP = ("", "y", "yes", "s", "si"), ("n", "no"), ("drop", "d", "butta", "b")


class KeptDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The lines of a draft, and whose it is: game, step that it is for, seat, fingerprint of the key; and whether they
    were sent home from a page and nobody has read them here yet.
    """

    game: str
    step: int
    seat: str
    key: str
    lines: tuple[str, ...]
    mailed: bool = False


def keep_slip(desk: Desk, slip: Slip) -> None:
    """Keep the orders of a slip as a draft, which its author reads before anything is signed.

    Raises:
        NotAuthentic, OutOfOrder: they are not of the page of this turn.
        OutOfOrder: other orders are kept here, which were typed and go first.
        FileTrouble, Unreadable: as `kept`, or the home cannot be written to.
    """
    check_slip(desk, slip)
    own, found = _draft_of(desk, slip.orders), kept(desk)
    if found is not None and found.step == own.step and found.lines != own.lines and not found.mailed:
        raise OutOfOrder("other-draft-kept", hint=Sentence("drop-draft-first"))
    draft = msgspec.structs.replace(own, mailed=True)
    desk.home.write_guard(own.game, msgspec.json.encode(draft, order="sorted") + b"\n", _draft_name(desk))


def keep(desk: Desk, lines: Sequence[str]) -> None:
    """Keep these lines in place of what was kept; no lines are no draft. A home that cannot be written to keeps none:
    nobody loses a dialogue for that.
    """
    own = _draft_of(desk, lines)
    with suppress(RefereeError):
        if lines:
            desk.home.write_guard(own.game, msgspec.json.encode(own, order="sorted") + b"\n", _draft_name(desk))
        else:
            drop(desk)


def drop(desk: Desk) -> None:
    """Forget the draft; it is no error if there is none. Raises FileTrouble."""
    desk.home.drop_guard(desk.table.game_id, _draft_name(desk))


def kept(desk: Desk) -> KeptDraft | None:
    """The draft of this seat, whatever step it is for, or None.

    Raises:
        FileTrouble: it is open to others, or no regular file. Unreadable: it is damaged.
        OutOfOrder: another key has typed it, or it is for a step that this folder does not know yet.
    """
    game, path = desk.table.game_id, desk.home.game_path(desk.table.game_id, _draft_name(desk))
    data = desk.home.guard(game, _draft_name(desk))
    if data is None:
        return None
    try:
        found = msgspec.json.decode(data, type=KeptDraft)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Unreadable("draft-damaged", path=shown(path)) from None
    own = _draft_of(desk, found.lines)
    if not found.lines or found.step > own.step or msgspec.structs.replace(found, step=own.step, mailed=False) != own:
        raise OutOfOrder("draft-of-another", path=shown(path))
    return found


def lines_kept(context: Context, desk: Desk) -> tuple[str, ...]:
    """The lines with which somebody goes on who is asked about their draft; none without one. What is wrong with
    it is said, and the file left alone until a new line replaces it.
    """
    found = _kept_draft(context, desk)
    if found is None:
        return ()
    _tell_of_draft(context, desk, "draft-from-page" if found.mailed else "draft-of", found)
    while True:
        answer = healed(ask(context.sentence("draft-go-on"))).strip()
        if answer in _GO_ON:
            return found.lines
        if answer in _DROP:
            drop(desk)
            note(context.sentence("draft-dropped"))
        if answer in (*_LEAVE, *_DROP):
            return ()
        note(context.sentence("draft-answer-first"))


def replace(context: Context, desk: Desk, lines: Sequence[str]) -> None:
    """Keep the lines that came with the command, and say which others they replace."""
    found = _kept_draft(context, desk)
    if found is not None and found.lines != tuple(lines):
        _tell_of_draft(context, desk, "draft-gives-way", found)
    keep(desk, lines)


@contextmanager
def keeping(desk: Desk) -> Iterator[None]:
    """Anybody who leaves meanwhile hears that the draft is kept. Raises Kept in place of any way to leave."""
    try:
        yield
    except (Stopped, EOFError, KeyboardInterrupt):
        found = None
        with suppress(RefereeError):
            found = kept(desk)
        if found is not None and found.step > desk.position.step:
            raise Kept("draft-kept") from None
        raise


def _kept_draft(context: Context, desk: Desk) -> KeptDraft | None:
    """The draft for the step that is asked; what else there is of one is told."""
    try:
        found = kept(desk)
        if found is None or found.step > desk.position.step:
            return found
        drop(desk)
        note(context.sentence("draft-older", step=found.step))
    except RefereeError as refused:
        for line in refusal_lines(refused, context.lang):
            note(line)
    return None


def _tell_of_draft(context: Context, desk: Desk, code: str, found: KeptDraft) -> None:
    when = local(files.written_at(desk.home.game_path(found.game, _draft_name(desk))))
    note(context.sentence(code, when=at(context, when)))
    note("  " + ", ".join(found.lines))


def _draft_of(desk: Desk, lines: Sequence[str]) -> KeptDraft:
    assert desk.key is not None
    key = fingerprint(desk.key.public)
    return KeptDraft(desk.table.game_id, desk.position.step + 1, desk.role or "", key, tuple(lines))


def _draft_name(desk: Desk) -> str:
    return f"draft-{desk.role}"
