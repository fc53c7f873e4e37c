"""Standing orders: answers that a player gives in advance to questions outside their own turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from referee.i18n.standing_text import standing_line_text, standing_order_canonical, standing_order_meaning
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence
from referee.protocol.step.split_orders import split_policy
from referee.protocol.step.standing_orders import policies_of, with_standing_note
from referee.service.answers import check_current, check_digest
from referee.service.ask import Ask
from referee.service.moves.own_moves import CAPABILITIES
from referee.service.signed_notes import Signed, ask_of, host_can_read_lines, send_current, signed_of
from referee.service.table import OpenTable
from referee.session.send import OutgoingNote
from referee.session.session import Session
from referee.session.todo.waiting_for import (
    outgoing_standing,
    standing_example,
    standing_named_next,
    standing_suggestions,
)


def ask_standing(table: OpenTable, lines: Sequence[str]) -> Ask:
    """Which standing orders would be in force, a sentence each; without lines, that there would be none.

    Raises:
        Unreadable: a line is not a standing order that this game knows. OutOfOrder, NotAuthentic: the reader cannot
            give any.
    """
    return _prepare(table, lines)[0]


def set_standing(table: OpenTable, lines: Sequence[str], digest: str) -> Signed:
    """The answers, signed and sealed to the host, with a file to send. Raises Changed: `digest` is of others; Stale:
    the game has gone on; and as `ask_standing`.
    """
    check_current(table)
    ask, wanted, going = _prepare(table, lines)
    check_digest(ask, digest)
    return signed_of(send_current(table, going), "host", game=table.session.table.game_id, sealed=wanted)


class GivenAnswers(msgspec.Struct, frozen=True):
    """The answers that a reader has given last."""

    note: str = ""
    """The id of the note; empty where none was given."""
    step: int = 0
    """The step that they were given for."""
    lines: tuple[str, ...] = ()
    """The answers in the game's canonical spelling."""
    waits: bool = False
    """Whether they are in no step yet, and hold from the reader's next move on at the latest."""


def given_answers(table: OpenTable) -> GivenAnswers:
    """The reader's standing orders, in force or waiting for a step. Raises OutOfOrder: the reader does not play.
    Unreadable, IllegalMove: as `policies_of`.
    """
    session = table.session
    if session.eyes.seat is None:
        raise OutOfOrder("no-moves-to-make")
    policies, named = policies_of(session.table), standing_named_next(session)
    held = session.position.standing[session.eyes.seat]
    if named.along:
        held = with_standing_note(session.position, named.along[-1], session.eyes)[session.eyes.seat]
    if held is None or held.policy is None:
        return GivenAnswers(held.note if held is not None else "")
    return GivenAnswers(held.note, held.step, policies.format(held.policy), bool(named.along))


class StandingOffer(msgspec.Struct, frozen=True):
    """What could stand from now on, so that the answer of a move is not asked for again."""

    lines: tuple[str, ...] = ()
    """All standing orders as they would be; empty where none spares the question."""
    meaning: str = ""
    """What they mean, in the language of the reader."""
    example: str = ""
    """A line of another kind that the reader could give, in a sentence; empty without one."""


def offer_standing(table: OpenTable, orders: Sequence[str]) -> StandingOffer:
    """What could stand after a move with these orders; nothing where nothing may, or where bots wait for nobody."""
    session, lang = table.session, table.reader.lang
    if session.table.terms.practice:
        return StandingOffer()
    game, lines, line = session.table.game, standing_suggestions(session, orders), standing_example(session, orders)
    if lines:
        return StandingOffer(lines, ", ".join(standing_order_meaning(game, one, lang) for one in lines))
    if not line or not CAPABILITIES.capabilities_of(session).allows("standing"):
        return StandingOffer()
    typed, does = _line_and_meaning(table, line)
    return StandingOffer(example=table.sentence("could-stand", line=typed, does=does))


def _line_and_meaning(table: OpenTable, line: str) -> tuple[str, str]:
    """A line in words, and in brackets what it means; "" where it says that itself."""
    game, lang = table.session.table.game, table.reader.lang
    typed, meaning = standing_line_text(game, line, lang), standing_order_meaning(game, line, lang)
    return typed, "" if meaning == typed else f" ({meaning})"


def is_named_by_next_move(session: Session) -> bool:
    """Whether a move that names other answers was signed for this step, so that the next one names these."""
    return f"move {session.position.step + 1}" in session.guard().signed


def answers_in(game: AnyGame, lines: Sequence[str]) -> Iterator[str]:
    """The answers among typed lines; what is cut from one and begins none goes on with it: `pick Genius, Splendour`."""
    verbs = {form.split()[0] for form in game.policies.forms} if game.policies is not None else set[str]()
    answer = ""
    for part in split_policy(lines):
        if answer and standing_order_canonical(game, part).split()[0] in verbs:
            yield answer
            answer = part
        else:
            answer = f"{answer} {part}".strip()
    if answer:
        yield answer


def _prepare(table: OpenTable, lines: Sequence[str]) -> tuple[Ask, tuple[str, ...], OutgoingNote]:
    """The question to answer, the lines in the game's canonical spelling, and the note that would be sent."""
    session, lang = table.session, table.reader.lang
    key, game = session.mover(), session.table.game
    wanted = tuple(standing_order_canonical(game, line) for line in answers_in(game, lines))
    try:
        going = outgoing_standing(session, key, wanted)
    except Unreadable as refused:
        if refused.code == "policy-form":
            said = {code: standing_line_text(game, line, lang) for code, line in refused.values.items()}
            refused.said = Sentence(refused.said.code, **said)
        raise
    told = ["".join(_line_and_meaning(table, line)) for line in wanted] or [table.sentence("standing-line-ended")]
    first, *more = (table.sentence("show-standing", line=line) for line in told)
    read = host_can_read_lines(session, lang) if wanted else ()
    return ask_of(table, first, {"standing": wanted}, then=[*more, *read]), wanted, going
