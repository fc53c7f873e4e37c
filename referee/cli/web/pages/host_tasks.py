"""The five lines of a host: what came, what it led to, who is asked, what is to be mailed, who is late."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from referee.cli.context import Context
from referee.cli.web.components import run_for_page, task_button, tr_plain
from referee.cli.web.forms import button
from referee.cli.web.layout import tr
from referee.cli.web.pages.outgoing import mails_due, mails_of, may_be_sent
from referee.drawing.svg_document import escaped
from referee.i18n.step_summary import capitalised
from referee.messages.step_news import StepNews
from referee.service.dates import iso_day_later, iso_day_text
from referee.session.todo.status import Status
from referee.session.todo.task import TaskText

_WAITING, _LETTER, _LATE = "waiting-move-take", "newest-letter-all", "late-"
"""The tasks that the third and the fourth line are about, and how the codes of those begin that the fifth is about."""


class _Log(msgspec.Struct):
    """Of what `log` prints the steps."""

    steps: tuple[StepNews, ...]


class HostTasks(NamedTuple):
    """The lines as markup, what they say first, and whether a letter is due, whose button is then the gold one."""

    markup: str = ""
    came: str = ""
    due: bool = False


def host_tasks(context: Context, offer: str, found: str, status: Status) -> HostTasks:
    """The five lines of a game that goes on."""
    lang, at = context.lang, f"/game/{escaped(offer)}"
    step = run_for_page(context, ["log", "--last=1", "--game", found]).read(_Log).steps[-1]
    movers = tuple(dict.fromkeys(status.called.get(seat, seat) for seat, _ in step.orders))
    came = tr_plain(lang, "/screen/move-is-in", names=", ".join(movers), count=len(movers), step=step.step)
    if step.decided or not movers:
        came = step.decided[0] if step.decided else tr_plain(lang, "/screen/dealt")
    asked = [question.seat for question in status.questions if question.seat not in status.answered]
    names = ", ".join(status.called.get(seat, seat) for seat in asked)
    mailed, to_mail, due = _to_mail(context, at, found, status)
    rows = (
        ("page-came", came, f'<a class="button" href="{at}/board">{tr(lang, "page-the-board")}</a>', False),
        ("page-led-to", " ".join(map(capitalised, step.told)).rstrip("."), "", False),
        (
            "page-asked-now",
            tr_plain(lang, "page-since", names=names, since=iso_day_text(context.lang, status.since)),
            _remind(lang, at) if asked else "",
            False,
        ),
        ("page-to-mail", mailed, to_mail, due),
        ("page-late", *_late(context, offer, status, names, len(asked)), False),
    )
    told = "".join(
        f'<li{" class=due" if gold else ""}><span class="k">{tr(lang, code)}</span><span>{escaped(text)}</span>'
        f'<span class="row">{press}</span></li>'
        for code, text, press, gold in rows
    )
    mine = " mine" if due else ""
    return HostTasks(f'<section class="panel{mine}"><ol class="five">{told}</ol></section>', came.rstrip("."), due)


def is_host_task(task: TaskText) -> bool:
    """Whether the five lines tell this task."""
    return task.code in (_LETTER, _WAITING) or task.code.startswith(_LATE)


def _to_mail(context: Context, at: str, found: str, status: Status) -> tuple[str, str, bool]:
    """What is to be mailed, the buttons that do it, and whether it is due."""
    lang = context.lang
    mails = [one for one in mails_of(mails_due(context, found)) if not one.sent]
    due = any(task.code == _LETTER for task in status.next) and bool(mails)
    if not due:
        return tr_plain(lang, "page-nothing-to-mail"), "", False
    text = tr_plain(lang, "page-letter-to", step=status.step, names=", ".join(one.name for one in mails))
    ways = tr(lang, "/label/newest-letter-all")
    if not may_be_sent(mails):
        return text, f'<a class="button go" href="{at}/post">{ways}</a>', True
    send = f'<form method="post" action="{at}/do/send"><button class="go">{tr(lang, "page-send-now")}</button></form>'
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
        return tr_plain(lang, "page-no-days"), ""
    until = iso_day_later(context.lang, status.since, status.deadline)
    return tr_plain(lang, "page-nobody-late", names=names, count=count, day=until, grace=status.grace), ""
