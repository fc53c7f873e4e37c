"""What a reader should do now, in order. Everything may be done again: the same note is the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.kernel.sentence import Sentence
from referee.record.names import CHARTER, OUTBOX, ack_name, beginning, begins, parse, step_name
from referee.record.note import read_bundle
from referee.record.notes import Join
from referee.table.capabilities import capabilities_of
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.desk.pending import gap, held, missing_steps
from referee.table.desk.places import goes_by_folder
from referee.table.desk.proposals import to_agree
from referee.table.desk.refused import host_refuses
from referee.table.desk.task import Task, Wanted
from referee.table.opening.charter import check_offer
from referee.table.reading.words import held_up_by, spoken, to_hear
from referee.table.seating import author, called
from referee.table.step.together import has_answered


def todo(desk: Desk, heard: Mapping[str, str], answer: str, locks: Wanted, shares: Wanted) -> Iterator[Task]:
    """What the reader should do now. `heard` tells how the reader stands with each other party by the words, `answer`
    is an order that could answer what the reader is asked; `locks` are those that somebody waits for in a masked game,
    `shares` those that keep a seat shut which the table has opened.
    """
    history = desk.history
    if history.offer is None:
        yield Task(Sentence("no-game-here-yet"), "referee offer GAME --seats N")
        yield Task(Sentence("player-begins"), "referee join OFFER", signs=Sentence("signs-join"))
    elif history.table is None:
        yield from _offer(desk)
    elif history.position is None:
        yield from _charter(desk)
    else:
        if (new := desk.lost) is not None:
            yield Task(Sentence("tell-key-not-yours"), f"referee judge record/{step_name(new.step)}")
        if missing := missing_steps(desk):
            yield Task(Sentence("step-awaited", **gap(desk)), f"referee mail {missing[0]}")
        if desk.table.masked:
            yield from _host_behind(desk)
        yield from _over(desk) if history.position.over else _playing(desk, heard, answer, locks, shares)


def _host_behind(desk: Desk) -> Iterator[Task]:
    """Steps of the present host that wait here, since the reader has agreed to another one."""
    from referee.table.desk.succeeding import left_behind, steps_held_back  # few games are masked

    for step in steps_held_back(desk):
        yield Task(Sentence("host-left-behind", **left_behind(desk, step)))


def _offer(desk: Desk) -> Iterator[Task]:
    offer = desk.history.offer
    assert offer is not None
    if desk.is_host:
        from referee.table.desk.joins import to_seat  # most games have their charter

        yield from to_seat(desk.folder, check_offer(offer, desk.history.pack).seats, by_folder=_by_folder(desk))
    elif joins := _outbox(desk, "join"):
        yield _send(desk, joins[-1], "send-host-if-unsent")
        yield Task(Sentence("wait-charter"))
    else:
        yield Task(Sentence("join-with"), "referee join OFFER", signs=Sentence("signs-join"))


def _charter(desk: Desk) -> Iterator[Task]:
    if desk.role is None:
        return
    if desk.is_host:
        letter = "charter.txt"
        path = f"letters/{letter}" if desk.folder.has_letter(letter) else f"record/{CHARTER}"
        accepted = signed_here(desk, "accept")
        missing = desk.table.people(name for name in desk.table.names if name not in accepted)
        if not _by_folder(desk):
            yield Task(Sentence("mail-all-players", path=desk.folder.path / path))
        if wanted := mix_wanted(desk):
            yield _waits(desk, "waiting-mix-take", "waiting-mix", seat=desk.table.person(wanted))
        else:
            yield _waits(desk, "waiting-accepts-take", "accepts-awaited", names=missing)
    elif accepts := _outbox(desk, "accept"):
        yield from _send_all(desk, (*accepts[-1:], *_outbox(desk, "mix"), *_outbox(desk, "unlock")))
        if wanted := mix_wanted(desk):
            yield Task(Sentence("waiting-mix", seat=desk.table.person(wanted)))
        yield Task(Sentence("wait-deal"))
    elif desk.table.terms.host not in ("", *signed_here(desk, "accept")):
        yield Task(Sentence("wait-hosts-own-accept", seat=desk.table.person(desk.table.terms.host)))
    else:
        yield Task(Sentence("look-then-accept"), "referee accept", signs=Sentence("signs-accept"))


def mix_wanted(desk: Desk) -> str:
    """The seat whose mix is due, once all have accepted a game whose deck nobody sees; "" for nobody."""
    table = desk.table
    if not table.masked or not set(table.names) <= set(signed_here(desk, "accept")):
        return ""
    mixed = {author(signed) for signed in held(desk, "mix")}
    return next((name for name in table.names if name not in mixed), "")


def _playing(desk: Desk, heard: Mapping[str, str], answer: str, locks: Wanted, shares: Wanted) -> Iterator[Task]:
    position, role = desk.position, desk.role
    yield from to_agree(desk)
    yield from _hearing(desk, heard)
    if desk.is_host or desk.sits:
        yield from _newest_letter(desk)
    if desk.table.masked:
        yield from _locks(desk, locks, shares)
    if role in desk.table.names and held_up_by(position, role, heard):
        return  # nothing is signed before
    moves = _outbox(desk, "move", position.step + 1)
    asked = role in [desk.table.names[request.seat] for request in position.awaited]
    if desk.is_host or (desk.sits and (moves or not asked)):
        yield _waits(desk, "waiting-move-take", "waiting-for-seat", seat=desk.table.people(awaited(desk)))
    elif not asked:
        yield Task(Sentence("waiting-for-seat", seat=desk.table.people(awaited(desk))))
    elif moves and (refused := host_refuses(desk)) is not None:
        yield Task(refused, "referee move --instead")
    elif moves:
        yield _send(desk, moves[-1], "send-host-if-unsent")
        yield Task(Sentence("wait-next-step"))
    elif len(position.awaited) > 1 and plan_answers(desk):
        yield Task(Sentence("your-plan-answers"))
    elif desk.table.bot(desk.role or "") is not None:
        yield Task(Sentence("program-is-asked"), "referee watch")
    else:
        if (why := _silence(desk)) is not None:
            yield Task(Sentence("standing-silent", why=why))
        yield Task(Sentence("answer-in-order"), "referee move")
        example, named = (desk.table.game.notation.said(answer, brief=brief) for brief in (True, False))
        signs = Sentence("signs-orders", orders=named)
        yield Task(Sentence("you-answer-example"), "referee move", example, signs=signs)


def _locks(desk: Desk, locks: Wanted, shares: Wanted) -> Iterator[Task]:
    """In a masked game: the own locks that lie in the outbox, and whose locks and shares somebody waits for; with
    escrow what a new key of this home still has to say.
    """
    if not _by_folder(desk):
        yield from _send_all(desk, _outbox(desk, "unlock"))
    yield from _face_down(desk, locks)
    for seat, names in shares.items():
        yield Task(Sentence("shares-wanted", seat=desk.table.person(seat), names=desk.table.people(names)))
    if not desk.table.deck_escrow or not held(desk, "rekey"):
        return
    from referee.table.desk.sharing import due_proofs  # in few games a key changes

    for signed in due_proofs(desk):
        seat = author(signed)
        name = desk.table.person(seat)
        signs = Sentence("signs-proof", seat=name)
        yield Task(Sentence("shares-are-here", seat=name), f"referee rekey {spoken(seat)}", signs=signs)


def _face_down(desk: Desk, locks: Wanted) -> Iterator[Task]:
    """Whose programs have still to open what others have drawn, in one line: for the reader's own tiles, or else for
    those of all others.
    """
    people, own = desk.table.people, locks.get(desk.role or "")
    if own:
        yield Task(Sentence("own-tiles-face-down", names=people(own)))
    elif owing := owing_locks(desk, locks):
        yield Task(Sentence("tiles-face-down", seats=people(locks), names=people(owing)))


def owing_locks(desk: Desk, locks: Wanted) -> tuple[str, ...]:
    """The others whose locks somebody waits for, clockwise."""
    wanted = {name for names in locks.values() for name in names} - {desk.role}
    return tuple(name for name in desk.table.names if name in wanted) if wanted else ()


def _newest_letter(desk: Desk) -> Iterator[Task]:
    """What the host does with the letter of the newest step; nothing once its mails are written."""
    step = desk.position.step
    if _by_folder(desk):
        yield Task(Sentence("letter-in-folder", step=step))
    elif not any(desk.folder.has_letter(f"{step:04d}-{name}.eml") for name in desk.table.names):
        yield Task(Sentence("newest-letter-all", step=step), "referee mail")


def plan_answers(desk: Desk) -> bool:
    """Whether what the reader has sealed before, or its standing answers, answer what it is asked beside others."""
    position, seat = desk.position, desk.eyes.seat
    if seat is None or position.request_of(seat) is None or len(position.asked) < 2:
        return False
    return has_answered(position, seat)


def _silence(desk: Desk) -> Sentence | None:
    """Why the reader's own standing answers leave open what it is asked; None if none hold, or nothing is asked."""
    position, seat = desk.position, desk.eyes.seat
    standing = position.standing[seat] if seat is not None else None
    if seat is None or standing is None:
        return None
    return standing.silence(position.table.game, position.state, seat, position.knowledge.own(seat))


def _hearing(desk: Desk, heard: Mapping[str, str]) -> Iterator[Task]:
    """Whose words are still to be heard, four or those of a new key; said to the host too, who is not held up by it."""
    different = [role for role, verdict in heard.items() if verdict == "different"]
    missing = [role for role in to_hear(heard) if role not in different]
    rekeyed = {party.role for party in desk.table.former}
    by_four = [role for role in missing if role not in rekeyed]
    by_six = [role for role in missing if role in rekeyed]
    for code, roles in (("hear-words-first", different), ("hear-words-from", by_four), ("hear-six-from", by_six)):
        if roles:
            yield Task(Sentence(code, names=desk.table.people(roles)), "referee words")


def _over(desk: Desk) -> Iterator[Task]:
    acks, role = desk.history.acks, desk.role
    missing = [name for name in desk.table.names if name not in acks]
    if role is not None and role in acks and missing:
        name = ack_name(role)
        path = desk.folder.path / ("outbox" if name in desk.folder.list_outbox() else "record") / name
        yield Task(Sentence("send-all-if-unsent", path=path))
    elif role in missing:
        alone = desk.table.terms.practice
        code = "acknowledge-end-alone" if alone else "acknowledge-end"
        yield Task(Sentence(code), "referee ack", signs=Sentence("signs-end"))
    if missing:
        yield Task(Sentence("not-acknowledged-yet", names=desk.table.people(missing)))
    opens = capabilities_of(desk.table).opens
    yield Task(Sentence("everything-open-now" if opens else "check-it-all"), "referee audit")
    yield Task(Sentence("see-it-again"), "referee replay --open")


def joined_as(desk: Desk) -> str | None:
    """The seat that was joined from this folder; the record says so once there is a charter."""
    names = (parse(OUTBOX, name) for name in desk.folder.list_outbox())
    return next((name.seat for name in names if name is not None and name.kind == "join"), None)


def joining(desk: Desk) -> dict[str, str]:
    """What people call those whose joins are here, by seat, as long as there is no charter."""
    own = (signed for name in _outbox(desk, "join") for signed in read_bundle(desk.folder.read_outbox(name)))
    joins = [signed.read(Join) for signed in (*own, *held(desk, "join"))]
    names = {join.seat: join.name for join in joins}
    return dict(zip(names, called((*names,), (*names.values(),)), strict=True))


def signed_here(desk: Desk, sort: str) -> tuple[str, ...]:
    """Whose join or accept is here: those that have come, and the reader's, which waits to be sent."""
    own = desk.sits or desk.role or joined_as(desk)
    sent = {own} if own is not None and _outbox(desk, sort) else set()
    return tuple(sorted({*sent, *(author(signed) for signed in held(desk, sort))}))


def _outbox(desk: Desk, sort: str, step: int | None = None) -> list[str]:
    """What the reader has signed of a sort, for a step, oldest first."""
    seat = desk.role or "" if step is not None else ""
    return beginning(desk.folder.list_outbox(), begins(OUTBOX, sort, step, seat))


def _send_all(desk: Desk, names: Sequence[str]) -> Iterator[Task]:
    """What goes to everybody; where it lies in a shared folder that is said once."""
    tasks = [_send(desk, name, "send-all-if-unsent") for name in names]
    return (task for at, task in enumerate(tasks) if task not in tasks[:at])


def _send(desk: Desk, name: str, code: str) -> Task:
    if _by_folder(desk):
        return Task(Sentence("lies-in-shared"))
    return Task(Sentence(code, path=desk.folder.path / "outbox" / name))


def _waits(desk: Desk, by_mail: str, by_folder: str, **values: object) -> Task:
    """What a host waits for: a mail to be taken in, or what comes by itself through a shared folder."""
    if _by_folder(desk):
        return Task(Sentence(by_folder, **values))
    return Task(Sentence(by_mail, **values), "referee receive FILE")


def _by_folder(desk: Desk) -> bool:
    """Whether the notes of this game go through a shared folder."""
    offer = desk.history.offer
    return offer is not None and goes_by_folder(desk.home, offer.id)
