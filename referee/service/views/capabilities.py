"""What a table allows a reader: whatever offers something names what it needs, and is made only where that is there."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from referee.kernel.errors import RefereeError, refusal_in
from referee.kernel.sentence import Sentence
from referee.mail import accounts, inbox, shared_folder
from referee.protocol.agreements.take_back import check_take_back
from referee.protocol.allowances import allowances_of
from referee.protocol.opening.charter import offer_hides_goods
from referee.record.notes import Offer
from referee.service.dates import written_at
from referee.session.game_folders import goes_by_folder
from referee.session.session import Session
from referee.session.todo.task import TaskText
from referee.session.todo.tasks import own_joined_seat
from referee.session.todo.waited_parties import MOVE, waited_parties

Role = Literal["player", "host", "both", "onlooker"]
Sending = Literal["folder", "account", "files", "none"]
T = TypeVar("T")

_NEEDS = (
    *(("referee move --instead", "replace"), ("referee move", "now"), ("referee standing", "standing")),
    *(("standing-silent", "standing"), ("everything-open-now", "opens")),
    ("referee absent", "skip"),
    *((what, "send") for what in ("referee mail", "referee receive", "referee remind", "send-host-if-unsent")),
    *((what, "send") for what in ("send-all-if-unsent", "mail-all-players", "lies-in-shared", "letter-in-folder")),
)
"""What a table must allow for a task whose command begins so, or with this code; the first one decides."""


class Waited(msgspec.Struct, frozen=True):
    """Somebody for whom a game waits."""

    seat: str
    """The seat, or `referee`; empty for a player who may still join."""
    what: str
    """For what: `join`, `charter`, `acceptance`, `mix`, `move`, `key shares`, `agreement` or `end`."""
    since: str
    """When the latest note arrived on this computer, in local time."""
    pieces: int = 0
    """How many of the reader's own pieces lie face down for it, or how many may still join."""


class Capabilities(msgspec.Struct, frozen=True):
    """What a table allows this reader now; nothing else is offered."""

    role: Role
    """What the reader is at this table: `player`, `host`, `both` or `onlooker`."""
    answers: frozenset[str]
    """How the reader may answer: `now`, `plan`, `ends` (of a conflict), `standing`, `together` (all sealed at once)."""
    sending: Sending
    """How notes go to others: `folder`, `account`, `files` by hand, or `none` at a practice table."""
    folder: str
    """The name of the shared folder, never its path; empty without one."""
    waited: tuple[Waited, ...]
    """Each participant that the game waits for, and for what; the first to act comes first."""
    hides: Literal["host", "nobody", "nothing"]
    """Who sees what is hidden from the others: the `host`, `nobody`, or `nothing` is hidden."""
    end_opens: Literal["everything", "nothing"]
    """What the end shows of what was hidden."""
    undo: frozenset[str]
    """How a move of one's own is taken back: `rewind`, `replace` (until it is recorded) or `consent`."""
    days: int
    """The days agreed for an answer; 0 for none."""
    grace: int
    """The days of patience after them."""
    talk: frozenset[str]
    """When words can be written to the others: `with-move`, `after-end`."""
    practice: bool
    """Whether the others are programs in a folder of the reader's own."""

    def allows(self, needs: str) -> bool:
        """Whether what an offer needs is there: a way of answering, of undoing or of talking; or `send`, or `opens`; or
        somebody asked whom the reader may `skip`.
        """
        if needs == "skip":
            return self.role in ("host", "both") and not self.practice and any(one.what == MOVE for one in self.waited)
        if needs in ("send", "opens"):
            return self.sending != "none" if needs == "send" else self.end_opens != "nothing"
        return not needs or needs in self.answers | self.undo | self.talk

    def offer(self, needs: str, made: Iterable[T]) -> tuple[T, ...]:
        """What is offered where the table allows what it needs, () elsewhere; it is not even made there."""
        return tuple(made) if self.allows(needs) else ()

    def offer_tasks(self, tasks: Iterable[TaskText]) -> tuple[TaskText, ...]:
        """Those of the tasks that can be done at this table."""
        return tuple(one for task in tasks for one in self.offer(_need_of(task), (task,)))


def _need_of(task: TaskText) -> str:
    """What a task needs; empty for one that every table allows."""
    return next((needs for what, needs in _NEEDS if what == task.code or f"{task.command} ".startswith(f"{what} ")), "")


def capabilities_of(session: Session, *, asks_mail: bool = True) -> Capabilities:
    """What the table of a session allows its reader now; files are sent by hand where mail is not asked."""
    table, position, role = session.history.table, session.history.position, _role_of(session)
    terms = table.terms if table is not None else None
    over = position is not None and position.over
    plays = role in ("player", "both") and position is not None and not over
    practice = terms is not None and terms.practice
    sending, folder = sending_of(session, practice=practice, asks_mail=asks_mail)
    return Capabilities(
        role=role,
        answers=_ways_to_answer(session) if plays else frozenset(),
        sending=sending,
        folder=folder,
        waited=_waited_here(session),
        hides=_hides(session),
        end_opens=_end_opens(session),
        undo=frozenset(("rewind",) if practice else ("replace", "consent")) if plays else frozenset(),
        days=(terms.deadline or 0) if terms is not None else 0,
        grace=terms.grace if terms is not None else 0,
        talk=frozenset(("after-end",) if over else ("with-move",) if plays else ()),
        practice=practice,
    )


def way_back(session: Session, step: int | None = None) -> Sentence | None:
    """How the reader has a step taken back, by default the latest that can be: alone in a practice game, elsewhere with
    the others' consent. None where this reader or this record cannot.
    """
    position, seat = session.position, session.eyes.seat
    if seat is None or seat in position.left:
        return None
    can, steps = capabilities_of(session, asks_mail=False), (step,) if step is not None else range(position.step, 0, -1)
    played = (Sentence("go-back-alone", step=one) for one in steps if 0 < one <= position.step)
    asked = (Sentence("ask-all-back", step=one) for one in steps if not refusal_in(check_take_back, position, one))
    return next(iter((*can.offer("rewind", islice(played, 1)), *can.offer("consent", islice(asked, 1)))), None)


def _role_of(session: Session) -> Role:
    table = session.history.table
    if session.sits:
        return "both"
    if session.is_host:
        return "host"
    seated = session.role in table.names if table is not None else own_joined_seat(session) is not None
    return "player" if seated else "onlooker"


def _ways_to_answer(session: Session) -> frozenset[str]:
    allowed, game = allowances_of(session.table), session.table.game
    ways = {
        "now": True,
        "plan": allowed.plans,
        "ends": allowed.plans and game.faces.contest is not None,
        "standing": allowed.standing is not None,
        "together": len(session.position.asked) > 1,
    }
    return frozenset(way for way, is_there in ways.items() if is_there)


def _hides(session: Session) -> Literal["host", "nobody", "nothing"]:
    table, offered = session.history.table, session.history.offer
    if table is not None and table.deck.keeper == "host":
        return "host" if table.piles else "nothing"
    if table is None and (offered is None or offer_hides_goods(offered.read(Offer))):
        return "host"
    return "nobody"


def _end_opens(session: Session) -> Literal["everything", "nothing"]:
    table = session.history.table
    opens = _hides(session) == "host" and (table is None or allowances_of(table).opens)
    return "everything" if opens else "nothing"


def _waited_here(session: Session) -> tuple[Waited, ...]:
    since = written_at(session).isoformat(timespec="seconds")
    return tuple(Waited(one.role, one.what, since, one.goods) for one in waited_parties(session))


def sending_of(session: Session, *, practice: bool, asks_mail: bool = True) -> tuple[Sending, str]:
    """How notes go to others, and the name of the shared folder if they go by one."""
    if practice or not asks_mail:
        return "none" if practice else "files", ""
    if (folder := _shared_folder(session)) is not None:
        return "folder", folder.name
    with suppress(RefereeError):  # a file of accounts that is damaged is said where it is used
        if accounts.mail_account(session.home).smtp is not None:
            return "account", ""
    return "files", ""


def _shared_folder(session: Session) -> Path | None:
    """The shared folder through which the game goes; of several the one that speaks of it."""
    offer, table = session.history.offer, session.history.table
    if offer is None or not goes_by_folder(session.home, offer.id):
        return None
    there = [place for place in map(Path, inbox.watched_folders(session.home).shared) if place.is_dir()]
    if len(there) == 1:
        return there[0]
    ids = {offer.id, *((table.game_id,) if table is not None else ())}
    return next((at for at in there if ids & shared_folder.SharedFolder(at).look().games), None)
