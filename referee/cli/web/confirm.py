"""What a command is about to do, above the button that lets it; and that it is no longer what was read before."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.cli.web.components import LOCKED, bar, secret_field, shell_line, tr_plain
from referee.cli.web.forms import FILES, fields, hidden
from referee.cli.web.layout import WebPage, tr
from referee.cli.web.output_html import text_paragraphs
from referee.cli.web.pages.invitation import opening_steps
from referee.cli.web.run_command import CommandOutput
from referee.cli.web.stamp import has_gone_on
from referee.drawing.svg_document import escaped
from referee.service.errors import Refused

ASKS: Mapping[str, str] = {
    "not-confirmed": "page-sign",
    "leaving-out-unconfirmed": "page-do-it",
    "you-joined-already": "page-do-it",
    "ends-the-game": "page-do-it",
    "agreement-ends-game": "page-do-it",
    LOCKED: "page-passphrase",
}
"""Refusals that ask for a yes or a passphrase, and what is on its button."""

_STAMP = re.compile(r"[0-9a-f]{32}-[0-9a-f]{32}")
_MOST = 8
"""No command asks so many questions."""


def stamps_in(given: Mapping[str, str]) -> tuple[str, ...]:
    """The stamps that a form has brought with its yes; what is none is nothing."""
    return tuple(filter(_STAMP.fullmatch, given.get("yes", "").split(" ", _MOST)[:_MOST]))


def ask_room(
    lang: str,
    name: str,
    action: str,
    given: Mapping[str, str],
    answer: CommandOutput,
    refused: Refused,
    kept: str,
    offer: str | None = None,
) -> WebPage:
    """What the command is about to do, and below it the button that lets exactly this be done. `given` is what its form
    has brought, `kept` the name of the files that came with it.
    """
    asked = ASKS[refused.code]
    go = f'<div class="row"><button class="go">{tr(lang, asked)}</button></div>'
    if refused.code == LOCKED:
        go = secret_field(lang)
    again = {each: text for each, text in given.items() if each not in ("kept", "secret", "yes")}
    files = {field.name for field in fields(name, lang) if field.kind in FILES}
    fieldset = hidden({each: text for each, text in again.items() if each not in files}, again)
    stamps = stamps_in(given) if refused.code == LOCKED else (*answer.met, answer.asked)
    fieldset += f'<input type="hidden" name="yes" value="{escaped(" ".join(stamps))}">' if stamps else ""
    fieldset += f'<input type="hidden" name="kept" value="{escaped(kept)}">' if kept else ""
    shown = f"{text_paragraphs(answer.printed)}{text_paragraphs(answer.words)}"
    if refused.code not in ("not-confirmed", LOCKED):
        shown = text_paragraphs(refused.sentence)
    back = f"/game/{offer}" if offer is not None else "/"
    body = (
        f"{_change_notice(lang, given, answer, refused)}{opening_steps(lang, 1) if name == 'accept' else ''}{shown}"
        f'<section class="panel mine"><form class="row" method="post" action="{escaped(action)}">{fieldset}{go}'
        f'<a class="button" href="{escaped(back)}">{tr(lang, "page-not-now")}</a></form>{shell_line(lang, answer)}'
        f"</section>"
    )
    titles = {"page-sign": "page-read-first", "page-passphrase": "page-locked"}
    return WebPage(tr_plain(lang, titles.get(asked, "page-are-you-agreed")), body, lang, top=bar(lang, offer=offer))


def _change_notice(lang: str, given: Mapping[str, str], answer: CommandOutput, refused: Refused) -> str:
    """That a yes was brought to something else than what stands here now; nothing where none was."""
    if refused.code == LOCKED or not given.get("yes") or answer.met:
        return ""
    stamps = stamps_in(given)
    code = "page-went-on" if stamps and has_gone_on(answer.asked, stamps) else "page-reads-otherwise"
    return f'<div class="panel" role="alert" id="why"><p class="bad">{tr(lang, code)}</p></div>'
