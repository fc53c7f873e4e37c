"""All games of a home in one table: which, where, who is asked since when, and whether it is the reader's turn.

The date is when the newest step came to this machine. It is shown to its owner, and nothing is made from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from referee.cli.context import Context
from referee.cli.folders.paths import current_folder, game_folder_above, path_text
from referee.cli.sending.deadlines import counted_from, late_todos, overdue
from referee.drawing.safe_text import safe_text, shell_text
from referee.games import find
from referee.i18n.step_summary import capitalised, step_summary
from referee.kernel.errors import FileTrouble, RefereeError
from referee.kernel.sentence import in_language
from referee.messages.decisions_text import played_text
from referee.messages.step_news import news_of_step
from referee.protocol.seating import REFEREE
from referee.record.file_names import CHARTER, OFFER, step_name
from referee.record.store import DataFolder
from referee.service.dates import day_after, iso_day_text, local_time
from referee.service.errors import Refused, refusal_of
from referee.session.game_folders import GameLocation, game_locations, path_of_location
from referee.session.session import Session
from referee.session.todo.status import GameResult, Status, status_for
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
    """The newest step; null before the deal."""
    asked: tuple[str, ...] = ()
    """Whom the game waits for: seats, or `referee`."""
    since: str = ""
    """Since when this machine has had the newest note, in local time; empty if it cannot be read."""
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
    trouble: Refused | None = None
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
    """What the newest step has decided and led to, sentence by sentence."""
    owing: tuple[str, ...] = ()
    """Those others of a masked game whose programs still owe key shares."""


class Games(msgspec.Struct, frozen=True):
    """The games of this home."""

    games: tuple[GameRow, ...]
    """Each game: those with the reader's turn first, then by title."""


def games_of_home(context: Context, home: DataFolder) -> Games:
    """Every game this home knows of. One that cannot be read says why, and stops no other."""
    rows = [_row(context, home, place) for place in game_locations(home)]
    return Games(tuple(sorted(rows, key=lambda row: (not row.turn, row.stage == "over", row.title.casefold()))))


def _row(context: Context, home: DataFolder, place: GameLocation) -> GameRow:
    plain = GameRow(place.title, place.rules, place.path)
    try:
        folder = path_of_location(home, place)
        if folder is None:
            raise FileTrouble("game-is-gone", title=place.title, path=path_text(place.folder))
        session = context.session(folder=folder)
        return _read(context, session, place, _with_host(context, session, status_for(session, context.lang)))
    except RefereeError as trouble:
        return msgspec.structs.replace(plain, trouble=refusal_of(trouble, context.lang))


def _read(context: Context, session: Session, place: GameLocation, status: Status) -> GameRow:
    waited = waited_parties(session)
    asked = tuple(one.role for one in waited if one.what not in BESIDE)
    moment = waiting_since(session, status)
    playing = status.stage == "playing"
    days = status.deadline if playing else None
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
        plays=_rules_called(place, context.lang),
        seats=status.seats or status.joined,
        host=status.host,
        deadline=status.deadline,
        remind=overdue(session, moment) if playing else (),
        last=_last_step_lines(context, session) if status.step is not None else (),
        owing=tuple(one.role for one in waited if one.what == KEY_SHARES and one.role != session.role),
    )


def _rules_called(place: GameLocation, lang: str) -> str:
    """What people call the board game; the name of one that is not installed here any more."""
    try:
        return in_language(find(place.rules).info.title, lang)
    except RefereeError:
        return place.rules


def _last_step_lines(context: Context, session: Session) -> tuple[str, ...]:
    """What the newest step has decided and led to, sentence by sentence; a quiet one is told by its orders."""
    position, table, lang = session.position, session.table, context.lang
    step = news_of_step(position, session.history.signed_notes[step_name(position.step)], lang)
    found = *map(capitalised, step.decided), *step_summary(table.game, position.events, table.called, lang)
    if found or not step.orders:
        return found or (capitalised(context.sentence("/screen/dealt")),)
    return (f"{played_text(position, lang)}.",)


def _with_host(context: Context, session: Session, status: Status) -> Status:
    """The same, for whoever reads data, with the host called as in the reader's book: no note tells that name."""
    table, known = session.history.table, ""
    if context.json and status.called and not status.host:
        from referee.mail.address_book import address_book_people, name_of_host

        with suppress(RefereeError):  # a book that is damaged keeps nobody from a game
            known = name_of_host(address_book_people(session.home), table.host.key if table is not None else None)
    return msgspec.structs.replace(status, called={**status.called, REFEREE: known}) if known else status


def status_here(context: Context, session: Session) -> Status:
    """Where a game stands, and since when as this machine saw it."""
    status = _with_host(context, session, status_for(session, context.lang, path_text))
    if status.stage == "nothing":
        return status
    moment = waiting_since(session, status)
    late = late_todos(context, session, moment) if status.stage == "playing" else ()
    since = moment.isoformat(timespec="seconds")
    status = msgspec.structs.replace(status, since=since, next=(*late, *status.next))
    if context.json and session.history.position is not None and (session.is_host or session.sits):
        from referee.cli.sending.due_mails import letters_of

        return msgspec.structs.replace(status, letters=letters_of(session))
    return status


def waiting_since(session: Session, status: Status) -> datetime:
    """When this machine got the newest note, since which all wait, in local time."""
    newest = step_name(status.step) if status.step is not None else CHARTER if status.seats else OFFER
    return local_time(session.folder.written(newest))


def games_to_move(games: Sequence[GameRow]) -> list[GameRow]:
    """The games in which it is the reader's turn."""
    return [row for row in games if row.turn and row.stage != "over"]


def game_table_lines(context: Context, games: Sequence[GameRow]) -> list[str]:
    """The table for people, and what to type for the first game with the reader's turn."""
    if not games:
        return [context.sentence("no-games-yet")]
    head = (
        context.sentence("games-title"),
        context.sentence("games-game"),
        context.sentence("games-step"),
        context.sentence("games-asked"),
        context.sentence("games-since"),
        context.sentence("games-you-are"),
    )
    sound = [row for row in games if row.trouble is None]
    cells = [head, *(_cells(context, row) for row in sound)]
    widths = [max(len(line[at]) for line in cells) for at in range(len(head))]
    marks = [" ", *(">" if row.turn else " " for row in sound)]
    lines = (
        [
            f"{mark} {'  '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))}".rstrip()
            for mark, line in zip(marks, cells, strict=True)
        ]
        if sound
        else []
    )
    lines += [f"! {game_trouble(row)}" for row in games if row.trouble is not None]
    return [*lines, "", *_ending(context, sound)]


def game_trouble(row: GameRow) -> str:
    """Why a game cannot be read, with its name; nothing if it can."""
    said = row.trouble.sentence if row.trouble is not None else ""
    return safe_text(said if row.title in said or not said else f"{row.title}: {said}")


def _cells(context: Context, row: GameRow) -> tuple[str, ...]:
    asked = names_to_move(context, row)
    over = context.sentence("games-over") if row.stage == "over" else ""
    return (
        safe_text(row.title),
        row.rules,
        "-" if row.step is None else str(row.step),
        over or ", ".join(asked) or context.sentence("games-players"),
        iso_day_text(context.lang, row.since),
        context.sentence("games-looking-on") if row.you is None else _role_called(context, row, row.you),
    )


def names_to_move(context: Context, row: GameRow) -> list[str]:
    """Those for whom a game waits, as they are called; the reader is `you`. Behind them those whose programs have still
    to open what others have drawn.
    """
    asked = [_spoken(context, row, role) for role in row.asked]
    owing = ", ".join(_role_called(context, row, role) for role in row.owing)
    return [*asked, context.sentence("games-computer", names=owing)] if owing else asked


def _spoken(context: Context, row: GameRow, role: str) -> str:
    return context.sentence("games-you") if role == row.you else _role_called(context, row, role)


def _role_called(context: Context, row: GameRow, role: str) -> str:
    return safe_text(row.called.get(role, role))


def _ending(context: Context, games: Sequence[GameRow]) -> list[str]:
    own = games_to_move(games)
    if not own:
        return [context.sentence("nothing-to-do")]
    lines = [context.sentence("your-turn-in-games", count=len(own))]
    if game_folder_above(current_folder()) != Path(own[0].folder):
        lines += [context.sentence("go-on-with-it"), f"  referee --game {shell_text(own[0].title)}"]
    return lines
