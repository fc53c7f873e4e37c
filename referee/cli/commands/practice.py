"""`referee practice`: a game at once, against programs, and a real one but for the people."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.arguments import one_line
from referee.cli.asking.agreement import confirm
from referee.cli.completion.choices import game_names, game_options, levels, presets, seat_counts, steps
from referee.cli.context import Context, command
from referee.cli.helping.usage import Misused
from referee.cli.lessons import learn
from referee.cli.packs import PackFile, read_pack_file
from referee.cli.paths import game_above, here, shown
from referee.cli.people import seat_of
from referee.cli.practice import show_place
from referee.cli.presets import with_preset
from referee.cli.printing.output import data
from referee.cli.receiving.rooms import is_room, new_folder
from referee.games import find
from referee.kernel.bot import GREEDY, check_level
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence
from referee.record.store import Folder
from referee.table.desk.desk import Desk
from referee.table.desk.places import keep_place, placed
from referee.table.opening.packs import over_pack
from referee.table.opening.seat_names import free_seat
from referee.table.practice.going_back import go_back
from referee.table.practice.opening import PROGRAMS, lay, practice_charter
from referee.table.practice.others import Settings, others_in
from referee.table.practice.seat import practises

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
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=game_names)] = None,
    seats: Annotated[int | None, typer.Option("--seats", "-n", autocompletion=seat_counts)] = None,
    against: Annotated[str, typer.Option("--against", autocompletion=levels)] = GREEDY,
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=2**63 - 1)] = None,
    name: Annotated[str, typer.Option("--name")] = YOUR_NAME,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", autocompletion=game_options)] = None,
    preset: Annotated[str | None, typer.Option("--preset", autocompletion=presets)] = None,
    place: Annotated[Path | None, typer.Option("--folder")] = None,
    pack_file: PackFile = None,
    lesson: Annotated[int | None, typer.Option("--lesson", min=1)] = None,
    back: Annotated[int | None, typer.Option("--back", metavar="STEP", autocompletion=steps)] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Play a game alone, against programs."""
    if back is not None:
        _back(context, back, yes=yes)
        return
    if game_name is None:
        raise Misused("practice-which-game", hint=Sentence("practise-such-as"))
    check_level(against)
    game, pack = over_pack(find(game_name), read_pack_file(pack_file))
    if lesson is not None:
        learn(context, game, lesson, one_line(name, "name"))
        return
    count = seats if seats is not None else _usual_seats(game)
    chosen = with_preset(game, count, option or [], preset, context.lang)
    settings = Settings(seed if seed is not None else secrets.randbelow(_SEEDS), against)
    people = _people(one_line(name, "name"), count)
    charter = practice_charter(game, people, settings.seed, chosen, pack)
    folder = _new_folder(context, f"practice-{game.info.name}", place)
    begun = lay(folder, context.home(), charter, pack, settings)
    keep_place(begun.home, placed(folder, charter[0]))
    programs = begun.table.people(begun.table.names[1:])
    head = [context.sentence("/practice/begins", name=people[0][1], names=programs, count=count - 1)]
    if game_above(here()) != folder.path:
        head.append(context.sentence("/practice/lies-in", path=shown(folder.path)))
    _show_game(context, folder, head)


def _usual_seats(game: AnyGame) -> int:
    """How many play if nobody says so: you and two programs, or what comes nearest."""
    return min(game.info.seats, key=lambda count: (abs(count - 3), count))


def _people(name: str, count: int) -> list[tuple[str, str]]:
    """(seat, name) clockwise: whoever practises, then the programs."""
    taken = [seat_of(name)]
    names = [name, *(program for program in PROGRAMS if program != name)][:count]
    for program in names[1:]:
        taken.append(free_seat(seat_of(program), taken))
    return list(zip(taken, names, strict=True))


def _new_folder(context: Context, name: str, wanted: Path | None) -> Folder:
    """The folder of a game that begins: what was typed, or the first free one of its name, beside a game and not in
    it. Raises as `new_folder`.
    """
    if wanted is not None or context.game is not None:
        return new_folder(context.home(), name, wanted or Path(context.game or name))
    above = game_above(here())
    around = above.parent if above is not None else here()
    places = (around / (name if number == 1 else f"{name}-{number}") for number in range(1, 1000))
    return new_folder(context.home(), name, next(free for free in places if is_room(free) and not free.exists()))


def _show_game(context: Context, folder: Folder, head: list[str], since: int = 1) -> None:
    """Where the game stands, once the others have answered as far as they can; the steps `since` one are told."""
    desk = context.desk(folder=folder.path)
    if context.json:
        data(context, _practice_data(desk), "")
    else:
        show_place(context, desk, [step for step in desk.seen if step >= since], head)


def _practice_data(desk: Desk) -> Practice:
    others = others_in(desk.folder.path)
    assert others is not None
    settings, table = others.settings(), desk.table
    return Practice(
        shown(desk.folder.path), table.game_id, table.names, settings.seed, settings.level, desk.position.step
    )


def _back(context: Context, step: int, *, yes: bool) -> None:
    """Begin again before a step, with the same bag. Raises OutOfOrder: this is no practice game, or not so far."""
    desk = context.desk()
    others = others_in(desk.folder.path)
    if others is None or not practises(desk):
        raise OutOfOrder("no-practice-here", hint=Sentence("ask-all-back"))
    if not 1 <= step <= desk.position.step:
        raise OutOfOrder("step-not-played", step=step, last=desk.position.step)
    confirm(context, "practice-forgets", yes=yes)
    go_back(others, desk.home, step)
    _show_game(context, desk.folder, [context.sentence("/practice/again-before", step=step)], step)
