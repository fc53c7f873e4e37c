"""`referee key`: make and list the keys of this home."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.settings import Setting, shared
from referee.cli.terminal import data

app = typer.Typer(help="Your keys: one is enough for all games.", no_args_is_help=True, rich_markup_mode=None)


@app.command(epilog="Example: referee key new anna")
@shared
def new(at: Setting, name: Annotated[str, typer.Argument(help="What you call the key on this machine.")]) -> None:
    """Make a key. Tell the others its fingerprint once, by another way than the mail."""
    import secrets

    from referee.crypto.keys import SigningKey, fingerprint, format_private, format_public

    key = SigningKey.from_seed(secrets.token_bytes(32))
    path = at.home().write_key(name, format_private(key, name), format_public(key.public, name))
    print_ = fingerprint(key.public)
    data(at, {"name": name, "fingerprint": print_, "path": str(path)}, [f"{name}: {print_}", f"kept in {path}"])


@app.command(name="list", epilog="Example: referee key list")
@shared
def list_(at: Setting) -> None:
    """List your keys with their fingerprints."""
    from referee.crypto.keys import fingerprint
    from referee.crypto.openssh import public_of

    home = at.home()
    names = home.keys()
    found = {name: fingerprint(public_of(home.read_key(name))) for name in names}
    data(at, found, [f"{name}: {text}" for name, text in found.items()] or ["no keys yet: referee key new NAME"])
