"""The post of a game: the mails that are due, and the files that have been written, to be saved by the browser."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.folders.paths import current_folder
from referee.cli.sending.written_mails import Mail, Mails
from referee.cli.web.components import (
    LOCKED,
    bar,
    game_argument,
    refusal_page,
    refused_panel,
    run_for_page,
    shell_line,
    tr_plain,
)
from referee.cli.web.forms import button, hidden, lines_escaped
from referee.cli.web.layout import WebPage, tr
from referee.cli.web.run_command import CommandOutput, unasked
from referee.drawing.svg_document import escaped
from referee.kernel.errors import FileTrouble, RefereeError
from referee.mail.inbox import NamedMail as Post
from referee.mail.mime import eml_bytes
from referee.record import files
from referee.record.note import FILE_LIMIT, read_bundle
from referee.record.store import RECORD_LIMIT, GameFolder
from referee.service.incoming.parcels import notes_of_mail
from referee.service.post.due_mails import due_mails


def outgoing_page(context: Context, offer: str, secret: str = "", *, news: str = "", title: str = "") -> WebPage | None:
    """What is to be mailed to whom, four ways out, and the files that have been written; above it, under a `title`,
    what came of the button that was pressed. None without such a game.
    """
    lang, found = context.lang, game_argument(context.home(), offer)
    if found is None:
        return None
    answer = mails_due(context, found, secret)
    refused = answer.refused
    if refused is not None and refused.code == LOCKED:
        return refusal_page(lang, refused, answer, offer, news=news, title=title, at=f"/game/{offer}/post")
    mails = mails_of(answer)
    who = ", ".join(one.name or one.address for one in mails if not one.sent)
    told = tr_plain(lang, "page-mail-goes" if who else "page-nothing-to-mail", names=who)
    wrong = refused_panel(refused) if refused is not None and refused.code != "nothing-to-mail" else ""
    lying = saved_files(context, offer)
    files_shown = files_section(context, offer, "page-files", lying) if lying else ""
    mails_shown = _mail_list(lang, offer, mails, secret=bool(secret)) if mails else ""
    body = f"{news}{wrong}{mails_shown}{files_shown}{shell_line(lang, answer)}"
    return WebPage(tr_plain(lang, title) if title else told, body, lang, top=bar(lang, offer=offer, here="post"))


def mails_due(context: Context, found: str, secret: str = "") -> CommandOutput:
    """What `mail` answers: the mails of a game, each with a link that opens it in the mail program."""
    return run_for_page(context, ["mail", "--mailto", "--game", found], secret)


def mails_of(answer: CommandOutput) -> tuple[Mail, ...]:
    """The mails of that answer; none where nothing is due."""
    found: tuple[Mail, ...] = answer.read(Mails).mails if answer.refused is None else ()
    return found


def may_be_sent(mails: Iterable[Mail]) -> bool:
    """Whether one of them has an address, and was not sent there before."""
    return any(one.address and not one.sent for one in mails)


def _mail_list(lang: str, offer: str, mails: Sequence[Mail], *, secret: bool) -> str:
    """Each mail with what opens it alone, and what is done with all of them. With a `secret` key no mail can be saved
    by a link, which brings no passphrase.
    """
    go, unsent = may_be_sent(mails), [one for one in mails if not one.sent]
    first = unsent[0] if unsent and not go else None
    told = "".join(
        f"<li>{_mail_entry(lang, offer, number, one, gold=one is first, secret=secret)}</li>"
        for number, one in enumerate(mails)
    )
    acts = "".join(
        f'<form method="post" action="/game/{escaped(offer)}/do/{name}">{more}<button{" class=go" if gold else ""}>'
        f"{label}</button></form>"
        for name, label, gold, more in (
            ("send", tr(lang, "page-send-now"), go, ""),
            ("mail", tr(lang, "page-i-sent", count=len(unsent)), False, hidden({"sent": "1"}, ("sent",))),
            ("mail", tr(lang, "page-write-mails"), False, ""),
        )
        if (name != "send" or go) and (unsent or not more)
    )
    if not all(one.address for one in mails):
        address = f"/game/{escaped(offer)}/do/people-set"
        acts += f'<a class="button" href="{address}">{button("people set", lang)}</a>'
    mine = " mine" if unsent else ""
    return f'<section class="panel{mine}"><ul class="came">{told}</ul><div class="row">{acts}</div></section>'


def _mail_entry(lang: str, offer: str, number: int, one: Mail, *, gold: bool, secret: bool) -> str:
    """Whom a mail is for, and the ways in which it leaves whole; the link without the notes comes last."""
    file = one.file.rpartition("/")[2]
    rows = (
        ("page-mail-to", ", ".join(filter(None, (one.name, one.address or tr_plain(lang, "page-no-address"))))),
        ("page-mail-subject", one.subject),
        ("page-mail-with", tr_plain(lang, "page-mail-holds") if one.whole else file),
    )
    facts = "".join(f"<dt>{tr(lang, code)}</dt><dd>{escaped(text)}</dd>" for code, text in rows)
    facts = f'<dl class="facts">{facts}</dl>'
    if one.sent:
        return f'{facts}<span class="good">{tr(lang, "page-mail-sent")}</span>'
    code = "page-mail-program" if one.whole else "page-mail-no-notes"
    opens = f'<a class="button{" go" if gold and one.whole else ""}" href="{escaped(one.link)}">{tr(lang, code)}</a>'
    at, name = f"/game/{escaped(offer)}/mail/{number}.eml", escaped(f"{file.rpartition('.')[0]}.eml")
    look = " go" if gold and not one.whole else ""
    save = f'<a class="button{look}" href="{at}" download="{name}">{tr(lang, "page-save-mail")}</a>'
    ways = ("" if secret else save, _mail_text_with_button(lang, one.text), opens)
    first = "" if one.whole else f"<p>{tr(lang, 'page-mail-too-long', file=file)}</p>"
    return f"{facts}{first}{''.join(ways[::-1] if one.whole else ways)}"


def _mail_text_with_button(lang: str, text: str) -> str:
    """The text of a mail, and the button that copies it."""
    label = tr(lang, "page-mail-text")
    area = f'<textarea readonly rows="8" aria-label="{label}">{lines_escaped(text)}</textarea>'
    copy = f'<button type="button" data-copy="{tr(lang, "page-copied")}" hidden>{tr(lang, "page-copy")}</button>'
    return f"<span>{copy}<details><summary>{label}</summary>{area}</details></span>"


def saved_mail(context: Context, offer: str, number: str) -> bytes | None:
    """A mail that is due as a file that a mail program opens, by its place among them; None for any other number, and
    for a game whose key is locked.
    """
    found = game_argument(context.home(), offer)
    if found is None or not number.isdecimal() or len(number) > _DIGITS:
        return None
    with unasked(), suppress(RefereeError):
        drafts = due_mails(replace(context, game=found).session(side="hosts"), context.lang).all_drafts
        return eml_bytes(drafts[int(number)][1]) if int(number) < len(drafts) else None
    return None


_DIGITS = 3

SORTS = ("outbox", "letters")
"""The folders of a game whose files are there to be sent."""

KEPT = "archive"
"""Beside them the archive of the game, which lies where the page was opened."""

_SHOWN = 40


def saved_files(context: Context, offer: str) -> list[tuple[str, str]]:
    """The files that are there to be saved, (sort, name), the newest first."""
    found = [(sort, entry) for sort in (*SORTS, KEPT) for entry in _files_of_sort(context, offer, sort)]
    newest = sorted(((files.modified_at(entry), sort, entry.name) for sort, entry in found), reverse=True)
    return [(sort, name) for _, sort, name in newest[:_SHOWN]]


def _files_of_sort(context: Context, offer: str, sort: str) -> list[Path]:
    """The files of one sort; of a folder that all may write nothing that leads elsewhere."""
    folder = game_argument(context.home(), offer)
    if folder is None or sort not in (*SORTS, KEPT):
        return []
    at, ends = (current_folder(), f"-{offer[:8]}.zip") if sort == KEPT else (Path(folder) / sort, "")
    if not at.is_dir():
        return []
    return [entry for entry in at.iterdir() if entry.name.endswith(ends) and entry.is_file() and not entry.is_symlink()]


def saved_file(context: Context, offer: str, sort: str, name: str) -> bytes | None:
    """A file to be saved, by its name alone; None for any other name, and for one that cannot be read."""
    path = next((entry for entry in _files_of_sort(context, offer, sort) if entry.name == name), None)
    try:
        return files.read_file(path, RECORD_LIMIT if sort == KEPT else FILE_LIMIT) if path is not None else None
    except FileTrouble:
        return None


def new_files_section(context: Context, offer: str, known: Collection[tuple[str, str]]) -> str:
    """What has been written since these were known, to be saved at once; nothing for nothing."""
    new = [each for each in saved_files(context, offer) if each not in known]
    return files_section(context, offer, "page-new-files", new) if new else ""


def files_section(context: Context, offer: str, title: str, found: Collection[tuple[str, str]]) -> str:
    """Files, each to be saved or copied; of what one has signed, whether it has come into the game."""
    folder = game_argument(context.home(), offer)
    entered = _record_file_by_note(folder) if folder is not None and any(sort == "outbox" for sort, _ in found) else {}
    shown = "".join(_file(context, offer, *each, entered) for each in found)
    return f'<section class="panel"><h2>{tr(context.lang, title)}</h2><ul class="came">{shown}</ul></section>'


def _record_file_by_note(folder: str) -> dict[str, str]:
    """The file of the record that each note stands in, by its id; nothing of a record that cannot be read."""
    record = GameFolder(Path(folder))
    with suppress(RefereeError):
        return {one.id: name for name in record.record_names() for one in read_bundle(record.read(name))}
    return {}


def _then(lang: str, name: str, data: bytes, entered: Mapping[str, str]) -> str:
    """Where the notes of a file of one's own stand in the game."""
    found = [entered.get(one.id) for one in notes_of_mail(Post(name, data))]
    if not found or None in found:
        return f'<span class="dim">{tr(lang, "page-not-entered")}</span>'
    last = max(filter(None, found))
    code = "page-entered" if last.endswith(".step") else "page-all-have"
    return f'<span class="good">{tr(lang, code, step=last.partition(".")[0].lstrip("0"))}</span>'


def _file(context: Context, offer: str, sort: str, name: str, entered: Mapping[str, str]) -> str:
    at, called, lang = escaped(f"/game/{offer}/file/{sort}/{quote(name)}"), escaped(name), context.lang
    save = f'<a class="button" href="{at}" download="{called}">{tr(lang, "page-save")}</a>'
    if sort == KEPT:
        return f"<li>{save}<span>{called}</span></li>"
    data = saved_file(context, offer, sort, name) or b""
    then = _then(lang, name, data, entered) if sort == "outbox" else ""
    text = lines_escaped(data.decode("utf-8", "replace"))
    area = f'<textarea readonly rows="8" aria-label="{called}">{text}</textarea>'
    copy = f'<button type="button" data-copy="{tr(lang, "page-copied")}" hidden>{tr(lang, "page-copy")}</button>'
    return f"<li>{save}{copy}{then}<details><summary>{called}</summary>{area}</details></li>"
