"""Practice games: one is begun against bots, or goes on again before a step."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from referee.kernel.bot import GREEDY, check_level
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import AnyGame
from referee.practice.open_table import is_practice_session, open_practice
from referee.practice.opponents import Opponents, PracticeSettings, opponents_of
from referee.practice.rewind import rewind_to
from referee.practice.start_table import PROGRAMS, practice_charter, set_up_practice
from referee.protocol.opening.seat_names import free_seat_name, seat_name_for
from referee.record.store import GameFolder
from referee.service.reader import Reader
from referee.service.table import OpenTable
from referee.service.views.capabilities import way_back
from referee.session.game_folders import location_in_folder, write_location

YOUR_NAME = "Anna"
"""The player's name if none is given: one seed is one game, no matter who starts it."""

_SEEDS = 1_000_000


def usual_seats(game: AnyGame) -> int:
    """How many play if nobody says so: the reader and two bots, or the nearest number that the game allows."""
    return min(game.info.seats, key=lambda count: (abs(count - 3), count))


def practise(
    reader: Reader,
    game: AnyGame,
    folder: GameFolder,
    *,
    seats: int | None = None,
    level: str = GREEDY,
    seed: int | None = None,
    name: str = YOUR_NAME,
    options: Sequence[tuple[str, str]] = (),
    pack: bytes | None = None,
) -> OpenTable:
    """A practice game that begins in a new `folder`, once the bots have done what is theirs before the reader's turn.

    Raises:
        Unreadable: there is no such level, number of seats or option. FileTrouble: the folder cannot be written.
    """
    check_level(level, game.levels)
    settings = PracticeSettings(seed if seed is not None else secrets.randbelow(_SEEDS), level)
    people = _seats_and_names(name, seats if seats is not None else usual_seats(game))
    charter = practice_charter(game, people, settings.seed, options, pack)
    set_up_practice(folder, reader.home, charter, pack, settings)
    write_location(reader.home, location_in_folder(folder, charter[0]))
    return OpenTable(reader, open_practice(folder, reader.home, reader.lang, as_name=reader.as_name))


def practice_at_step(table: OpenTable, step: int) -> Opponents:
    """The others of a practice game that can begin again before a step. Raises OutOfOrder: this is not a practice game,
    or it is not so far.
    """
    session = table.session
    others = opponents_of(session.folder.path)
    if others is None or not is_practice_session(session):
        raise OutOfOrder("no-practice-here", hint=way_back(session, step))
    if not 1 <= step <= session.position.step:
        raise OutOfOrder("step-not-played", step=step, last=session.position.step)
    return others


def rewind(table: OpenTable, step: int) -> OpenTable:
    """A practice game begun again before a step, with the same bag. Raises as `practice_at_step`."""
    session, reader = table.session, table.reader
    rewind_to(practice_at_step(table, step), session.home, step)
    return OpenTable(reader, open_practice(session.folder, reader.home, reader.lang, as_name=reader.as_name))


def _seats_and_names(name: str, count: int) -> list[tuple[str, str]]:
    """(seat, name) clockwise: the player, then the bots."""
    taken = [seat_name_for(name)]
    names = [name, *(program for program in PROGRAMS if program != name)][:count]
    for program in names[1:]:
        taken.append(free_seat_name(seat_name_for(program), taken))
    return list(zip(taken, names, strict=True))
