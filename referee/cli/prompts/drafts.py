"""The draft of a move at the terminal: who has typed one is asked whether to go on with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.errors import StoppedByUser, StoppedWithDraft
from referee.cli.printing.output import print_notice
from referee.cli.prompts.terminal import ask_line
from referee.i18n.refusal_text import refusal_lines
from referee.kernel.errors import RefereeError
from referee.kernel.grammar.lexer import healed
from referee.kernel.sentence import Sentence
from referee.record import files
from referee.service.dates import local_time, time_text
from referee.service.moves.move_drafts import StoredDraft, draft_name, drop_draft, store_draft, stored_draft
from referee.session.session import Session

_GO_ON, _LEAVE, _DROP = ("", "y", "yes", "s", "si"), ("n", "no"), ("drop", "d", "butta", "b")


def stored_draft_lines(context: Context, session: Session) -> tuple[str, ...]:
    """The lines with which somebody goes on who is asked about their draft; none without one. What is wrong with
    it is said, and the file left alone until a new line replaces it.
    """
    found = _kept_draft(context, session)
    if found is None or not found.lines:
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
    """The draft for the next step or a later one; None if there is no draft or, with a notice, if it is older or cannot
    be read.
    """
    try:
        found = stored_draft(session)
        if found is None or found.step > session.position.step:
            return found
        drop_draft(session)
        print_notice(context.sentence("draft-older", step=found.step))
    except RefereeError as refused:
        values = refused.values.items()
        refused.said = Sentence(
            refused.code, **{name: path_text(value) if isinstance(value, Path) else value for name, value in values}
        )
        for line in refusal_lines(refused, context.lang):
            print_notice(line)
    return None


def _tell_of_draft(context: Context, session: Session, code: str, found: StoredDraft) -> None:
    when = local_time(files.modified_at(session.home.game_path(found.game, draft_name(session))))
    print_notice(context.sentence(code, when=time_text(context.lang, when)))
    print_notice("  " + ", ".join(found.lines))
