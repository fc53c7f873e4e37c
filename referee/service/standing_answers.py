"""Standing orders: answers that a player gives in advance to questions outside their own turn."""

from __future__ import annotations

from collections.abc import Sequence

from referee.i18n.standing_text import standing_order_canonical, standing_order_text
from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.step.split_orders import split_policy
from referee.protocol.step.standing_orders import standing_note
from referee.service.answers import check_digest
from referee.service.ask import Ask
from referee.service.signed_notes import Signed, ask_of, host_can_read_lines, signed_of
from referee.service.table import OpenTable
from referee.session.send import send
from referee.session.session import Session
from referee.session.todo.waiting_for import outgoing_standing


def ask_standing(table: OpenTable, lines: Sequence[str]) -> Ask:
    """Which answers would stand, a sentence each; without lines that none does.

    Raises:
        Unreadable: a line is no answer that this game knows. OutOfOrder, NotAuthentic: the reader cannot give any.
    """
    wanted, name, lang = _policy(table, lines), table.session.table.game.info.name, table.reader.lang
    told = [standing_order_text(name, line, lang) for line in wanted] or [table.sentence("standing-line-ended")]
    first, *more = (table.sentence("show-standing", line=line) for line in told)
    return ask_of(
        table, first, {"standing": wanted}, then=[*more, *(host_can_read_lines(table.session, lang) if wanted else ())]
    )


def set_standing(table: OpenTable, lines: Sequence[str], digest: str) -> Signed:
    """The answers, signed and sealed to the host, with a file to send. Raises Changed: `digest` is of others; and as
    `ask_standing`.
    """
    check_digest(ask_standing(table, lines), digest)
    session, wanted = table.session, _policy(table, lines)
    sent = send(session, outgoing_standing(session, session.mover(), wanted))
    return signed_of(sent, "host", game=session.table.game_id, sealed=wanted)


def is_named_by_next_move(session: Session) -> bool:
    """Whether a move that names other answers was signed for this step, so that the next one names these."""
    return f"move {session.position.step + 1}" in session.guard().signed


def _policy(table: OpenTable, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines in the game's canonical spelling, such that they can be signed."""
    session, lang = table.session, table.reader.lang
    key, name = session.mover(), session.table.game.info.name
    wanted = tuple(standing_order_canonical(name, line) for line in split_policy(lines))
    try:
        standing_note(session.position, key, wanted)
    except Unreadable as refused:
        if refused.code == "policy-form":
            said = {code: standing_order_text(name, line, lang) for code, line in refused.values.items()}
            refused.said = Sentence(refused.said.code, **said)
        raise
    return wanted
