"""The host takes in moves and standing answers: a move is entered at once, those who are asked together wait for one
another; what is for a closed step is told why it counts no more.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.record import chain
from referee.record.names import PENDING, Name, step_name
from referee.record.note import Notes, SignedNote, notes_of, render_bundle
from referee.record.notes import Move, Standing
from referee.table.desk.answers import awaited, standing_to_enter, unanswered
from referee.table.desk.close import close_together
from referee.table.desk.desk import Desk
from referee.table.desk.host_first import own_answer_lacks
from referee.table.desk.passed_over import passed_over, seats_passed
from referee.table.desk.pending import held, keep_waiting, steps_ahead
from referee.table.desk.proposals import beside_moves, consents_to
from referee.table.desk.publish import finish, publish, timed, unlocks_waiting
from referee.table.intake.mailbag import Mailbag, authenticate, keep_evidence, remarked
from referee.table.intake.replies import TOO_LATE
from referee.table.intake.unopened import check_answer_alone, drop_refused
from referee.table.step.ending import agreed_places
from referee.table.step.enter import check_move
from referee.table.step.position import Position, names_asked
from referee.table.step.standing import check_standing, is_due, stand, stands
from referee.table.step.table_lines import read_table_lines, write_table_line
from referee.table.telling.news import Notice


def take_standing(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Standing answers wait at the host's: for the next step if they are due, and for a move that names them.

    Of a note that comes along with such a move nothing is said; what becomes of the move tells it.
    """
    belonging = bag.belonging
    notices = []
    for signed in bag.of("standing"):
        if signed.id in belonging:
            continue
        authenticate(desk, signed)
        note = check_standing(desk.position, signed)
        if not desk.is_host:
            raise OutOfOrder("standing-goes-to-host")
        if not own_answer_lacks(desk):
            stand(desk.position, signed, desk.eyes)
        said = _keep_standing(desk, note, signed)
        if signed.id not in {move.standing for move in notes_of(Move, bag.signed_notes)}:
            notices.append(said)
    return notices


def _keep_standing(desk: Desk, note: Standing, signed: SignedNote) -> Notice:
    values: dict[str, object] = {"seat": desk.table.person(note.seat)}
    if stands(desk.position, note.seat, signed.id):
        return Notice("standing-entered", values)
    keep_waiting(desk.folder, signed)
    return Notice("standing-waits-step" if is_due(desk.position, note) else "standing-waits-move", values)


def take_moves(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Moves that come with no turn: the host enters the newest one of each step, in order.

    Notes for steps that are closed are left out when there is a new one beside them, and refused when there is none.
    """
    belonging = bag.belonging
    moves = [(_move(desk, signed), signed) for signed in bag.of("move") if signed.id not in belonging]
    notices: list[Notice] = []
    refusals: list[OutOfOrder] = []
    for step in sorted({move.step for move, _ in moves}):
        rivals = [signed for move, signed in moves if move.step == step]
        if step <= desk.position.step:
            found, refused = _known_moves(desk, step, rivals, bag.lang)
            notices += found
            refusals += refused
            continue
        if not desk.is_host and desk.table.masked:
            notices += _seen(desk, rivals)
            continue
        if not desk.is_host:
            raise OutOfOrder("move-goes-to-host", hint=Sentence("letter-may-be-cut"))
        rivals += _delivered_beside(desk, rivals, bag)
        notices += take_in(desk, rivals, bag)
        desk = desk.reloaded()
    if refusals and not notices and not bag.of("step"):
        raise refusals[0]
    return notices + [Notice("left-out", {"what": remarked(refusal)}) for refusal in refusals]


def _seen(desk: Desk, rivals: Notes) -> list[Notice]:
    """A move of a masked game goes to all, who keep it and show nothing of it before its step: so what it opens is seen
    by nobody alone, and who lets its author pass is told by all who have it that it was here.
    """
    newest = max((desk.position.step, *steps_ahead(desk)))
    for signed in rivals:
        move, party = signed.read(Move), desk.table.party(signed.key)
        if move.step == desk.position.step + 1:
            _check_seen(desk, signed)
            keep_waiting(desk.folder, signed)
        elif move.step <= newest + _LATER and party is not None and party.role == move.seat:
            keep_waiting(desk.folder, signed)  # a step before it is still under way
    return [Notice("move-waits-for-host", {"seat": desk.table.person(signed.read(Move).seat)}) for signed in rivals]


_LATER = 2
"""So many steps behind the newest one here a move may be that is kept: its author had one more, or two."""


def _check_seen(desk: Desk, signed: SignedNote) -> None:
    """Check a move that waits for the host. One on a history that is not known here is kept beside the record: its
    author has been shown another step, or has not this one. Raises as `check_move`.
    """
    try:
        check_move(desk.position, signed)
    except OutOfOrder as refusal:
        if refusal.code == "other-history-here":
            refusal.hint = Sentence("keep-proof", name=keep_evidence(desk, (signed,)))
        raise


def _move(desk: Desk, signed: SignedNote) -> Move:
    authenticate(desk, signed)
    move = signed.read(Move)
    if move.game != desk.table.game_id:
        raise OutOfOrder("move-of-other-game")
    return move


def _known_moves(desk: Desk, step: int, rivals: Notes, lang: str) -> tuple[list[Notice], list[OutOfOrder]]:
    """What is said of moves for a step that is closed: entered already, or too late."""
    closing = desk.history.signed_notes.get(step_name(step), ())
    entered = {signed.id: signed for signed in closing if signed.type == "move"}
    notices, refusals = [], []
    for signed in rivals:
        if signed.id in entered:
            letter = finish(desk, lang) if desk.is_host and step == desk.position.step else None
            notices.append(Notice("already-entered", {"step": step}, letter))
            continue
        if any(signed.id in chain.replaced_by(known) for known in entered.values() if known.key == signed.key):
            notices.append(Notice("move-replaced-already", {"step": step}))
            continue
        late = _let_pass(desk, step, signed) or _too_late(step, tuple(entered.values()), desk.position)
        if chain.equivocation((*entered.values(), signed)):
            name = keep_evidence(desk, (signed,))
            late.hint = Sentence("two-moves-kept", name=name)
        refusals.append(late)
    return notices, refusals


def _let_pass(desk: Desk, step: int, signed: SignedNote) -> OutOfOrder | None:
    """The refusal of a move whose seat was let pass in the closed step that it is for; None if it was not."""
    seat, closing = signed.read(Move).seat, desk.history.signed_notes.get(step_name(step), ())
    if seat not in seats_passed(closing):
        return None
    kept = next((one for one in passed_over(desk) if one.note.id == signed.id), None)
    if kept is not None:
        return OutOfOrder("let-pass-though-here", seat=desk.table.person(seat), step=step, name=kept.file)
    if desk.table.terms.absence == "agreed":  # its author is there: the days are those of the charter again
        desk.folder.write_pending(str(Name(PENDING, "late", step, seat)), render_bundle((signed,)))
    return OutOfOrder(
        "let-pass-before", seat=desk.table.person(seat), step=step, hint=Sentence("move-when-asked-again")
    )


def _too_late(step: int, entered: Notes, position: Position) -> OutOfOrder:
    """The refusal of a move for a closed step: whose move stands, and who is asked now."""
    stands = next((note for note in (signed.note() for signed in entered) if isinstance(note, Move)), None)
    if stands is None:  # the deal, which no move has made, or what the table has decided
        return OutOfOrder("stale-step", step=step, now=position.step + 1)
    asked = Sentence("nobody") if position.over else names_asked(position)
    return OutOfOrder(
        TOO_LATE, step=step, seat=position.table.person(stands.seat), orders=", ".join(stands.do), asked=asked
    )


def _delivered_beside(desk: Desk, rivals: list[SignedNote], bag: Mailbag) -> list[SignedNote]:
    """The moves for the same slots that came in other mails of the same delivery; what does not hold is passed over."""
    slots = {(signed.key, chain.slot_of(signed.note())) for signed in rivals}
    found = []
    for signed in bag.delivery:
        if signed.type != "move" or signed.key not in {key for key, _ in slots}:
            continue
        try:
            authenticate(desk, signed)
            slot = chain.slot_of(signed.note())
        except RefereeError:
            continue
        if (signed.key, slot) in slots and signed.id not in {rival.id for rival in rivals}:
            found.append(signed)
    return found


def take_in(desk: Desk, rivals: Notes, bag: Mailbag) -> list[Notice]:
    """Moves for the step that is asked for. Of one seat that is asked the newest is entered; of several that are asked
    at once the newest of each waits for those of the others.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the note is refused.
    """
    for signed in rivals:
        check_move(desk.position, signed)
    if len(desk.position.asked) == 1:
        return [enter_moves(desk, (chain.newest(rivals),), bag)]
    keys = dict.fromkeys(signed.key for signed in rivals)
    return [_wait(desk, chain.newest([signed for signed in rivals if signed.key == key])) for key in keys]


def _wait(desk: Desk, signed: SignedNote) -> Notice:
    """Let an answer wait that holds for itself, or unopened until a host who plays has answered."""
    move = signed.read(Move)
    known = next((waiting for waiting in held(desk, "answer") if waiting.key == signed.key), None)
    if known is not None and signed.id in chain.replaced_by(known):
        return Notice("already-replaced-answer-waits", {"seat": desk.table.person(move.seat)})
    if move.seat == desk.sits or not own_answer_lacks(desk):
        check_answer_alone(desk, move)
    if known is not None and known.id == signed.id:
        return Notice("answer-waits-already", {"seat": desk.table.person(move.seat)})
    if known is not None:
        _check_replaces(desk, known, signed)
    keep_waiting(desk.folder, signed)
    return Notice("answer-waits", {"seat": desk.table.person(move.seat)})


def _check_replaces(desk: Desk, known: SignedNote, signed: SignedNote) -> None:
    """Check that a note may take the place of the one that waits.

    Raises:
        OutOfOrder: neither names the other; or a step with the one that waits is signed already.
    """
    step = desk.position.step + 1
    if known.id in desk.guard().listed.get(f"step {step}", ()):
        raise OutOfOrder("move-too-late", step=step)
    if chain.contradict(known, signed):
        hint = Sentence("two-moves-kept", name=keep_evidence(desk, (signed,)))
        raise OutOfOrder("rival-notes", type="move", first=known.id, second=signed.id, hint=hint)


def close_if_answered(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Close the step once all who are asked at once have answered; who is missing is told to the host alone."""
    position = desk.history.position
    if not desk.is_host or position is None or len(position.asked) < 2 or not bag.of("move", "standing"):
        return []
    told: list[Notice] = []
    if desk.sits:
        if own_answer_lacks(desk):
            return [Notice("own-answer-first")] if held(desk, "answer") else []
        told = drop_refused(desk, bag.lang)
    answers = held(desk, "answer")
    if not answers:
        return told
    if unanswered(desk):
        names = ", ".join(awaited(desk))
        return [*told, Notice("answers-wait-for", {"names": names})] if names else told
    return [*told, enter_moves(desk, answers, bag)]


def enter_moves(desk: Desk, answers: Notes, bag: Mailbag) -> Notice:
    """Close the step with these moves, in seat order, the standing notes that are due or named, and who leaves."""
    return _enter(desk, answers, tuple(map(write_table_line, beside_moves(desk))), bag)


ENDING = ("ends-the-game", "agreement-ends-game")
"""The codes of the refusals of a step that ends the game and that the host has not said yes to."""


def enter_decided(desk: Desk, lines: Sequence[str], bag: Mailbag) -> Notice:
    """Close the step with what the table has decided, and no move."""
    return _enter(desk, (), lines, bag)


def _enter(desk: Desk, answers: Notes, lines: Sequence[str], bag: Mailbag) -> Notice:
    desk.check_memory()
    lines = timed(desk, lines, bag.moment)
    standing = standing_to_enter(desk, [check_move(desk.position, signed) for signed in answers])
    consents = consents_to(desk, read_table_lines(lines))
    key = desk.host_key()
    closed = close_together(
        desk.position, answers, desk.eyes, key, standing, lines=lines, consents=consents, unlocks=unlocks_waiting(desk)
    )
    if closed.position.over and not bag.confirm_end:
        by_table, result = closed.position.ended, _final_places(closed.position)
        hint = Sentence("check-then-repeat")
        raise OutOfOrder("agreement-ends-game" if by_table else "ends-the-game", result=result, hint=hint)
    return publish(desk, closed, step_name(closed.position.step), Notice("entered"), bag.lang)


def _final_places(position: Position) -> str:
    if position.ended:
        names = [f"{place}. {position.table.called[seat]}" for place, seat in sorted(agreed_places(position))]
        return ", ".join(names) or position.ended
    outcome = position.table.game.outcome(position.state)
    assert outcome is not None
    by_place = sorted(zip(outcome.ranks, position.table.called, strict=True))
    return ", ".join(f"{place}. {name}" for place, name in by_place)
