"""The frame of the pages beside those of games: one file with its style and script, which asks for nothing else. The
policy forbids any other script.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from typing import NamedTuple

from starlette.responses import Response

from referee.drawing.markup import code_tag, html_page, markup_of, tag
from referee.drawing.stylesheet import FONT
from referee.drawing.svg_document import csp_hash
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Markup
from referee.service.errors import Refused


class WebPage(NamedTuple):
    """A page: its title, which is also its first line, and what is below that, as markup; `script` is the name of
    the file with its script. A page that is gone to at once `leads` there.
    """

    title: str
    body: Markup
    lang: str
    script: str = ""
    leads: str = ""


@cache
def own_file(name: str) -> str:
    """A file of this package."""
    data = pkgutil.get_data(__package__, name)
    assert data is not None
    return data.decode()


def tr(lang: str, code: str, **values: object) -> str:
    """A sentence."""
    return Sentence(code, **values).told(lang)


def page_response(room: WebPage, status: int = 200, *, light: str = "") -> Response:
    """The page, as light as was chosen, with its policy: it may send its own forms, and ask this server."""
    style = f"{own_file('page.css')}body{{font-family:{FONT}}}"
    script = own_file(room.script) if room.script else ""
    allowed = f"'{csp_hash(script)}'" if script else "'none'"
    policy = (
        f"default-src 'none'; style-src '{csp_hash(style)}'; script-src {allowed}; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
    page = _page_html(room, style, script, light)
    return Response(page, status, {"content-security-policy": policy}, "text/html; charset=utf-8")


def _page_html(room: WebPage, style: str, script: str, light: str) -> str:
    """The page, light or dark whatever its reader's system is; a reader without a mouse may go past what is above."""
    leads = tag("meta", http_equiv="refresh", content=f"0;url={room.leads}") if room.leads else ""
    head = markup_of(
        leads,
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", room.title),
        code_tag("style", style),
    )
    inside = tag("div", tag("h1", room.title, tabindex="-1"), room.body, class_="room")
    body = (
        tag("a", tr(room.lang, "page-skip"), class_="skip", href="#main"),
        tag("main", inside, id="main"),
        code_tag("script", script) if script else "",
    )
    return html_page(room.lang, head, markup_of(*body), data_light=light in ("light", "dark") and light)


def failure_page(lang: str, refused: Refused) -> WebPage:
    """A failure of this program: what it says of itself, and the file to send."""
    hint = tag("p", refused.hint) if refused.hint else ""
    said = tag("div", tag("p", refused.sentence, class_="bad"), hint, class_="panel", role="alert", id="why")
    way = tag("div", tag("a", tr(lang, "page-games"), class_="button go", href="/"), class_="row")
    return WebPage(tr(lang, "page-failed"), markup_of(said, way), lang)
