"""Where a game stands for one party, as data: the stage, who is asked what, what was agreed to, and what to do now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.crypto.keys import fingerprint
from referee.drawing.safe import safe_text
from referee.kernel.errors import RefereeError
from referee.kernel.game import View
from referee.kernel.requests import COMMIT, Request, Seat
from referee.kernel.sentence import Sentence, told
from referee.record.note import SignedNote
from referee.record.notes import Offer, Rekey
from referee.table.desk.answers import Named, awaited, named_by, writers
from referee.table.desk.desk import Desk
from referee.table.desk.pending import held
from referee.table.desk.proposals import asked_back, holidays_waiting, key_told, proposal_told, proposals, wanted
from referee.table.desk.rekeys import agreed_to, lacking, opposed
from referee.table.desk.task import Todo, task_told
from referee.table.desk.todo import joined_as, joining, signed_here, todo
from referee.table.opening.charter import title_of
from referee.table.reading.words import other_names
from referee.table.seating import REFEREE, former_keys
from referee.table.step.back import undone_by, would_undo
from referee.table.step.consent import KEY, undone_too
from referee.table.step.ending import agreed_places
from referee.table.step.position import Position
from referee.table.step.table_lines import Back, TableLine, consent_to
from referee.table.telling.choices import Conflict, example
from referee.table.telling.decided import learned_told, played_told, result_told
from referee.words.prose import open_answer, question_prose


class Question(msgspec.Struct, frozen=True):
    """Who is asked what: the question as a word of the game, as a sentence, and an order that could answer it, or the
    form of one where an order would tell of a hand. `conflict` is how the conflict stands that the reader is asked
    about, null for all others.
    """

    seat: str
    question: str
    rule: str
    about: tuple[str, ...]
    sentence: str
    example: str
    conflict: Conflict | None = None


class Result(msgspec.Struct, frozen=True):
    """How the game ended, as a word of the game and in sentences, and the place of each seat."""

    reason: str
    ranks: dict[str, int]
    told: tuple[str, ...] = ()


class Reason(msgspec.Struct, frozen=True):
    """Why somebody asks for something: the seat it is about, what people call who asks, and the words."""

    seat: str
    called: str
    reason: str


class Undone(msgspec.Struct, frozen=True):
    """A step that would be undone, and who played what in it."""

    step: int
    told: str


class Proposal(msgspec.Struct, frozen=True):
    """Something that somebody agrees to, or a new key that is asked for: what, in the words of the consents, who has
    agreed, who has still to, and who has said no; `told` says it in sentences. `besides` are those of them who are
    asked only because a step back undoes what they have done. `reasons` are those of who asks. `undone` are the steps
    that a step back undoes, and `learned` says what was drawn and what was shown to all in them. `command` is what the
    reader types who is still asked, "" for all others.
    """

    to: str
    agreed: tuple[str, ...]
    missing: tuple[str, ...]
    opposed: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    undone: tuple[Undone, ...] = ()
    learned: tuple[str, ...] = ()
    command: str = ""


class Away(msgspec.Struct, frozen=True):
    """A holiday that a seat has declared, from its first day to its last; `entered` by a step, or waiting for one."""

    seat: str
    first: str
    until: str
    entered: bool = False


class Points(msgspec.Struct, frozen=True):
    """So many points of a sort; `called` is the sort in words."""

    name: str
    called: str
    count: int


class Player(msgspec.Struct, frozen=True):
    """Who sits at a seat: the name people know, and once it is dealt the sign that pictures show, as a symbol and in
    words, "" where it is a colour alone; how many goods are in the hand that others do not see; the points that the
    reader may see, () where they are closed.
    """

    seat: str
    called: str
    sign: str = ""
    spoken: str = ""
    hand: int = 0
    points: tuple[Points, ...] = ()


class Delivery(msgspec.Struct, frozen=True):
    """What a player was sent by the host: the newest step whose letter was handed in to a server from this home, and
    the newest whose mail lies written as a file; null for none.
    """

    seat: str
    sent: int | None
    written: int | None


class Replaced(msgspec.Struct, frozen=True):
    """That the own key was replaced without its consent: the role, the step, who had agreed, both fingerprints."""

    role: str
    step: int
    agreed: tuple[str, ...]
    old: str
    new: str


class Status(msgspec.Struct, frozen=True):
    """Where a game stands.

    `stage` is `nothing`, `offer`, `charter`, `playing` or `over`; `you` is `referee`, a seat or null; `next` is in the
    order in which it is done. `questions` has all who are asked at once, clockwise; `asked` is that of the reader, or
    else the first one, null when nobody is asked. `answered` has, for the host alone, who of several has answered.
    `mails` says who must write before the turn of the board game can go on. `countersigned` has for each seat the
    newest step it has signed, `standing` for each seat with standing answers the step they were given for. `named` is
    the id of the standing note that the next move of the reader names. `heard` and `other_names` are those of `words`,
    `test_keys` the roles whose key is a published test key. `since`, which `referee status` tells, is when this machine
    got what all wait behind, in local time. `left` are the seats that have left the game, `missed` tells how many steps
    have let a seat pass since its last own move, `proposed` what somebody agrees to or asks for, and `former` for which
    steps others than the key of now signed for a role. `undone` are the steps that the table has gone back over.
    `replaced` tells of an own key that the others have replaced without its consent. `host` is the seat of a host who
    plays, "" for one who does not. In a masked game `locks` names for each seat with dark tiles those whose locks it
    waits for, and `dark` is how many of the reader's own there are; `shares` names for each seat that the table has
    opened those whose shares are wanted. `called` has for each seat, and for the host (`referee`), the name that people
    know, and `players` tells of each seat, clockwise; `deadline` are the days that were agreed for an answer, null for
    none, and `grace` the days beyond them. `holiday` are the days of holiday that each seat may declare, `holidays`
    those that were declared. `letters` says, to the host alone, who was sent which letter.
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
    host: str = ""
    locks: dict[str, tuple[str, ...]] = {}
    dark: int = 0
    shares: dict[str, tuple[str, ...]] = {}
    called: dict[str, str] = {}
    deadline: int | None = None
    grace: int = 0
    holiday: int = 0
    holidays: tuple[Away, ...] = ()
    players: tuple[Player, ...] = ()
    letters: tuple[Delivery, ...] = ()


def status_of(desk: Desk, lang: str, shown: Callable[[Path], str] = str) -> Status:
    """Where the game stands, in the reader's language; `shown` is how a path is told."""
    status = _status(desk, lang, shown)
    answer = status.asked.example if status.asked is not None else ""
    tasks = todo(desk, status.heard, answer, status.locks, status.shares)
    return replace(status, next=tuple(task_told(task, lang, shown) for task in tasks))


def _status(desk: Desk, lang: str, shown: Callable[[Path], str]) -> Status:
    history = desk.history
    if history.offer is None:
        return Status(stage="nothing", you=None)
    if history.table is None:
        joined, called = signed_here(desk, "join"), {**joining(desk), REFEREE: Sentence("the-host").told(lang)}
        return Status(
            stage="offer",
            you=desk.role or joined_as(desk),
            title=_offered_title(history.offer, lang),
            joined=joined,
            called=called,
        )
    table = history.table
    status = Status(
        stage="charter",
        you=desk.role,
        game=table.game_id,
        title=desk.called(lang),
        seats=table.names,
        attempt=table.attempt,
        host=table.terms.host,
        called={**table.called_by_seat, REFEREE: str(table.person(table.terms.host or REFEREE).told(lang))},
        deadline=table.terms.deadline or None,
        grace=table.terms.grace,
        holiday=table.terms.holiday,
        other_names=other_names(table, desk.role, desk.home.known_keys()),
        test_keys=table.test_keys,
        players=tuple(Player(seat, name) for seat, name in table.called_by_seat.items()),
    )
    position = history.position
    if position is None:
        return replace(status, accepted=signed_here(desk, "accept"))
    reader = history.eyes.seat if history.eyes is not None else None
    questions = questions_at(position, lang, reader)
    return replace(
        status,
        stage="over" if position.over else "playing",
        step=position.step,
        head=position.head,
        heard=desk.words_compared(),
        countersigned=dict(zip(table.names, position.past.signed, strict=True)),
        standing={seat: held.step for seat, held in zip(table.names, position.standing, strict=True) if held},
        named=next_names(desk).note,
        asked=next((question for question in questions if question.seat == desk.role), next(iter(questions), None)),
        questions=questions,
        answered=answered(desk),
        mails=tuple(table.names[seat] for seat in writers(position)),
        result=_result(position, reader, lang),
        acknowledged=tuple(sorted(history.acks)),
        left=tuple(table.names[seat] for seat in position.left),
        missed={table.names[seat]: count for seat, count in enumerate(position.missed) if count},
        proposed=_proposed(desk, lang, shown),
        undone=tuple(sorted(undone_by(position))),
        former=former_keys(table),
        replaced=_replaced(desk),
        holidays=holidays_here(desk),
        players=_players_told(position, reader, lang) or status.players,
        **_locks(desk),
    )


def _offered_title(offer: SignedNote, lang: str) -> str:
    """What people call the game of an offer; the name of its rules where those are not installed."""
    note = offer.read(Offer)
    try:
        return told(title_of(note), lang)
    except RefereeError:
        return note.rules.game


def _players_told(position: Position, reader: Seat | None, lang: str) -> tuple[Player, ...]:
    """Who sits where, with what a picture shows beside the name; () of a game that tells nothing of its seats."""
    table, shown = position.table, position.table.game.faces.seats
    if shown is None:
        return ()
    faces = shown(position.state, View(table.called, reader, lang=lang))
    name = table.game.info.name
    return tuple(
        Player(
            seat=seat,
            called=called,
            sign=face.sign,
            spoken=face.spoken,
            hand=face.hand,
            points=tuple(
                Points(tally, Sentence(f"{name}/tally/{tally}").told(lang), count) for tally, count in face.points
            ),
        )
        for (seat, called), face in zip(table.called_by_seat.items(), faces, strict=True)
    )


def _locks(desk: Desk) -> dict[str, Any]:
    """Whose locks and shares are wanted in a masked game, by what the record holds and what waits here."""
    if not desk.table.masked or desk.position.over:
        return {}
    from referee.table.desk.lit import darkness  # few games are masked

    dark, wanted, shares = darkness(desk.position, desk.folder, desk.eyes.seat)
    return {"locks": wanted, "dark": dark, "shares": shares}


def _replaced(desk: Desk) -> Replaced | None:
    """What has replaced the own key, for whoever reads JSON."""
    new = desk.lost
    if new is None:
        return None
    agreed = tuple(role for role, _ in new.agreed)
    return Replaced(new.role, new.step, agreed, fingerprint(new.old), fingerprint(new.key))


def _proposed(desk: Desk, lang: str, shown: Callable[[Path], str]) -> tuple[Proposal, ...]:
    commands = {one.to: task_told(one.task, lang, shown).command for one in wanted(desk) if one.is_asked}
    open_now = (_proposal(desk, line, agreed, missing, lang) for line, agreed, missing in proposals(desk))
    found = (*open_now, *(_key_proposal(desk, signed, lang) for signed in held(desk, "rekey")))
    return tuple(replace(one, command=commands.get(one.to, "")) for one in found)


def _proposal(desk: Desk, line: TableLine, agreed: Sequence[str], missing: Sequence[str], lang: str) -> Proposal:
    position, called = desk.position, desk.table.called_by_seat
    undone = would_undo(position, line.step) if isinstance(line, Back) else ()
    asked = dict(asked_back(desk)).get(line.step, ()) if isinstance(line, Back) else ()
    return Proposal(
        to=consent_to(line) or "",
        agreed=tuple(agreed),
        missing=tuple(missing),
        told=proposal_told(desk, line, agreed, lang),
        besides=undone_too(position, line, agreed),
        reasons=tuple(Reason(seat, called[seat], safe_text(reason)) for seat, reason in asked),
        undone=tuple(Undone(one.step, played_told(one, lang)) for one in undone),
        learned=learned_told(undone, lang) if undone else (),
    )


def _key_proposal(desk: Desk, signed: SignedNote, lang: str) -> Proposal:
    note = signed.read(Rekey)
    name = safe_text(note.name) if note.name is not None else desk.table.person(note.seat).told(lang)
    return Proposal(
        to=f"{KEY}{signed.id}",
        agreed=agreed_to(desk, signed),
        missing=lacking(desk, signed),
        opposed=opposed(desk, signed),
        told=key_told(desk, signed, lang),
        reasons=(Reason(note.seat, name, safe_text(note.reason)),),
    )


def holidays_here(desk: Desk) -> tuple[Away, ...]:
    """The holidays that steps have entered, and those that wait for a step."""
    position = desk.history.position
    if position is None or not desk.table.terms.holiday:
        return ()
    entered = [Away(position.table.names[seat], first, until, True) for seat, first, until in position.past.holidays]
    waiting = [Away(line.seat, line.first, line.until) for line in holidays_waiting(desk)] if not position.over else []
    return (*entered, *waiting)


def next_names(desk: Desk) -> Named:
    """What the reader's next move names; a reader who is no player names nothing."""
    return named_by(desk) if desk.role in desk.table.names and not desk.position.over else Named()


def questions_at(position: Position, lang: str, reader: Seat | None = None) -> tuple[Question, ...]:
    """Who is asked what now. The example is one that the hand allows if the one who is asked reads it; for all others
    it tells nothing of a hand: it is a form, or an order that the board allows.
    """
    table, hands = position.table, bool(position.table.piles)
    found = []
    for request in position.awaited:
        seat, sentence = table.names[request.seat], question_prose(table.game, request, table.called, lang)
        conflict = None
        if request.seat == reader:
            answer, conflict = example(position, request), _conflict(position, request, lang)
        else:
            answer = open_answer(table.game, position.state, request, lang, hands=hands)
        found.append(Question(seat, request.question, request.rule, request.about, sentence, answer, conflict))
    return tuple(found)


def _conflict(position: Position, request: Request, lang: str) -> Conflict | None:
    if request.question != COMMIT:
        return None
    from referee.table.telling.stakes import stakes  # few questions are about a conflict

    return stakes(position, request.seat, lang)


def answered(desk: Desk) -> tuple[str, ...]:
    """Who of several that are asked at once has answered, by a note that waits, a plan or standing answers; only the
    host can tell.
    """
    asked = [desk.table.names[request.seat] for request in desk.position.awaited]
    missing = awaited(desk)
    return tuple(name for name in asked if name not in missing)


def _result(position: Position, reader: Seat | None, lang: str) -> Result | None:
    names, told = position.table.names, result_told(position, reader, lang)
    if position.ended:
        return Result(position.ended, {names[seat]: place for place, seat in agreed_places(position)}, told)
    outcome = position.table.game.outcome(position.state)
    if outcome is None:
        return None
    return Result(outcome.reason, dict(zip(names, outcome.ranks, strict=True)), told)
