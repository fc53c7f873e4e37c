"""`referee join`: a player takes a seat of an offered game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text, whereabouts
from referee.cli.open_games import reader_of
from referee.cli.options import choices_of
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.lines import warn_of_reoffer
from referee.cli.printing.output import print_notice, print_result
from referee.cli.prompts.confirm import confirm
from referee.cli.prompts.game_options import PackFile, read_pack_file
from referee.cli.prompts.identity import ask_own_name, first_or_new_key
from referee.cli.prompts.watch_prompts import watch_on
from referee.cli.receiving.invitations import is_shared_with_host, newest_invitation
from referee.kernel.bot import check_level
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.service.opening.agreed_terms import invitation_in
from referee.service.opening.new_players import (
    JoinedTable,
    NewPlayer,
    Outlook,
    ask_join,
    folder_to_join,
    join_table,
    read_invitation,
)
from referee.service.signed_notes import Signed


@command(prints=Signed)
def join(
    context: Context,
    offer_file: Annotated[Path | None, typer.Argument(metavar="[OFFER]")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    seat: Annotated[str | None, typer.Option("--seat")] = None,
    folder: Annotated[Path | None, typer.Option("--folder")] = None,
    pack_file: PackFile = None,
    bot: Annotated[str | None, typer.Option("--bot", autocompletion=choices_of("levels"))] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: join an offered game; it gets a folder of its own."""
    if bot is not None:
        check_level(bot)
    here = whereabouts()
    found = invitation_in(offer_file, here) if offer_file is not None else newest_invitation(context)
    pack = read_pack_file(pack_file, beside=found.folder)
    reader, wanted = reader_of(context), folder or (Path(context.game) if context.game else None)
    shared = found.folder if is_shared_with_host(reader.home, found) else None
    new = NewPlayer(found, here, seat=seat or "", folder=wanted, pack=pack, bot=bot or "", shared=shared)
    told = read_invitation(reader, new)
    _ask_before(context, told, yes=yes)
    folder_to_join(reader, new)
    print_result(context, None, [told.invitation.sentence, *told.invitation.sentences])
    new = replace(new, name=ask_own_name(context, name or (seat.title() if seat else None)))
    first_or_new_key(context, new.name)
    joined = join_table(reader, new, ask_join(reader, new).digest)
    if joined.signed.attempt > 1:
        warn_of_reoffer(context, joined.signed.attempt, told.invitation.why)
    written = replace(joined.signed, file=path_text(Path(joined.signed.file)))
    print_result(context, written, _join_lines(context, joined, told, written.file, bot))
    if joined.is_shared:
        watch_on(context)


def _ask_before(context: Context, told: Outlook, *, yes: bool) -> None:
    """Say what is to be thought of before a join. Nobody joins twice by mistake, or again after a deal that a host who
    plays has cancelled.

    Raises:
        OutOfOrder: nobody is there to say yes. Stopped: the answer is no.
    """
    if told.replaces and not yes:
        if not context.can_ask:
            hint = Sentence("send-or-replace-join", path=path_text(Path(told.earlier[0])))
            named = {
                "title": told.invitation.title,
                "name": told.replaces,
                "path": path_text(Path(told.earlier[0]).parent.parent),
            }
            raise OutOfOrder("you-joined-already", **named, hint=hint)
        if not context.confirm(context.sentence("replace-the-join", name=told.replaces)):
            raise StoppedByUser("nothing-signed")
    for said in (*told.unfinished, *told.given_up):
        print_notice(said)
    if told.asks_again:
        confirm(context, "join-later-attempt", yes=yes)
    for said in told.unsaid:
        print_notice(said)


def _join_lines(context: Context, joined: JoinedTable, told: Outlook, path: str, bot: str | None) -> list[str]:
    """Who joins, where the game is, and what happens next."""
    by_name = "you-join-as" if joined.name.casefold() == joined.seat else "you-join-at-seat"
    replaces = "this-join-counts" if joined.is_shared else "this-join-replaces"
    by_mail = [context.sentence("send-to-host"), f"  {path}", context.sentence("wait-for-the-charter")]
    return [
        context.sentence(by_name, name=joined.name, seat=joined.seat, path=path_text(Path(joined.folder))),
        *([context.sentence(replaces, name=told.replaces)] if told.replaces else ()),
        *([context.sentence("program-answers-for-you")] if bot is not None else ()),
        *([context.sentence("join-in-shared")] if joined.is_shared else by_mail),
    ]
