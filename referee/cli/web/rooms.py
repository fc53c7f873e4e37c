"""The rooms: what commands have answered, in words, the one thing to do next on top. No room decides anything."""

from __future__ import annotations

from referee.cli.context import Context
from referee.cli.overview import GameRow, Games
from referee.cli.printing.errors import Refused
from referee.cli.printing.moments import day_written
from referee.cli.web.sheet import Room, said
from referee.cli.web.typing import Answer, typed
from referee.drawing.document import escaped
from referee.kernel.sentence import Sentence
from referee.record.store import Home
from referee.table.desk.places import Place, path_of_place, place_of, places
from referee.table.desk.status import Status
from referee.table.seating import REFEREE


def bar(lang: str, *, waiting: int = 0, title: str = "") -> str:
    """The bar above every room."""
    count = f' <span class="count">{waiting}</span>' if waiting else ""
    name = f'<span class="title">{escaped(title)}</span>' if title else ""
    close = f'<form method="post" action="/close"><button>{said(lang, "page-close")}</button></form>'
    return (
        f'<header class="top" aria-label="{said(lang, "page-program")}">'
        f'<a href="/">{said(lang, "page-games")}{count}</a>{name}<span class="sep"></span>{close}</header>'
    )


def games(context: Context) -> Room:
    """All games, those that wait for the reader first."""
    answer = typed(["games"], context.lang)
    if (refused := answer.refused) is not None:
        return refusal(context.lang, refused, answer)
    rows = answer.read(Games).games
    mine = [row for row in rows if row.turn and row.stage != "over"]
    known = {place.path: place for place in places(context.home())}
    cards = "".join(_card(context, row, known.get(row.folder), first=row is (mine or [None])[0]) for row in rows)
    if not rows:
        title, cards = said_plain(context.lang, "page-no-games"), f"<p>{said(context.lang, 'no-games-yet')}</p>"
    else:
        title = said_plain(context.lang, "page-waiting" if mine else "page-none-waits", count=len(mine))
    top = bar(context.lang, waiting=len(mine))
    body = f'<ul class="games">{cards}</ul>{_paste(context.lang)}{terminal(context.lang, answer)}'
    return Room(title, body, context.lang, top=top)


def _paste(lang: str) -> str:
    """Where a mail is pasted; it finds its game by itself."""
    return (
        f'<form class="panel" method="post" action="/receive"><label for="mail">{said(lang, "page-paste")}</label>'
        f'<textarea id="mail" name="mail" rows="5" required></textarea>'
        f"<div><button>{said(lang, 'page-take-in')}</button></div></form>"
    )


def received(context: Context, mail: str) -> Room:
    """What came of a mail that was pasted, in the words of `receive`."""
    answer = typed(["receive", "-"], context.lang, mail.encode(), json=False)
    title = said_plain(context.lang, "page-taken-in" if answer.code == 0 else "page-not-done")
    lines = "".join(f"<p>{escaped(line)}</p>" for line in f"{answer.printed}\n{answer.words}".splitlines() if line)
    body = f'<div class="panel" role="status">{lines}</div>{terminal(context.lang, answer)}'
    return Room(title, body, context.lang, top=bar(context.lang))


PICTURES = {"board": ["replay", "--hand"], "turn": ["compose"]}
"""The pages of one game that a command writes, and that command."""


def picture(context: Context, offer: str, name: str) -> str | Room | None:
    """A page that a command writes, as it is, or why it wrote none; None if there is no such game or page."""
    found = named(context.home(), offer)
    if found is None or name not in PICTURES:
        return None
    answer = typed([*PICTURES[name], "--html", "-", "--game", found], context.lang, json=False)
    if answer.code == 0:
        return answer.printed
    lines = "".join(f"<p>{escaped(line)}</p>" for line in answer.words.splitlines())
    body = f'<div class="panel">{lines}</div>{terminal(context.lang, answer)}'
    return Room(said_plain(context.lang, "page-not-done"), body, context.lang, top=bar(context.lang))


def said_plain(lang: str, code: str, **values: object) -> str:
    """A sentence, not yet markup."""
    return Sentence(code, **values).told(lang)


def _card(context: Context, row: GameRow, place: Place | None, *, first: bool) -> str:
    lang = context.lang
    if row.trouble is not None:
        trouble = f'<p class="bad">{escaped(row.trouble.sentence)}</p>'
        return f'<li class="gamecard"><div><h2>{escaped(row.title)}</h2>{trouble}</div></li>'
    tag = f'<p class="tag you">{said(lang, "page-your-turn")}</p>' if row.turn and row.stage != "over" else ""
    who = ", ".join(_called(lang, row, role) for role in row.asked) or said_plain(lang, "games-players")
    waits = "games-over" if row.stage == "over" else "page-waits-for"
    since = day_written(context, row.since)
    link = (
        f'<footer><a class="button{" go" if first else ""}" href="/game/{escaped(place.offer)}">'
        f"{said(lang, 'page-play' if row.turn and row.stage != 'over' else 'page-look')}</a></footer>"
        if place is not None
        else ""
    )
    return (
        f'<li class="gamecard{" first" if first else ""}"><div>{tag}<h2>{escaped(row.title)}</h2>'
        f'<p>{said(lang, waits, names=who, since=since)}</p><p class="dim">{escaped(row.rules)}</p></div>{link}</li>'
    )


def _called(lang: str, row: GameRow, role: str) -> str:
    if role == row.you:
        return said_plain(lang, "games-you")
    return said_plain(lang, "games-host") if role == REFEREE else row.called.get(role, role)


def game(context: Context, offer: str) -> Room | None:
    """One game: what is to be done next, first thing first. None if this home has no game of this id."""
    found = named(context.home(), offer)
    if found is None:
        return None
    answer = typed(["status", "--game", found], context.lang)
    if (refused := answer.refused) is not None:
        return refusal(context.lang, refused, answer)
    status: Status = answer.read(Status)
    first, *others = status.next or (None,)
    asked = status.you is not None and status.you in {each.seat for each in status.questions}
    title = first.sentence if first is not None else said_plain(context.lang, "page-nothing-to-do")
    title = said_plain(context.lang, "page-your-turn") if asked else f"{title[:1].upper()}{title[1:]}"
    tasks = "".join(
        f"<li><p>{escaped(task.sentence)}</p>{f'<code>{escaped(task.command)}</code>' if task.command else ''}</li>"
        for task in (*((first,) if first is not None and (first.command or asked) else ()), *others)
    )
    links = "".join(
        f'<a class="button{" go" if name == "turn" else ""}" href="/game/{escaped(offer)}/{name}">'
        f"{said(context.lang, code)}</a>"
        for name, code in (("turn", "page-play"), ("board", "page-board"))
        if name == "board" or asked
    )
    row = f'<div class="row">{links}</div>' if status.step is not None else ""
    body = f'{row}<ol class="tasks">{tasks}</ol>{terminal(context.lang, answer)}'
    return Room(title, body, context.lang, top=bar(context.lang, title=status.title))


def named(home: Home, offer: str) -> str | None:
    """What stands behind `--game` for the game of an offer: its folder, which the home knows and no request names."""
    place = place_of(home, offer) if offer in home.games() else None
    folder = path_of_place(home, place) if place is not None else None
    return str(folder) if folder is not None else None


def refusal(lang: str, refused: Refused, answer: Answer) -> Room:
    """Why a command did nothing, in its words."""
    hint = f"<p>{escaped(refused.hint)}</p>" if refused.hint else ""
    body = f'<div class="panel"><p class="bad">{escaped(refused.sentence)}</p>{hint}</div>{terminal(lang, answer)}'
    return Room(said_plain(lang, "page-not-done"), body, lang, top=bar(lang))


def terminal(lang: str, answer: Answer) -> str:
    """The line that was just done, for who wants to type it next time."""
    line = f'<p class="line"><code>{escaped(answer.line)}</code></p>'
    return f"<details><summary>{said(lang, 'page-terminal')}</summary>{line}</details>"
