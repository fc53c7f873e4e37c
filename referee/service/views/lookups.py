"""What a reader looks up at a table: one's own hand, the legal orders, where orders lead, what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.audit import comments as comment_audit
from referee.drawing.safe_text import safe_text
from referee.i18n import event_text
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.events import event_words
from referee.kernel.requests import Request
from referee.messages import order_choices, order_parts, step_news
from referee.protocol.step import draft as drafts
from referee.protocol.step.position import Position
from referee.service.table import OpenTable
from referee.service.views import bot_reasons
from referee.session import log_cache, sign_comment
from referee.session.memos import Memo, load_memos, save_orders


class Hand(msgspec.Struct, frozen=True):
    """The reader's own hand."""

    hand: tuple[str, ...]
    """The goods in the hand, each as often as it is there."""
    covered: tuple[tuple[str, str], ...]
    """What the seat has laid face down, (place, kind)."""


def read_hand(table: OpenTable) -> Hand:
    """The hand of the reader's seat. Raises OutOfOrder: the reader has none, or nothing is dealt yet."""
    own = table.session.own
    if own is None:
        raise OutOfOrder("no-hand")
    return Hand(own.hand, own.covered)


class Moves(msgspec.Struct, frozen=True, omit_defaults=True):
    """The orders that a seat may give now."""

    seat: str
    """The seat that gives them."""
    question: str
    """What it must answer, as a word of the game."""
    orders: tuple[str, ...]
    """The orders, in the game's canonical spelling."""
    prices: tuple[str, ...] = ()
    """What each order costs, in words and in their order; empty in a game without prices."""
    as_if: bool = False
    """Whether the seat is not asked now, so these are the orders of its turn."""
    choices: tuple[order_parts.OrderParts, ...] = ()
    """The same orders, taken apart."""


class LegalMoves(msgspec.Struct, frozen=True):
    """The legal orders of the reader in a position, which is one of their own turn if they are not asked (`as_if`)."""

    position: Position
    request: Request
    choices: tuple[order_choices.OrderChoice, ...]
    as_if: bool


def legal_moves(table: OpenTable) -> LegalMoves:
    """The legal orders of the reader. Raises OutOfOrder: the reader has no seat, or has nothing to answer."""
    session = table.session
    seat = session.eyes.seat
    if seat is None:
        raise OutOfOrder("no-moves-to-make")
    position, as_if = order_choices.position_to_try(session.position, session.eyes)
    request = position.request_of(seat)
    assert request is not None, "a position in which the reader is asked"
    return LegalMoves(position, request, order_choices.legal_choices(position, request.seat, table.reader.lang), as_if)


def list_moves(table: OpenTable, found: LegalMoves, orders: Sequence[str], *, in_parts: bool) -> Moves:
    """Those of the legal orders that are named, also `in_parts`, which takes as long as all else."""
    cost = {choice.order: choice.price for choice in found.choices}
    position, seat, kept = found.position, found.request.seat, frozenset(orders)
    taken = [choice for choice in found.choices if choice.order in kept]
    return Moves(
        table.session.table.names[seat],
        found.request.question,
        tuple(orders),
        tuple(cost[order] for order in orders) if any(cost.values()) else (),
        found.as_if,
        order_parts.order_parts_of(position, seat, taken, table.reader.lang) if in_parts else (),
    )


class Tried(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where orders lead, by what the reader knows."""

    do: tuple[str, ...]
    """The orders in the clear, in the game's canonical spelling."""
    sealed: tuple[str, ...]
    """The lines that would be sealed, in the order of their use."""
    covered: bool
    """Whether the note would have pins and a seal."""
    events: tuple[str, ...]
    """What would happen, in the words of the game."""
    told: tuple[str, ...]
    """The same, sentence by sentence."""
    certain: bool
    """Whether nothing of it depends on what is not known yet."""
    state: Any
    """The public state behind these orders; its shape is the game's."""
    as_if: bool = False
    """Whether the seat is not asked now, and a turn of its own was tried."""


class TriedOrders(msgspec.Struct, frozen=True):
    """Orders that were tried: what would be signed, and whether it was only thought that the reader is asked."""

    draft: drafts.MoveDraft
    as_if: bool
    saved: str = ""
    """The name under which the orders are kept now; empty if they are not."""

    @property
    def is_certain(self) -> bool:
        """Whether nothing of it depends on what is not known yet."""
        return not (self.draft.run.unforeseen or self.draft.covered)


def try_orders(table: OpenTable, typed: Sequence[str]) -> TriedOrders:
    """Orders tried on the reader's own knowledge; nothing is signed. Raises Unreadable, IllegalMove, OutOfOrder."""
    session = table.session
    position, as_if = order_choices.position_to_try(session.position, session.eyes)
    return TriedOrders(drafts.draft(position, session.eyes, typed), as_if)


def try_and_keep(table: OpenTable, typed: Sequence[str], keep: str = "") -> TriedOrders:
    """Orders, or the names of saved ones, that were tried, and saved by a name if they are to `keep`. Raises as
    `try_orders`.
    """
    given = load_memos(table.session).meant(typed)
    trial = try_orders(table, given)
    return replace(trial, saved=save_orders(table.session, keep, given).name) if keep else trial


def trial_result(table: OpenTable, trial: TriedOrders) -> Tried:
    """Where the tried orders lead, as data."""
    rules, tried = table.session.table, trial.draft
    events = tuple(event_words(event, rules.names) for event in tried.run.events)
    told = event_text.event_sentences(rules.game, tried.run.events, rules.called, table.reader.lang)
    state = rules.game.to_json(tried.run.state)
    return Tried(tried.do, tried.lines, tried.covered, events, told, trial.is_certain, state, trial.as_if)


class BotReason(msgspec.Struct, frozen=True):
    """Why a bot may have played as it did in a step, from public facts alone."""

    step: int
    """The number of the step."""
    seat: str
    """The seat of the bot."""
    code: str
    """The reason as a code: the game, then the kind of reason."""
    told: str
    """The reason as a clause, in the language of the reader."""


class Log(msgspec.Struct, frozen=True):
    """What happened, step by step."""

    steps: tuple[step_news.StepNews, ...]
    """Each step, the oldest first."""
    jotted: tuple[Memo, ...] = ()
    """The reader's own thoughts on these steps, which no other home knows."""
    comments: tuple[comment_audit.ShownComment, ...] = ()
    """What was said of these steps after the end."""
    reasons: tuple[BotReason, ...] = ()
    """With `--why`, why the bots may have played as they did."""


def list_log(table: OpenTable, *, last: int | None = None, new: bool = False, why: bool = False) -> Log:
    """What happened: all of it, the `last` steps, or those that are `new` since the reader's own last move; `why` adds
    the reasons of bots.

    Raises:
        OutOfOrder: nobody without a seat has a last move. Unreadable: a number of steps below 1.
    """
    session, lang = table.session, table.reader.lang
    newest, chosen = session.position, list(session.seen)
    if new:
        seat = session.eyes.seat
        if seat is None:
            raise OutOfOrder("no-own-moves", hint="referee log --last 3")
        chosen = [step for step in chosen if step > newest.past.signed[seat]]
    if last is not None:
        if last < 1:
            raise Unreadable("bad-last", found=last)
        chosen = chosen[-last:]
    if new or last is not None:
        steps = log_cache.news_of_positions(session, [session.seen[step] for step in chosen], lang)
    else:
        steps = log_cache.step_news_from_deal(session, lang)
    found = _log_of(table, steps, chosen)
    return msgspec.structs.replace(found, reasons=_reasons(table, chosen)) if why else found


def reasons_of_step(table: OpenTable, step: int) -> tuple[str, ...]:
    """Why bots may have played as they did in a step, a sentence each, as `log --why` has them; none of a step that is
    not there. Raises Unreadable: what the others of a practice game have is damaged.
    """
    return _reason_sentences(table, _reasons(table, (step,))) if step in table.session.seen else ()


def _reasons(table: OpenTable, steps: Iterable[int]) -> tuple[BotReason, ...]:
    said, lang = bot_reasons.reasons_of_bots(table, steps), table.reader.lang
    return tuple(BotReason(step, seat, reason.code, reason.told(lang)) for step, seat, reason in said)


def _reason_sentences(table: OpenTable, reasons: Iterable[BotReason]) -> tuple[str, ...]:
    called = table.session.table.called_by_seat
    return tuple(table.sentence("bot-reason", seat=called[one.seat], reason=one.told) for one in reasons)


def _log_of(table: OpenTable, steps: tuple[step_news.StepNews, ...], chosen: Sequence[int]) -> Log:
    """These steps, with the reader's memos and the comments on those that were chosen."""
    session = table.session
    shown = map(comment_audit.shown_comment, sign_comment.stored_comments(session))
    said = tuple(one for one in shown if one.step in chosen)
    return Log(steps, tuple(one for one in load_memos(session).jotted if one.step in chosen), said)


def log_between(table: OpenTable, first: int | None, last: int | None, most: int) -> Log:
    """What happened from step `first` to step `last`, both 0 or more and None for the beginning and the end: at `most`
    so many steps, the latest of them. Before the deal nothing.
    """
    session = table.session
    if session.history.position is None:
        return Log(())
    begin, end = first or 0, session.position.step if last is None else last
    chosen = [step for step in session.seen if begin <= step <= end][-most:]
    steps = log_cache.news_of_positions(session, [session.seen[step] for step in chosen], table.reader.lang)
    return _log_of(table, steps, chosen)


def memo_lines(table: OpenTable, jotted: Iterable[str]) -> list[str]:
    """The reader's memos on a step."""
    return ["    " + table.sentence("jotted", text=safe_text(text)) for text in jotted]


def comment_lines(table: OpenTable, comments: Iterable[comment_audit.ShownComment], step: int) -> list[str]:
    """What was said of a step after the end, each in quotes after a name."""
    of = (one for one in comments if one.step == step)
    said = ((table.session.table.person(one.seat), safe_text(one.text)) for one in of)
    return ["    " + table.sentence("comment-said", name=name, text=text) for name, text in said]


def reason_lines(table: OpenTable, reasons: Iterable[BotReason], step: int) -> list[str]:
    """Why bots may have played as they did in a step."""
    return ["    " + line for line in _reason_sentences(table, (one for one in reasons if one.step == step))]
