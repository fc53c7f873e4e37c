"""For whom a game waits; which standing orders a step enters beside the answers, and which the next move names.

A plan that is still good and standing orders count as well, so who is missing is for the host's eyes to say.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.crypto.keys import SigningKey
from referee.kernel.errors import RefereeError
from referee.kernel.game import NeedsHiddenFace
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import TURN, Request, Seat
from referee.kernel.sentence import Sentence
from referee.protocol.agreements import decisions
from referee.protocol.agreements.table_lines import Left
from referee.protocol.allowances import allowances_of
from referee.protocol.seating import author_role
from referee.protocol.step import produce, record_step, simultaneous
from referee.protocol.step.position import Position
from referee.protocol.step.standing_orders import is_standing, is_standing_due, named_standing_note, standing_note
from referee.protocol.step.step_run import StepRun
from referee.record.file_names import OUTBOX, FileName, name_prefix, names_with_prefix
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Move, Standing
from referee.session import send, signing_guard
from referee.session.agreements import proposals
from referee.session.pending import pending_notes_that_hold
from referee.session.session import Session


def seats_waited_for(session: Session) -> tuple[str, ...]:
    """The seats for which all wait, clockwise; the host knows which of several has answered already. One who plays is
    told what has arrived, and not whether a plan of somebody answers.
    """
    position = session.position
    asked = tuple(position.table.names[request.seat] for request in position.awaited)
    if not session.is_host or len(position.asked) < 2:
        return asked
    if session.sits:
        came = {author_role(signed) for signed in pending_notes_that_hold(session, "answer")}
        return tuple(name for name in asked if name not in came)
    missing = seats_without_answer(session)
    return tuple(name for name in asked if name in missing)


def seats_without_answer(session: Session) -> tuple[str, ...]:
    """Who is asked at once with others and has not answered, clockwise; only the host can tell. For those who leave
    nobody waits.
    """
    position, answers = session.position, pending_notes_that_hold(session, "answer")
    moves = tuple(signed.read(Move) for signed in answers)
    entered = record_step.with_named_standing(
        record_step.record_standing_notes(position, standing_notes_to_record(session, moves), session.eyes), moves
    )
    left = tuple(position.table.seat(one.seat) for one in proposals.agreed_decisions(session) if isinstance(one, Left))
    entered = decisions.with_decisions(entered, decisions.Decisions(left=left))
    if moves:
        run = produce.run_of_notes(entered, moves, session.eyes)
    else:
        first = position.asked[0].seat
        run = StepRun(entered, first, entered.plans[first])
    return tuple(position.table.names[seat] for seat in simultaneous.seats_missing_answer(run))


def standing_notes_to_record(session: Session, moves: Sequence[Move]) -> list[SignedNote]:
    """The standing notes that the step of `moves` enters, in seat order; for a step signed before, those it listed.

    Of each author the one that the move names. Of each other seat the latest that is due; of two for one step neither,
    until a move names one: which came first is not a fact of the record.
    """
    position = session.position
    listed = session.guard().listed.get(f"step {position.step + 1}")
    found = {seat: due for seat in position.table.names if (due := _newest_due(session, seat, listed)) is not None}
    for move in moves:
        found.pop(move.seat, None)
        if move.standing is not None and not is_standing(position, move.seat, move.standing):
            entered = (signed for signed_notes in session.history.signed_notes.values() for signed in signed_notes)
            known = {signed.id: signed for signed in (*entered, *pending_notes_that_hold(session, "standing"))}
            named = known.get(move.standing)
            if named is not None and named.type == "standing" and author_role(named) == move.seat:
                found[move.seat] = named
    return [found[seat] for seat in position.table.names if seat in found]


def _newest_due(session: Session, seat: str, listed: tuple[str, ...] | None) -> SignedNote | None:
    waiting: dict[int, list[SignedNote]] = {}
    owner = session.table.seats[session.table.seat(seat)]  # what an earlier key has said has ended with it
    for signed in pending_notes_that_hold(session, "standing"):
        note = signed.read(Standing)
        may_stand = (note.seat, signed.key) == (seat, owner.key) and (listed is None or signed.id in listed)
        if may_stand and is_standing_due(session.position, note):
            waiting.setdefault(note.step, []).append(signed)
    newest = waiting[max(waiting)] if waiting else []
    return newest[0] if len(newest) == 1 else None


class NamedStanding(msgspec.Struct, frozen=True):
    """The standing note that the next move names, and the step it was signed for: None for none, or for not known."""

    note: str | None = None
    step: int | None = None
    along: tuple[SignedNote, ...] = ()
    """The note itself if it is not entered yet and still in the outbox: it goes with the move, so that the host never
    lacks it.
    """
    ends: bool = False
    """Whether answers stand now and the move names none."""


def standing_named_next(session: Session) -> NamedStanding:
    """What the next move of this player names; nothing at a table where nothing may stand."""
    if allowances_of(session.table).standing is None:
        return NamedStanding()
    seat = session.table.seat(str(session.role))
    standing = session.position.standing[seat]
    wanted = named_standing_note(session.position, seat, session.guard().standing)
    if wanted is None:
        return NamedStanding(ends=standing is not None)
    if standing is not None and is_standing(session.position, str(session.role), wanted):
        return NamedStanding(wanted, standing.step)
    for name in names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "standing")):
        for signed in read_bundle(session.folder.read_outbox(name)):
            note = signed.note()
            if signed.id == wanted and isinstance(note, Standing):
                return NamedStanding(wanted, note.step, (signed,))
    return NamedStanding(wanted)


def outgoing_standing(session: Session, key: SigningKey, lines: Sequence[str]) -> send.OutgoingNote:
    """A standing note about to be sent; moves name it from then on, or none if there are no lines. Raises as
    `standing_note`.

    It takes no slot of the record: the next move says which of two holds. The guard gives it one anyway, so that only
    the latest of a step is in the outbox.
    """
    step, signed = session.position.step + 1, standing_note(session.position, key, lines)

    def remember(guard: signing_guard.SigningGuard, note_id: str) -> signing_guard.SigningGuard:
        return msgspec.structs.replace(guard, standing=note_id if lines else "")

    name = str(FileName(OUTBOX, "standing", step, session.role or ""))
    game, slot = session.table.game_id, f"standing {step}"
    return send.OutgoingNote(game, slot, lambda _: (signed,), name, instead=True, remember=remember)


_OFFERED = 2
"""So often it is offered that an answer to the same question stands: who has refused it twice wants to be asked."""


def standing_suggestions(session: Session, orders: Sequence[str]) -> tuple[str, ...]:
    """All standing orders that could hold from now on: those in force, and a line that would have given the one order
    of a move, and so spared its mail. Nothing where more is ordered, where it was offered before, where the question is
    one of the reader's turn, or where the lines would go beyond a note.
    """
    policies, request, own = allowances_of(session.table).standing, _question(session, orders), _own_goods(session)
    if policies is None or request is None or own is None:
        return ()
    stood = _lines(session, request.seat)
    for line in policies.offers:
        answer = policies.answer(session.position.state, request.seat, own, policies.parse((line,)))
        if not isinstance(answer, Sentence | None) and session.table.game.notation.format_order(answer) == orders[0]:
            lines: tuple[str, ...] = policies.format(policies.parse((*stood, line)))
            return lines if len(lines) <= session.table.game.info.pins and lines != stood else ()
    return ()


def standing_example(session: Session, orders: Sequence[str]) -> str:
    """A line like those that would have spared the mail of a move; "" where `standing_suggestions` says nothing either,
    or something stands that speaks of the question.
    """
    policies, request = allowances_of(session.table).standing, _question(session, orders)
    line = policies.spared(request) if policies is not None and request is not None else ""
    verbs = {stood.partition(" ")[0] for stood in _lines(session, request.seat)} if request is not None else set[str]()
    return "" if line.partition(" ")[0] in verbs else line


def _question(session: Session, orders: Sequence[str]) -> Request | None:
    """The question that is answered by a mail of its own, if standing orders may speak of it and it is new."""
    position, policies, seat = session.position, allowances_of(session.table).standing, session.eyes.seat
    request = next((request for request in position.asked if request.seat == seat), None)
    if policies is None or request is None or not policies.may_answer(request) or len(orders) != 1:
        return None
    points = position.past.rollback_points
    before = sum(request in point.asked for point in points if point.step < position.step)
    return request if before < _OFFERED else None


def _own_goods(session: Session) -> OwnGoods | None:
    seat = session.eyes.seat
    return session.position.knowledge.own(seat) if seat is not None else None


def _lines(session: Session, seat: Seat) -> tuple[str, ...]:
    """The lines that stand for a seat."""
    policies, held = allowances_of(session.table).standing, session.position.standing[seat]
    return policies.format(held.policy) if policies is not None and held is not None and held.policy is not None else ()


MOST_AHEAD = 64
"""So many answers are looked ahead; no turn of a game asks for as many."""


def next_to_write(position: Position) -> tuple[Seat, ...]:
    """Those who are waited for, and after them those who are asked in the same turn once they have answered, in order.

    Nobody knows what they will answer, so each of them is taken to do nothing. Where that depends on what is hidden,
    the seat to move stands for all that may come.
    """
    asked = list(dict.fromkeys(request.seat for request in position.awaited))
    if position.on_turn is None or any(request.question == TURN for request in position.awaited):
        return tuple(asked)
    later = (seat for seat in _asked_later(position, position.on_turn) if seat not in position.left)
    return tuple(dict.fromkeys((*asked, *later)))


def _asked_later(position: Position, on_turn: Seat) -> tuple[Seat, ...]:
    """The seats that are asked from here on up to the next action or the end of the turn, if all do nothing."""
    game, state, neutral = position.table.game, position.state, position.table.game.neutral
    found: list[Seat] = []
    for _ in range(MOST_AHEAD):
        requests = game.requests(state)
        if not requests or game.turn(state) != position.turn:
            return tuple(found)
        request = requests[0]
        found.append(request.seat)
        if request.question == TURN:
            return tuple(found)
        if neutral is None:
            break
        try:
            state = game.apply(state, request.seat, neutral(state, request.seat), ()).state
        except (RefereeError, NeedsHiddenFace):
            break
    return (*found, on_turn)
