"""Taking in what came by mail: every note is checked, entered, kept or refused; the desk decides which.

The notes of a mail are a set. They are taken in the order of a game's life: offer, joins, charter, accepts, deal,
turns, moves, acks. Whatever is refused, nothing of it is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.kernel.requests import Seat
from referee.record import chain
from referee.record.note import Frame, render_bundle, unwrap
from referee.record.notes import Accept, Ack, Charter, Deal, Join, Move, Standing, Turn
from referee.table.desk import Desk, pending
from referee.table.ending import check_ack
from referee.table.history import CHARTER, DEAL, OFFER, enter, split_step, turn_name
from referee.table.host import Closed, close_deal, close_step
from referee.table.letters import letter
from referee.table.opening import check_accept, check_join, check_offer, opened_shares, read_charter, read_deal
from referee.table.seating import REFEREE, eyes_of
from referee.table.standing import check_standing, stand
from referee.table.turn import author

_BY_REFEREE = ("offer", "charter", "deal", "turn", "end")


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that happened while a mail was taken in: a sentence template with its values, and files written."""

    template: str
    values: dict[str, object] = field(default_factory=dict)
    letter: str | None = None

    def sentence(self) -> str:
        """The notice in English."""
        return self.template.format(**self.values)


def receive(desk: Desk, mail: bytes, *, confirm_end: bool = True, lang: str = "en") -> tuple[list[Notice], Desk]:
    """Take in one mail, and the desk as it is afterwards.

    A step that ends the game is written by the host only with `confirm_end`.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the first note that is refused; notes before it in the life
            of the game may have been entered, each of them whole.
    """
    unwrapped = unwrap(mail)
    notices = [Notice("left out: {what}", {"what": str(remark)}) for remark in unwrapped.remarks]
    frames = _Sorted(unwrapped.frames, confirm_end, lang)
    for take in (_offer, _joins, _charter, _accepts, _deal, _turns, _standing, _moves, _acks):
        if take in (_standing, _moves) and frames.turns:
            continue  # the notes of the seats in a letter belong to its turn notes
        more = take(desk, frames)
        if more:
            notices += more
            desk = desk.reloaded()
    if not notices:
        raise Unreadable("nothing in this mail is for this game")
    return notices, desk


class _Sorted:
    """The notes of a mail by type, and how the host wants them handled."""

    def __init__(self, frames: Iterable[Frame], confirm_end: bool, lang: str) -> None:
        self.all = tuple(frames)
        self.confirm_end = confirm_end
        self.lang = lang

    def of(self, note_type: str) -> tuple[Frame, ...]:
        return tuple(frame for frame in self.all if frame.type == note_type)

    @property
    def turns(self) -> tuple[Frame, ...]:
        return self.of("turn")


def authenticate(desk: Desk, frame: Frame) -> None:
    """Check that a note is under the key of a party that writes notes of its type, then its signature.

    Raises:
        NotAuthentic: before anything of the note but its first line is looked at.
    """
    party = desk.table.party(frame.key)
    if party is None:
        raise NotAuthentic("this {type} is signed by a key of nobody at this table", type=frame.type)
    if (party.role == REFEREE) != (frame.type in _BY_REFEREE):
        raise NotAuthentic(
            "a note of type {type} is not signed with the key of {role}", type=frame.type, role=party.role
        )
    frame.check()


def _offer(desk: Desk, frames: _Sorted) -> list[Notice]:
    offers = frames.of("offer")
    if not offers:
        return []
    if len(offers) > 1:
        raise OutOfOrder("this mail holds two offers: {ids}", ids=", ".join(frame.id for frame in offers))
    known = desk.history.offer
    if known is not None and known.id == offers[0].id:
        return [] if frames.of("charter") else [Notice("the offer is already here")]
    if known is not None:
        raise OutOfOrder(
            "this folder belongs to another offer", hint="use a new folder: referee --game DIR receive FILE"
        )
    check_offer(offers[0])
    desk.folder.commit(OFFER, render_bundle(offers))
    return [Notice("offer taken in: {game}", {"game": check_offer(offers[0]).rules.game})]


def _joins(desk: Desk, frames: _Sorted) -> list[Notice]:
    joins = frames.of("join")
    if not joins or frames.of("charter") or desk.history.table is not None:
        return []
    offer = desk.history.offer
    if offer is None:
        raise OutOfOrder("there is no offer here that a join could answer")
    taken = {author(frame): frame for frame in pending(desk.folder, "join-")}
    notices = []
    for frame in joins:
        join = check_join(offer, frame)
        if join.seat in taken and taken[join.seat].id != frame.id:
            raise OutOfOrder("the seat {seat} is taken", seat=join.seat)
        new = desk.folder.write_pending(f"join-{join.seat}.note", render_bundle((frame,)))
        notices.append(Notice("{seat} joins" if new else "the join of {seat} is already here", {"seat": join.seat}))
    return notices


def _charter(desk: Desk, frames: _Sorted) -> list[Notice]:
    charters = frames.of("charter")
    if not charters:
        return []
    chain.check_slot(charters)
    charter = charters[0]
    note = charter.note()
    assert isinstance(note, Charter)
    if desk.history.table is not None:
        if desk.history.table.game_id == charter.id:
            return [] if frames.of("deal") else [Notice("the charter is already here")]
        if desk.history.table.offer_id == note.offer:
            raise NotAuthentic(
                "the referee signed two charters for one offer: {first} and {second}",
                first=desk.history.table.game_id,
                second=charter.id,
            )
        raise OutOfOrder("this folder belongs to another game")
    by_seat = {author(frame): frame for frame in frames.of("join")}
    missing = [name for name in note.seat if name not in by_seat]
    if missing or not frames.of("offer"):
        raise Unreadable(
            "a charter comes with its offer and all its joins; missing: {missing}", missing=", ".join(missing)
        )
    bundle = (frames.of("offer")[0], *(by_seat[name] for name in note.seat), charter)
    table = read_charter(bundle)
    if desk.history.offer is not None and desk.history.offer.id != table.offer_id:
        raise OutOfOrder("this charter answers another offer than the one in this folder")
    desk.folder.commit(OFFER, render_bundle(bundle[:1]))
    desk.folder.commit(CHARTER, render_bundle(bundle))
    return [Notice("charter taken in: {seats}", {"seats": ", ".join(table.names)})]


def _accepts(desk: Desk, frames: _Sorted) -> list[Notice]:
    accepts = frames.of("accept")
    if not accepts or frames.of("deal"):
        return []
    notices = []
    for frame in accepts:
        authenticate(desk, frame)
        accept = check_accept(desk.table, frame)
        _check_dealt_accept(desk, frame, accept)
        if desk.history.position is not None:
            notices.append(Notice("the accept of {seat} is already here", {"seat": accept.seat}))
            continue
        new = desk.folder.write_pending(f"accept-{accept.seat}.note", render_bundle((frame,)))
        notices.append(
            Notice("{seat} accepts" if new else "the accept of {seat} is already here", {"seat": accept.seat})
        )
    if desk.is_host and desk.history.position is None:
        notices += deal_if_complete(desk, frames.lang)
    return notices


def _check_dealt_accept(desk: Desk, frame: Frame, accept: Accept) -> None:
    if desk.history.position is None:
        return
    dealt = next(known for known in desk.history.frames[DEAL] if known.type == "accept" and known.key == frame.key)
    if dealt.id != frame.id:
        raise NotAuthentic("the accept of {seat} is not the one that was dealt on", seat=accept.seat)


def deal_if_complete(desk: Desk, lang: str = "en") -> list[Notice]:
    """The host's part: once every accept waits, deal. Does nothing before that."""
    accepts = pending(desk.folder, "accept-")
    if {author(frame) for frame in accepts} != set(desk.table.names):
        return []
    eyes = eyes_of(desk.table, desk.host_key(), opened_shares(desk.table, accepts))
    closed = close_deal(desk.table, accepts, eyes, desk.host_key())
    return [_publish(desk, closed, DEAL, "all seats have accepted: the deal is done", lang)]


def _publish(desk: Desk, closed: Closed, name: str, sentence: str, lang: str) -> Notice:
    """Guard first, then the file that makes the step exist, then the letter, which can be made again at any time."""
    listed = tuple(frame.id for frame in closed.frames if frame.type in ("move", "standing", "accept"))
    with desk.home.locked(desk.table.game_id):
        desk.write_guard(desk.guard().entering(closed.position.step, closed.turn.id, listed))
        new = desk.folder.commit(name, render_bundle(closed.frames))
    letter_name = f"{closed.position.step:04d}.txt"
    desk.folder.write_letter(letter_name, letter(closed.position, closed.frames, lang))
    if not new:
        return Notice("already entered as step {step}", {"step": closed.position.step}, letter_name)
    return Notice(sentence, {"step": closed.position.step}, letter_name)


def _deal(desk: Desk, frames: _Sorted) -> list[Notice]:
    deals = frames.of("deal")
    if not deals:
        return []
    chain.check_slot(deals)
    authenticate(desk, deals[0])
    note = deals[0].note()
    assert isinstance(note, Deal)
    if desk.history.position is not None:
        if desk.history.frames[DEAL][-1].id != deals[0].id:
            raise _two_histories(desk, 0, desk.history.frames[DEAL][-1].id, deals[0].id)
        return [Notice("the deal is already here")]
    by_id = {frame.id: frame for frame in frames.of("accept")}
    missing = [seat for seat in desk.table.names if note.accept.get(seat) not in by_id]
    if missing:
        raise NotAuthentic("the deal comes without the accepts of {missing}", missing=", ".join(missing))
    bundle = (*(by_id[note.accept[seat]] for seat in desk.table.names), deals[0])
    for waiting in pending(desk.folder, "accept-"):
        if note.accept[author(waiting)] != waiting.id:
            raise NotAuthentic(
                "the deal quotes another accept of {seat} than the one received from that seat", seat=author(waiting)
            )
    eyes = eyes_of(desk.table, desk.key, opened_shares(desk.table, bundle[:-1]))
    position = read_deal(desk.table, bundle, eyes)
    desk.folder.commit(DEAL, render_bundle(bundle))
    desk.write_guard(desk.guard().seen(0, position.head))
    return [Notice("the deal is here", {})]


def _two_histories(desk: Desk, step: int, first: str, second: str) -> NotAuthentic:
    return NotAuthentic(
        "the referee's key has signed two histories: at step {step} {first} and {second}",
        step=step,
        first=first,
        second=second,
        hint="keep both files; they prove it to anybody: referee audit",
    )


def _turns(desk: Desk, frames: _Sorted) -> list[Notice]:
    if not frames.turns:
        return []
    notices = []
    for frame in frames.turns:
        authenticate(desk, frame)
    position, end_frames = desk.position, frames.of("end")
    moves = {frame.id: frame for frame in (*frames.of("move"), *frames.of("standing"))}
    for frame in sorted(frames.turns, key=lambda frame: _turn(frame).step):
        turn = _turn(frame)
        if turn.game != desk.table.game_id:
            raise OutOfOrder("this turn belongs to another game")
        if turn.step <= desk.position.step:
            notices.append(_known_turn(desk, frame, turn))
            continue
        if turn.step > position.step + 1:
            raise OutOfOrder(
                "step {step} is missing",
                step=position.step + 1,
                hint=f"ask the host for {turn_name(position.step + 1)}",
            )
        missing = [line.seat for line in turn.note if line.id not in moves]
        if missing:
            raise NotAuthentic("the turn comes without the notes of {missing}", missing=", ".join(missing))
        ends = [end for end in end_frames if not turn.next]
        bundle = (*(moves[line.id] for line in turn.note), frame, *ends[:1])
        for part in bundle:
            authenticate(desk, part)
        split_step(bundle)
        if not turn.next and not ends:
            raise Unreadable("the last turn comes with the end of the game", at=turn_name(turn.step))
        position, _ = enter(position, bundle, desk.eyes)
        desk.folder.commit(turn_name(turn.step), render_bundle(bundle))
        desk.write_guard(desk.guard().seen(turn.step, frame.id))
        notices.append(Notice("step {step} is entered", {"step": turn.step}))
    return notices


def _turn(frame: Frame) -> Turn:
    note = frame.note()
    assert isinstance(note, Turn)
    return note


def _known_turn(desk: Desk, frame: Frame, turn: Turn) -> Notice:
    known = split_step(desk.history.frames[turn_name(turn.step)])[1] if turn.step else desk.history.frames[DEAL][-1]
    if known.id != frame.id:
        raise _two_histories(desk, turn.step, known.id, frame.id)
    return Notice("already entered as step {step}", {"step": turn.step})


def _standing(desk: Desk, frames: _Sorted) -> list[Notice]:
    notices = []
    for frame in frames.of("standing"):
        authenticate(desk, frame)
        note = check_standing(desk.position, frame)
        if not desk.is_host:
            raise OutOfOrder("standing answers go to the host, who enters them with the next step")
        stand(desk.position, frame, desk.eyes)
        desk.folder.write_pending(f"standing-{note.step:04d}-{note.seat}.note", render_bundle((frame,)))
        notices.append(Notice("the standing answers of {seat} wait for the next step", {"seat": note.seat}))
    return notices


def _standing_to_enter(desk: Desk) -> list[Frame]:
    """The newest standing note of each seat that waits, in seat order; if this step was signed before, what it listed."""
    position = desk.position
    listed = desk.guard().listed.get(f"turn {position.step + 1}")
    newest: dict[Seat, Frame] = {}
    for frame in pending(desk.folder, "standing-"):
        note = frame.note()
        assert isinstance(note, Standing)
        seat = position.table.seat(note.seat)
        before = position.standing[seat]
        if (before is None or note.step > before.step) and (listed is None or frame.id in listed):
            newest[seat] = frame
    return [newest[seat] for seat in sorted(newest)]


def _moves(desk: Desk, frames: _Sorted) -> list[Notice]:
    moves = frames.of("move")
    if not moves:
        return []
    for frame in moves:
        authenticate(desk, frame)
    notices, fresh = [], []
    for frame in moves:
        step = _entered_as(desk, frame)
        if step is not None:
            notices.append(Notice("already entered as step {step}", {"step": step}))
        else:
            fresh.append(frame)
    if not fresh:
        return notices
    if not desk.is_host:
        raise OutOfOrder("a move goes to the host, who answers with the turn")
    standing = _standing_to_enter(desk)
    closed = close_step(desk.position, chain.newest(fresh), desk.eyes, desk.host_key(), standing)
    if closed.position.over and not frames.confirm_end:
        raise OutOfOrder("this move ends the game", hint="look at the result, then repeat with --yes")
    name = turn_name(closed.position.step)
    notices.append(_publish(desk, closed, name, "entered as step {step}", frames.lang))
    return notices


def _entered_as(desk: Desk, frame: Frame) -> int | None:
    move = frame.note()
    assert isinstance(move, Move)
    name = turn_name(move.step)
    known = desk.history.frames.get(name, ())
    return move.step if any(entered.id == frame.id for entered in known) else None


def _acks(desk: Desk, frames: _Sorted) -> list[Notice]:
    notices = []
    end = desk.history.end
    for frame in frames.of("ack"):
        authenticate(desk, frame)
        ack = check_ack(desk.table, frame, end.id if end is not None else None)
        if ack.seat in desk.history.acks:
            notices.append(Notice("the ack of {seat} is already here", {"seat": ack.seat}))
            continue
        desk.folder.commit(f"ack-{ack.seat}.note", render_bundle((frame,)))
        notices.append(Notice("{seat} has acknowledged the end", {"seat": ack.seat}))
    return notices


__all__ = ["Ack", "Join", "Notice", "RefereeError", "authenticate", "deal_if_complete", "receive"]
