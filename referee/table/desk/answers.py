"""For whom a game waits; which standing answers a step enters beside the answers, and which the next move names.

A plan that is still good and standing answers count as well, so who is missing is for the host's eyes to say.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.crypto.keys import SigningKey
from referee.kernel.errors import RefereeError
from referee.kernel.game import HiddenFace
from referee.kernel.goods import Own
from referee.kernel.requests import TURN, Request, Seat
from referee.kernel.sentence import Sentence
from referee.record.names import OUTBOX, Name, beginning, begins
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Move, Standing
from referee.table.capabilities import capabilities_of
from referee.table.desk.desk import Desk
from referee.table.desk.guard import Guard
from referee.table.desk.pending import held
from referee.table.desk.proposals import agreed_now
from referee.table.desk.send import Outgoing
from referee.table.seating import author
from referee.table.step.decisions import Decided, with_decided
from referee.table.step.enter import with_named, with_standing
from referee.table.step.position import Position
from referee.table.step.produce import entered_run
from referee.table.step.run import Run
from referee.table.step.standing import is_due, meant, standing_note, stands
from referee.table.step.table_lines import Left
from referee.table.step.together import missing


def awaited(desk: Desk) -> tuple[str, ...]:
    """The seats for which all wait, clockwise; the host knows which of several has answered already. One who plays is
    told what has come, and not whether a plan of somebody answers.
    """
    position = desk.position
    asked = tuple(position.table.names[request.seat] for request in position.awaited)
    if not desk.is_host or len(position.asked) < 2:
        return asked
    if desk.sits:
        came = {author(signed) for signed in held(desk, "answer")}
        return tuple(name for name in asked if name not in came)
    missing = unanswered(desk)
    return tuple(name for name in asked if name in missing)


def unanswered(desk: Desk) -> tuple[str, ...]:
    """Who is asked at once with others and has not answered, clockwise; only the host can tell. For those who leave
    nobody waits.
    """
    position, answers = desk.position, held(desk, "answer")
    moves = tuple(signed.read(Move) for signed in answers)
    entered = with_named(with_standing(position, standing_to_enter(desk, moves), desk.eyes), moves)
    left = tuple(position.table.seat(line.seat) for line in agreed_now(desk) if isinstance(line, Left))
    entered = with_decided(entered, Decided(left=left))
    if moves:
        run = entered_run(entered, moves, desk.eyes)
    else:
        first = position.asked[0].seat
        run = Run(entered, first, entered.plans[first])
    return tuple(position.table.names[seat] for seat in missing(run))


def standing_to_enter(desk: Desk, moves: Sequence[Move]) -> list[SignedNote]:
    """The standing notes that the step of `moves` enters, in seat order; for a step signed before, those it listed.

    Of each author the one that the move names. Of each other seat the newest that is due; of two for one step neither,
    until a move names one: which came first is no fact of the record.
    """
    position = desk.position
    listed = desk.guard().listed.get(f"step {position.step + 1}")
    found = {seat: due for seat in position.table.names if (due := _newest_due(desk, seat, listed)) is not None}
    for move in moves:
        found.pop(move.seat, None)
        if move.standing is not None and not stands(position, move.seat, move.standing):
            entered = (signed for signed_notes in desk.history.signed_notes.values() for signed in signed_notes)
            known = {signed.id: signed for signed in (*entered, *held(desk, "standing"))}
            named = known.get(move.standing)
            if named is not None and named.type == "standing" and author(named) == move.seat:
                found[move.seat] = named
    return [found[seat] for seat in position.table.names if seat in found]


def _newest_due(desk: Desk, seat: str, listed: tuple[str, ...] | None) -> SignedNote | None:
    waiting: dict[int, list[SignedNote]] = {}
    owner = desk.table.seats[desk.table.seat(seat)]  # what an earlier key has said has ended with it
    for signed in held(desk, "standing"):
        note = signed.read(Standing)
        may_stand = (note.seat, signed.key) == (seat, owner.key) and (listed is None or signed.id in listed)
        if may_stand and is_due(desk.position, note):
            waiting.setdefault(note.step, []).append(signed)
    newest = waiting[max(waiting)] if waiting else []
    return newest[0] if len(newest) == 1 else None


class Named(msgspec.Struct, frozen=True):
    """The standing note that the next move names, and the step it was signed for: None for none, or for not known.

    `along` is the note itself if it is not entered yet and still in the outbox: it goes with the move, so that the host
    never lacks it. `ends` says that answers stand now and the move names none.
    """

    note: str | None = None
    step: int | None = None
    along: tuple[SignedNote, ...] = ()
    ends: bool = False


def named_by(desk: Desk) -> Named:
    """What the next move of this player names; nothing at a table where nothing may stand."""
    if capabilities_of(desk.table).standing is None:
        return Named()
    seat = desk.table.seat(str(desk.role))
    standing = desk.position.standing[seat]
    wanted = meant(desk.position, seat, desk.guard().standing)
    if wanted is None:
        return Named(ends=standing is not None)
    if standing is not None and stands(desk.position, str(desk.role), wanted):
        return Named(wanted, standing.step)
    for name in beginning(desk.folder.list_outbox(), begins(OUTBOX, "standing")):
        for signed in read_bundle(desk.folder.read_outbox(name)):
            note = signed.note()
            if signed.id == wanted and isinstance(note, Standing):
                return Named(wanted, note.step, (signed,))
    return Named(wanted)


def standing_outgoing(desk: Desk, key: SigningKey, lines: Sequence[str]) -> Outgoing:
    """A standing note about to be signed; moves name it from then on, or none if there are no lines.

    It takes no slot of the record: two for one step are no contradiction, and the next move says which holds. The guard
    gives it one all the same, so that only the newest of a step stands in the outbox.
    """
    step = desk.position.step + 1

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        return (standing_note(desk.position, key, lines),)

    def remember(guard: Guard, note_id: str) -> Guard:
        return msgspec.structs.replace(guard, standing=note_id if lines else "")

    name = str(Name(OUTBOX, "standing", step, desk.role or ""))
    return Outgoing(desk.table.game_id, f"standing {step}", make, name, instead=True, remember=remember)


_OFFERED = 2
"""So often it is offered that an answer to the same question stands: who has refused it twice wants to be asked."""


def standing_offer(desk: Desk, orders: Sequence[str]) -> tuple[str, ...]:
    """All standing answers that could hold from now on: what stands, and a line that would have given the one order of
    a move, and so spared its mail. Nothing where more is ordered, where it was offered before, where the question is
    one of the reader's turn, or where the lines would go beyond a note.
    """
    policies, request, own = capabilities_of(desk.table).standing, _spared(desk, orders), _own_goods(desk)
    if policies is None or request is None or own is None:
        return ()
    stood = _stood(desk, request.seat)
    for line in policies.offers:
        answer = policies.answer(desk.position.state, request.seat, own, policies.parse((line,)))
        if not isinstance(answer, Sentence | None) and desk.table.game.notation.format_order(answer) == orders[0]:
            lines: tuple[str, ...] = policies.format(policies.parse((*stood, line)))
            return lines if len(lines) <= desk.table.game.info.pins and lines != stood else ()
    return ()


def standing_example(desk: Desk, orders: Sequence[str]) -> str:
    """A line like those that would have spared the mail of a move; "" where `standing_offer` says nothing either, or
    something stands that speaks of the question.
    """
    policies, request = capabilities_of(desk.table).standing, _spared(desk, orders)
    line = policies.spared(request) if policies is not None and request is not None else ""
    verbs = {stood.partition(" ")[0] for stood in _stood(desk, request.seat)} if request is not None else set[str]()
    return "" if line.partition(" ")[0] in verbs else line


def _spared(desk: Desk, orders: Sequence[str]) -> Request | None:
    """The question that is answered by a mail of its own, if standing answers may speak of it and it is new."""
    position, policies, seat = desk.position, capabilities_of(desk.table).standing, desk.eyes.seat
    request = next((request for request in position.asked if request.seat == seat), None)
    if policies is None or request is None or not policies.may_answer(request) or len(orders) != 1:
        return None
    points = position.past.rollback_points
    before = sum(request in point.asked for point in points if point.step < position.step)
    return request if before < _OFFERED else None


def _own_goods(desk: Desk) -> Own | None:
    seat = desk.eyes.seat
    return desk.position.knowledge.own(seat) if seat is not None else None


def _stood(desk: Desk, seat: Seat) -> tuple[str, ...]:
    """The lines that stand for a seat."""
    policies, held = capabilities_of(desk.table).standing, desk.position.standing[seat]
    return policies.format(held.policy) if policies is not None and held is not None and held.policy is not None else ()


MOST_AHEAD = 64
"""So many answers are looked ahead; no turn of a game asks for as many."""


def writers(position: Position) -> tuple[Seat, ...]:
    """Those who are waited for, and after them those who are asked in the same turn once they have answered, in order.

    What they will answer nobody knows: it is looked what is asked if each of them does nothing. Where that hangs on
    what is hidden, the seat on turn stands for all that may come.
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
        except (RefereeError, HiddenFace):
            break
    return (*found, on_turn)
