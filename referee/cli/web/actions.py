"""What a press of a button does: the command of its form is run as if it were typed, and told. What needs a yes is
shown before, above the button that gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from referee.cli import exit_codes
from referee.cli.context import Context
from referee.cli.help_pages.page import PageWords
from referee.cli.printing.errors import RefusalReply
from referee.cli.printing.output import json_line
from referee.cli.registry import TOPICS
from referee.cli.web.components import LOCKED, bar, game_argument, refused_panel, run_for_page, shell_line, tr_plain
from referee.cli.web.confirm import ASKS, ask_room, stamps_in
from referee.cli.web.forms import FILES, fields, form, hidden, needs_yes, on_page, words_of
from referee.cli.web.kept_answers import Told
from referee.cli.web.layout import WebPage
from referee.cli.web.output_html import text_paragraphs
from referee.cli.web.pages.invitation import invitation_text, opening_steps
from referee.cli.web.pages.new_game import USUAL
from referee.cli.web.pages.one_game import game_page
from referee.cli.web.pages.outgoing import new_files_section, outgoing_page, saved_files
from referee.cli.web.pages.pictures import NOT_NOW, not_now
from referee.cli.web.pages.reports import checked, disputed
from referee.cli.web.pages.verification import comparison_form
from referee.cli.web.run_command import CommandOutput, Yes, run_json, run_text, session_at
from referee.cli.web.uploads import FormData, UploadedFile, WaitingUploads, files_on_disk
from referee.drawing.svg_document import escaped
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.mail.inbox import NamedMail
from referee.protocol.history.safety_words import SafetyWords
from referee.record.note import SignedNote
from referee.service.errors import Refused, refusal_of
from referee.service.incoming.parcels import notes_of_mail
from referee.service.moves.move_drafts import stored_draft
from referee.session.game_folders import game_locations

_TITLES = {exit_codes.DONE: "page-done", exit_codes.FAULT: "page-fault-found"}
"""The first line by the exit code of what was not refused."""


class Act(NamedTuple):
    """A command that is pressed: its name, what came with its form, and the game that it is about."""

    name: str
    parcel: FormData
    offer: str | None = None

    @property
    def action(self) -> str:
        """Where its form goes."""
        return path_of(self.name, self.offer)

    @property
    def pasted(self) -> tuple[UploadedFile, ...]:
        """What was pasted where a file could have come."""
        known = {field.name for field in fields(self.name, "en") if field.kind in FILES}
        texts = ((name, text) for name, text in self.parcel.fields.items() if name in known and text.strip())
        return tuple(UploadedFile(name, "pasted.txt", text.replace("\r\n", "\n").encode()) for name, text in texts)


def path_of(name: str, offer: str | None) -> str:
    """Where the form of a command is, about a game or none."""
    return f"{f'/game/{offer}' if offer is not None else ''}/do/{name.replace(' ', '-')}"


def row_at(word: str) -> str | None:
    """The command with a form that an address names; None for any other word."""
    row = on_page(word.replace("-", " "))
    return row.name if row is not None else None


def every(context: Context, offer: str | None) -> WebPage:
    """All commands that have a form here, in the order of a game's life."""
    words = PageWords("referee", context.lang)
    sections = ""
    for topic, names in TOPICS.items():
        items = "".join(
            f'<li><a href="{escaped(path_of(name, offer))}">{escaped(words.about(name))}</a></li>'
            for name in names.split("/")
            if on_page(name) is not None
        )
        sections += f'<section class="panel"><h2>{escaped(words.title(topic))}</h2><ul>{items}</ul></section>'
    return WebPage(tr_plain(context.lang, "page-all"), sections, context.lang, top=bar(context.lang, offer=offer))


_BY_ADDRESS: Mapping[str, tuple[str, ...]] = {"practice": ("game_name",), "consent": ("what",)}
"""The fields of a form that an address may bring, beside those of an invitation, which all read. A browser keeps its
addresses: no orders stand there, and no words that were heard.
"""


def blank(context: Context, act: Act, query: Mapping[str, str]) -> WebPage | None:
    """The form of a command, with what the address may bring. None if there is no such game."""
    folder = _folder(context, act)
    if folder is None and act.offer is not None:
        return None
    known = query if act.name == "offer" else _BY_ADDRESS.get(act.name, ())
    given = {"game_name": USUAL} if act.name == "practice" else {}
    given |= {name: text for name, text in query.items() if name in known}
    if act.name == "move" and folder is not None:
        given |= _orders_drafted(context, folder)
    return _form_room(context, act, given, folder, PageWords(act.name, context.lang).button())


def _orders_drafted(context: Context, folder: str) -> dict[str, str]:
    """The orders of the reader's draft for this turn, which were typed here before or sent home from a page."""
    with suppress(RefereeError):
        session = session_at(context, folder)
        drafted = session.key is not None and session.history.position is not None
        found = stored_draft(session) if drafted else None
        if found is not None and found.step == session.position.step + 1:
            return {"orders": "; ".join(found.lines)}
    return {}


def _form_room(
    context: Context,
    act: Act,
    given: Mapping[str, str],
    folder: str | None,
    title: str,
    shown: str = "",
    refused: Refused | None = None,
) -> WebPage:
    begin = ""
    if act.name == "words" and folder is not None:
        answer = run_for_page(context, ["words", "--game", folder], given.get("secret", ""))
        if answer.refused is not None and answer.refused.code == LOCKED:
            return _ask(context, act, answer, answer.refused, "")
        if answer.refused is None:
            called = session_at(context, folder, given.get("secret", "")).table.called_by_seat
            misheard = refused.misheard if refused is not None and refused.misheard else None
            begin = comparison_form(
                context.lang, answer.read(SafetyWords), called, given, misheard.number if misheard is not None else 0
            )
    keys, kept = context.home().keys(), hidden(given, ("kept",))
    made = form(act.name, context.lang, act.action, given, game=folder, keys=keys, more=f"{kept}{begin}")
    top = bar(context.lang, offer=act.offer)
    return WebPage(title, f"{shown}{made}", context.lang, top=top)


def pressed(context: Context, act: Act, shelf: WaitingUploads) -> Told | None:
    """Run the command and tell what came of it: in its game, below what is to be done there next; with its form again
    if it was refused; with what it is about to do above a button if it needs a yes. None if there is no such game.
    """
    folder = _folder(context, act)
    if folder is None and act.offer is not None:
        return None
    waited = shelf.fetch(act.parcel.fields.get("kept", ""))
    if act.parcel.fields.get("kept") and not waited:
        return _came_too_late(context, act, folder)
    uploads = (*waited, *act.parcel.uploads, *act.pasted)
    if act.name == "receive" and act.offer is None and (invited := _invitation(context, uploads)) is not None:
        return Told(room=_invite(context, invited, shelf))
    before, about = {*context.home().games()}, act.offer or _game_of(context, uploads)
    lay = {*saved_files(context, about)} if about is not None else set()
    answer, report = _answer(context, act, uploads, folder)
    if report and folder is not None and act.offer is not None:
        return _report(context, act, folder, answer, f"/kept/{shelf.keep((UploadedFile('', _REPORT, report),))}")
    if answer.refused is not None:
        return Told(act.offer, room=_retry(context, act, folder, answer, answer.refused, lambda: shelf.keep(uploads)))
    new = {*context.home().games()} - before
    offer = act.offer or next(iter(new), None) or _game_of(context, uploads)
    to_send = new_files_section(context, offer, lay) if offer is not None else ""
    news = f'<div role="status">{_said_by(answer)}</div>{to_send}{shell_line(context.lang, answer)}'
    offer = offer if offer is not None and game_argument(context.home(), offer) is not None else None
    return _told(context, act, offer, news, _TITLES.get(answer.code, "page-not-done"))


def _said_by(answer: CommandOutput) -> str:
    return f"{text_paragraphs(answer.printed)}{text_paragraphs(answer.words)}"


def _told(context: Context, act: Act, offer: str | None, news: str, title: str) -> Told:
    """News in the room of a game, or of all games. Where a passphrase was given the room is made now: the passphrase
    is not kept to make it once more.
    """
    secret = act.parcel.fields.get("secret", "")
    room = game_page(context, offer, secret=secret, news=news, title=title) if secret and offer is not None else None
    return Told(offer, news, title, room)


def _came_too_late(context: Context, act: Act, folder: str | None) -> Told:
    """A form whose files are no longer kept does nothing: without them its command would look for others."""
    why = refusal_of(OutOfOrder("page-kept-no-more"), context.lang)
    given = {name: text for name, text in act.parcel.fields.items() if name not in ("kept", "yes")}
    title = tr_plain(context.lang, "page-not-done")
    return Told(act.offer, room=_form_room(context, act, given, folder, title, refused_panel(why), why))


def _report(context: Context, act: Act, folder: str, answer: CommandOutput, link: str) -> Told:
    """The report of a command, which can be had at a link, and what it says."""
    assert act.offer is not None
    if act.name == "judge":
        return Told(act.offer, room=disputed(context, act.offer, folder, answer, link))
    found = checked(context.lang, answer, link, whole=not act.parcel.fields.get("quick"))
    return _told(context, act, act.offer, found.news, found.title)


def _retry(
    context: Context, act: Act, folder: str | None, answer: CommandOutput, refused: Refused, keep: Callable[[], str]
) -> WebPage:
    """A question, or why it was not done, with what was typed; `keep` keeps the files that came."""
    if refused.code in ASKS and (needs_yes(act.name) or refused.code == LOCKED):
        return _ask(context, act, answer, refused, keep())
    done, why = _said_by(answer), "" if refused.sentence in answer.words else refused_panel(refused)
    if act.name == "send" and act.offer is not None:  # the other ways stand below
        below = outgoing_page(context, act.offer, news=f"{done}{why}", title="page-not-sent")
        if below is not None:
            return below
    if act.name == "move" and act.offer is not None and refused.code in NOT_NOW:  # what was typed is kept
        later = not_now(context.lang, act.offer, refused.sentence)
        return _form_room(context, act, act.parcel.fields, folder, later.title, later.body, refused)
    shown = f"{done}{why}{shell_line(context.lang, answer)}"
    return _form_room(context, act, act.parcel.fields, folder, tr_plain(context.lang, "page-not-done"), shown, refused)


def _ask(context: Context, act: Act, answer: CommandOutput, refused: Refused, kept: str) -> WebPage:
    return ask_room(context.lang, act.name, act.action, act.parcel.fields, answer, refused, kept, act.offer)


def _game_of(context: Context, uploads: tuple[UploadedFile, ...]) -> str | None:
    """The one game of this home that files speak of; None if they speak of several, or none."""
    notes = [(signed.id, signed.note()) for each in uploads for signed in _readable(each)]
    named = {getattr(note, "game", None) or getattr(note, "offer", note_id) for note_id, note in notes}
    found = [place.offer for place in game_locations(context.home()) if named & {place.offer, place.game}]
    return found[0] if len(found) == 1 else None


def _readable(upload: UploadedFile) -> Iterator[SignedNote]:
    return (signed for signed in notes_of_mail(NamedMail(upload.name, upload.data)) if signed.is_readable)


def _invitation(context: Context, uploads: tuple[UploadedFile, ...]) -> UploadedFile | None:
    """The one file that came, if it invites to a game that this home does not know."""
    notes = [signed for each in uploads for signed in _readable(each)]
    offers = {signed.id for signed in notes if signed.type == "offer"}
    is_new = len(offers) == len(uploads) == 1 and offers.isdisjoint(context.home().games())
    return uploads[0] if is_new and not any(signed.type == "charter" for signed in notes) else None


def _invite(context: Context, invitation: UploadedFile, shelf: WaitingUploads) -> WebPage:
    """The invitation as it reads, with the form that joins."""
    kept, lang = shelf.keep((invitation._replace(field="offer_file"),)), context.lang
    act = Act("join", FormData({"kept": kept}))
    read = invitation_text(next(signed for signed in _readable(invitation) if signed.type == "offer"), lang)
    made = form(
        act.name,
        lang,
        act.action,
        act.parcel.fields,
        keys=context.home().keys(),
        more=hidden(act.parcel.fields, ("kept",)),
        signed=read.signed,
    )
    return WebPage(read.title, f"{opening_steps(lang, 0)}{read.above}{made}{read.below}", lang, top=bar(lang))


def printed(context: Context, act: Act) -> CommandOutput | None:
    """What the command prints with `--json`; None if there is no such game."""
    folder = _folder(context, act)
    if folder is None and act.offer is not None:
        return None
    try:
        with files_on_disk((*act.parcel.uploads, *act.pasted)) as (paths, where):
            yes = Yes(stamps_in(act.parcel.fields), folder, where)
            return _by_name(run_json(_words(context, act, paths, folder), context.lang, yes=yes), where)
    except RefereeError as error:
        refused = refusal_of(error, context.lang)
        return CommandOutput(refused.exit, f"{json_line(RefusalReply(refused))}\n", "", "", refused)


def _answer(
    context: Context, act: Act, uploads: tuple[UploadedFile, ...], folder: str | None
) -> tuple[CommandOutput, bytes]:
    """What the command says, and its report if it writes one: what disputed notes prove comes as data."""
    secret = act.parcel.fields.get("secret", "")
    try:
        with files_on_disk(uploads) as (paths, where):
            words, report = _words(context, act, paths, folder), Path(where) / _REPORT
            if act.name not in _REPORTING or folder is None:
                yes = Yes(stamps_in(act.parcel.fields), folder, where)
                return _by_name(run_text(words, context.lang, secret, yes), where), b""
            words = [*words[:1], f"--html={report}", *words[1:]]
            answer = _by_name(_REPORTING[act.name](words, context.lang, secret), where)
            if answer.refused is None:
                return answer, report.read_bytes()
            return answer if act.name == "audit" else answer._replace(printed="", words=""), b""
    except RefereeError as error:  # before anything was typed
        return CommandOutput(error.exit_code, "", "", f"referee {act.name}", refusal_of(error, context.lang)), b""


_REPORT = "report.html"
_REPORTING = {"judge": run_json, "audit": run_text}
"""The commands about one game that write a report, for their room to offer, and how they are asked."""


def _words(context: Context, act: Act, paths: Mapping[str, list[str]], folder: str | None) -> list[str]:
    given = act.parcel.fields
    given = {"as_name": context.as_name, **given} if context.as_name is not None else given
    return words_of(act.name, given, paths, game=folder, yes=bool(stamps_in(given)))


def _by_name(answer: CommandOutput, where: str) -> CommandOutput:
    """The output of a command, with the names of files in it but not their folder."""
    refused = answer.refused
    if refused is not None:
        hint = refused.hint.replace(where, "") if refused.hint else None
        refused = replace(refused, sentence=refused.sentence.replace(where, ""), hint=hint)
    printed, words, line = (text.replace(where, "") for text in (answer.printed, answer.words, answer.line))
    return answer._replace(printed=printed, words=words, line=line, refused=refused)


def _folder(context: Context, act: Act) -> str | None:
    return game_argument(context.home(), act.offer) if act.offer is not None else None
