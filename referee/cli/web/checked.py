"""What a check of a game has found: its verdict in a sentence, all that it rests on, and the report to keep."""

from __future__ import annotations

from typing import NamedTuple

from referee.cli.web.rooms import said_plain, terminal
from referee.cli.web.sheet import said
from referee.cli.web.spoken import paragraphs
from referee.cli.web.typing import Answer


class Checked(NamedTuple):
    """The code of the verdict, which is the first line of a room, and what stands below it as markup."""

    title: str
    news: str


_VERDICTS = {
    "audit-clean": ("page-all-right", "good"),
    "audit-in-progress": ("page-right-so-far", "good"),
    "audit-not-opened": ("page-kept-shut", "bad"),
}
"""For each last line of an audit that is no fault the sentence of this room, and how it looks."""


def checked(lang: str, answer: Answer, link: str, *, whole: bool) -> Checked:
    """What `audit` has said; `link` is where its report can be had, and with `whole` it has looked at all signatures.
    What everything rests on is folded only where nothing is wrong.
    """
    last = answer.printed.rstrip().rpartition("\n")[2]
    verdicts = (found for code, found in _VERDICTS.items() if said_plain(lang, code) == last)
    title, look = next(verdicts, ("page-fault-found", "bad"))
    all_of_it = f"<p>{said(lang, 'page-all-checked')}</p>" if whole and title == "page-all-right" else ""
    return Checked(
        title,
        f'<section class="panel" role="status"><p class="verdict {look}">{said(lang, "page-checked-now")}</p>'
        f"{all_of_it}<details{' open' if look == 'bad' else ''}><summary>{said(lang, 'page-checked-what')}</summary>"
        f'{paragraphs(answer.printed)}</details><div class="row">'
        f'<a class="button" href="{link}" download="report.html">{said(lang, "page-save-report")}</a></div>'
        f"{terminal(lang, answer)}</section>",
    )
