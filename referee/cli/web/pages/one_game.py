"""One game: what is to be done next, first thing first, beside the board and who sits at it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from referee.cli.context import Context
from referee.cli.pages import points_chart
from referee.cli.web.components import (
    bar,
    board_link,
    drop_zone,
    game_argument,
    link,
    refusal_page,
    run_for_page,
    shell_line,
    task_list,
    tr_plain,
)
from referee.cli.web.forms import button, hidden
from referee.cli.web.layout import WebPage, tr
from referee.cli.web.output_html import rows_html
from referee.cli.web.pages.host_tasks import HostTasks, host_tasks, is_host_task
from referee.cli.web.pages.invitation import agreement_rows
from referee.cli.web.pages.outgoing import mails_due, mails_of
from referee.drawing.stylesheet import SEATS
from referee.drawing.svg_document import escaped
from referee.drawing.symbols import SIGNS
from referee.games import find
from referee.kernel.errors import RefereeError
from referee.protocol.seating import REFEREE
from referee.record.file_names import CHARTER
from referee.record.note import read_bundle
from referee.record.notes import Offer
from referee.record.store import GameFolder
from referee.service.dates import today
from referee.session.todo.status import PlayerStatus, Proposal, Status
from referee.session.todo.task import TaskText


def game_page(context: Context, offer: str, *, secret: str = "", news: str = "", title: str = "") -> WebPage | None:
    """One game: what is to be done next, first thing first, above it what came of the button that was pressed. None if
    this home has no game of this id.
    """
    lang, found = context.lang, game_argument(context.home(), offer)
    if found is None:
        return None
    answer = run_for_page(context, ["status", "--game", found], secret)
    if answer.refused is not None:
        return refusal_page(lang, answer.refused, answer, offer, news=news, title=title, at=f"/game/{offer}")
    status: Status = answer.read(Status)
    offered = _offer_of(found)
    todo = sorted(_still_to_do(context, found, status, secret), key=lambda task: task.rank)
    first = todo[0].sentence if todo else tr_plain(lang, "page-nothing-to-do")
    turn = next((task for task in todo if task.code == "answer-in-order"), None)
    asked, gold = turn is not None, todo[:1] == [turn]
    heading = tr_plain(lang, "page-your-turn") if asked else _winner(lang, status) or f"{first[:1].upper()}{first[1:]}"
    at = f"/game/{escaped(offer)}"
    links = f'<a class="button" href="{at}/board">{tr(lang, "page-board")}</a>'
    if turn is not None:
        links = f'<a class="button{" go" if gold else ""}" href="{at}/turn">{escaped(turn.label)}</a>{links}'
    links += _room_link(lang, offer, offered, status)
    row = f'<div class="row">{links}</div>' if status.step is not None else ""
    todo = [task for task in todo if task.code not in ("you-answer-example", "see-it-again")]  # it has the board
    five = HostTasks()
    if status.you == REFEREE and status.stage == "playing":
        five, row = host_tasks(context, offer, found, status), ""
        heading, todo = five.came if five.due else heading, [task for task in todo if not is_host_task(task)]
    tasks = "".join(task_list(lang, offer, todo, gold=not gold and not five.due))
    above, asks = f"{news}{five.markup}{_result(lang, offer, offered, status)}{row}", proposal_section(lang, status)
    body = f'{above}<ol class="tasks">{tasks}</ol>{asks}{drop_zone(lang, offer)}{shell_line(lang, answer)}'
    top = bar(lang, title=status.title, offer=offer, here="game")
    shown = board_link(lang, offer, "turn" if asked else "board", status.title) if status.step is not None else ""
    table = seats_section(lang, offer, status, remind=not five.markup) if status.seats else ""
    beside = f"{shown}{table}{_terms(lang, offered)}" if table else ""
    return WebPage(tr_plain(lang, title) if title else heading, body, lang, top=top, beside=beside)


_ROOMS = ("tigris",)
"""The games that are played in the room of a table."""


def _room_link(lang: str, offer: str, offered: Offer | None, status: Status) -> str:
    """The way to the room of the table for a player of a running game that is played there; "" for all others."""
    plays = status.stage == "playing" and status.you in status.seats
    if not plays or offered is None or offered.rules.game not in _ROOMS:
        return ""
    return link(f"/table/{escaped(offer)}", tr(lang, "page-room"), row=False)


_TO_SEND = ("send-host-if-unsent", "send-all-if-unsent", "mail-all-players", "newest-letter-all")
"""The tasks that are done once the mails that are due have been sent, by this program or by hand."""


def _still_to_do(context: Context, found: str, status: Status, secret: str) -> list[TaskText]:
    if any(task.code in _TO_SEND for task in status.next):
        mails = mails_of(mails_due(context, found, secret))
        if mails and all(one.sent for one in mails):
            return [task for task in status.next if task.code not in _TO_SEND]
    return list(status.next)


def _winner(lang: str, status: Status) -> str:
    """Who has won, said to the one who has; "" while a game goes on, and of one that ended without places."""
    first = [seat for seat, place in status.result.ranks.items() if place == 1] if status.result is not None else []
    if first == [status.you]:
        return tr_plain(lang, "page-you-won", name=status.called.get(first[0], first[0]))
    names = ", ".join(status.called.get(seat, seat) for seat in first)
    return tr_plain(lang, "page-has-won", names=names, count=len(first)) if first else ""


def _result(lang: str, offer: str, offered: Offer | None, status: Status) -> str:
    """How it ended, sentence by sentence, and how the points went; "" while a game goes on."""
    if status.result is None:
        return ""
    told = "".join(f"<p>{escaped(line)}</p>" for line in status.result.told)
    course = find(offered.rules.game, offered.rules.version).faces.course if offered is not None else None
    if course is not None:
        heading = tr(lang, points_chart.heading_of(course.weakest))
        told += f'<h2>{heading}</h2><img class="chart" src="/game/{escaped(offer)}/points.svg" alt="{heading}">'
    return f'<section class="panel">{told}</section>' if told else ""


def proposal_section(lang: str, status: Status) -> str:
    """What somebody asks all for: who agrees and who is still asked, why, and what a step back would undo, with what
    was learned in that.
    """
    shown = "".join(map(_proposal, status.proposed))
    return f'<section class="panel"><h2>{tr(lang, "page-proposed")}</h2>{shown}</section>' if shown else ""


def _proposal(one: Proposal) -> str:
    said_of = "".join(f"<p>{escaped(text)}</p>" for text in one.told)
    reasons = (f'{each.called}: "{each.reason}"' for each in one.reasons)
    why = "".join(f"<p>{escaped(text)}</p>" for text in reasons)
    steps = "".join(f"<li>{escaped(f'{each.step}. {each.told}')}</li>" for each in one.undone)
    learned = "".join(f'<p class="small dim">{escaped(text)}</p>' for text in one.learned)
    return f"{said_of}{why}{f'<ul>{steps}</ul>' if steps else ''}{learned}"


_HEARD = {"equal": ("page-words-agree", "good"), "different": ("page-words-differ", "bad")}


def seats_section(lang: str, offer: str, status: Status, *, remind: bool) -> str:
    """Who sits where under which sign, who is asked, how the words stand with each, and who is away. With `remind`
    whoever is asked can be reminded there.
    """
    asked = (
        {question.seat for question in status.questions} - {*status.answered} if status.stage == "playing" else set()
    )
    seats = "".join(_seat(lang, offer, status, seat, asked=seat in asked, remind=remind) for seat in status.seats)
    away = ""
    for one in status.holidays:
        if one.until >= today():
            name = status.called.get(one.seat, one.seat)
            away += f"<p>{tr(lang, 'page-away', name=name, first=one.first, until=one.until)}</p>"
    shown = f'<h2>{tr(lang, "page-seats")}</h2><ul class="came">{seats}</ul>{away}'
    return f'<section class="panel" id="table" tabindex="-1">{shown}</section>'


def _seat(lang: str, offer: str, status: Status, seat: str, *, asked: bool, remind: bool) -> str:
    own, called = seat == status.you, status.called.get(seat, seat)
    name = tr(lang, "page-you-are", name=called) if own else escaped(called)
    code, look = _HEARD.get(status.heard.get(seat, ""), ("page-words-open", "dim"))
    words = f'<span class="{look}">{tr(lang, code)}</span>' if seat in status.heard and not own else ""
    mark = f"<b>{tr(lang, 'picture-asked')}</b>" if asked else ""
    press = ""
    if remind and asked and not own and status.you is not None:
        path = f"/game/{escaped(offer)}/do/remind"
        hidden_seat = hidden({"seat": seat}, ("seat",))
        press = f'<form method="post" action="{path}">{hidden_seat}<button>{button("remind", lang)}</button></form>'
    sign = next((_sign(one) for one in status.players if one.seat == seat), "")
    return f"<li>{sign}<span>{name}</span>{mark}{words}{press}</li>"


def _sign(player: PlayerStatus) -> str:
    """The sign of a seat as pictures show it: that of a house, or a figure on its colour."""
    symbol, number = SIGNS.get(player.sign), player.sign.removeprefix("seat")
    if symbol is None:
        return ""
    said_of = f'role="img" aria-label="{escaped(player.spoken)}"' if player.spoken else 'aria-hidden="true"'
    if number == player.sign:
        return f'<svg class="sign" viewBox="{symbol.box}" {said_of}>{symbol.body}</svg>'
    colour, figure = SEATS[int(number) - 1]
    tile = f'<rect x="-6" y="-6" width="44" height="44" rx="7" fill="{colour}"/><g color="{figure}">{symbol.body}</g>'
    return f'<svg class="sign" viewBox="-6 -6 44 44" {said_of}>{tile}</svg>'


def _terms(lang: str, offered: Offer | None) -> str:
    """The terms of the charter in words; nothing before there is one."""
    if offered is None:
        return ""
    return (
        f'<section class="panel"><h2>{tr(lang, "page-agreed")}</h2>{rows_html(agreement_rows(offered, lang))}</section>'
    )


def _offer_of(folder: str) -> Offer | None:
    """The offer that all have accepted; None before there is a charter."""
    with suppress(RefereeError):
        return read_bundle(GameFolder(Path(folder)).read(CHARTER))[0].read(Offer)
    return None
