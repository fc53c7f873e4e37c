"""`referee key`: make, list, show and import the keys of this home; and put one on paper."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.paths import game_folder_above
from referee.cli.open_games import reader_of, secret_of
from referee.cli.options import choices_of
from referee.cli.printing.output import print_aside, print_notice, print_result
from referee.cli.prompts import terminal
from referee.crypto.openssh import is_protected
from referee.crypto.paper_key import WORDS
from referee.kernel.errors import OutOfOrder, Unreadable, UsageError
from referee.kernel.sentence import Sentence
from referee.service.data_checks import read_input
from referee.service.home.key_files import (
    Key,
    Keys,
    PaperKey,
    check_new_name,
    import_key,
    list_keys,
    make_key,
    paper_key,
    read_key,
    restore_key,
    sheet_lines,
)

_LONGEST = 4096


@command(prints=Key)
def new(context: Context, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Make a key."""
    _print_key(context, make_key(reader_of(context), name))


@command(prints=Key)
def import_(
    context: Context,
    path: Annotated[Path, typer.Argument(metavar="FILE")],
    name: Annotated[str | None, typer.Option("--name")] = None,
) -> None:
    """Import a key that you have."""
    reader, chosen = reader_of(context), name or path.name
    check_new_name(reader, chosen, Sentence("choose-one-name"))
    data = read_input(path)
    _print_key(context, import_key(reader, data, chosen, secret_of(context, protected=is_protected(data))))


@command(prints=Keys)
def list_(context: Context) -> None:
    """List your keys with their fingerprints."""
    found = list_keys(reader_of(context))
    if not found.keys:
        print_notice(context.sentence("no-keys-listed"))
    marked = f", {context.sentence('public-test-key')}"
    print_result(context, found, [f"{key.name}: {key.fingerprint}{marked * key.test}" for key in found.keys])


@command(prints=Key)
def show(
    context: Context,
    name: Annotated[str | None, typer.Argument(metavar="NAME", autocompletion=choices_of("key_names"))] = None,
) -> None:
    """Show a key's public half and fingerprint, to tell the others."""
    key = read_key(reader_of(context), name)
    print_result(context, key, [key.public, key.fingerprint])


@command(prints=PaperKey)
def paper(
    context: Context,
    name: Annotated[str | None, typer.Argument(metavar="NAME", autocompletion=choices_of("key_names"))] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE")] = None,
    shown: Annotated[bool, typer.Option("--show")] = False,
) -> None:
    """Write a key as words, to keep on paper."""
    if to is None and not shown:
        raise UsageError("paper-where")
    reader = reader_of(context)
    game = game_folder_above(to.parent.resolve()) if to is not None else None
    if game is not None:
        raise OutOfOrder("paper-in-game", file=str(to), folder=str(game))
    key = read_key(reader, name)
    made = paper_key(reader, key.name, secret_of(context, protected=key.protected), to)
    if shown:
        print_result(context, made, sheet_lines(context.lang, made))
    else:
        print_result(context, replace(made, words=()), context.sentence("paper-written", file=to))
    if to is not None:
        print_aside(context, context.sentence("paper-then-remove", file=to))


@command(prints=Key)
def restore(context: Context, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Take a key in again from the words on paper."""
    check_new_name(reader_of(context), name)
    _print_key(context, _restore_typed_key(context, name))


def _restore_typed_key(context: Context, name: str) -> Key:
    """The key whose words somebody types, some in each line, or that are on standard input; at a terminal a line with a
    mistake is asked for once more.
    """
    if not terminal.is_terminal():
        return restore_key(reader_of(context), _words_in(sys.stdin.read(_LONGEST)), name)
    words: list[str] = []
    while True:
        line = _words_in(terminal.ask_line(context.sentence("paper-next", first=len(words) + 1, last=WORDS)))
        try:
            return restore_key(reader_of(context), [*words, *line], name)
        except Unreadable as refusal:
            if refusal.code == "paper-no-word" or len(words) + len(line) > WORDS:
                print(refusal.said.told(context.lang), file=sys.stderr)
                continue
        words += line


def _words_in(text: str) -> list[str]:
    """The words of a text, as they are typed off a sheet, in either column, with or without their numbers."""
    numbered = {int(number): word for number, word in re.findall(r"(?<!\S)(\d{1,2})[.):]? +([A-Za-z]+)(?!\S)", text)}
    if numbered:
        return [numbered[number].lower() for number in sorted(numbered)]
    return text.lower().split()


def _print_key(context: Context, key: Key) -> None:
    print_result(context, key, [f"{key.name}: {key.fingerprint}", context.sentence("key-kept", path=key.path)])
    readable = context.home().open_to_readers()
    if readable is not None:
        print_notice(context.sentence("home-open-to-look", path=readable))
