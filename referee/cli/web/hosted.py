"""The five lines of a host: what came, what it led to, who is asked, what is to be mailed, who is late."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from referee.cli.context import Context
from referee.cli.printing.moments import day_later, day_written
from referee.cli.web.forms import button
from referee.cli.web.post import mails_due, mails_of, may_be_sent
from referee.cli.web.rooms import ask, said_plain, task_button
from referee.cli.web.sheet import said
from referee.drawing.document import escaped
from referee.table.desk.status import Status
from referee.table.desk.task import Todo
from referee.table.telling.news import StepTold
from referee.words.chronicle import as_sentence

_WAITING, _LETTER, _LATE = "waiting-move-take", "newest-letter-all", "late-"
"""The tasks that the third and the fourth line are about, and how the codes of those begin that the fifth is about."""


class _Log(msgspec.Struct):
    """Of what `log` prints the steps."""

    steps: tuple[StepTold, ...]


class Five(NamedTuple):
    """The lines as markup, what they say first, and whether a letter is due, whose button is then the gold one."""

    markup: str = ""
    came: str = ""
    due: bool = False


def five_lines(context: Context, offer: str, found: str, status: Status) -> Five:
    """The five lines of a game that goes on."""
    lang, at = context.lang, f"/game/{escaped(offer)}"
    step = ask(context, ["log", "--last=1", "--game", found]).read(_Log).steps[-1]
    movers = tuple(dict.fromkeys(status.called.get(seat, seat) for seat, _ in step.orders))
    came = said_plain(lang, "/screen/move-is-in", names=", ".join(movers), count=len(movers), step=step.step)
    if step.decided or not movers:
        came = step.decided[0] if step.decided else said_plain(lang, "/screen/dealt")
    asked = [question.seat for question in status.questions if question.seat not in status.answered]
    names = ", ".join(status.called.get(seat, seat) for seat in asked)
    mailed, to_mail, due = _to_mail(context, at, found, status)
    rows = (
        ("page-came", came, f'<a class="button" href="{at}/board">{said(lang, "page-the-board")}</a>', False),
        ("page-led-to", " ".join(map(as_sentence, step.told)).rstrip("."), "", False),
        (
            "page-asked-now",
            said_plain(lang, "page-since", names=names, since=day_written(context, status.since)),
            _remind(lang, at) if asked else "",
            False,
        ),
        ("page-to-mail", mailed, to_mail, due),
        ("page-late", *_late(context, offer, status, names, len(asked)), False),
    )
    told = "".join(
        f'<li{" class=due" if gold else ""}><span class="k">{said(lang, code)}</span><span>{escaped(text)}</span>'
        f'<span class="row">{press}</span></li>'
        for code, text, press, gold in rows
    )
    mine = " mine" if due else ""
    return Five(f'<section class="panel{mine}"><ol class="five">{told}</ol></section>', came.rstrip("."), due)


def is_told(task: Todo) -> bool:
    """Whether the five lines tell this task."""
    return task.code in (_LETTER, _WAITING) or task.code.startswith(_LATE)


def _to_mail(context: Context, at: str, found: str, status: Status) -> tuple[str, str, bool]:
    """What is to be mailed, the buttons that do it, and whether it is due."""
    lang = context.lang
    mails = [one for one in mails_of(mails_due(context, found)) if not one.sent]
    due = any(task.code == _LETTER for task in status.next) and bool(mails)
    if not due:
        return said_plain(lang, "page-nothing-to-mail"), "", False
    text = said_plain(lang, "page-letter-to", step=status.step, names=", ".join(one.name for one in mails))
    ways = said(lang, "/label/newest-letter-all")
    if not may_be_sent(mails):
        return text, f'<a class="button go" href="{at}/post">{ways}</a>', True
    send = f'<form method="post" action="{at}/do/send"><button class="go">{said(lang, "page-send-now")}</button></form>'
    return text, f'{send}<a class="button" href="{at}/post">{ways}</a>', True


def _remind(lang: str, at: str) -> str:
    return f'<form method="post" action="{at}/do/remind"><button>{button("remind", lang)}</button></form>'


def _late(context: Context, offer: str, status: Status, names: str, count: int) -> tuple[str, str]:
    """Who is late and what can be done, or until when nobody is."""
    lang = context.lang
    late = next((task for task in status.next if task.code.startswith(_LATE)), None)
    if late is not None:
        return late.sentence, task_button(lang, offer, late)
    if status.deadline is None:
        return said_plain(lang, "page-no-days"), ""
    until = day_later(context, status.since, status.deadline)
    return said_plain(lang, "page-nobody-late", names=names, count=count, day=until, grace=status.grace), ""
