"""The rooms: what commands have answered, in words, the one thing to do next on top. No room decides anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlencode

from referee.cli.context import Context
from referee.cli.web.forms import fields, hidden, read_line
from referee.cli.web.layout import WebPage, tr
from referee.cli.web.output_html import text_paragraphs
from referee.cli.web.run_command import CommandOutput, run_json
from referee.drawing.svg_document import escaped
from referee.kernel.sentence import Sentence
from referee.record.store import DataFolder
from referee.service.errors import Refused
from referee.session.game_folders import location_of_offer, path_of_location
from referee.session.todo.task import TaskText

_IN_A_GAME = {
    "game": ("", "page-this-game", "g"),
    "board": ("/board", "page-the-board", ""),
    "post": ("/post", "page-post", "p"),
    "table": ("#table", "page-the-table", "t"),
    "rule": ("/do/rule", "page-the-rules", ""),
}
"""The rooms of one game: where each is, what it is called, and the key that leads there."""


def bar(
    lang: str, *, waiting: int = 0, title: str = "", offer: str | None = None, here: str = "", leaves: bool = True
) -> str:
    """The bar above every room, with the rooms of a game if it is about one; `here` is the room it stands above, and
    with `leaves` it has the button that closes the page.
    """
    count = f' <span class="count">{waiting}</span>' if waiting else ""
    name = f'<span class="title">{escaped(title)}</span>' if title else ""
    at = f"/game/{escaped(offer)}" if offer is not None else ""
    own = "".join(
        f'<a href="{at}{place}"{key_hint(key)}{_CURRENT if room == here else ""}>{tr(lang, code)}</a>'
        for room, (place, code, key) in _IN_A_GAME.items()
        if at
    )
    close = f'<form method="post" action="/close"><button>{tr(lang, "page-close")}</button></form>' if leaves else ""
    return (
        f'<header class="top" aria-label="{tr(lang, "page-program")}">'
        f'<a href="/"{_CURRENT if here == "games" else ""}>{tr(lang, "page-games")}{count}</a>{name}{own}'
        f'<span class="sep"></span>'
        f'<a href="{at}/do">{tr(lang, "page-all")}</a>'
        f'<a href="{at}/choices"{key_hint("?")}{_CURRENT if here == "choices" else ""}>{tr(lang, "page-choices")}</a>'
        f"{_lights(lang)}{close}</header>"
    )


_LIGHTS = (("system", "light"), ("light", "dark"), ("dark", "system"))
"""What is chosen, and what its button chooses; the sheets show the one button of what is."""


def _lights(lang: str) -> str:
    buttons = "".join(
        f'<button name="light" value="{then}" class="lit-{now}" title="{tr(lang, "page-light-is", light=told)}">'
        f'<span class="away">{tr(lang, "page-light-is", light=told)}</span>'
        f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{_SUN[now]}"/></svg></button>'
        for now, then in _LIGHTS
        for told in (tr_plain(lang, f"page-light-{now}"),)
    )
    return f'<form method="post" action="/light">{buttons}</form>'


_RAYS = "M10 1v3M10 16v3M1 10h3M16 10h3M3.6 3.6l2 2M14.4 14.4l2 2M16.4 3.6l-2 2M5.6 14.4l-2 2"
_SUN = {
    "system": "M10 2a8 8 0 1 0 .01 0zM10 4a6 6 0 0 1 0 12z",
    "light": f"M10 6.4a3.6 3.6 0 1 0 .1 0z{_RAYS}",
    "dark": "M16.5 12.5A7.5 7.5 0 0 1 7.5 3.5a7.5 7.5 0 1 0 9 9z",
}


def key_hint(key: str) -> str:
    """The mark of a link that a key leads to."""
    return f' data-key="{key}"' if key else ""


_CURRENT = ' aria-current="page"'


def run_for_page(context: Context, words: Sequence[str], secret: str = "") -> CommandOutput:
    """What a command answers to the reader of this page."""
    return run_json(
        [*words, *([f"--as={context.as_name}"] if context.as_name is not None else [])], context.lang, secret
    )


def drop_zone(lang: str, offer: str | None = None, title: str = "") -> str:
    """Where mails are dropped or pasted, under a title; outside of a game each finds its own."""
    head, take = f"<h2>{tr(lang, title)}</h2>" if title else "", tr(lang, "page-take-in")
    action = f"/game/{escaped(offer)}/do/receive" if offer is not None else "/do/receive"
    return (
        f'<form class="panel drop" id="drop" method="post" action="{action}" enctype="multipart/form-data">'
        f'{head}<label for="mails">{tr(lang, "page-drop")}</label>'
        '<input type="file" id="mails" name="files" multiple>'
        f"<button>{take}</button>"
        f'<details><summary id="paste">{tr(lang, "page-paste")}</summary>'
        '<textarea id="mail" name="files" rows="6" aria-labelledby="paste"></textarea>'
        f'<div class="row"><button>{take}</button></div></details></form>'
    )


def tr_plain(lang: str, code: str, **values: object) -> str:
    """A sentence, not yet markup."""
    return Sentence(code, **values).told(lang)


def board_link(lang: str, offer: str, leads: str, title: str, how: str = "") -> str:
    """The board as everybody sees it, which leads to where it is large."""
    at, said_of = f"/game/{escaped(offer)}", escaped(tr_plain(lang, "page-board-of", title=title))
    return f'<a class="seen" href="{at}/{leads}"><img src="{at}/picture.svg" alt="{said_of}"{how}></a>'


def task_list(lang: str, offer: str, tasks: Iterable[TaskText], *, gold: bool) -> Iterator[str]:
    """Each task in words, with the button that does it; the first button is the gold one unless another is."""
    for task in tasks:
        pressed = task_button(lang, offer, task, gold=gold)
        gold = gold and 'class="go"' not in pressed and 'button go"' not in pressed
        line = f'<p class="line"><code>{escaped(task.command)}</code></p>' if task.command else ""
        folded = f"<details><summary>{tr(lang, 'page-terminal')}</summary>{line}</details>" if line else ""
        signs = f'<p class="dim">{escaped(task.signs)}</p>' if task.signs and pressed else ""
        yield f"<li><p>{escaped(task.sentence)}</p>{signs}{pressed}{folded}</li>"


def task_button(lang: str, offer: str, task: TaskText, *, gold: bool = False) -> str:
    """What does a task: a form with one button where everything is said already, else the way to its form or room."""
    at = f"/game/{escaped(offer)}"
    name, given = read_line(task.command)
    if not task.label:
        return ""
    if name is None or name in _ROOMS:  # what lies there to be sent has no command
        place = _ROOMS[name or "mail"]
        label = tr(lang, "page-by-words") if name == "move" else escaped(task.label)
        return link(place if place.startswith("#") else f"{at}{place}", label, gold=gold and place == "/post")
    if given is None:
        return ""
    path, go = f"{at}/do/{escaped(name.replace(' ', '-'))}", ' class="go"' if gold else ""
    if task.code in _WORDS_FIRST or (not given and any(not field.typed for field in fields(name, lang))):
        return link(escaped(f"{path}?{urlencode(given)}") if given else path, escaped(task.label), gold=gold)
    pressed = f"{hidden(given, given)}<button{go}>{escaped(task.label)}</button>"
    return f'<form class="row" method="post" action="{path}">{pressed}</form>'


_WORDS_FIRST = ("key-consent-asked", "host-consent-asked")
"""Tasks that are done only with words that somebody has said."""

_ROOMS = {"move": "/do/move", "replay": "/board", "mail": "/post", "receive": "#drop"}
"""The commands that a room or a part of one is for, and where it is."""


def link(place: str, text: str, *, gold: bool = False, row: bool = True) -> str:
    """A link that looks like a button, in a row of its own or not."""
    made = f'<a class="button{" go" if gold else ""}" href="{place}">{text}</a>'
    return f'<div class="row">{made}</div>' if row else made


def game_argument(home: DataFolder, offer: str) -> str | None:
    """What stands behind `--game` for the game of an offer: its folder, which the home knows and no request names."""
    place = location_of_offer(home, offer) if offer in home.games() else None
    folder = path_of_location(home, place) if place is not None else None
    return str(folder) if folder is not None else None


LOCKED = "passphrase-unasked"
"""The code of the refusal of a key whose passphrase was not given."""


def failure_page(lang: str, refused: Refused) -> WebPage:
    """A failure of this program: what it says of itself, and the file to send."""
    return WebPage(tr_plain(lang, "page-failed"), refused_panel(refused), lang, top=bar(lang))


def forgotten(lang: str, offer: str | None) -> WebPage:
    """What is told where an answer is no longer kept."""
    way = link(f"/game/{escaped(offer)}" if offer is not None else "/", tr(lang, "page-look"), gold=True)
    return WebPage(tr_plain(lang, "page-told-no-more"), way, lang, top=bar(lang, offer=offer))


def refusal_page(
    lang: str,
    refused: Refused | None,
    answer: CommandOutput,
    offer: str | None = None,
    *,
    news: str = "",
    title: str = "page-not-done",
    at: str = "",
) -> WebPage:
    """Why a command did nothing, in its words; where it wants a passphrase the room `at` an address, or this one, takes
    one, for this once.
    """
    why = refused_panel(refused) if refused is not None else text_paragraphs(answer.words)
    if refused is not None and refused.code == LOCKED:
        action = f' action="{escaped(at)}"' if at else ""
        why = f'<form class="panel" method="post"{action}>{secret_field(lang)}</form>'
        title = title if news else "page-locked"
    body = f"{news}{why}{shell_line(lang, answer)}"
    return WebPage(tr_plain(lang, title or "page-not-done"), body, lang, top=bar(lang, offer=offer))


def secret_field(lang: str) -> str:
    """Where a passphrase is typed, which nothing keeps, and the button that goes on with it."""
    label = tr(lang, "passphrase-your-key")
    return (
        f'<p><label for="secret">{label}</label><input type="password" id="secret" name="secret" required></p>'
        f'<div class="row"><button class="go">{tr(lang, "page-passphrase")}</button></div>'
    )


def refused_panel(refused: Refused) -> str:
    """A refusal with what would be right."""
    hint = f"<p>{escaped(refused.hint)}</p>" if refused.hint else ""
    return f'<div class="panel" role="alert" id="why"><p class="bad">{escaped(refused.sentence)}</p>{hint}</div>'


def shell_line(lang: str, answer: CommandOutput) -> str:
    """The line that was just done, for who wants to type it next time."""
    line = f'<p class="line"><code>{escaped(answer.line)}</code></p>'
    return f"<details><summary>{tr(lang, 'page-terminal')}</summary>{line}</details>"
