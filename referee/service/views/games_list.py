"""All games of a home as a list shows them: where, who is waited for since when, and whether it is the reader's turn.

The date is when the latest step arrived at this computer. It is shown to its owner, and nothing is made from it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.drawing.safe_text import safe_text
from referee.games import find
from referee.i18n.step_summary import capitalise, step_summary
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence, in_language
from referee.messages.decisions_text import played_text
from referee.messages.step_news import news_of_step
from referee.protocol.seating import REFEREE
from referee.record.file_names import step_name
from referee.service import errors
from referee.service.dates import day_after, iso_day_text, local_time, written_at
from referee.service.views.deadlines import counted_from, overdue
from referee.session.game_folders import GameLocation
from referee.session.masked.pending_key_shares import step_owed_since
from referee.session.session import Session
from referee.session.todo.status import GameResult, Status
from referee.session.todo.waited_parties import BESIDE, KEY_SHARES, waited_parties


class GameRow(msgspec.Struct, frozen=True):
    """One game of this home."""

    title: str
    """What people call the game."""
    rules: str
    """The board game, as `tigris`."""
    folder: str
    """The path of its folder."""
    stage: str = ""
    """`nothing`, `offer`, `charter`, `playing` or `over`; empty if the game cannot be read."""
    step: int | None = None
    """The latest step; null before the deal."""
    asked: tuple[str, ...] = ()
    """Whom the game waits for: seats, or `referee`."""
    since: str = ""
    """Since when this computer has had the latest note, in local time; empty if it cannot be read."""
    due: str = ""
    """When the days of `deadline` end, in local time; empty without a deadline."""
    you: str | None = None
    """The reader's role, a seat or `referee`; null for somebody who looks on."""
    turn: bool = False
    """Whether the game waits for the reader."""
    called: dict[str, str] = {}
    """The name that people know, by seat and for `referee`."""
    result: GameResult | None = None
    """How the game ended; null while it runs."""
    trouble: errors.Refused | None = None
    """Why the folder cannot be found or read; null if it can."""
    plays: str = ""
    """What people call the board game."""
    seats: tuple[str, ...] = ()
    """The seats clockwise; before the charter those that have joined."""
    host: str = ""
    """The seat of a host who plays; empty for a host who does not."""
    deadline: int | None = None
    """The days agreed for an answer; null if none were agreed."""
    remind: tuple[str, ...] = ()
    """Those others whose days are over."""
    last: tuple[str, ...] = ()
    """What the latest step has decided and led to, sentence by sentence."""
    owing: tuple[str, ...] = ()
    """With a masked deck, the others whose programs still owe key shares."""
    owing_since: str = ""
    """Since when the first of these key shares has been owed, in local time; empty if none is."""


class Games(msgspec.Struct, frozen=True):
    """The games of this home."""

    games: tuple[GameRow, ...]
    """Each game: those with the reader's turn first, then by title."""


def game_row(session: Session, place: GameLocation, status: Status, lang: str) -> GameRow:
    """A game of a home as its list tells it. Raises RefereeError: its record does not hold."""
    waited = waited_parties(session)
    asked = tuple(one.role for one in waited if one.what not in BESIDE)
    moment = written_at(session)
    playing = status.stage == "playing"
    days = status.deadline if playing else None
    owing = tuple(one.role for one in waited if one.what == KEY_SHARES and one.role != session.role)
    owed = [step for name in owing if (step := step_owed_since(session.position, session.folder, name)) is not None]
    counted = counted_from(session, asked, moment) if playing else moment
    return GameRow(
        title=place.title,
        rules=place.rules,
        folder=str(session.folder.path),
        stage=status.stage,
        step=status.step,
        asked=asked,
        since=moment.isoformat(timespec="seconds"),
        due=day_after(counted, days).isoformat(timespec="seconds") if days is not None else "",
        you=status.you,
        turn=status.you in asked,
        called=status.called,
        result=status.result,
        plays=_title_of_rules(place, lang),
        seats=status.seats or status.joined,
        host=status.host,
        deadline=status.deadline,
        remind=overdue(session, moment) if playing else (),
        last=_last_step_lines(session, lang) if status.step is not None else (),
        owing=owing,
        owing_since=local_time(session.folder.written(step_name(min(owed)))).isoformat("T", "seconds") if owed else "",
    )


def games_to_move(games: Sequence[GameRow]) -> list[GameRow]:
    """The games in which it is the reader's turn."""
    return [row for row in games if row.turn and row.stage != "over"]


def game_trouble(row: GameRow) -> str:
    """Why a game cannot be read, with its name; nothing if it can."""
    said = row.trouble.sentence if row.trouble is not None else ""
    return safe_text(said if row.title in said or not said else f"{row.title}: {said}")


def names_to_move(row: GameRow, lang: str) -> list[str]:
    """Those for whom a game waits, as they are called; the reader is `you`. After them those whose programs still have
    to open what others have drawn.
    """
    asked = [Sentence("games-you").told(lang) if role == row.you else role_name(row, role, lang) for role in row.asked]
    if not row.owing:
        return asked
    owing = ", ".join(role_name(row, role, lang) for role in row.owing)
    since = " ".join(iso_day_text(lang, row.owing_since).split())
    return [*asked, Sentence("games-computer", count=len(row.owing), names=owing, since=since).told(lang)]


def role_name(row: GameRow, role: str, lang: str) -> str:
    """What people call somebody in a game."""
    if role == REFEREE and not row.host:  # JSON has the name of the reader's address book
        return Sentence("the-host").told(lang)
    return safe_text(row.called.get(role, role))


def _title_of_rules(place: GameLocation, lang: str) -> str:
    """What people call the board game; the name of one that is not installed here any more."""
    try:
        return in_language(find(place.rules).info.title, lang)
    except RefereeError:
        return place.rules


def _last_step_lines(session: Session, lang: str) -> tuple[str, ...]:
    """What the latest step has decided and led to, sentence by sentence; a quiet one is described by its orders."""
    position, table = session.position, session.table
    step = news_of_step(position, session.history.signed_notes[step_name(position.step)], lang)
    found = *map(capitalise, step.decided), *step_summary(table.game, position.events, table.called, lang)
    if found or not step.orders:
        return found or (capitalise(Sentence("/screen/dealt").told(lang)),)
    return (f"{played_text(position, lang)}.",)
