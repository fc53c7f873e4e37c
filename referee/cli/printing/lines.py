"""Lines that more than one command prints: steps, readings of orders, the four words, warnings."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from referee.cli.context import Context
from referee.cli.printing.output import print_notice
from referee.cli.prompts.turn_view import failed_plan_lines
from referee.crypto.openssh import public_of
from referee.drawing.safe_text import safe_text
from referee.i18n.event_text import event_sentences, question_sentence
from referee.i18n.step_summary import step_summary
from referee.kernel.events import Event
from referee.kernel.game import AnyGame
from referee.messages.decisions_text import key_change_sentences, table_mark_sentences
from referee.protocol.history import key_history
from referee.protocol.seating import Table, people_in_sentence
from referee.protocol.step.planned_orders import planned_order_text
from referee.record.file_names import CHARTER
from referee.record.notes import Offer
from referee.service.waiting import skipped_turns
from referee.session.agreements import proposals
from referee.session.opening import invitation
from referee.session.pending import pending_notes_that_hold
from referee.session.session import Session
from referee.session.todo import status as statuses
from referee.session.todo import tasks

if TYPE_CHECKING:
    from referee.protocol.step.draft import MoveDraft


def order_reading_lines(context: Context, game: AnyGame, orders: MoveDraft) -> list[str]:
    """How the orders were read: each as it would be typed, and whether all see it or the host alone."""
    clear, sealed = orders.run.by_name(orders.do), orders.run.by_name(orders.lines, behind=orders.do)
    lines = [order_in_names(context, game, order) for order in clear]
    lines += [planned_order_in_names(context, game, line) for line in sealed]
    if orders.covered and not orders.lines:
        lines.append(context.sentence("show-sealed-nothing"))
    return lines


def consequence_lines(context: Context, session: Session, orders: MoveDraft) -> list[str]:
    """What the clear orders lead to, in the reader's words, as far as it is certain."""
    happened = event_lines(context, session, orders.run.events)
    return [*happened, *(f"  {told}" for told in loss_warning_lines(context, session, orders))]


def event_lines(context: Context, session: Session, events: Sequence[Event]) -> list[str]:
    """Events, a line each; of more than a window has room for beside the orders all in one paragraph."""
    game, names = session.table.game, session.table.called
    told = event_sentences(game, events, names, context.lang)
    if len(told) > MOST_EVENTS:
        told = (" ".join(step_summary(game, events, names, context.lang)),)
    return [f"  {sentence}" for sentence in told]


MOST_EVENTS = 12
"""So many events at most have a line each."""


def loss_warning_lines(context: Context, session: Session, orders: MoveDraft | None) -> tuple[str, ...]:
    """What the end of the turn will take from the reader, where orders have led, if nothing more is done about it."""
    doomed, seat, game = session.table.game.faces.doomed, session.eyes.seat, session.table.game
    if doomed is None or seat is None:
        return ()
    state = session.position.state if orders is None else orders.run.state
    if orders is not None and orders.run.supposed is not None:
        state = orders.run.supposed  # a unit that marches to a covered place stands where it was no more
    lost = event_sentences(game, tuple(doomed(state, seat)), session.table.called, context.lang)
    return tuple(context.sentence("lost-at-the-end", what=what) for what in lost)


def hypothetical_lines(context: Context, session: Session) -> list[str]:
    """The line that says that the rest is hypothetical, and who is really asked what."""
    request, table = session.position.request, session.table
    assert request is not None
    question = question_sentence(table.game, request, table.called, context.lang)
    return [context.sentence("as-if-your-turn", question=question)]


_HEARD = {
    "equal": ("words-heard-equal", "six-heard-equal"),
    "known": ("words-known-keys", "six-known-keys"),
    "without": ("words-gone-without", "six-gone-without"),
    "different": ("words-heard-different", "six-heard-different"),
    "not yet": ("words-to-hear", "six-to-hear"),
}
"""What is said of those with each verdict: by the four words, and by the six of a new key."""


def comparison_lines(
    context: Context,
    table: Table,
    standing: Mapping[str, str],
    renamed: Mapping[str, tuple[str, ...]],
    new: Container[str],
) -> Iterator[str]:
    """Who was heard and who was not, and whose key was heard under another name. `new` are the roles with a new key."""
    for verdict, codes in _HEARD.items():
        for by_six, code in enumerate(codes):
            roles = [role for role, of in standing.items() if of == verdict and (role in new) == bool(by_six)]
            if roles:
                yield context.sentence(code, names=table.people(roles))
    for role, known in renamed.items():
        yield context.sentence("key-known-as", name=table.person(role), known=", ".join(known))


def warn_of_reoffer(context: Context, attempt: int, why: str | None) -> None:
    """Say beside the data that a deal was cancelled before, and why, as far as it is known."""
    reason = why or context.sentence("no-reason-given")
    print_notice(context.sentence("earlier-deal-voided", attempt=attempt, reason=reason))


def test_key_sentence(context: Context, people: str) -> str:
    """The sentence that says at whose place of a table anybody can sign."""
    return context.sentence("test-keys", names=people)


def test_key_warning(context: Context, table: Table | None, status: statuses.Status) -> list[str]:
    """The same as a warning, nothing where nobody can."""
    if table is None or not status.test_keys:
        return []
    return [f"{context.sentence('warning')}: {test_key_sentence(context, table.people(status.test_keys))}"]


def host_lines(context: Context, session: Session, *, whole: bool = False) -> list[str]:
    """That the host plays, and which seats are bots, a line each; with `whole` also what that means with a masked deck,
    and what happens to a player who is silent.
    """
    table = session.table
    seat, lines = table.terms.host, _unsaid_lines(context, session)
    if whole and (table.deck.host_sees == "own hand" or table.terms.asks_words):
        terms = session.history.signed_notes[CHARTER][0].read(Offer)
        silence = invitation.table_terms_summary(terms, context.lang, invitation.people_at(table))["label-silence"]
        lines += [told for told in (invitation.host_sentence(table, context.lang), f"{silence}.") if told]
    elif seat:
        lines.append(context.sentence("host-plays-too", name=safe_text(table.called[table.seat(seat)])))
    return [*lines, *(invitation.bot_seat_sentences(table, context.lang) if any(table.bots) else ())]


def _unsaid_lines(context: Context, session: Session) -> list[str]:
    """That somebody hosts and plays here although the charter says that the host holds no seat, with a masked deck;
    where the host sees the deck, no command goes on with both keys.
    """
    table, home = session.table, session.home
    if not session.sits or table.deck.host_sees == "everything":
        return []
    if table.terms.host or not table.terms.asks_words:
        return []
    both = {table.host.key, table.seats[table.seat(session.sits)].key}
    names = [name for name in home.keys() if public_of(home.read_key(name)) in both]  # noqa: SIM118
    seat = table.person(session.sits)
    return [context.sentence("host-plays-unsaid-masked", seat=seat, names=", ".join(sorted(names)))]


def lost_key_lines(context: Context, session: Session) -> list[str]:
    """The warnings that come first: that the key of the reader is not the reader's any more; that the reader was
    skipped, or somebody whose move is here.
    """
    position, passed = session.history.position, list[str]()
    if position is not None and position.past.passes:
        passed = skipped_turns.passed_over_lines(context.lang, session)
    if session.lost is None:
        return passed
    return [key_history.lost_key_sentence(session.table, session.lost).told(context.lang), *passed]


def status_lines(context: Context, session: Session, status: statuses.Status) -> list[str]:
    """The status of a game before it is played and when it is over: its state, and what the reader should do."""
    table = session.history.table
    lines = [_headline(context, session, status)] if status.stage != "nothing" else []
    lines += lost_key_lines(context, session)
    lines += test_key_warning(context, table, status)
    if table is not None and status.stage == "charter":
        heard = {role: verdict for role, verdict in status.heard.items() if verdict != "not yet"}  # `next` tells those
        lines += comparison_lines(context, table, heard, status.other_names, status.former)
    if status.stage == "over":
        lines += failed_plan_lines(context, session.table.game, [session.position], session.eyes.seat)
        lines += table_mark_sentences(session.position, context.lang)
        lines += key_change_sentences(session.table, context.lang)
    if status.result is not None:
        lines += status.result.told
    return [*lines, *todo_lines(status)]


def now_and_later(status: statuses.Status) -> tuple[Sequence[str], Sequence[str]]:
    """Who must write now, and who after them before the turn can go on; nobody now where the questions are told apart
    from the rest.
    """
    count = len(status.questions)
    return status.mails[:count], status.mails[count:]


def todo_lines(status: statuses.Status) -> list[str]:
    """What the reader should do now, and below each the command that does it, which can be pasted as it is."""
    lines = []
    for todo in status.next:
        lines += [f"{todo.sentence}:", f"  {todo.command}"] if todo.command else [todo.sentence]
    return lines


def new_key_lines(context: Context, session: Session) -> list[str]:
    """Which new keys were asked for, who still has to agree to each, and who has said no."""
    return [
        told
        for signed in pending_notes_that_hold(session, "rekey")
        for told in proposals.new_key_sentences(session, signed, context.lang)
    ]


def standing_lines(context: Context, session: Session, status: statuses.Status) -> list[str]:
    """Whose standing orders hold, and what the reader's next move changes in that."""
    if status.stage != "playing":
        return []
    lines = []
    if status.standing:
        seats = (
            context.sentence("seat-at-step", seat=session.table.person(seat), step=step)
            for seat, step in status.standing.items()
        )
        lines.append(context.sentence("standing-answers-hold", told=", ".join(seats)))
    named = statuses.standing_named_by_reader(session)
    if named.ends:
        lines.append(context.sentence("next-move-ends-standing"))
    elif named.note is not None and (named.along or named.step is None):
        lines.append(context.sentence("next-move-starts-standing"))
    return lines


def _headline(context: Context, session: Session, status: statuses.Status) -> str:
    """Where a game stands, and who reads: the names are those that people gave themselves, as far as they are known."""
    table, nobody = session.history.table, context.sentence("nobody")
    people = table.people if table is not None else partial(people_in_sentence, tasks.names_of_joins(session))
    you = {None: context.sentence("you-look-on"), "referee": context.sentence("you-are-host")}.get(
        status.you, context.sentence("you-are-seat", seat=people((status.you or "",)))
    )
    if status.stage == "offer":
        title, joined = safe_text(status.title), people(status.joined) or nobody
        return context.sentence("joined-so-far", title=title, you=you, names=joined)
    if status.stage == "charter":
        seats, accepted = people(status.seats), people(status.accepted) or nobody
        return context.sentence("accepted-so-far", title=status.title, seats=seats, you=you, names=accepted)
    if status.stage == "over":
        return context.sentence("headline-over", title=status.title, step=status.step, you=you)
    return context.sentence("headline", title=status.title, step=status.step, you=you)


def order_in_names(context: Context, game: AnyGame, order: str) -> str:
    """A clear order, read out before it is signed: in words, by names; nobody signs a `lab` who meant another place."""
    return context.sentence("show-order", order=game.notation.said(order))


def planned_order_in_names(context: Context, game: AnyGame, line: str) -> str:
    """A sealed line, read out alike."""
    return context.sentence("show-sealed", line=planned_order_text(game, line))
