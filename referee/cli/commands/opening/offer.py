"""`referee offer`: the host offers a game, with the options and presets that it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.find_game import named_folder
from referee.cli.folders.paths import path_text, whereabouts
from referee.cli.open_games import reader_of
from referee.cli.options import choices_of
from referee.cli.printing.output import print_notice, print_result
from referee.cli.prompts.confirm import confirm
from referee.cli.prompts.game_options import PackFile, read_pack_file
from referee.cli.prompts.identity import ask_own_name, first_or_new_key
from referee.cli.prompts.watch_prompts import watch_on
from referee.drawing.safe_text import safe_text, shell_word
from referee.drawing.text_picture import wrap_lines
from referee.games import all_games, broken, find
from referee.i18n.catalogue import HOUSE
from referee.i18n.option_names import option_help, option_name, option_value_text, options_row, preset_name
from referee.kernel.errors import Unreadable
from referee.kernel.game import Option
from referee.kernel.sentence import Sentence, in_language
from referee.service.ask import Ask
from referee.service.opening.offers import NewTable, OfferedTable, ask_offer, offer_table, replaced_offer
from referee.service.opening.table_terms import TableTerms, has_masked_deck, may_have_escrow, table_term_rows
from referee.service.signed_notes import Signed

_COLUMNS = 76


def game_sections(lang: str) -> Iterator[tuple[str, list[str]]]:
    """A section for the terms of any table and one for each game: its name and seats, its presets, its options with the
    default first. A game that cannot be loaded has the reason instead.
    """
    yield Sentence("offered-table").told(lang), [part for line in _term_lines(lang) for part in _fit_line(line)]
    for game in all_games():
        info = game.info
        lines = [Sentence("offered-seats", seats=", ".join(map(str, info.seats))).told(lang)]
        for name, chosen in info.presets:
            values = options_row(info.name, chosen, lang)
            lines.append(Sentence("offered-preset", name=preset_name(info.name, name, lang), values=values).told(lang))
        for option in info.options:
            lines += _option(info.name, option, lang)
        yield (
            safe_text(f"{info.name}, {in_language(info.title, lang)}"),
            [part for line in lines for part in _fit_line(line)],
        )
    for why in broken():
        yield safe_text(str(why.values["name"])), list(_fit_line(why.said.told(lang)))


def _term_lines(lang: str) -> Iterator[str]:
    """The terms of any table, as they are typed, each with what it decides; where masks can be had is said."""
    maskable = ", ".join(game.info.name for game in all_games() if game.info.maskable)
    for name, values, default, sentence in table_term_rows(lang):
        told = "|".join(option_value_text(HOUSE, name, value, lang) for value in values)
        yield f"{option_name(HOUSE, name, lang)}={told or default or '..'}"
        yield f"  {Sentence('offered-deal', deal=sentence, games=maskable).told(lang) if name == 'deal' else sentence}"


def _option(game: str, option: Option, lang: str) -> list[str]:
    values = [option.default, *(value for value in option.choices if value != option.default)]
    named = option_name(game, option.name, lang)
    told = "|".join(option_value_text(game, option.name, value, lang) for value in values)
    return [f"{named}={told}", f"  {option_help(game, option, lang)}"]


def _fit_line(line: str) -> tuple[str, ...]:
    line = safe_text(line)  # a package may bring any title, option and reason
    margin = line[: len(line) - len(line.lstrip())]
    return wrap_lines(line.strip(), _COLUMNS, margin, f"{margin}  ")


@command(prints=Signed, more=game_sections)
def offer(
    context: Context,
    game_name: Annotated[str, typer.Argument(metavar="GAME", autocompletion=choices_of("game_names"))],
    seats: Annotated[int, typer.Option("--seats", "-n", autocompletion=choices_of("seat_counts"))],
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", autocompletion=choices_of("game_options"))
    ] = None,
    preset: Annotated[str | None, typer.Option("--preset", autocompletion=choices_of("presets"))] = None,
    title: Annotated[str | None, typer.Option("--title")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    place: Annotated[Path | None, typer.Option("--folder")] = None,
    share: Annotated[Path | None, typer.Option("--share", metavar="FOLDER")] = None,
    void: Annotated[str | None, typer.Option("--void", autocompletion=choices_of("game_titles"))] = None,
    why: Annotated[str | None, typer.Option("--why")] = None,
    play: Annotated[bool, typer.Option("--play")] = False,
    pack_file: PackFile = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Host: offer a game, in a folder of its own."""
    pack = read_pack_file(pack_file)
    terms = TableTerms(
        game_name, seats, title, "", plays=play, preset=preset, options=_typed_pairs(option or []), why=why
    )
    wanted = place or (Path(context.game) if context.game else None)
    voids = named_folder(void) if void is not None else None
    reader, new = reader_of(context), NewTable(terms, whereabouts(), wanted, pack, voids, share)
    if replaced := replaced_offer(reader, new):
        print_notice(replaced)
        confirm(context, "replace-the-offer", yes=yes)
    terms = _ask_who_plays(context, replace(terms, name=ask_own_name(context, name)), yes=yes)
    first_or_new_key(context, terms.name)
    new = replace(new, terms=_ask_escrow(context, terms, yes=yes))
    ask = ask_offer(reader, new)
    offered = offer_table(reader, new, ask.digest)
    for made in offered.signed.led or ():
        print_notice(made)
    signed = offered.signed
    along = path_text(Path(signed.pack)) if signed.pack else ""
    written = replace(signed, file=path_text(Path(signed.file)), pack=along, led=msgspec.UNSET)
    print_result(context, written, _offer_lines(context, ask, offered, written, new))
    if offered.is_shared:
        watch_on(context)


def _typed_pairs(typed: Sequence[str]) -> dict[str, str]:
    """Options by name, as they were typed. Raises Unreadable: one is not NAME=VALUE."""
    for text in typed:
        if "=" not in text:
            raise Unreadable("bad-option", found=text)
    return {name: value for name, _, value in (text.partition("=") for text in typed)}


def _ask_who_plays(context: Context, terms: TableTerms, *, yes: bool) -> TableTerms:
    """The terms of an offer; at a table of four or more a person who has not said so is told the two ways to host it
    and asked, and a silent answer is that the host does not play.
    """
    game = find(terms.game).info
    if yes or terms.plays or terms.seats < _MANY or not context.can_ask:
        return terms
    maskable = game.maskable and "deal" not in terms.options
    print_notice(context.sentence("who-plays-masked" if maskable else "who-plays", count=terms.seats))
    if not context.confirm(context.sentence("ask-host-plays")):
        return terms
    terms = replace(terms, plays=True)
    if maskable and context.confirm(context.sentence("have-masked-deck")):
        return replace(terms, options={**terms.options, "deal": "masked"})
    return terms


_MANY = 4
"""From so many seats on a host is asked whether to play: so many friends are found more easily than one more."""


def _ask_escrow(context: Context, terms: TableTerms, *, yes: bool) -> TableTerms:
    """The terms of an offer; where the deck is masked and nothing is said of escrow, a person is told what it is and
    asked, and a silent answer is no.
    """
    if yes or not context.can_ask or not may_have_escrow(terms, context.lang):
        return terms
    print_notice(context.sentence("escrow-is-asked", count=terms.seats - 1))
    wanted = context.confirm(context.sentence("have-escrow"))
    return replace(terms, options={**terms.options, "escrow": "yes"}) if wanted else terms


def _offer_lines(context: Context, ask: Ask, offered: OfferedTable, written: Signed, new: NewTable) -> list[str]:
    """What is offered, where it lies, and what the host does next."""
    others = offered.invitation.seats - bool(offered.invitation.host)
    share = new.shared
    way = [
        context.sentence("send-invitation-to-all", count=others),
        f"  {written.file}",
        *([context.sentence("send-pack-along"), f"  {written.pack}"] if written.pack else ()),
        context.sentence("joins-come-next"),
    ]
    if share is not None and offered.is_shared:
        folder = path_text(share)
        way = [
            context.sentence("invitation-is-shared", path=folder),
            context.sentence("share-tell-friends", count=others),
            context.sentence("share-tell", folder=safe_text(share.resolve().name)),
            context.sentence("share-watch-too"),
            f"  referee watch {shell_word(folder)}",
        ]
    elif has_masked_deck(new.terms, context.lang):
        way.append(context.sentence("masked-suits-a-folder"))
    return [
        ask.sentence,
        *ask.then,
        context.sentence("folder-is", path=path_text(Path(offered.folder))),
        *way,
        *(() if offered.invitation.host else (context.sentence("nobody-hosts"),)),
    ]
