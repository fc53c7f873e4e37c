"""`referee practice`: a game at once, against bots; apart from them it is a real one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.paths import current_folder, game_folder_above, path_text, whereabouts
from referee.cli.open_games import open_game, reader_of
from referee.cli.options import choices_of
from referee.cli.printing.output import print_either
from referee.cli.printing.practice_replies import print_practice_position
from referee.cli.prompts.confirm import confirm
from referee.cli.prompts.copied_game import play_copy
from referee.cli.prompts.game_options import PackFile, read_pack_file
from referee.cli.prompts.lessons import learn
from referee.games import find
from referee.kernel.bot import GREEDY, check_level
from referee.kernel.errors import UsageError
from referee.kernel.sentence import Sentence
from referee.protocol.opening.data_packs import game_with_pack
from referee.service.incoming.places import new_game_folder
from referee.service.opening.practice_games import (
    YOUR_NAME,
    Practice,
    practice_at_step,
    practice_of,
    practise,
    rewind,
    usual_seats,
)
from referee.service.opening.table_terms import options_with_preset
from referee.service.table import OpenTable


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
    lesson: Annotated[int | None, typer.Option("--lesson", min=0)] = None,
    from_: Annotated[str | None, typer.Option("--from", metavar="GAME")] = None,
    back: Annotated[
        int | None, typer.Option("--back", metavar="STEP", autocompletion=choices_of("step_numbers"))
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Play a game alone, against bots."""
    if back is not None:
        _back(context, back, yes=yes)
        return
    if from_ is not None:
        at_table = replace(context, game=from_).session(side="plays", reads=True)
        play_copy(context, at_table, against, 1 if seed is None else seed)
        return
    if game_name is None:
        raise UsageError("practice-which-game", hint=Sentence("practise-such-as"))
    game, pack = game_with_pack(find(game_name), read_pack_file(pack_file))
    check_level(against, game.levels)
    if lesson is not None:
        learn(context, game, lesson, name)
        return
    count = seats if seats is not None else usual_seats(game)
    chosen = options_with_preset(game, count, option or [], preset, context.lang)
    reader, named = reader_of(context), place or (Path(context.game) if context.game is not None else None)
    folder = new_game_folder(reader.home, replace(whereabouts(), numbered=True), f"practice-{game.info.name}", named)
    begun = practise(reader, game, folder, seats=count, level=against, seed=seed, name=name, options=chosen, pack=pack)
    table = begun.session.table
    programs, you = table.people(table.names[1:]), table.display[0]
    head = [context.sentence("/practice/begins", name=you, names=programs, count=count - 1)]
    if game_folder_above(current_folder()) != folder.path:
        head.append(context.sentence("/practice/lies-in", path=path_text(folder.path)))
    _show_game(context, begun, head)


def _show_game(context: Context, table: OpenTable, head: list[str], since: int = 1) -> None:
    """Where the game stands; the steps `since` one are told."""
    session, data = table.session, partial(practice_of, table, path_text)
    new = [step for step in session.seen if step >= since]
    print_either(context, data, lambda: print_practice_position(context, session, new, head))


def _back(context: Context, step: int, *, yes: bool) -> None:
    """Begin again before a step, with the same bag. Raises as `practice_at_step`."""
    table = open_game(context)
    practice_at_step(table, step)
    confirm(context, "practice-forgets", yes=yes)
    again = rewind(table, step)
    _show_game(context, again, [context.sentence("/practice/again-before", step=step)], step)
