"""All games of a home in one mail to oneself: where one is asked, whom others wait for; nothing that is in them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.mailing import server_of
from referee.cli.overview import GameRow, asked_names, mine, trouble_of
from referee.cli.printing.moments import day_written, since, today
from referee.drawing.safe import safe_text, shell_text
from referee.drawing.text import wrapped
from referee.post.addresses import ME, myself
from referee.post.drafts import Draft, message, message_id
from referee.post.smtp import hand_in, handing_in
from referee.record.store import Home

_MEMORY = "digest"
_COLUMNS = 72


def digest(context: Context, home: Home, games: Sequence[GameRow]) -> Draft:
    """The mail of today, in the language of its reader; it goes nowhere where no own address is known."""
    own = myself(home)
    spoken = replace(context, lang=own.lang) if own is not None and own.lang else context
    address = own.address if own is not None else ""
    return Draft(
        to=address,
        name="",
        subject=spoken.sentence("digest-subject", count=len(mine(games))),
        text="\n".join([*_lines(spoken, games), ""]),
        notes="",
        file="",
        message_id=message_id("digest", today(), ME, ME),
        lang=spoken.lang,
        sender=address,
        automatic="auto-generated",
    )


def send_once(context: Context, home: Home, draft: Draft) -> bool:
    """Hand the mail of today in, unless this address has had it; whether it was.

    Raises:
        OutOfOrder: no server or no own address is set.
        FileTrouble, NotAuthentic: the server does not take it; nothing is remembered.
    """
    sent = f"{draft.message_id} {draft.to}\n".encode()
    if home.own(_MEMORY) == sent:
        return False
    known, server, secret = server_of(context, home, draft.sender)
    with handing_in(server, known.user, secret) as client:
        hand_in(client, server, message(draft), draft.sender, draft.to)
    home.write_own(_MEMORY, sent)
    return True


def is_due(games: Sequence[GameRow]) -> bool:
    """Whether a digest has anything for its reader to do."""
    return bool(mine(games)) or any(row.trouble is not None for row in games)


def _lines(context: Context, games: Sequence[GameRow]) -> list[str]:
    """First the reader's own turns, each with what to type; then what cannot be read, and the games of others."""
    lines = list[str]()
    for row in mine(games):
        said = context.sentence("digest-yours", title=row.title, since=since(context, row.since))
        if row.due:
            said += "; " + context.sentence("digest-until", day=day_written(context, row.due))
        lines += [*wrapped(safe_text(said), _COLUMNS), f"  referee --game {shell_text(row.title)}", ""]
    if not lines:
        lines = [context.sentence("nothing-to-do"), ""]
    for row in games:
        lines += [*wrapped(f"! {trouble_of(row)}", _COLUMNS), ""] if row.trouble is not None else []
    others = [row for row in games if row.trouble is None and not row.turn and row.stage != "over"]
    lines += [context.sentence("digest-wait")] if others else []
    for row in others:
        names = ", ".join(asked_names(context, row)) or context.sentence("games-players")
        said = context.sentence("digest-others", title=row.title, names=names, since=since(context, row.since))
        lines += wrapped(safe_text(said), _COLUMNS, "  ", "    ")
    return lines if others else lines[:-1]
