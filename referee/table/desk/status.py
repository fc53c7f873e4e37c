"""Where a game stands for one party: the stage, who is asked what, whose words are missing, and what to do now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.crypto.keys import fingerprint
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.record.names import CHARTER, OUTBOX, ack_name, beginning, begins, parse, step_name
from referee.table.desk.answers import Named, awaited, named_by, writers
from referee.table.desk.desk import Desk
from referee.table.desk.pending import gap, held, missing_steps
from referee.table.desk.proposals import proposals, to_agree
from referee.table.desk.rekeys import agreed_to, lacking, opposed
from referee.table.desk.task import Task, Todo, task_told
from referee.table.opening.charter import check_offer
from referee.table.reading.words import held_up_by, listed, other_names, to_hear
from referee.table.seating import author, former_keys
from referee.table.step.back import undone_by
from referee.table.step.consent import KEY
from referee.table.step.ending import agreed_places
from referee.table.step.position import Position
from referee.table.step.table_lines import consent_to
from referee.table.step.together import has_answered
from referee.table.telling.choices import example
from referee.words.prose import open_answer, question_prose


class Question(msgspec.Struct, frozen=True):
    """Who is asked what: the question as a word of the game, as a sentence, and an order that could answer it, or the
    form of one where an order would tell of a hand.
    """

    seat: str
    question: str
    rule: str
    about: tuple[str, ...]
    sentence: str
    example: str


class Result(msgspec.Struct, frozen=True):
    """How the game ended, and the place of each seat."""

    reason: str
    ranks: dict[str, int]


class Proposal(msgspec.Struct, frozen=True):
    """Something that somebody agrees to, or a new key that is asked for: what, in the words of the consents, who has
    agreed, who has still to, and who has said no.
    """

    to: str
    agreed: tuple[str, ...]
    missing: tuple[str, ...]
    opposed: tuple[str, ...] = ()


class Replaced(msgspec.Struct, frozen=True):
    """That the own key was replaced without its consent: the role, the step, who had agreed, both fingerprints."""

    role: str
    step: int
    agreed: tuple[str, ...]
    old: str
    new: str


class Status(msgspec.Struct, frozen=True):
    """Where a game stands.

    `stage` is `nothing`, `offer`, `charter`, `playing` or `over`; `you` is `referee`, a seat or null. `questions` has
    all who are asked at once, clockwise; `asked` is that of the reader, or else the first one, null when nobody is
    asked. `answered` has, for the host alone, who of several has answered. `mails` says who must write before the turn
    of the board game can go on. `countersigned` has for each seat the newest step it has signed, `standing` for each
    seat with standing answers the step they were given for. `named` is the id of the standing note that the next move
    of the reader names. `heard` and `other_names` are those of `words`, `test_keys` the roles whose key is a published
    test key. `since`, which `referee status` tells, is when this machine got what all wait behind, in local time.
    `left` are the seats that have left the game, `missed` tells how many steps have let a seat pass since its last own
    move, `proposed` what somebody agrees to or asks for, and `former` for which steps others than the key of now signed
    for a role. `undone` are the steps that the table has gone back over. `replaced` tells of an own
    key that the others have replaced without its consent.
    """

    stage: str
    you: str | None
    next: tuple[Todo, ...] = ()
    game: str = ""
    title: str = ""
    seats: tuple[str, ...] = ()
    attempt: int = 1
    joined: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    step: int | None = None
    head: str = ""
    heard: dict[str, str] = {}
    other_names: dict[str, tuple[str, ...]] = {}
    test_keys: tuple[str, ...] = ()
    countersigned: dict[str, int] = {}
    standing: dict[str, int] = {}
    named: str | None = None
    asked: Question | None = None
    questions: tuple[Question, ...] = ()
    answered: tuple[str, ...] = ()
    mails: tuple[str, ...] = ()
    result: Result | None = None
    acknowledged: tuple[str, ...] = ()
    since: str = ""
    left: tuple[str, ...] = ()
    missed: dict[str, int] = {}
    proposed: tuple[Proposal, ...] = ()
    undone: tuple[int, ...] = ()
    former: dict[str, tuple[tuple[int, int], ...]] = {}
    replaced: Replaced | None = None


def status_of(desk: Desk, lang: str, shown: Callable[[Path], str] = str) -> Status:
    """Where the game stands, in the reader's language; `shown` is how a path is told."""
    status = _status(desk, lang)
    return replace(status, next=tuple(task_told(task, lang, shown) for task in todo(desk, status)))


def _status(desk: Desk, lang: str) -> Status:
    history = desk.history
    if history.offer is None:
        return Status(stage="nothing", you=None)
    if history.table is None:
        return Status(stage="offer", you=desk.role or _joined_as(desk), joined=_here(desk, "join"))
    table = history.table
    status = Status(
        stage="charter",
        you=desk.role,
        game=table.game_id,
        title=table.title,
        seats=table.names,
        attempt=table.attempt,
        other_names=other_names(table, desk.role, desk.home.known_keys()),
        test_keys=table.test_keys,
    )
    position = history.position
    if position is None:
        return replace(status, accepted=_here(desk, "accept"))
    questions = questions_at(position, lang, history.eyes.seat if history.eyes is not None else None)
    return replace(
        status,
        stage="over" if position.over else "playing",
        step=position.step,
        head=position.head,
        heard=desk.words_compared(),
        countersigned=dict(zip(table.names, position.signed, strict=True)),
        standing={seat: held.step for seat, held in zip(table.names, position.standing, strict=True) if held},
        named=next_names(desk).note,
        asked=next((question for question in questions if question.seat == desk.role), next(iter(questions), None)),
        questions=questions,
        answered=answered(desk),
        mails=tuple(table.names[seat] for seat in writers(position)),
        result=_result(position),
        acknowledged=tuple(sorted(history.acks)),
        left=tuple(table.names[seat] for seat in position.left),
        missed={table.names[seat]: count for seat, count in enumerate(position.missed) if count},
        proposed=_proposed(desk),
        undone=tuple(sorted(undone_by(position))),
        former=former_keys(table),
        replaced=_replaced(desk),
    )


def _replaced(desk: Desk) -> Replaced | None:
    """What has replaced the own key, for whoever reads JSON."""
    new = desk.lost
    if new is None:
        return None
    agreed = tuple(role for role, _ in new.agreed)
    return Replaced(new.role, new.step, agreed, fingerprint(new.old), fingerprint(new.key))


def _proposed(desk: Desk) -> tuple[Proposal, ...]:
    keys = (
        Proposal(f"{KEY}{signed.id}", agreed_to(desk, signed), lacking(desk, signed), opposed(desk, signed))
        for signed in held(desk, "rekey")
    )
    return (*(Proposal(consent_to(line) or "", agreed, lacks) for line, agreed, lacks in proposals(desk)), *keys)


def next_names(desk: Desk) -> Named:
    """What the reader's next move names; a reader who is no player names nothing."""
    return named_by(desk) if desk.role in desk.table.names and not desk.position.over else Named()


def _joined_as(desk: Desk) -> str | None:
    """The seat that was joined from this folder; the record says so once there is a charter."""
    names = (parse(OUTBOX, name) for name in desk.folder.list_outbox())
    return next((name.seat for name in names if name is not None and name.kind == "join"), None)


def _here(desk: Desk, sort: str) -> tuple[str, ...]:
    """Whose join or accept is here: those that have come, and the own one, which waits to be sent."""
    own = desk.role or _joined_as(desk)
    sent = {own} if own is not None and _outbox(desk, sort) else set()
    return tuple(sorted({*sent, *(author(signed) for signed in held(desk, sort))}))


def questions_at(position: Position, lang: str, reader: Seat | None = None) -> tuple[Question, ...]:
    """Who is asked what now. The example is one that the hand allows if the one who is asked reads it; for all others
    it tells nothing of a hand: it is a form, or an order that the board allows.
    """
    table, hands = position.table, bool(position.table.piles)
    return tuple(
        Question(
            seat=table.names[request.seat],
            question=request.question,
            rule=request.rule,
            about=request.about,
            sentence=question_prose(table.game, request, table.called, lang),
            example=example(position, request)
            if request.seat == reader
            else open_answer(table.game, position.state, request, lang, hands=hands),
        )
        for request in position.awaited
    )


def answered(desk: Desk) -> tuple[str, ...]:
    """Who of several that are asked at once has answered, by a note that waits, a plan or standing answers; only the
    host can tell.
    """
    asked = [desk.table.names[request.seat] for request in desk.position.awaited]
    missing = awaited(desk)
    return tuple(name for name in asked if name not in missing)


def _result(position: Position) -> Result | None:
    if position.ended:
        names = position.table.names
        return Result(position.ended, {names[seat]: place for place, seat in agreed_places(position)})
    outcome = position.table.game.outcome(position.state)
    if outcome is None:
        return None
    return Result(outcome.reason, dict(zip(position.table.names, outcome.ranks, strict=True)))


# --- what the reader should do now ----------------------------------------------------------------


def todo(desk: Desk, status: Status) -> Iterator[Task]:
    """What the reader should do now, in order. Everything may be done again: the same note is the same bytes."""
    if status.replaced is not None:
        yield Task(Sentence("tell-key-not-yours"), f"referee judge record/{step_name(status.replaced.step)}")
    if desk.history.position is not None and (missing := missing_steps(desk)):
        yield Task(Sentence("step-awaited", **gap(desk)), f"referee letter {missing[0]}")
    stages = {"nothing": _tasks_to_begin, "offer": _offer, "charter": _charter, "playing": _playing, "over": _over}
    yield from stages[status.stage](desk, status)


def _tasks_to_begin(desk: Desk, status: Status) -> Iterator[Task]:
    yield Task(Sentence("no-game-here-yet"), "referee offer GAME --seats N")
    yield Task(Sentence("player-begins"), "referee join OFFER")


def _offer(desk: Desk, status: Status) -> Iterator[Task]:
    offer = desk.history.offer
    assert offer is not None
    if desk.is_host:
        from referee.table.desk.joins import to_seat  # most games have their charter

        yield from to_seat(desk.folder, check_offer(offer, desk.history.pack).seats)
    elif _outbox(desk, "join"):
        yield _send(desk, _outbox(desk, "join")[-1], "host")
        yield Task(Sentence("wait-charter"))
    else:
        yield Task(Sentence("join-with"), "referee join OFFER")


def _charter(desk: Desk, status: Status) -> Iterator[Task]:
    missing = [name for name in status.seats if name not in status.accepted]
    if desk.is_host:
        letter = "charter.txt"
        written = desk.folder.has_letter(letter)
        path = desk.folder.path / ("letters" if written else "record") / (letter if written else CHARTER)
        yield Task(Sentence("mail-all-players", path=path))
        yield Task(Sentence("waiting-accepts-take", names=", ".join(missing)), "referee receive FILE")
    elif status.you is None:
        return
    elif _outbox(desk, "accept"):
        yield _send(desk, _outbox(desk, "accept")[-1], "all")
        yield Task(Sentence("wait-deal"))
    else:
        yield Task(Sentence("look-then-accept"), "referee accept")


def _playing(desk: Desk, status: Status) -> Iterator[Task]:
    asked = status.asked
    assert asked is not None and status.step is not None
    yield from to_agree(desk)
    yield from _hearing(status)
    if status.you in status.seats and held_up_by(desk.position, status.you, status.heard):
        return  # nothing is signed before
    if desk.is_host:
        letter = f"{status.step:04d}.txt"
        if desk.folder.has_letter(letter):
            path = desk.folder.path / "letters" / letter
            yield Task(Sentence("newest-letter-all", path=path))
        else:
            yield Task(Sentence("write-letter-again"), "referee letter")
        yield Task(Sentence("waiting-move-take", seat=", ".join(awaited(desk))), "referee receive FILE")
        return
    if asked.seat != status.you:
        yield Task(Sentence("waiting-for-seat", seat=", ".join(awaited(desk))))
        return
    signed = _outbox(desk, "move", status.step + 1)
    if signed:
        yield _send(desk, signed[-1], "host")
        yield Task(Sentence("wait-next-step"))
        return
    if len(status.questions) > 1 and plan_answers(desk):
        yield Task(Sentence("your-plan-answers"))
        return
    why = silence(desk)
    if why is not None:
        yield Task(Sentence("standing-silent", why=why))
    yield Task(Sentence("answer-in-order"), "referee move")
    yield Task(Sentence("you-answer-example"), "referee move", desk.table.game.notation.said(asked.example, brief=True))


def plan_answers(desk: Desk) -> bool:
    """Whether what the reader has sealed before, or its standing answers, answer what it is asked beside others."""
    position, seat = desk.position, desk.eyes.seat
    if seat is None or position.request_of(seat) is None or len(position.asked) < 2:
        return False
    return has_answered(position, seat)


def silence(desk: Desk) -> Sentence | None:
    """Why the reader's own standing answers leave open what it is asked; None if none hold, or nothing is asked."""
    position, seat = desk.position, desk.eyes.seat
    standing = position.standing[seat] if seat is not None else None
    if seat is None or standing is None:
        return None
    return standing.silence(position.table.game, position.state, seat, position.knowledge.own(seat))


def _hearing(status: Status) -> Iterator[Task]:
    """Whose words are still to be heard, four or those of a new key; said to the host too, who is not held up by it."""
    different = [role for role, verdict in status.heard.items() if verdict == "different"]
    missing = [role for role in to_hear(status.heard) if role not in different]
    by_four = [role for role in missing if role not in status.former]
    by_six = [role for role in missing if role in status.former]
    for code, roles in (("hear-words-first", different), ("hear-words-from", by_four), ("hear-six-from", by_six)):
        if roles:
            yield Task(Sentence(code, names=listed(roles)), "referee words")


def _over(desk: Desk, status: Status) -> Iterator[Task]:
    missing = [name for name in status.seats if name not in status.acknowledged]
    if status.you in status.acknowledged and missing:
        name = ack_name(status.you)
        path = desk.folder.path / ("outbox" if name in desk.folder.list_outbox() else "record") / name
        yield Task(Sentence("send-all-if-unsent", path=path))
    elif status.you in missing:
        yield Task(Sentence("acknowledge-end"), "referee ack")
    if missing:
        yield Task(Sentence("not-acknowledged-yet", names=", ".join(missing)))
    yield Task(Sentence("everything-open-now"), "referee audit")


def _outbox(desk: Desk, sort: str, step: int | None = None) -> list[str]:
    """What the reader has signed of a sort, for a step, oldest first."""
    seat = desk.role or "" if step is not None else ""
    return beginning(desk.folder.list_outbox(), begins(OUTBOX, sort, step, seat))


def _send(desk: Desk, name: str, to: str) -> Task:
    path = desk.folder.path / "outbox" / name
    if to == "host":
        return Task(Sentence("send-host-if-unsent", path=path))
    return Task(Sentence("send-all-if-unsent", path=path))
