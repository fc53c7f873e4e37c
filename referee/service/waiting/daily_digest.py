"""All games of a home in one mail to oneself: where one is asked, whom others wait for; nothing that is in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from referee.drawing.safe_text import safe_text, shell_text
from referee.drawing.text_picture import wrap_lines
from referee.kernel.sentence import Sentence
from referee.mail.accounts import Account, Password, sending_account
from referee.mail.address_book import ME, own_entry
from referee.mail.mime import MailDraft, eml_bytes, message_id, mime_message
from referee.mail.smtp import smtp_connection, submit_mail
from referee.record.files import write_file
from referee.service.dates import iso_day_text, since_text, today
from referee.service.reader import Reader
from referee.service.views import lobby
from referee.service.views.games_list import GameRow, game_trouble, games_to_move, names_to_move

_MEMORY = "digest"
_COLUMNS = 72


class Digest(msgspec.Struct, frozen=True):
    """The mail of today to oneself."""

    mail: MailDraft
    """The mail itself; it goes nowhere where no own address is known."""
    games: tuple[GameRow, ...]
    """The games it is about."""

    @property
    def is_due(self) -> bool:
        """Whether it has anything for its reader to do."""
        return bool(games_to_move(self.games)) or any(row.trouble is not None for row in self.games)

    @property
    def eml(self) -> str:
        """The mail as a file has it."""
        return eml_bytes(self.mail).decode("ascii")


def daily_digest(reader: Reader, shown: Callable[[Path], str] = str) -> Digest:
    """The digest of today, in the language of the address book; `shown` is how a path is written."""
    games, own = lobby.list_tables(reader, shown).games.games, own_entry(reader.home)
    lang = own.lang if own is not None and own.lang else reader.lang
    address = own.address if own is not None else ""
    mail = MailDraft(
        to=address,
        name="",
        subject=Sentence("digest-subject", count=len(games_to_move(games))).told(lang),
        text="\n".join([*_lines(games, lang), ""]),
        notes="",
        file="",
        message_id=message_id("digest", today(), ME, ME),
        lang=lang,
        sender=address,
        automatic="auto-generated",
    )
    return Digest(mail, games)


def write_digest(digest: Digest, path: Path) -> None:
    """Write the mail as a file. Raises FileTrouble."""
    write_file(path, digest.eml)


def send_digest_once(reader: Reader, digest: Digest, password: Callable[[Account], Password]) -> bool:
    """Hand the mail of today in, unless nothing is due or this address has had it; whether it was.

    Raises:
        OutOfOrder: no server or no own address is set.
        FileTrouble, NotAuthentic: the server does not take it; nothing is remembered.
    """
    mail, home = digest.mail, reader.home
    sent = f"{mail.message_id} {mail.to}\n".encode()
    if not digest.is_due or home.own(_MEMORY) == sent:
        return False
    known, server = sending_account(home, mail.sender)
    with smtp_connection(server, known.user, password(known) if known.user else None) as client:
        submit_mail(client, server, mime_message(mail), mail.sender, mail.to)
    home.write_own(_MEMORY, sent)
    return True


def _lines(games: Sequence[GameRow], lang: str) -> list[str]:
    """First the reader's own turns, each with what to type; then what cannot be read, and the games of others."""
    lines = list[str]()
    for row in games_to_move(games):
        said = Sentence("digest-yours", title=row.title, since=since_text(lang, row.since)).told(lang)
        if row.due:
            said += "; " + Sentence("digest-until", day=iso_day_text(lang, row.due)).told(lang)
        lines += [*wrap_lines(safe_text(said), _COLUMNS), f"  referee --game {shell_text(row.title)}", ""]
    if not lines:
        lines = [Sentence("nothing-to-do").told(lang), ""]
    for row in games:
        lines += [*wrap_lines(f"! {game_trouble(row)}", _COLUMNS), ""] if row.trouble is not None else []
    others = [row for row in games if row.trouble is None and not row.turn and row.stage != "over"]
    lines += [Sentence("digest-wait").told(lang)] if others else []
    for row in others:
        names = ", ".join(names_to_move(row, lang)) or Sentence("games-players").told(lang)
        said = Sentence("digest-others", title=row.title, names=names, since=since_text(lang, row.since)).told(lang)
        lines += wrap_lines(safe_text(said), _COLUMNS, "  ", "    ")
    return lines if others else lines[:-1]
