"""`referee key`: make, list, show and take in the keys of this home."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.context import Setting, example, shared
from referee.cli.output import data, note, passphrase
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.cli.shapes import Key
    from referee.record.store import Home

_NAME = re.compile(r"\A[a-z][a-z0-9-]{0,31}\Z")


def _names(incomplete: str) -> list[str]:
    from referee.cli.completion import key_names

    return key_names(incomplete)


@example("referee key new anna")
@shared
def new(at: Setting, name: Annotated[str, typer.Argument(help="What you call the key on this machine.")]) -> None:
    """Make a key. Tell the others its fingerprint once, by another way than the mail.

    One key is enough for all games. It is kept unprotected and readable by you alone; a passphrase is added by
    `ssh-keygen -p -f FILE`, with the file that this command names.
    """
    import secrets

    from referee.crypto.keys import SigningKey, format_private, format_public

    home = _room_for(at, name)
    key = SigningKey.from_seed(secrets.token_bytes(32))
    home.write_key(name, format_private(key, name), format_public(key.public, name))
    _tell(at, home, name)


@example("referee key import ~/.ssh/id_ed25519 --name anna")
@shared
def import_(
    at: Setting,
    path: Annotated[Path, typer.Argument(metavar="FILE", help="An OpenSSH private key file, type Ed25519.")],
    name: Annotated[str | None, typer.Option("--name", help="What to call it here; else the name of the file.")] = None,
) -> None:
    """Take in a key that you have. It is copied; one with a passphrase keeps it."""
    from referee.crypto.keys import format_public, public_of, read_private
    from referee.crypto.openssh import is_protected
    from referee.record.store import read_input

    chosen = name or path.name
    home = _room_for(at, chosen, hint="choose one: --name anna")
    file = read_input(path)
    if not is_protected(file) or passphrase(at) is not None:
        read_private(file, passphrase(at))  # the whole file, not its public half alone
    home.write_key(chosen, file, format_public(public_of(file), chosen))
    _tell(at, home, chosen)


@example("referee key list")
@shared
def list_(at: Setting) -> None:
    """List your keys with their fingerprints."""
    from referee.cli.shapes import Keys

    home = at.home()
    found = tuple(_key(home, name) for name in home.keys())  # noqa: SIM118
    if not found:
        note(at.sentence("you have no key yet: referee key new NAME"))
    marked = at.sentence("a public test key of the examples: anybody has it")
    data(at, Keys(found), [f"{key.name}: {key.fingerprint}" + (f", {marked}" if key.test else "") for key in found])


def test_keys_told(at: Setting, roles: Sequence[str]) -> str:
    """The sentence that says at whose place of a table anybody can sign."""
    from referee.table.reading.words import spoken

    names = ", ".join(map(spoken, roles))
    return at.sentence("anybody has the keys of {names}: they are the public test keys of the examples", names=names)


@example("referee key show anna")
@shared
def show(
    at: Setting,
    name: Annotated[str | None, typer.Argument(help="Which key; else the only one.", autocompletion=_names)] = None,
) -> None:
    """Show a key's public half and fingerprint, to tell the others."""
    home = at.home()
    names = home.keys()
    if name is None and len(names) == 1:
        name = names[0]
    if name not in names:
        raise NotAuthentic(
            "there is no key called {name}; there are: {known}" if name else "which key; there are: {known}",
            name=name,
            known=", ".join(names) or "none",
            hint="referee key show NAME" if names else "referee key new NAME",
        )
    key = _key(home, name)
    data(at, key, [key.public, key.fingerprint])


def _room_for(at: Setting, name: str, hint: str | None = None) -> Home:
    """The home, in which a key may be called `name`."""
    if not _NAME.match(name):
        raise Unreadable(
            "a key is called by a-z, 0-9 and -, a letter first, at most 32; not {name}", name=name, hint=hint
        )
    home = at.home()
    if name in home.keys():  # noqa: SIM118
        raise OutOfOrder(
            "there is a key called {name} already; it is left as it is", name=name, hint=f"referee key show {name}"
        )
    return home


def _key(home: Home, name: str) -> Key:
    from referee.cli.shapes import Key
    from referee.crypto.keys import fingerprint, format_public, is_test_key, public_of
    from referee.crypto.openssh import is_protected

    file = home.read_key(name)
    public = public_of(file)
    path = home.path / "keys" / name
    return Key(
        name, fingerprint(public), format_public(public, name), str(path), is_protected(file), is_test_key(public)
    )


def _tell(at: Setting, home: Home, name: str) -> None:
    key = _key(home, name)
    kept = at.sentence("kept in {path}; who has this file plays in your name", path=key.path)
    data(at, key, [f"{name}: {key.fingerprint}", kept])
    readable = home.open_to_readers()
    if readable is not None:
        note(
            at.sentence(
                "others may look into {path}; what is secret in it is closed to them all the same: chmod 700 {path}",
                path=readable,
            )
        )
