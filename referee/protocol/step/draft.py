"""From what a person typed to a signed move note.

Typed orders are carried out on a copy of the position. As soon as something new would become known (another seat's
answer, a draw, a turned face) the orders that follow are sealed instead of carried out; `win`, `lose` and `then` in
front of an order seal it on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.crypto import joint_randomness
from referee.crypto.keys import SigningKey
from referee.kernel.errors import IllegalMove, OutOfOrder, Unreadable
from referee.kernel.game import AnyGame, NeedsHiddenFace, Typed, asked_seats
from referee.kernel.play import play
from referee.kernel.requests import Request, Seat
from referee.kernel.sentence import Sentence
from referee.protocol.allowances import allowances_of
from referee.protocol.seating import Eyes
from referee.protocol.step.planned_orders import (
    ORDER_COLUMNS,
    Plan,
    cover_size,
    planned_order_text,
    read_line,
    seal_lines,
    secret_line,
)
from referee.protocol.step.position import Position, names_waited_for
from referee.protocol.step.split_orders import ALWAYS, ConditionalOrders, parts_of_line, split_lines
from referee.protocol.step.step_deck import step_deck_of
from referee.protocol.step.step_run import StepRun
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Move

FEW = 6
"""So many answers are named to anybody who has answered something else."""

Parts = Sequence[ConditionalOrders] | Sequence[Typed[Any]]

CONFLICT = "commit"
"""The question of a conflict, in every game that has one: it is won or lost."""


class MoveDraft(msgspec.Struct, frozen=True):
    """A move not signed yet: clear orders, sealed lines (without the empty ones), whether the note is covered, and the
    run that shows where the clear orders lead as far as the player can know.
    """

    do: tuple[str, ...]
    lines: tuple[str, ...]
    covered: bool
    run: StepRun

    @property
    def ends_game(self) -> bool:
        """Whether the clear orders end the game, for example a swap that the bag cannot serve."""
        return self.run.asked is None


def draft(position: Position, eyes: Eyes, typed: Sequence[str]) -> MoveDraft:
    """What the typed orders mean now.

    Raises:
        OutOfOrder: the reader's seat is not asked anything.
        Unreadable: an order that is not understood, with what would be.
        IllegalMove: an order that is not allowed, or more sealed lines than a note has.
    """
    return draft_of_parts(position, eyes, [part for line in split_lines(typed) for part in parts_of_line(line)])


def draft_of_parts(position: Position, eyes: Eyes, parts: Parts) -> MoveDraft:
    """The draft of a line that is cut into its parts, or of orders that nobody has to read, as those of a bot.

    Raises as `draft` does.
    """
    request = asked_request(position, eyes)
    seat = request.seat
    if len(position.asked) > 1:
        return _beside_others(position, seat, request, parts)
    pins, _ = cover_size(position.table.game, request)
    # Secret parts are handed to the run as a plan that grows line by line, as the referee will find it in the seal.
    run = StepRun(position, seat, None)
    do: list[str] = []
    lines: list[str] = []
    for part in parts:
        if isinstance(part, Typed):
            _do_or_seal(run, seat, part, do, lines)
        elif part.condition is not None and not run.may_seal:
            raise IllegalMove("sealed-in-masked", rule="PM 8", at=part.text)
        elif part.condition is not None:
            lines += _sealed_lines(run, seat, part.condition, part.text)
        else:
            _carry_out_or_seal(run, seat, part.text, do, lines)
    if not do:
        raise Unreadable("move-without-order")
    if len(run.requests) > 1 and not run.open_end:
        lines = _with_whole_share(run, seat, lines)
    _check_room(lines, pins)
    if lines and not run.needs_cover:
        raise IllegalMove("nothing-to-seal", rule="PM 3", at=planned_order_text(position.table.game, lines[0]))
    return MoveDraft(tuple(do), tuple(lines), run.needs_cover, run)


def asked_request(position: Position, eyes: Eyes) -> Request:
    """What the reader's seat is asked. Raises OutOfOrder if it is asked nothing."""
    if eyes.seat is None:
        raise OutOfOrder("no-moves-to-make")
    if position.over:
        raise OutOfOrder("game-over")
    request = position.request_of(eyes.seat)
    if request is None:
        raise OutOfOrder("not-asked-you", asked=names_waited_for(position))
    return request


def _check_room(lines: Sequence[str], pins: int) -> None:
    if len(lines) > pins:
        raise IllegalMove("note-sealed-lines", rule="PM 5", pins=pins, found=len(lines))


def _beside_others(position: Position, seat: Seat, request: Request, parts: Parts) -> MoveDraft:
    """What the typed orders mean beside the answers of others: all of it is sealed, first the whole share of the seat.

    The order that does nothing is put after what leaves the seat asked.
    """
    notation, run = position.table.game.notation, StepRun(position, seat, None)
    lines: list[str] = []
    for part in parts:
        if isinstance(part, Typed):
            _add_to_share(run, seat, part, lines)
            continue
        if part.condition is not None:
            _finish(run, seat, lines)
            lines += _sealed_lines(run, seat, part.condition, part.text)
            continue
        rest = part.text
        while rest:
            first, rest = notation.cut(rest, run.state, seat)
            for meant in notation.read(first, run.state, seat):
                _add_to_share(run, seat, meant, lines)
    if not lines:
        raise Unreadable("move-without-order")
    _finish(run, seat, lines)
    _check_room(lines, cover_size(position.table.game, request)[0])
    return MoveDraft((), tuple(lines), True, run)


def _add_to_share(run: StepRun, seat: Seat, meant: Typed[Any], lines: list[str]) -> None:
    question = run.question_of(seat)
    if question is not None and question not in run.game.answers(meant.move) and not run.open_end:
        _finish(run, seat, lines)
        question = None
    lines += _sealed_order(run.game, ALWAYS, meant)
    if question is None or run.open_end:
        return
    order = run.game.notation.format_order(meant.move)
    _hand_over(run, seat, lines)
    try:
        run.play(seat, order, meant.move, meant.secret)
    except NeedsHiddenFace as hidden:
        run.play_into_the_unknown(seat, order, meant.move, hidden)


def _finish(run: StepRun, seat: Seat, lines: list[str]) -> None:
    """Put the order that does nothing after a share that is not done."""
    neutral = run.game.neutral
    if run.open_end or run.question_of(seat) is None:
        return
    if neutral is None:
        raise IllegalMove("share-unfinished", rule="PM 7", line=len(lines) + 1)
    move = neutral(run.state, seat)
    order = run.game.notation.format_order(move)
    lines.append(order)
    _hand_over(run, seat, lines)
    run.play(seat, order, move, ())


def _with_whole_share(run: StepRun, seat: Seat, lines: list[str]) -> list[str]:
    """The lines of a note, completed if its clear orders lead to a question that several players answer at once: a plan
    for the reader's answer then ends with the order that does nothing, since only a whole answer counts.
    """
    game, state, knowledge = run.game, run.state, run.knowledge
    at = first = next((number for number, line in enumerate(lines) if not read_line(line).word), len(lines))
    while at < len(lines) and seat in asked_seats(game, state):
        line = read_line(lines[at])
        move = game.notation.parse_order(line.order)
        if line.condition or run.question_of(seat) not in game.answers(move):
            break
        hidden = read_line(lines[at + 1]).secret if game.secret(move) else ()
        try:
            played = play(game, state, seat, move, knowledge, secret=hidden)
        except (IllegalMove, OutOfOrder, NeedsHiddenFace):  # the referee tries it when it is asked for
            return lines
        state, knowledge = played.state, played.knowledge
        at += 2 if hidden else 1
    if at == first or game.neutral is None or seat not in asked_seats(game, state):
        return lines
    return [*lines[:at], game.notation.format_order(game.neutral(state, seat)), *lines[at:]]


def _must_seal(run: StepRun, seat: Seat) -> bool:
    asked = run.asked
    return bool(run.orders) and run.turn_runs and (run.unforeseen or (asked is not None and asked[0] != seat))


def _carry_out_or_seal(run: StepRun, seat: Seat, text: str, do: list[str], lines: list[str]) -> None:
    """Order by order, each read where the ones before it have led: what it answers may be asked only then."""
    notation = run.game.notation
    while text:
        if _must_seal(run, seat):
            _check_may_seal(run, text)
            lines += _sealed_lines(run, seat, ALWAYS, text)
            return
        rest = text
        first, text = notation.cut(text, run.state, seat)
        try:
            for meant in notation.read(first, run.state, seat):
                _do_or_seal(run, seat, meant, do, lines)
        except IllegalMove as refused:
            refused.rest = rest if refused.code == "question-first" else ""
            raise


def _do_or_seal(run: StepRun, seat: Seat, meant: Typed[Any], do: list[str], lines: list[str]) -> None:
    if _must_seal(run, seat):
        _check_may_seal(run, run.game.notation.said(run.game.notation.format_order(meant.move)))
        lines += _sealed_order(run.game, ALWAYS, meant)
    else:
        _carry_out(run, seat, meant, do, lines)


def _check_may_seal(run: StepRun, text: str) -> None:
    """Check that orders after something unknown may be sealed. Raises IllegalMove: with such a deck none may."""
    if not run.may_seal:
        raise IllegalMove("order-next-note", rule="PM 2", at=text)


def _carry_out(run: StepRun, seat: Seat, meant: Typed[Any], do: list[str], lines: list[str]) -> None:
    game = run.game
    order = game.notation.format_order(meant.move)
    if run.orders and not run.turn_runs:
        raise IllegalMove("turn-over-already", rule="PM 1", at=game.notation.said(order))
    try:
        play_typed_order(run, seat, meant, lines)
    except IllegalMove as refused:
        if refused.code == "question-first" and refused.hint is None:
            refused.hint = _what_first(run, seat, order)
        raise
    do.append(order)


def _what_first(run: StepRun, seat: Seat, order: str) -> Sentence | None:
    """The answers to the open question as they are typed, and how what was typed too early can be sealed, or when it is
    asked for.
    """
    game = run.game
    legal = game.legal_orders(run.state, seat, run.knowledge.own(seat))
    found = [game.notation.format_order(move) for move in legal if not game.free(move)]
    if run.question_of(seat) is None or not found:
        return None
    said = game.notation.said
    if run.question_of(seat) != CONFLICT:
        return Sentence("answer-first", answers=said(", ".join(found[:FEW] + [".."] * (len(found) > FEW))))
    answers = Sentence("from-to", first=said(found[0]), last=said(found[-1])) if len(found) > 1 else said(found[0])
    if not allowances_of(run.before.table).plans:
        return Sentence("answer-first-then", answers=answers)
    return Sentence("commit-first", answers=answers, then=Sentence("sealed-if-won", order=said(order)))


def play_typed_order(run: StepRun, seat: Seat, meant: Typed[Any], lines: list[str]) -> None:
    """Carry out one order of the author on a run, as far as the author can know; goods that leave the hand unseen are
    put to `lines`, which are sealed. Raises as `kernel.play.play` does.
    """
    order = run.game.notation.format_order(meant.move)
    if run.game.secret(meant.move) and run.may_seal:
        lines.append(secret_line(order, meant.secret))
        _hand_over(run, seat, lines)
    try:
        run.play(seat, order, meant.move, meant.secret)
    except NeedsHiddenFace as hidden:
        run.play_into_the_unknown(seat, order, meant.move, hidden)


def _hand_over(run: StepRun, seat: Seat, lines: Sequence[str]) -> None:
    """Hand the lines so far to the run as a plan that is used up, as the referee will find them in the seal."""
    count, position = len(lines), run.before
    plan = run.plans[seat] or Plan(position.step + 1, position.turn, ())
    places = tuple(range(count))
    run.plans[seat] = replace(plan, texts=tuple(lines), following=count, salts=(b"",) * count, places=places)


def _sealed_lines(run: StepRun, seat: Seat, condition: str, text: str) -> list[str]:
    """The lines for what is typed; after a face that is not known each order is read where the one before it leads."""
    notation, lines = run.game.notation, list[str]()
    if run.supposed is None:
        return [
            line for meant in notation.read(text, run.state, seat) for line in _sealed_order(run.game, condition, meant)
        ]
    while text:
        first, text = notation.cut(text, run.supposed, seat)
        for meant in notation.read(first, run.supposed, seat):
            lines += _sealed_order(run.game, condition, meant)
            run.suppose(seat, meant.move)
    return lines


def _sealed_order(game: AnyGame, condition: str, meant: Typed[Any]) -> list[str]:
    order = game.notation.format_order(meant.move)
    line = condition + order
    if len(line) > ORDER_COLUMNS:
        raise IllegalMove("sealed-order-too-long", rule="PM 5", at=game.notation.said(order), most=ORDER_COLUMNS)
    if not game.secret(meant.move):
        return [line]
    if len(meant.secret) != game.secret(meant.move):
        raise Unreadable("kinds-unnamed", at=game.notation.said(order))
    return [line, secret_line(order, meant.secret)]


def plan_of_draft(position: Position, begun: Plan | None, lines: tuple[str, ...]) -> Plan:
    """The plan as it will be found under the seal; the secret parts of the clear orders are used up."""
    count = len(lines)
    plan = begun or Plan(position.step + 1, position.turn, ())
    return replace(plan, texts=lines, pins=(b"",) * count, salts=(b"",) * count, places=tuple(range(count)))


def move_note(
    position: Position,
    key: SigningKey,
    orders: MoveDraft,
    *,
    say: Sequence[str] = (),
    instead: Sequence[str] = (),
    standing: str | None = None,
) -> SignedNote:
    """The move note of a draft, signed. A pure function: signed again it has the same bytes.

    `instead` are the ids of all moves signed for this step before, oldest first. `standing` is the id of the reader's
    standing note that holds from this step on; with None nothing stands any more.
    """
    table, step = position.table, position.step + 1
    party = table.party(key.public)
    assert party is not None
    cover: dict[str, Any] = {}
    if orders.covered:
        count, blocks = cover_size(table.game, position.request_of(table.seat(party.role)))
        texts = (*orders.lines, *("",) * (count - len(orders.lines)))
        q, seal = seal_lines(table, key, "move", position.head, step, texts, blocks)
        cover = {"pin": joint_randomness.plan_commitments(table.charter, party.role, step, q, texts), "seal": seal}
    note = Move(
        **position.addressed(party.role),
        **cover,
        instead=tuple(instead),
        standing=standing,
        do=orders.do,
        say=tuple(say),
    )
    return sign_note(replace(note, **step_deck_of(table).move_lines(position, orders.run, key)), key)
