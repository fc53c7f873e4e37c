"""`referee rekey`: the holder of a seat, or who takes it over, gets a new key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.printing.output import print_aside, print_result
from referee.cli.prompts.confirm import confirm, print_ask
from referee.cli.prompts.identity import ask_own_name
from referee.protocol.history.safety_words import typed_role
from referee.protocol.seating import REFEREE
from referee.service.disputed_notes import notes_of_files
from referee.service.home.key_requests import (
    KeyRequest,
    KeyWish,
    ask_key_proof,
    ask_new_key,
    earlier_request,
    prove_key,
    request_new_key,
    wants_name,
)
from referee.service.table import OpenTable


@command(prints=KeyRequest)
def rekey(
    context: Context,
    seat: Annotated[str | None, typer.Argument(metavar="SEAT", autocompletion=choices_of("parties_with_key"))] = None,
    why: Annotated[str | None, typer.Option("--why")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    seen: Annotated[list[Path] | None, typer.Option("--seen", metavar="FILE")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Get a new key for a seat or for the host: the old one is lost or stolen, or somebody else takes over."""
    table = open_game(context, side="named")
    wish = KeyWish(seat, why, name, tuple(signed.id for signed in notes_of_files(seen or ())))
    proof = ask_key_proof(table, wish)
    if proof is not None:
        print_ask(context, proof)
        confirm(context, "sign-this", yes=yes)
        proved = prove_key(table, wish, proof.digest)
        asked = replace(proved, file=path_text(Path(proved.file)))
        print_result(context, asked, [context.sentence("key-proof-goes", path=asked.file)])
        return
    before = earlier_request(table, wish)
    if before is not None:
        print_aside(context, context.sentence("key-asked-already"))
        _print_request(context, table, before)
        return
    ask = ask_new_key(table, wish)
    print_ask(context, ask)
    confirm(context, "make-and-sign", yes=yes)
    if wants_name(table, wish):
        wish = replace(wish, name=ask_own_name(context, None))
        ask = ask_new_key(table, wish)
    _print_request(context, table, request_new_key(table, wish, ask.digest))


def _print_request(context: Context, table: OpenTable, made: KeyRequest) -> None:
    """Tell where a request lies, what is to be said by mouth, and to whom the file goes."""
    asked, session = replace(made, file=path_text(Path(made.file))), table.session
    lines = [context.sentence("key-made-copy-it", path=path_text(session.home.path / "keys" / asked.key))]
    if not asked.words:
        lines.append(context.sentence("key-changes-by-host", path=asked.file))
    else:
        own = session.is_host and asked.seat == typed_role(REFEREE)
        sending = "send-request-to-players" if own else "send-request-to-all"
        lines += [
            context.sentence("tell-six-words"),
            "  " + " ".join(asked.words),
            context.sentence(sending, path=asked.file),
        ]
    print_result(context, asked, lines)
