"""The frame of every room: one file with its style and script, which asks for nothing else. No string becomes markup:
what is written here is escaped, and the policy forbids a script every other way.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from typing import NamedTuple

from starlette.responses import Response

from referee.cli.pages.replay_page import lit
from referee.drawing.stylesheet import FONT
from referee.drawing.svg_document import csp_hash, escaped
from referee.kernel.sentence import Sentence


class WebPage(NamedTuple):
    """A page: its title, which is also its first line, and what stands below that, as markup; `script` is the name of
    the file with its script. A page that is gone to at once `leads` there; `beside` is what it is about, the board and
    who sits at it.
    """

    title: str
    body: str
    lang: str
    script: str = ""
    leads: str = ""
    top: str = ""
    beside: str = ""


@cache
def own_file(name: str) -> str:
    """A file of this package."""
    data = pkgutil.get_data(__package__, name)
    assert data is not None
    return data.decode()


def tr(lang: str, code: str, **values: object) -> str:
    """A sentence as markup."""
    return escaped(Sentence(code, **values).told(lang))


def under_bar(*, letters: bool) -> tuple[str, ...]:
    """The scripts of every page under the bar: whether the program runs, and with `letters` the keys of its rooms."""
    return tuple(own_file(name) for name in ("running.js", *(("keys.js",) if letters else ())))


def stopped_banner(lang: str) -> str:
    """Where it is said that the program has stopped."""
    return f'<p id="gone" role="alert" hidden>{tr(lang, "page-stopped")}</p>'


def skip_link(lang: str, to: str) -> str:
    """The first link of a page, which leads past the bar."""
    return f'<a class="skip" href="{to}">{tr(lang, "page-skip")}</a>'


def page_response(room: WebPage, status: int = 200, *, letters: bool = True, light: str = "") -> Response:
    """The page with its policy; with `letters` its rooms have keys; it is as light as was chosen."""
    style = f"{own_file('page.css')}body{{font-family:{FONT}}}"
    above = under_bar(letters=letters) if room.top else ()  # else there is nothing to press
    script = room.script or ("copy.js" if "data-copy" in room.body else "")
    scripts = (*above, *([own_file(script)] if script else []))
    headers = {"content-security-policy": content_policy((style,), scripts)}
    return Response(_page_html(room, style, scripts, light), status, headers, "text/html; charset=utf-8")


def content_policy(styles: tuple[str, ...], scripts: tuple[str, ...]) -> str:
    """What a page with these styles and scripts may do: send its own forms, and ask this server."""

    def hashes(texts: tuple[str, ...]) -> str:
        return " ".join(f"'{csp_hash(text)}'" for text in texts) or "'none'"

    return (
        f"default-src 'none'; style-src {hashes(styles)}; script-src {hashes(scripts)}; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _page_html(room: WebPage, style: str, scripts: tuple[str, ...], light: str) -> str:
    beside = f'<div class="room beside">{room.beside}</div>' if room.beside else ""
    leads = f'<meta http-equiv="refresh" content="0;url={escaped(room.leads)}">' if room.leads else ""
    return "\n".join(
        [
            "<!doctype html>",
            f'<html{lit(light)} lang="{escaped(room.lang)}"><head><meta charset="utf-8">{leads}',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escaped(room.title)}</title><style>{style}</style></head>",
            f"<body>{skip_link(room.lang, '#main')}{stopped_banner(room.lang) if room.top else ''}{room.top}",
            f'<main id="main"><div class="room"><h1 tabindex="-1">{escaped(room.title)}</h1>',
            room.body,
            f"</div>{beside}</main>{''.join(f'<script>{script}</script>' for script in scripts)}</body></html>",
            "",
        ]
    )
