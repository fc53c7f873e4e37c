"""What a press of a button does: the command of its form is run as if it were typed, and told. What needs a yes is
shown before, above the button that gives it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from referee.cli import codes
from referee.cli.context import Context
from referee.cli.helping.words import PageWords
from referee.cli.printing.errors import Failure, Refused, as_data
from referee.cli.printing.output import json_line
from referee.cli.receiving.delivery import notes_in
from referee.cli.registry import TOPICS
from referee.cli.web.checked import checked
from referee.cli.web.disputed import disputed
from referee.cli.web.forms import FILES, fields, form, hidden, needs_yes, on_page, words_of
from referee.cli.web.heard import words_heard
from referee.cli.web.invited import invited, steps
from referee.cli.web.lobby import games
from referee.cli.web.offering import USUAL
from referee.cli.web.parcels import Parcel, Shelf, Upload, laid_out
from referee.cli.web.pictures import NOT_NOW, not_now
from referee.cli.web.played import game
from referee.cli.web.post import new_files, post, written
from referee.cli.web.rooms import LOCKED, ask, bar, named, refused_panel, said_plain, secret_field, terminal
from referee.cli.web.sheet import Room, said
from referee.cli.web.spoken import paragraphs
from referee.cli.web.typing import Answer, desk_at, told, typed
from referee.drawing.document import escaped
from referee.kernel.errors import RefereeError
from referee.post.inbox import Mail
from referee.record.note import SignedNote
from referee.table.desk.places import places
from referee.table.reading.words import Words

_ASKS = {
    "not-confirmed": "page-sign",
    "leaving-out-unconfirmed": "page-do-it",
    "you-joined-already": "page-do-it",
    "ends-the-game": "page-do-it",
    "agreement-ends-game": "page-do-it",
    LOCKED: "page-passphrase",
}
"""Refusals that ask for a yes or a passphrase, and what is on its button."""


_TITLES = {codes.DONE: "page-done", codes.FAULT: "page-fault-found"}
"""The first line by the exit code of what was not refused."""


class Act(NamedTuple):
    """A command that is pressed: its name, what came with its form, and the game that it is about."""

    name: str
    parcel: Parcel
    offer: str | None = None

    @property
    def action(self) -> str:
        """Where its form goes."""
        return path_of(self.name, self.offer)

    @property
    def pasted(self) -> tuple[Upload, ...]:
        """What was pasted where a file could have come."""
        known = {field.name for field in fields(self.name, "en") if field.kind in FILES}
        texts = ((name, text) for name, text in self.parcel.fields.items() if name in known and text.strip())
        return tuple(Upload(name, "pasted.txt", text.replace("\r\n", "\n").encode()) for name, text in texts)


def path_of(name: str, offer: str | None) -> str:
    """Where the form of a command is, about a game or none."""
    return f"{f'/game/{offer}' if offer is not None else ''}/do/{name.replace(' ', '-')}"


def row_at(word: str) -> str | None:
    """The command with a form that an address names; None for any other word."""
    row = on_page(word.replace("-", " "))
    return row.name if row is not None else None


def every(context: Context, offer: str | None) -> Room:
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
    return Room(said_plain(context.lang, "page-all"), sections, context.lang, top=bar(context.lang, offer=offer))


def blank(context: Context, act: Act, query: Mapping[str, str]) -> Room | None:
    """The form of a command, with what the address brings; a move that was clicked together is shown at once, above
    its button. None if there is no such game.
    """
    folder = _folder(context, act)
    if folder is None and act.offer is not None:
        return None
    if act.name == "move" and query.get("orders"):
        return pressed(context, act._replace(parcel=Parcel({"orders": query["orders"]})), Shelf())
    given = ({"game_name": USUAL} if act.name == "practice" else {}) | dict(query)
    if act.name == "move" and folder is not None:
        given |= _orders_drafted(context, folder)
    return _form_room(context, act, given, folder, PageWords(act.name, context.lang).button())


def _orders_drafted(context: Context, folder: str) -> dict[str, str]:
    """The orders of the reader's draft for this turn, which were typed here before or sent home from a page."""
    from referee.cli.asking.drafts import kept  # only this form goes on with one

    with suppress(RefereeError):
        desk = desk_at(context, folder)
        found = kept(desk) if desk.key is not None and desk.history.position is not None else None
        if found is not None and found.step == desk.position.step + 1:
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
) -> Room:
    begin = ""
    if act.name == "words" and folder is not None:
        answer = ask(context, ["words", "--game", folder], given.get("secret", ""))
        if answer.refused is not None and answer.refused.code == LOCKED:
            return _ask(context, act, answer, answer.refused, "")
        if answer.refused is None:
            called = desk_at(context, folder, given.get("secret", "")).table.called_by_seat
            misheard = refused.misheard if refused is not None and refused.misheard else None
            begin = words_heard(
                context.lang, answer.read(Words), called, given, misheard.number if misheard is not None else 0
            )
    keys, kept = context.home().keys(), hidden(given, ("kept",))
    made = form(act.name, context.lang, act.action, given, game=folder, keys=keys, more=f"{kept}{begin}")
    top = bar(context.lang, offer=act.offer)
    return Room(title, f"{shown}{made}", context.lang, top=top)


def pressed(context: Context, act: Act, shelf: Shelf) -> Room | None:
    """Run the command and tell what came of it: in its game, below what is to be done there next; with its form again
    if it was refused; with what it is about to do above a button if it needs a yes. None if there is no such game.
    """
    folder = _folder(context, act)
    if folder is None and act.offer is not None:
        return None
    uploads = (*shelf.fetch(act.parcel.fields.get("kept", "")), *act.parcel.uploads, *act.pasted)
    if act.name == "receive" and act.offer is None and (invited := _invitation(context, uploads)) is not None:
        return _invited(context, invited, shelf)
    before = {*context.home().games()}
    lay = {*written(context, act.offer)} if act.offer is not None else set()
    answer, report = _answer(context, act, uploads, folder)
    refused = answer.refused
    if report and folder is not None and act.offer is not None:
        link = f"/kept/{shelf.keep((Upload('', _REPORT, report),))}"
        if act.name == "judge":
            return disputed(context, act.offer, folder, answer, link)
        given = act.parcel.fields
        found = checked(context.lang, answer, link, whole=not given.get("quick"))
        return game(context, act.offer, secret=given.get("secret", ""), news=found.news, title=found.title)
    if refused is not None and refused.code in _ASKS and (needs_yes(act.name) or refused.code == LOCKED):
        return _ask(context, act, answer, refused, shelf.keep(uploads))
    done = f"{paragraphs(answer.printed)}{paragraphs(answer.words)}"
    if refused is not None:
        why = "" if refused.sentence in answer.words else refused_panel(refused)
        if act.name == "send" and act.offer is not None:  # the other ways stand below
            return post(context, act.offer, news=f"{done}{why}", title="page-not-sent")
        if act.name == "move" and act.offer is not None and refused.code in NOT_NOW:  # what was typed is kept
            later = not_now(context.lang, act.offer, refused.sentence)
            return _form_room(context, act, act.parcel.fields, folder, later.title, later.body, refused)
        shown = f"{done}{why}{terminal(context.lang, answer)}"
        return _form_room(
            context, act, act.parcel.fields, folder, said_plain(context.lang, "page-not-done"), shown, refused
        )
    new = {*context.home().games()} - before
    offer = act.offer or next(iter(new), None) or _game_of(context, uploads)
    to_send = new_files(context, offer, lay) if offer is not None else ""
    news = f'<div role="status">{done}</div>{to_send}{terminal(context.lang, answer)}'
    title = _TITLES.get(answer.code, "page-not-done")
    secret = act.parcel.fields.get("secret", "")
    below = game(context, offer, secret=secret, news=news, title=title) if offer is not None else None
    return below or games(context, news=news, title=title)


def _game_of(context: Context, uploads: tuple[Upload, ...]) -> str | None:
    """The one game of this home that files speak of; None if they speak of several, or none."""
    notes = [(signed.id, signed.note()) for each in uploads for signed in _readable(each)]
    named = {getattr(note, "game", None) or getattr(note, "offer", note_id) for note_id, note in notes}
    found = [place.offer for place in places(context.home()) if named & {place.offer, place.game}]
    return found[0] if len(found) == 1 else None


def _readable(upload: Upload) -> Iterator[SignedNote]:
    return (signed for signed in notes_in(Mail(upload.name, upload.data)) if signed.is_readable)


def _invitation(context: Context, uploads: tuple[Upload, ...]) -> Upload | None:
    """The one file that came, if it invites to a game that this home does not know."""
    notes = [signed for each in uploads for signed in _readable(each)]
    offers = {signed.id for signed in notes if signed.type == "offer"}
    is_new = len(offers) == len(uploads) == 1 and offers.isdisjoint(context.home().games())
    return uploads[0] if is_new and not any(signed.type == "charter" for signed in notes) else None


def _invited(context: Context, invitation: Upload, shelf: Shelf) -> Room:
    """The invitation as it reads, with the form that joins."""
    kept, lang = shelf.keep((invitation._replace(field="offer_file"),)), context.lang
    act = Act("join", Parcel({"kept": kept}))
    read = invited(next(signed for signed in _readable(invitation) if signed.type == "offer"), lang)
    made = form(
        act.name,
        lang,
        act.action,
        act.parcel.fields,
        keys=context.home().keys(),
        more=hidden(act.parcel.fields, ("kept",)),
        signed=read.signed,
    )
    return Room(read.title, f"{steps(lang, 0)}{read.above}{made}{read.below}", lang, top=bar(lang))


def printed(context: Context, act: Act) -> Answer | None:
    """What the command prints with `--json`; None if there is no such game."""
    folder = _folder(context, act)
    if folder is None and act.offer is not None:
        return None
    try:
        with laid_out((*act.parcel.uploads, *act.pasted)) as (paths, where):
            return _by_name(typed(_words(context, act, paths, folder), context.lang), where)
    except RefereeError as error:
        refused = as_data(error, context.lang)
        return Answer(refused.exit, f"{json_line(Failure(refused))}\n", "", "", refused)


def _answer(context: Context, act: Act, uploads: tuple[Upload, ...], folder: str | None) -> tuple[Answer, bytes]:
    """What the command says, and its report if it writes one: what disputed notes prove comes as data."""
    secret = act.parcel.fields.get("secret", "")
    try:
        with laid_out(uploads) as (paths, where):
            words, report = _words(context, act, paths, folder), Path(where) / _REPORT
            if act.name not in _REPORTING or folder is None:
                return _by_name(told(words, context.lang, secret=secret), where), b""
            words = [*words[:1], f"--html={report}", *words[1:]]
            answer = _by_name(_REPORTING[act.name](words, context.lang, secret), where)
            if answer.refused is None:
                return answer, report.read_bytes()
            return answer if act.name == "audit" else answer._replace(printed="", words=""), b""
    except RefereeError as error:  # before anything was typed
        return Answer(error.exit_code, "", "", f"referee {act.name}", as_data(error, context.lang)), b""


_REPORT = "report.html"
_REPORTING = {"judge": typed, "audit": told}
"""The commands about one game that write a report, for their room to offer, and how they are asked."""


def _words(context: Context, act: Act, paths: Mapping[str, list[str]], folder: str | None) -> list[str]:
    given = act.parcel.fields
    given = {"as_name": context.as_name, **given} if context.as_name is not None else given
    return words_of(act.name, given, paths, game=folder, yes=bool(given.get("yes")))


def _by_name(answer: Answer, where: str) -> Answer:
    """The same, with files by their names alone."""
    refused = answer.refused
    if refused is not None:
        hint = refused.hint.replace(where, "") if refused.hint else None
        refused = replace(refused, sentence=refused.sentence.replace(where, ""), hint=hint)
    printed, words, line = (text.replace(where, "") for text in (answer.printed, answer.words, answer.line))
    return Answer(answer.code, printed, words, line, refused)


def _folder(context: Context, act: Act) -> str | None:
    return named(context.home(), act.offer) if act.offer is not None else None


def _ask(context: Context, act: Act, answer: Answer, refused: Refused, kept: str) -> Room:
    """What the command is about to do, and below it the button that lets it."""
    lang, asked = context.lang, _ASKS[refused.code]
    go = f'<div class="row"><button class="go">{said(lang, asked)}</button></div>'
    if refused.code == LOCKED:
        go = secret_field(lang)
    again = {name: text for name, text in act.parcel.fields.items() if name not in ("kept", "secret", "yes")}
    files = {field.name for field in fields(act.name, lang) if field.kind in FILES}
    fieldset = hidden({name: text for name, text in again.items() if name not in files}, again)
    if refused.code != LOCKED or act.parcel.fields.get("yes"):
        fieldset += '<input type="hidden" name="yes" value="1">'
    fieldset += f'<input type="hidden" name="kept" value="{escaped(kept)}">' if kept else ""
    shown = answer.words if refused.code in ("not-confirmed", LOCKED) else refused.sentence
    back = f"/game/{act.offer}" if act.offer is not None else "/"
    body = (
        f"{steps(lang, 1) if act.name == 'accept' else ''}{paragraphs(shown)}"
        f'<section class="panel mine"><form class="row" method="post" action="{escaped(act.action)}">{fieldset}{go}'
        f'<a class="button" href="{escaped(back)}">{said(lang, "page-not-now")}</a></form>{terminal(lang, answer)}'
        f"</section>"
    )
    titles = {"page-sign": "page-read-first", "page-passphrase": "page-locked"}
    title = titles.get(asked, "page-are-you-agreed")
    return Room(said_plain(lang, title), body, lang, top=bar(lang, offer=act.offer))
