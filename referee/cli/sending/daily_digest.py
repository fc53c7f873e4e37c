"""All games of a home in one mail to oneself: where one is asked, whom others wait for; nothing that is in them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.my_games import game_trouble, games_to_move, names_to_move
from referee.cli.sending.written_mails import account_secret
from referee.drawing.safe_text import safe_text, shell_text
from referee.drawing.text_picture import wrap_lines
from referee.mail.accounts import sending_account
from referee.mail.address_book import ME, own_entry
from referee.mail.mime import MailDraft, message_id, mime_message
from referee.mail.smtp import smtp_connection, submit_mail
from referee.record.store import DataFolder
from referee.service.dates import iso_day_text, since_text, today
from referee.service.views.games_list import GameRow

_MEMORY = "digest"
_COLUMNS = 72


def daily_digest(context: Context, home: DataFolder, games: Sequence[GameRow]) -> MailDraft:
    """The mail of today, in the language of its reader; it goes nowhere where no own address is known."""
    own = own_entry(home)
    spoken = replace(context, lang=own.lang) if own is not None and own.lang else context
    address = own.address if own is not None else ""
    return MailDraft(
        to=address,
        name="",
        subject=spoken.sentence("digest-subject", count=len(games_to_move(games))),
        text="\n".join([*_lines(spoken, games), ""]),
        notes="",
        file="",
        message_id=message_id("digest", today(), ME, ME),
        lang=spoken.lang,
        sender=address,
        automatic="auto-generated",
    )


def send_digest_once(context: Context, home: DataFolder, draft: MailDraft) -> bool:
    """Hand the mail of today in, unless this address has had it; whether it was.

    Raises:
        OutOfOrder: no server or no own address is set.
        FileTrouble, NotAuthentic: the server does not take it; nothing is remembered.
    """
    sent = f"{draft.message_id} {draft.to}\n".encode()
    if home.own(_MEMORY) == sent:
        return False
    known, server = sending_account(home, draft.sender)
    secret = account_secret(context, known) if known.user else None
    with smtp_connection(server, known.user, secret) as client:
        submit_mail(client, server, mime_message(draft), draft.sender, draft.to)
    home.write_own(_MEMORY, sent)
    return True


def is_digest_due(games: Sequence[GameRow]) -> bool:
    """Whether a digest has anything for its reader to do."""
    return bool(games_to_move(games)) or any(row.trouble is not None for row in games)


def _lines(context: Context, games: Sequence[GameRow]) -> list[str]:
    """First the reader's own turns, each with what to type; then what cannot be read, and the games of others."""
    lines = list[str]()
    for row in games_to_move(games):
        said = context.sentence("digest-yours", title=row.title, since=since_text(context.lang, row.since))
        if row.due:
            said += "; " + context.sentence("digest-until", day=iso_day_text(context.lang, row.due))
        lines += [*wrap_lines(safe_text(said), _COLUMNS), f"  referee --game {shell_text(row.title)}", ""]
    if not lines:
        lines = [context.sentence("nothing-to-do"), ""]
    for row in games:
        lines += [*wrap_lines(f"! {game_trouble(row)}", _COLUMNS), ""] if row.trouble is not None else []
    others = [row for row in games if row.trouble is None and not row.turn and row.stage != "over"]
    lines += [context.sentence("digest-wait")] if others else []
    for row in others:
        names = ", ".join(names_to_move(context, row)) or context.sentence("games-players")
        said = context.sentence(
            "digest-others", title=row.title, names=names, since=since_text(context.lang, row.since)
        )
        lines += wrap_lines(safe_text(said), _COLUMNS, "  ", "    ")
    return lines if others else lines[:-1]
