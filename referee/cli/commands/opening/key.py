"""`referee key`: make, list, show and take in the keys of this home; and put one on paper."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.completion.choices import key_names
from referee.cli.context import Context, command
from referee.cli.folders.paths import game_folder_above
from referee.cli.help_pages.usage import UsageError
from referee.cli.printing.output import print_notice, print_result
from referee.cli.prompts import terminal
from referee.cli.prompts.identity import write_new_key
from referee.crypto.keys import SigningKey, fingerprint, format_private, is_test_key, read_private
from referee.crypto.openssh import format_public, is_protected, public_of
from referee.crypto.paper_key import WORDS, key_of_words, paper_words
from referee.drawing.text_picture import wrapped
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record import files
from referee.record.notes.fields import DEVICES
from referee.record.store import DataFolder, read_input

_ROWS = 13
_COLUMNS = 72
_LONGEST = 4096


def paper_key_lines(context: Context, name: str, key: SigningKey) -> list[str]:
    """What is written on paper: whose key it is, its words with their numbers, and what they are for."""
    return [
        context.sentence("paper-title", name=name),
        fingerprint(key.public),
        "",
        *words_in_columns(paper_words(key)),
        "",
        *wrapped(context.sentence("paper-keep"), _COLUMNS),
        f"  referee key restore {name}",
    ]


def words_in_columns(words: Sequence[str]) -> list[str]:
    """The words in two columns, each with its number."""
    return [
        "".join(f"{at + 1:>4} {words[at]:<8}" for at in range(row, len(words), _ROWS)).rstrip() for row in range(_ROWS)
    ]


def key_from_typed_words(context: Context) -> SigningKey:
    """The key whose words somebody types, some in each line, or that stand on standard input; at a terminal whoever
    mistypes is asked for that line once more.

    Raises:
        Unreadable, NotAuthentic: they are the words of no key.
    """
    if not terminal.is_terminal():
        return key_of_words(_words_in(sys.stdin.read(_LONGEST)))
    words: list[str] = []
    while True:
        line = _words_in(terminal.ask_line(context.sentence("paper-next", first=len(words) + 1, last=WORDS)))
        try:
            return key_of_words([*words, *line])
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


class Key(msgspec.Struct, frozen=True):
    """A key of this home."""

    name: str
    """The name of the key in this home."""
    fingerprint: str
    """Its fingerprint, as `ssh-keygen` shows it."""
    public: str
    """The public key as one line of OpenSSH."""
    path: str
    """The path of the file of the private key."""
    protected: bool
    """Whether a passphrase is needed to use it."""
    test: bool = False
    """Whether it is a published test key, which everybody has."""


class Keys(msgspec.Struct, frozen=True):
    """The keys of this home."""

    keys: tuple[Key, ...]
    """Each key, by name."""


_NAME = re.compile(r"\A[a-z][a-z0-9-]{0,31}\Z")


@command(prints=Key)
def new(context: Context, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Make a key."""
    home = _room_for(context, name)
    write_new_key(home, name)
    _tell_key(context, home, name)


@command(prints=Key)
def import_(
    context: Context,
    path: Annotated[Path, typer.Argument(metavar="FILE")],
    name: Annotated[str | None, typer.Option("--name")] = None,
) -> None:
    """Take in a key that you have."""
    chosen = name or path.name
    home = _room_for(context, chosen, hint=Sentence("choose-one-name"))
    file = read_input(path)
    if not is_protected(file) or context.passphrase() is not None:
        read_private(file, context.passphrase())  # the whole file, not its public half alone
    home.write_key(chosen, file, format_public(public_of(file), chosen))
    _tell_key(context, home, chosen)


@command(prints=Keys)
def list_(context: Context) -> None:
    """List your keys with their fingerprints."""
    home = context.home()
    keys = tuple(_key(home, name) for name in home.keys())  # noqa: SIM118
    if not keys:
        print_notice(context.sentence("no-keys-listed"))
    marked = context.sentence("public-test-key")
    print_result(
        context, Keys(keys), [f"{key.name}: {key.fingerprint}" + (f", {marked}" if key.test else "") for key in keys]
    )


@command(prints=Key)
def show(
    context: Context, name: Annotated[str | None, typer.Argument(metavar="NAME", autocompletion=key_names)] = None
) -> None:
    """Show a key's public half and fingerprint, to tell the others."""
    home = context.home()
    key = _key(home, _key_named(home, name))
    print_result(context, key, [key.public, key.fingerprint])


class Paper(msgspec.Struct, frozen=True):
    """A key that was put on paper."""

    name: str
    """The name of the key in this home."""
    fingerprint: str
    """Its fingerprint, as `ssh-keygen` shows it."""
    file: str = ""
    """The path of the sheet that was written; empty if there is none."""
    words: tuple[str, ...] = ()
    """The words of the key in their order; empty unless they were asked for."""


@command(prints=Paper)
def paper(
    context: Context,
    name: Annotated[str | None, typer.Argument(metavar="NAME", autocompletion=key_names)] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE")] = None,
    shown: Annotated[bool, typer.Option("--show")] = False,
) -> None:
    """Write a key as words, to keep on paper."""
    if to is None and not shown:
        raise UsageError("paper-where")
    home = context.home()
    chosen = _key_named(home, name)
    game = game_folder_above(to.parent.resolve()) if to is not None else None
    if game is not None:
        raise OutOfOrder("paper-in-game", file=str(to), folder=str(game))
    key = read_private(home.read_key(chosen), context.passphrase())
    lines = paper_key_lines(context, chosen, key)
    if to is not None:
        files.write_once(to, "".join(f"{line}\n" for line in lines).encode(), 0o600)
    told = lines if shown else [context.sentence("paper-written", file=to)]
    words = paper_words(key) if shown else ()
    print_result(context, Paper(chosen, fingerprint(key.public), str(to or ""), words), told)
    if to is not None and not context.json:
        print_notice(context.sentence("paper-then-remove", file=to))


@command(prints=Key)
def restore(context: Context, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Take a key in again from the words on paper."""
    home = _room_for(context, name)
    key = key_from_typed_words(context)
    home.write_key(name, format_private(key, name), format_public(key.public, name))
    _tell_key(context, home, name)


def _key_named(home: DataFolder, name: str | None) -> str:
    """The key of this name, or the only one."""
    names = home.keys()
    if name is None and len(names) == 1:
        return names[0]
    if name is None or name not in names:
        raise NotAuthentic(
            "no-such-key" if name else "which-key",
            name=name,
            known=", ".join(names) or Sentence("none"),
            hint=Sentence("referee-key-show-name") if names else Sentence("referee-key-new-name"),
        )
    return name


def _room_for(context: Context, name: str, hint: Sentence | None = None) -> DataFolder:
    """The home, in which a key may be called `name`."""
    if not _NAME.match(name):
        raise Unreadable("bad-key-name", name=name, hint=hint)
    if name in DEVICES:
        raise Unreadable("key-name-device", name=name, hint=hint)
    home = context.home()
    if name in home.keys():  # noqa: SIM118
        raise OutOfOrder("key-called-already", name=name, hint=Sentence("key-show", name=name))
    return home


def _key(home: DataFolder, name: str) -> Key:
    file = home.read_key(name)
    public = public_of(file)
    path = home.path / "keys" / name
    return Key(
        name, fingerprint(public), format_public(public, name), str(path), is_protected(file), is_test_key(public)
    )


def _tell_key(context: Context, home: DataFolder, name: str) -> None:
    key = _key(home, name)
    kept = context.sentence("key-kept", path=key.path)
    print_result(context, key, [f"{name}: {key.fingerprint}", kept])
    readable = home.open_to_readers()
    if readable is not None:
        print_notice(context.sentence("home-open-to-look", path=readable))
