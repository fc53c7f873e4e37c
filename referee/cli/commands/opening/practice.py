"""`referee practice`: a game at once, against programs, and a real one but for the people."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.folders.new_folders import new_game_folder
from referee.cli.folders.paths import current_folder, game_folder_above, home_path, path_text
from referee.cli.help_pages.usage import UsageError
from referee.cli.options import choices_of
from referee.cli.printing.output import print_result
from referee.cli.printing.practice_replies import print_practice_position
from referee.cli.prompts.confirm import confirm
from referee.cli.prompts.game_options import PackFile, read_pack_file
from referee.cli.prompts.identity import seat_name_for
from referee.cli.prompts.lessons import learn
from referee.games import find
from referee.kernel.bot import GREEDY, check_level
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence
from referee.practice.open_table import is_practice_session
from referee.practice.opponents import PracticeSettings, opponents_of
from referee.practice.rewind import rewind_to
from referee.practice.start_table import PROGRAMS, practice_charter, set_up_practice
from referee.protocol.opening.data_packs import game_with_pack
from referee.protocol.opening.seat_names import free_seat_name
from referee.record.notes.escaping import single_line_text
from referee.record.store import GameFolder
from referee.service.incoming.places import may_open_game
from referee.service.typed_options import options_with_preset
from referee.session.game_folders import location_in_folder, write_location
from referee.session.session import Session

YOUR_NAME = "Anna"
"""Who practises if no name is typed: one seed is one game, whoever types it."""

_SEEDS = 1_000_000


class Practice(msgspec.Struct, frozen=True):
    """A practice game."""

    folder: str
    """The path of its folder."""
    game: str
    """The id of the game."""
    seats: tuple[str, ...]
    """The seats, clockwise from that of the person who practises."""
    seed: int
    """The seed that gives the same game again."""
    against: str
    """How well the programs play: `greedy` or `good`."""
    step: int
    """The newest step of the game."""


@command(prints=Practice)
def practice(
    context: Context,
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=choices_of("game_names"))] = None,
    seats: Annotated[int | None, typer.Option("--seats", "-n", autocompletion=choices_of("seat_counts"))] = None,
    against: Annotated[str, typer.Option("--against", autocompletion=choices_of("levels"))] = GREEDY,
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=2**63 - 1)] = None,
    name: Annotated[str, typer.Option("--name")] = YOUR_NAME,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", autocompletion=choices_of("game_options"))
    ] = None,
    preset: Annotated[str | None, typer.Option("--preset", autocompletion=choices_of("presets"))] = None,
    place: Annotated[Path | None, typer.Option("--folder")] = None,
    pack_file: PackFile = None,
    lesson: Annotated[int | None, typer.Option("--lesson", min=1)] = None,
    back: Annotated[
        int | None, typer.Option("--back", metavar="STEP", autocompletion=choices_of("step_numbers"))
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Play a game alone, against programs."""
    if back is not None:
        _back(context, back, yes=yes)
        return
    if game_name is None:
        raise UsageError("practice-which-game", hint=Sentence("practise-such-as"))
    check_level(against)
    game, pack = game_with_pack(find(game_name), read_pack_file(pack_file))
    if lesson is not None:
        learn(context, game, lesson, single_line_text(name, "name"))
        return
    count = seats if seats is not None else _usual_seats(game)
    chosen = options_with_preset(game, count, option or [], preset, context.lang)
    settings = PracticeSettings(seed if seed is not None else secrets.randbelow(_SEEDS), against)
    people = _people(single_line_text(name, "name"), count)
    charter = practice_charter(game, people, settings.seed, chosen, pack)
    folder = _new_folder(context, f"practice-{game.info.name}", place)
    begun = set_up_practice(folder, context.home(), charter, pack, settings)
    write_location(begun.home, location_in_folder(folder, charter[0]))
    programs = begun.table.people(begun.table.names[1:])
    head = [context.sentence("/practice/begins", name=people[0][1], names=programs, count=count - 1)]
    if game_folder_above(current_folder()) != folder.path:
        head.append(context.sentence("/practice/lies-in", path=path_text(folder.path)))
    _show_game(context, folder, head)


def _usual_seats(game: AnyGame) -> int:
    """How many play if nobody says so: you and two programs, or what comes nearest."""
    return min(game.info.seats, key=lambda count: (abs(count - 3), count))


def _people(name: str, count: int) -> list[tuple[str, str]]:
    """(seat, name) clockwise: whoever practises, then the programs."""
    taken = [seat_name_for(name)]
    names = [name, *(program for program in PROGRAMS if program != name)][:count]
    for program in names[1:]:
        taken.append(free_seat_name(seat_name_for(program), taken))
    return list(zip(taken, names, strict=True))


def _new_folder(context: Context, name: str, wanted: Path | None) -> GameFolder:
    """The folder of a game that begins: what was typed, or the first free one of its name, beside a game and not in
    it. Raises as `new_game_folder`.
    """
    if wanted is not None or context.game is not None:
        return new_game_folder(context.home(), name, wanted or Path(context.game or name))
    above = game_folder_above(current_folder())
    around = above.parent if above is not None else current_folder()
    places = (around / (name if number == 1 else f"{name}-{number}") for number in range(1, 1000))
    return new_game_folder(
        context.home(), name, next(free for free in places if may_open_game(free, home_path()) and not free.exists())
    )


def _show_game(context: Context, folder: GameFolder, head: list[str], since: int = 1) -> None:
    """Where the game stands, once the others have answered as far as they can; the steps `since` one are told."""
    session = context.session(folder=folder.path)
    if context.json:
        print_result(context, _practice_data(session), "")
    else:
        print_practice_position(context, session, [step for step in session.seen if step >= since], head)


def _practice_data(session: Session) -> Practice:
    others = opponents_of(session.folder.path)
    assert others is not None
    settings, table = others.settings(), session.table
    return Practice(
        path_text(session.folder.path), table.game_id, table.names, settings.seed, settings.level, session.position.step
    )


def _back(context: Context, step: int, *, yes: bool) -> None:
    """Begin again before a step, with the same bag. Raises OutOfOrder: this is no practice game, or not so far."""
    session = context.session()
    others = opponents_of(session.folder.path)
    if others is None or not is_practice_session(session):
        raise OutOfOrder("no-practice-here", hint=Sentence("ask-all-back"))
    if not 1 <= step <= session.position.step:
        raise OutOfOrder("step-not-played", step=step, last=session.position.step)
    confirm(context, "practice-forgets", yes=yes)
    rewind_to(others, session.home, step)
    _show_game(context, session.folder, [context.sentence("/practice/again-before", step=step)], step)
