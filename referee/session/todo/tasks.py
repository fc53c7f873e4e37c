"""What a reader should do now, in order. Everything may be done again: the same note is the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.kernel.late_loading import Lazy
from referee.kernel.sentence import Sentence
from referee.protocol.allowances import allowances_of
from referee.protocol.deck import Undecrypted
from referee.protocol.history.safety_words import parties_blocking, parties_to_compare, typed_role
from referee.protocol.opening import charter
from referee.protocol.seating import author_role, names_of_seats
from referee.protocol.step import simultaneous
from referee.record.file_names import (
    CHARTER,
    OUTBOX,
    ack_name,
    name_prefix,
    names_with_prefix,
    parse_file_name,
    step_name,
)
from referee.record.note import read_bundle
from referee.record.notes import Join
from referee.session.agreements import next_host
from referee.session.agreements.proposals import consent_tasks, stand_in_now
from referee.session.game_folders import goes_by_folder
from referee.session.masked import pending_key_shares, share_handover
from referee.session.opening import joins
from referee.session.pending import missing_steps, missing_steps_report, pending_notes_that_hold
from referee.session.session import Session
from referee.session.silence import host_refusals
from referee.session.todo.task import Task, Wanted, moment_sentence
from referee.session.todo.waiting_for import seats_waited_for

_FEW_ORDERS_TEXT = Lazy("referee.messages.forecast.few_orders_text")


def tasks_for(session: Session, heard: Mapping[str, str], answer: str, closed: Undecrypted) -> Iterator[Task]:
    """What the reader should do now. `heard` tells how the reader stands with each other party by the words, `answer`
    is an order that could answer what the reader is asked; `closed` is what a game with a masked deck keeps face down.
    """
    history = session.history
    if history.offer is None:
        yield Task(Sentence("no-game-here-yet"), "referee offer GAME --seats N")
        yield Task(Sentence("player-begins"), "referee join OFFER", signs=Sentence("signs-join"))
    elif history.table is None:
        yield from _offer(session)
    elif history.position is None:
        yield from _charter(session)
    else:
        if (new := session.lost) is not None:
            yield Task(Sentence("tell-key-not-yours"), f"referee judge record/{step_name(new.step)}")
        if missing := missing_steps(session):
            yield Task(Sentence("step-awaited", **missing_steps_report(session)), f"referee mail {missing[0]}")
        if session.table.replaces_host:
            yield from _host_behind(session)
        yield from _end_tasks(session) if history.position.over else _in_game(session, heard, answer, closed)


def _host_behind(session: Session) -> Iterator[Task]:
    """Steps of the present host that wait here, since the reader has agreed to another one."""
    for step in next_host.steps_held_back(session):
        yield Task(Sentence("host-left-behind", **next_host.left_behind(session, step)))


def _offer(session: Session) -> Iterator[Task]:
    offer = session.history.offer
    assert offer is not None
    if session.is_host:
        checked = charter.check_offer(offer, session.history.pack)
        yield from joins.seating_tasks(session.folder, checked, by_folder=_is_shared(session))
    elif sent := _outbox(session, "join"):
        yield _send(session, sent[-1], "send-host-if-unsent")
        yield Task(Sentence("wait-charter"), bare=Sentence("charter-awaited"))
    else:
        yield Task(Sentence("join-with"), "referee join OFFER", signs=Sentence("signs-join"))


def _charter(session: Session) -> Iterator[Task]:
    if session.role is None:
        return
    if session.is_host:
        letter = "charter.txt"
        path = f"letters/{letter}" if session.folder.has_letter(letter) else f"record/{CHARTER}"
        accepted = seats_with_note_here(session, "accept")
        missing = session.table.people(name for name in session.table.names if name not in accepted)
        if not _is_shared(session):
            yield Task(Sentence("mail-all-players", path=session.folder.path / path))
        if wanted := seat_due_to_mix(session):
            yield _waiting_task(session, "waiting-mix-take", "waiting-mix", seat=session.table.person(wanted))
        else:
            yield _waiting_task(session, "waiting-accepts-take", "accepts-awaited", names=missing)
    elif accepts := _outbox(session, "accept"):
        yield from _send_all(session, (*accepts[-1:], *_outbox(session, "mix"), *_outbox(session, "unlock")))
        if wanted := seat_due_to_mix(session):
            yield Task(Sentence("waiting-mix", seat=session.table.person(wanted)))
        yield Task(Sentence("wait-deal"), bare=Sentence("deal-awaited"))
    elif session.table.terms.host not in ("", *seats_with_note_here(session, "accept")):
        yield Task(Sentence("wait-hosts-own-accept", seat=session.table.person(session.table.terms.host)))
    else:
        yield Task(Sentence("look-then-accept"), "referee accept", signs=Sentence("signs-accept"))


def seat_due_to_mix(session: Session) -> str:
    """The seat whose mix is due, once everyone has accepted a game with a masked deck; "" for nobody."""
    table = session.table
    if table.deck.shuffled_by == "host" or not set(table.names) <= set(seats_with_note_here(session, "accept")):
        return ""
    mixed = {author_role(signed) for signed in pending_notes_that_hold(session, "mix")}
    return next((name for name in table.names if name not in mixed), "")


def _in_game(session: Session, heard: Mapping[str, str], answer: str, closed: Undecrypted) -> Iterator[Task]:
    position, role = session.position, session.role
    yield from consent_tasks(session)
    yield from _compare(session, heard)
    if session.is_host or session.sits:
        yield from _newest_letter(session)
    if session.table.deck.keeper == "seats":
        yield from _locks(session, closed)
    if role in session.table.names and parties_blocking(position, role, heard):
        return  # nothing is signed before
    moves = _outbox(session, "move", position.step + 1)
    asked = role in [session.table.names[request.seat] for request in position.awaited]
    if session.is_host or (session.sits and (moves or not asked)):
        yield _waiting_task(
            session, "waiting-move-take", "waiting-for-seat", seat=session.table.people(seats_waited_for(session))
        )
    elif not asked:
        yield Task(Sentence("waiting-for-seat", seat=session.table.people(seats_waited_for(session))))
    elif moves and (refused := host_refusals.host_refuses(session)) is not None:
        yield Task(refused, "referee move --instead")
    elif moves:
        if session.table.deck.moves_to == "host":
            yield _send(session, moves[-1], "send-host-if-unsent")
        elif not _outbox(session, "unlock") or _is_shared(session):
            yield from _send_all(session, moves)
        yield Task(Sentence("wait-next-step"), bare=Sentence("step-comes-next"))
    elif len(position.awaited) > 1 and is_answered_by_plan(session):
        yield Task(Sentence("your-plan-answers"))
    elif session.table.bot(str(role)) is not None or stand_in_now(session, str(role)) is not None:
        yield Task(Sentence("program-is-asked"), "referee watch")
    else:
        if (why := _silence(session)) is not None:
            yield Task(Sentence("standing-silent", why=why))
        yield Task(Sentence("answer-in-order"), "referee move")
        seat, orders = session.table.names.index(str(role)), answer.split(", ")
        example, named = (_FEW_ORDERS_TEXT(position, seat, orders, brief=brief) for brief in (True, False))
        signs = Sentence("signs-orders", orders=named)
        yield Task(Sentence("you-answer-example"), "referee move", example, signs=signs)


def _locks(session: Session, closed: Undecrypted) -> Iterator[Task]:
    """With a masked deck: one's own locks that are in the outbox, and whose locks and shares somebody waits for; with
    escrow what a new key of this home still has to say.
    """
    if _outbox(session, "unlock") and not _is_shared(session):
        yield from () if _letter_is_due(session) else _send_all(session, _outbox(session, "unlock"))
    yield from _face_down(session, closed)
    for seat, names in closed.shares.items():
        yield Task(Sentence("shares-wanted", seat=session.table.person(seat), names=session.table.people(names)))
    if not session.table.deck_escrow or not pending_notes_that_hold(session, "rekey"):
        return
    for signed in share_handover.key_proofs_due(session):
        seat = author_role(signed)
        name = session.table.person(seat)
        signs = Sentence("signs-proof", seat=name)
        yield Task(Sentence("shares-are-here", seat=name), f"referee rekey {typed_role(seat)}", signs=signs)


def _face_down(session: Session, closed: Undecrypted) -> Iterator[Task]:
    """Whose programs still have to open what others have drawn, and since when, in one line: for the reader's own
    tiles, or else for those of all others.
    """
    people, own = session.table.people, closed.locks.get(session.role or "")
    if own:
        yield Task(Sentence("own-tiles-face-down", count=closed.dark, silent=silent_computers(session, own, closed)))
    elif owing := owing_locks(session, closed.locks):
        silent = silent_computers(session, owing, closed)
        yield Task(Sentence("tiles-face-down", seats=people(closed.locks), silent=silent))


def silent_computers(session: Session, owing: Sequence[str], closed: Undecrypted) -> Sentence:
    """That the computers of these seats have not answered, since when: for the reader's tiles if some of these are face
    down, else for anybody's.
    """
    drawn, own = closed.drawn, session.role or ""
    oldest = (
        drawn[own] if own in drawn else min(step for name, step in drawn.items() if {*owing} & {*closed.locks[name]})
    )
    return _silent(session, owing, oldest)


def computer_silent(session: Session, name: str) -> Sentence | None:
    """That the computer of a seat has not sent key shares that somebody waits for, since when; None if it has."""
    step = pending_key_shares.step_owed_since(session.position, session.folder, name)
    return None if step is None else _silent(session, (name,), step)


def _silent(session: Session, names: Sequence[str], step: int) -> Sentence:
    since = moment_sentence(session.folder.written(step_name(step)))
    return Sentence("computers-silent", count=len(names), names=session.table.people(names), since=since)


def owing_locks(session: Session, locks: Wanted) -> tuple[str, ...]:
    """The others whose locks somebody waits for, clockwise."""
    wanted = {name for names in locks.values() for name in names} - {session.role}
    return tuple(name for name in session.table.names if name in wanted) if wanted else ()


def _newest_letter(session: Session) -> Iterator[Task]:
    """What the host does with the letter of the latest step; nothing once its mails are written."""
    step = session.position.step
    if _is_shared(session):
        yield Task(Sentence("letter-in-folder", step=step))
    elif _letter_is_due(session):
        yield Task(Sentence("newest-letter-all", step=step), "referee mail")


def _letter_is_due(session: Session) -> bool:
    """Whether the reader hosts, and the mails of the latest step are not written: they bring its key shares too."""
    if not (session.is_host or session.sits):
        return False
    written = f"{session.position.step:04d}-"
    return not any(session.folder.has_letter(f"{written}{name}.eml") for name in session.table.names)


def is_answered_by_plan(session: Session) -> bool:
    """Whether what the reader has sealed before, or its standing orders, answer what it is asked beside others."""
    position, seat = session.position, session.eyes.seat
    if seat is None or position.request_of(seat) is None or len(position.asked) < 2:
        return False
    return simultaneous.has_answered(position, seat)


def _silence(session: Session) -> Sentence | None:
    """Why the reader's own standing orders leave open what it is asked; None if none hold, or nothing is asked."""
    position, seat = session.position, session.eyes.seat
    standing = position.standing[seat] if seat is not None else None
    if seat is None or standing is None:
        return None
    return standing.silence(position.table.game, position.state, seat, position.knowledge.own(seat))


def _compare(session: Session, heard: Mapping[str, str]) -> Iterator[Task]:
    """Whose words are still to be heard, four or those of a new key; said to the host too, who is not held up by it."""
    different = [role for role, verdict in heard.items() if verdict == "different"]
    missing = [role for role in parties_to_compare(heard) if role not in different]
    rekeyed = {party.role for party in session.table.former}
    by_four = [role for role in missing if role not in rekeyed]
    by_six = [role for role in missing if role in rekeyed]
    for code, roles in (("hear-words-first", different), ("hear-words-from", by_four), ("hear-six-from", by_six)):
        if roles:
            yield Task(Sentence(code, names=session.table.people(roles)), "referee words")


def _end_tasks(session: Session) -> Iterator[Task]:
    acks, role = session.history.acks, session.role
    missing = [name for name in session.table.names if name not in acks]
    if role is not None and role in acks and missing:
        name = ack_name(role)
        path = session.folder.path / ("outbox" if name in session.folder.list_outbox() else "record") / name
        yield Task(Sentence("send-all-if-unsent", path=path))
    elif role in missing:
        alone = session.table.terms.practice
        code = "acknowledge-end-alone" if alone else "acknowledge-end"
        yield Task(Sentence(code), "referee ack", signs=Sentence("signs-end"))
    if missing:
        yield Task(Sentence("not-acknowledged-yet", names=session.table.people(missing)))
    opens = allowances_of(session.table).opens
    yield Task(Sentence("everything-open-now" if opens else "check-it-all"), "referee audit")
    yield Task(Sentence("see-it-again"), "referee replay --open")


def own_joined_seat(session: Session) -> str | None:
    """The seat that was joined from this folder; the record says so once there is a charter."""
    names = (parse_file_name(OUTBOX, name) for name in session.folder.list_outbox())
    return next((name.seat for name in names if name is not None and name.kind == "join"), None)


def names_of_joins(session: Session) -> dict[str, str]:
    """What people call those whose joins are here, by seat, as long as there is no charter."""
    own = (signed for name in _outbox(session, "join") for signed in read_bundle(session.folder.read_outbox(name)))
    joins = [signed.read(Join) for signed in (*own, *pending_notes_that_hold(session, "join"))]
    names = {join.seat: join.name for join in joins}
    return dict(zip(names, names_of_seats((*names,), (*names.values(),)), strict=True))


def seats_with_note_here(session: Session, sort: str) -> tuple[str, ...]:
    """Whose join or accept is here: those that have arrived, and the reader's, which waits to be sent."""
    own = session.sits or session.role or own_joined_seat(session)
    sent = {own} if own is not None and _outbox(session, sort) else set()
    return tuple(sorted({*sent, *(author_role(signed) for signed in pending_notes_that_hold(session, sort))}))


def _outbox(session: Session, sort: str, step: int | None = None) -> list[str]:
    """What the reader has signed of a sort, for a step, oldest first."""
    seat = session.role or "" if step is not None else ""
    return names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, sort, step, seat))


def _send_all(session: Session, names: Sequence[str]) -> Iterator[Task]:
    """What is for everybody; with a masked deck one mail has it, with all else that is due."""
    if names and not _is_shared(session) and session.table.deck.moves_to == "all":
        yield Task(Sentence("mail-all-if-unsent"), "referee mail")
        return
    yield from (_send(session, name, "send-all-if-unsent") for name in names[-1:])


def _send(session: Session, name: str, code: str) -> Task:
    if _is_shared(session):
        return Task(Sentence("lies-in-shared"))
    return Task(Sentence(code, path=session.folder.path / "outbox" / name))


def _waiting_task(session: Session, by_mail: str, by_folder: str, **values: object) -> Task:
    """What a host waits for: a mail to be received, or notes that arrive by themselves through a shared folder."""
    if _is_shared(session):
        return Task(Sentence(by_folder, **values))
    return Task(Sentence(by_mail, **values), "referee receive FILE", bare=Sentence(by_folder, **values))


def _is_shared(session: Session) -> bool:
    """Whether the notes of this game go through a shared folder."""
    offer = session.history.offer
    return offer is not None and goes_by_folder(session.home, offer.id)
