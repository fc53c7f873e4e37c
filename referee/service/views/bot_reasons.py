"""Why the bots of a table may have played as they did, in some of its steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.kernel.sentence import Sentence
from referee.messages.decisions_text import skipped_names
from referee.practice.opponents import opponents_of
from referee.protocol.step.bot_orders import reason_of_bot
from referee.record.file_names import step_name
from referee.service.table import OpenTable


def explained_seats(table: OpenTable) -> tuple[str, ...]:
    """The seats of bots now, in a game whose bots have reasons; at a practice table all but the first."""
    rules = table.session.history.table
    if rules is None or rules.game.reason is None:
        return ()
    practises = opponents_of(table.session.folder.path) is not None
    return tuple(name for seat, name in enumerate(rules.names) if rules.bot(name) is not None or (practises and seat))


def reasons_of_bots(table: OpenTable, steps: Iterable[int]) -> Iterator[tuple[int, str, Sentence]]:
    """(step, seat, reason) of bots in some steps; nothing of a seat that was skipped. At a practice table all seats but
    the first are bots. Raises Unreadable: what the others of a practice game have is damaged.
    """
    session = table.session
    others = opponents_of(session.folder.path)
    practised = others.settings().level if others is not None else ""
    for step in steps:
        before, after = session.seen.get(step - 1), session.seen[step]
        skipped = skipped_names(after, session.history.signed_notes[step_name(step)])
        for seat, name in enumerate(after.table.names):
            bot = after.table.bot(name)
            level = bot.level if bot is not None else practised if seat else ""
            if before is not None and level and name not in skipped:
                reason = reason_of_bot(before, after, seat, level)
                if reason is not None:
                    yield step, name, reason
