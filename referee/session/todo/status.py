"""Where a game stands for one party, as data: the stage, who is asked what, what people have agreed to, and what to do
now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.crypto.keys import fingerprint
from referee.drawing.safe_text import safe_text
from referee.i18n.event_text import open_answer, question_sentence
from referee.kernel.errors import RefereeError
from referee.kernel.game import Viewer
from referee.kernel.requests import COMMIT, Request, Seat
from referee.kernel.sentence import Sentence, in_language
from referee.messages import conflict_view
from referee.messages.decisions_text import learned_sentences, played_text, result_sentences
from referee.messages.order_choices import Conflict, example_answer
from referee.protocol.agreements import consent
from referee.protocol.agreements.table_lines import Back, TableLine, consent_to
from referee.protocol.agreements.take_back import positions_to_take_back, steps_taken_back
from referee.protocol.deck import Undecrypted
from referee.protocol.history.safety_words import earlier_names
from referee.protocol.opening import charter
from referee.protocol.seating import REFEREE, former_key_steps
from referee.protocol.step import ending
from referee.protocol.step.position import Position
from referee.record.note import SignedNote
from referee.record.notes import Offer, Rekey
from referee.session import bot_seat
from referee.session.agreements import new_key_requests
from referee.session.agreements.proposals import (
    new_key_sentences,
    pending_holidays,
    proposal_sentences,
    proposals,
    requested_take_backs,
    wanted_consents,
)
from referee.session.masked import pending_key_shares
from referee.session.pending import pending_notes_that_hold
from referee.session.session import Session
from referee.session.todo.task import BY_POST, TaskText, task_text
from referee.session.todo.tasks import names_of_joins, own_joined_seat, seats_with_note_here, tasks_for
from referee.session.todo.waiting_for import NamedStanding, next_to_write, seats_waited_for, standing_named_next


class Question(msgspec.Struct, frozen=True):
    """Who must answer what."""

    seat: str
    """The seat that must answer."""
    question: str
    """The question, as a word of the game."""
    rule: str
    """The id of the rule that the question rests on."""
    about: tuple[str, ...]
    """What the question is about, in words of the game."""
    sentence: str
    """The question in a sentence."""
    example: str
    """An order that could answer it, or its form where that would show a hand; in practice what a bot plays."""
    conflict: Conflict | None = None
    """How the conflict stands that the reader must decide; null for all others."""


class GameResult(msgspec.Struct, frozen=True):
    """How the game ended."""

    reason: str
    """How it ended, as a word of the game."""
    ranks: dict[str, int]
    """The place of each seat; equal seats share one."""
    told: tuple[str, ...] = ()
    """The result, sentence by sentence."""


class RequestReason(msgspec.Struct, frozen=True):
    """Why somebody asks for something."""

    seat: str
    """The seat that asks, or that the new key is for."""
    called: str
    """The name by which people know the one who asks."""
    reason: str
    """The reason in their words."""


class TakenBackStep(msgspec.Struct, frozen=True):
    """A step that would be taken back."""

    step: int
    """The number of the step."""
    told: str
    """Who played what in it, in a sentence."""


class Proposal(msgspec.Struct, frozen=True):
    """Something that somebody agrees to, or a new key that is asked for."""

    to: str
    """What it is, in the words of the consents, as `end draw` or `key ID`."""
    agreed: tuple[str, ...]
    """The parties that have agreed."""
    missing: tuple[str, ...]
    """The parties that still have to agree."""
    opposed: tuple[str, ...] = ()
    """The parties that have said no."""
    told: tuple[str, ...] = ()
    """What it is and does, sentence by sentence."""
    besides: tuple[str, ...] = ()
    """Those who must agree only because a take-back undoes what they did."""
    reasons: tuple[RequestReason, ...] = ()
    """The reasons of those who ask for it."""
    undone: tuple[TakenBackStep, ...] = ()
    """The steps that a take-back undoes; empty for anything else."""
    learned: tuple[str, ...] = ()
    """The pieces drawn and shown in these steps, sentence by sentence."""
    command: str = ""
    """What the reader types to agree; empty unless the reader still has to."""


class HolidayStatus(msgspec.Struct, frozen=True):
    """A holiday that a seat has declared."""

    seat: str
    """The seat that is away."""
    first: str
    """Its first day, as `2026-08-01`."""
    until: str
    """Its last day, as `2026-08-14`."""
    entered: bool = False
    """Whether a step has recorded it; otherwise it waits for one."""


class PointsStatus(msgspec.Struct, frozen=True):
    """Points of one sort."""

    name: str
    """The code of the sort."""
    called: str
    """The sort in words."""
    count: int
    """How many points there are."""


class PlayerStatus(msgspec.Struct, frozen=True):
    """Who sits at a seat."""

    seat: str
    """The seat."""
    called: str
    """The name that people know."""
    sign: str = ""
    """The symbol that pictures show for the seat; empty before the deal and for a plain colour."""
    spoken: str = ""
    """The symbol in words; empty if there is none."""
    hand: int = 0
    """How many goods are in the hand that others do not see."""
    points: tuple[PointsStatus, ...] = ()
    """The points that the reader may see; empty where they are secret."""


class LetterDelivery(msgspec.Struct, frozen=True):
    """What the host has sent to a player."""

    seat: str
    """The seat of the player."""
    sent: int | None
    """The latest step whose letter this home handed in to a mail server; null if none."""
    written: int | None
    """The latest step whose mail was written as a file; null if none."""


class ReplacedKey(msgspec.Struct, frozen=True):
    """That others have replaced one's own key without its consent."""

    role: str
    """The role whose key it was, a seat or `referee`."""
    step: int
    """The step that entered the new key."""
    agreed: tuple[str, ...]
    """The parties that agreed to it."""
    old: str
    """The fingerprint of one's own key."""
    new: str
    """The fingerprint of the new key."""


class Status(msgspec.Struct, frozen=True):
    """Where a game stands."""

    stage: str
    """`nothing`, `offer`, `charter`, `playing` or `over`."""
    you: str | None
    """The reader's role, a seat or `referee`; null for somebody who looks on."""
    next: tuple[TaskText, ...] = ()
    """What to do now, in the order in which it is done."""
    game: str = ""
    """The id of the game; empty before the charter."""
    title: str = ""
    """What people call the game; empty before the offer."""
    seats: tuple[str, ...] = ()
    """The seats clockwise; empty before the charter."""
    attempt: int = 1
    """The number of the attempt, from 1."""
    joined: tuple[str, ...] = ()
    """The seats that have joined, while there is no charter."""
    accepted: tuple[str, ...] = ()
    """The seats that have accepted, while there is no deal."""
    step: int | None = None
    """The latest step; null before the deal."""
    head: str = ""
    """The id of the note that closed the latest step; empty before the deal."""
    heard: dict[str, str] = {}
    """How the words compare, by party: `equal`, `different`, `not yet`, `without` or `known`."""
    other_names: dict[str, tuple[str, ...]] = {}
    """Other names under which the key of a party is known, by party."""
    test_keys: tuple[str, ...] = ()
    """The roles whose key is a published test key."""
    countersigned: dict[str, int] = {}
    """The latest step that each seat has signed."""
    standing: dict[str, int] = {}
    """The step for which each seat's standing orders were given."""
    named: str | None = None
    """The id of the standing note that the reader's next move names; null if none."""
    asked: Question | None = None
    """The question to the reader, or otherwise the first one; null if nobody is asked."""
    questions: tuple[Question, ...] = ()
    """The questions to everyone who is asked at once, clockwise."""
    answered: tuple[str, ...] = ()
    """For the host alone: who of several has answered."""
    mails: tuple[str, ...] = ()
    """The seats that must write before the turn of the board game can go on."""
    result: GameResult | None = None
    """How the game ended; null while it runs."""
    acknowledged: tuple[str, ...] = ()
    """The seats that have confirmed the end."""
    since: str = ""
    """Since when this computer has had the latest note, in local time; with `referee status` alone."""
    left: tuple[str, ...] = ()
    """The seats that have left the game."""
    missed: dict[str, int] = {}
    """How many steps have skipped a seat since its last move, by seat."""
    proposed: tuple[Proposal, ...] = ()
    """What somebody agrees to or asks for."""
    undone: tuple[int, ...] = ()
    """The steps that the table has gone back over."""
    former: dict[str, tuple[tuple[int, int], ...]] = {}
    """The steps, (first, last), for which earlier keys signed, by role."""
    replaced: ReplacedKey | None = None
    """That others have replaced one's own key without its consent; null if not."""
    host: str = ""
    """The seat of a host who plays; empty for a host who does not."""
    locks: dict[str, tuple[str, ...]] = {}
    """Games with a masked deck: whose key shares each seat with tiles face down waits for."""
    dark: int = 0
    """Games with a masked deck: how many of the reader's own tiles are still face down."""
    shares: dict[str, tuple[str, ...]] = {}
    """Games with a masked deck: whose shares are wanted for each seat that the table has opened."""
    drawn: dict[str, int] = {}
    """Games with a masked deck: in which step each seat with tiles face down drew the oldest of them."""
    called: dict[str, str] = {}
    """The name that people know, by seat and for `referee`."""
    deadline: int | None = None
    """The days agreed for an answer; null if none were agreed."""
    grace: int = 0
    """The days of patience after the deadline."""
    holiday: int = 0
    """The days of holiday that each seat may declare; 0 if none."""
    holidays: tuple[HolidayStatus, ...] = ()
    """The holidays that were declared."""
    players: tuple[PlayerStatus, ...] = ()
    """What there is to say of each seat, clockwise."""
    letters: tuple[LetterDelivery, ...] = ()
    """For the host alone: who was sent which letter."""


def status_for(
    session: Session, lang: str, shown: Callable[[Path], str] = str, *, bare: bool = False, whole_turn: bool = True
) -> Status:
    """Where the game stands, in the reader's language; `shown` is how a path is told, `bare` that no command is.
    `whole_turn` asks a bot for the example of a practice game; without it the example is one order, found at once.
    """
    status = _status(session, lang, shown, whole_turn)
    answer = status.asked.example if status.asked is not None else ""
    closed = Undecrypted(status.dark, status.locks, status.shares, status.drawn)
    tasks = tasks_for(session, status.heard, answer, closed)
    wanted = (task for task in tasks if not (bare and task.said.code in BY_POST))
    return replace(status, next=tuple(task_text(task, lang, shown, bare=bare) for task in wanted))


def _status(session: Session, lang: str, shown: Callable[[Path], str], whole_turn: bool) -> Status:
    history = session.history
    if history.offer is None:
        return Status(stage="nothing", you=None)
    if history.table is None:
        joined = seats_with_note_here(session, "join")
        called = {**names_of_joins(session), REFEREE: Sentence("the-host").told(lang)}
        return Status(
            stage="offer",
            you=session.role or own_joined_seat(session),
            title=_offered_title(history.offer, lang),
            joined=joined,
            called=called,
        )
    table = history.table
    status = Status(
        stage="charter",
        you=session.role,
        game=table.game_id,
        title=session.called(lang),
        seats=table.names,
        attempt=table.attempt,
        host=table.terms.host,
        called={**table.called_by_seat, REFEREE: str(table.person(table.terms.host or REFEREE).told(lang))},
        deadline=table.terms.deadline or None,
        grace=table.terms.grace,
        holiday=table.terms.holiday,
        other_names=earlier_names(table, session.role, session.home.known_keys()),
        test_keys=table.test_keys,
        players=tuple(PlayerStatus(seat, name) for seat, name in table.called_by_seat.items()),
    )
    position = history.position
    if position is None:
        return replace(status, accepted=seats_with_note_here(session, "accept"))
    reader = history.eyes.seat if history.eyes is not None else None
    turn = bot_seat.turn_of_bot(session) if whole_turn and table.terms.practice else ""
    questions = questions_at(position, lang, reader, turn)
    return replace(
        status,
        stage="over" if position.over else "playing",
        step=position.step,
        head=position.head,
        heard=session.word_comparisons(),
        countersigned=dict(zip(table.names, position.past.signed, strict=True)),
        standing={seat: held.step for seat, held in zip(table.names, position.standing, strict=True) if held},
        named=standing_named_by_reader(session).note,
        asked=next((question for question in questions if question.seat == session.role), next(iter(questions), None)),
        questions=questions,
        answered=seats_with_answers(session),
        mails=tuple(table.names[seat] for seat in next_to_write(position)),
        result=_result(position, reader, lang),
        acknowledged=tuple(sorted(history.acks)),
        left=tuple(table.names[seat] for seat in position.left),
        missed={table.names[seat]: count for seat, count in enumerate(position.missed) if count},
        proposed=_open_proposals(session, lang, shown),
        undone=tuple(sorted(steps_taken_back(position))),
        former=former_key_steps(table),
        replaced=_replaced_key(session),
        holidays=known_holidays(session),
        players=player_seats(position, reader, lang) or status.players,
        **_locks(session),
    )


def _offered_title(offer: SignedNote, lang: str) -> str:
    """What people call the game of an offer; the name of its rules where those are not installed."""
    note = offer.read(Offer)
    try:
        return in_language(charter.title_of(note), lang)
    except RefereeError:
        return note.rules.game


def player_seats(position: Position, reader: Seat | None, lang: str) -> tuple[PlayerStatus, ...]:
    """The players in seating order, with what a picture shows beside the name; () of a game that shows nothing of its
    seats.
    """
    table, shown = position.table, position.table.game.faces.seats
    if shown is None:
        return ()
    faces = shown(position.state, Viewer(table.called, reader, lang=lang))
    name = table.game.info.name
    return tuple(
        PlayerStatus(
            seat=seat,
            called=called,
            sign=face.sign,
            spoken=face.spoken,
            hand=face.hand,
            points=tuple(
                PointsStatus(tally, Sentence(f"{name}/tally/{tally}").told(lang), count) for tally, count in face.points
            ),
        )
        for (seat, called), face in zip(table.called_by_seat.items(), faces, strict=True)
    )


def _locks(session: Session) -> dict[str, Any]:
    """Whose locks and shares are wanted with a masked deck, by what the record holds and what waits here."""
    if session.position.over:
        return {}
    closed = pending_key_shares.undecrypted_counts(session.position, session.folder, session.eyes.seat)
    return {"locks": closed.locks, "dark": closed.dark, "shares": closed.shares, "drawn": closed.drawn}


def _replaced_key(session: Session) -> ReplacedKey | None:
    """What has replaced one's own key, for readers of JSON."""
    new = session.lost
    if new is None:
        return None
    agreed = tuple(role for role, _ in new.agreed)
    return ReplacedKey(new.role, new.step, agreed, fingerprint(new.old), fingerprint(new.key))


def _open_proposals(session: Session, lang: str, shown: Callable[[Path], str]) -> tuple[Proposal, ...]:
    commands = {one.to: task_text(one.task, lang, shown).command for one in wanted_consents(session) if one.is_asked}
    open_now = (_proposal(session, line, agreed, missing, lang) for line, agreed, missing in proposals(session))
    found = (*open_now, *(_key_proposal(session, signed, lang) for signed in pending_notes_that_hold(session, "rekey")))
    return tuple(replace(one, command=commands.get(one.to, "")) for one in found)


def _proposal(session: Session, line: TableLine, agreed: Sequence[str], missing: Sequence[str], lang: str) -> Proposal:
    position, called = session.position, session.table.called_by_seat
    undone = positions_to_take_back(position, line.step) if isinstance(line, Back) else ()
    asked = dict(requested_take_backs(session)).get(line.step, ()) if isinstance(line, Back) else ()
    return Proposal(
        to=consent_to(line) or "",
        agreed=tuple(agreed),
        missing=tuple(missing),
        told=proposal_sentences(session, line, agreed, lang),
        besides=consent.missing_for_take_back(position, line, agreed),
        reasons=tuple(RequestReason(seat, called[seat], safe_text(reason)) for seat, reason in asked),
        undone=tuple(TakenBackStep(one.step, played_text(one, lang)) for one in undone),
        learned=learned_sentences(undone, lang) if undone else (),
    )


def _key_proposal(session: Session, signed: SignedNote, lang: str) -> Proposal:
    note = signed.read(Rekey)
    name = safe_text(note.name) if note.name is not None else session.table.person(note.seat).told(lang)
    return Proposal(
        to=f"{consent.KEY}{signed.id}",
        agreed=new_key_requests.agreeing_parties(session, signed),
        missing=new_key_requests.consents_missing(session, signed),
        opposed=new_key_requests.refusing_parties(session, signed),
        told=new_key_sentences(session, signed, lang),
        reasons=(RequestReason(note.seat, name, safe_text(note.reason)),),
    )


def known_holidays(session: Session) -> tuple[HolidayStatus, ...]:
    """The holidays that steps have recorded, and those that wait for a step."""
    position = session.history.position
    if position is None or not session.table.terms.holiday:
        return ()
    entered = [
        HolidayStatus(position.table.names[seat], first, until, True) for seat, first, until in position.past.holidays
    ]
    waiting = (
        [HolidayStatus(line.seat, line.first, line.until) for line in pending_holidays(session)]
        if not position.over
        else []
    )
    return (*entered, *waiting)


def standing_named_by_reader(session: Session) -> NamedStanding:
    """The standing note that the reader's next move names; none for a reader who does not play."""
    return (
        standing_named_next(session)
        if session.role in session.table.names and not session.position.over
        else NamedStanding()
    )


def questions_at(position: Position, lang: str, reader: Seat | None = None, turn: str = "") -> tuple[Question, ...]:
    """Who is asked what now. The example is one that the hand allows if the one who is asked reads it, `turn` if that
    is given; for all others it shows nothing of a hand: it is a form, or an order that the board allows.
    """
    table, hands = position.table, bool(position.table.piles)
    found = []
    for request in position.awaited:
        seat, sentence = table.names[request.seat], question_sentence(table.game, request, table.called, lang)
        conflict = None
        if request.seat == reader:
            answer, conflict = turn or example_answer(position, request), _conflict(position, request, lang)
        else:
            answer = open_answer(table.game, position.state, request, lang, hands=hands)
        found.append(Question(seat, request.question, request.rule, request.about, sentence, answer, conflict))
    return tuple(found)


def _conflict(position: Position, request: Request, lang: str) -> Conflict | None:
    if request.question != COMMIT:
        return None
    return conflict_view.conflict_for(position, request.seat, lang)


def seats_with_answers(session: Session) -> tuple[str, ...]:
    """Who of several that are asked at once has answered, by a note that waits, a plan or standing orders; only the
    host can tell.
    """
    asked = [session.table.names[request.seat] for request in session.position.awaited]
    missing = seats_waited_for(session)
    return tuple(name for name in asked if name not in missing)


def _result(position: Position, reader: Seat | None, lang: str) -> GameResult | None:
    names, told = position.table.names, result_sentences(position, reader, lang)
    if position.ended:
        places = {names[seat]: place for place, seat in ending.places_by_agreement(position)}
        return GameResult(position.ended, places, told)
    outcome = position.table.game.outcome(position.state)
    if outcome is None:
        return None
    return GameResult(outcome.reason, dict(zip(names, outcome.ranks, strict=True)), told)
