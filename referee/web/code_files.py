"""The scripts and sheets of the pages, below an address with their digest: they may run, and nothing else may; and the
document of a page, which begins with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from referee.drawing import svg_document
from referee.drawing.assembly import assemble
from referee.drawing.markup import data_script, html_page, markup_of, tag
from referee.drawing.stylesheet import style_rules
from referee.drawing.svg_document import rectangle, use
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Shape
from referee.service.reader import Reader

FOREVER = "private, max-age=31536000, immutable"
"""How long a browser keeps what is below an address with its digest."""

NOTHING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""The policy of what is not a page: it runs nothing, even where somebody opens it alone."""

_TYPES: Mapping[str, str] = {"mjs": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_LETTERS = 32
"""The hexadecimal digits of the digest: 128 bits."""


@cache
def code_files() -> Mapping[str, bytes]:
    """Every file that may be asked for, by its name: those of the package, the sheet of all pictures, and the icon."""
    found = dict(sorted(_files_below(files(__package__) / "code", "")))
    return {
        **found,
        "pictures.css": style_rules().encode(),
        "icon.svg": _icon().encode(),
        "icon-waits.svg": _icon(waits=True).encode(),
    }


def _files_below(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir() if folder.is_dir() else ():
        if each.is_dir():
            yield from _files_below(each, f"{above}{each.name}/")
        elif each.name.rpartition(".")[2] in _TYPES:
            yield f"{above}{each.name}", each.read_bytes()


@cache
def code_address() -> str:
    """The folder of the address below which the files lie: `/code/DIGEST/`."""
    whole = sha256()
    for name, data in code_files().items():
        whole.update(b"%d:%s%d:" % (len(name), name.encode(), len(data)))
        whole.update(data)
    return f"/code/{whole.hexdigest()[:_LETTERS]}/"


def code_response(path: str) -> Response | None:
    """A file by the path of its address; None if there is none, or another edition of it."""
    name = path.removeprefix(code_address())
    data = code_files().get(name)
    if data is None or name == path:
        return None
    return data_response(data, _TYPES[name.rpartition(".")[2]], stays=True)


def data_response(data: bytes | str, kind: str, status: int = 200, *, stays: bool = False) -> Response:
    """What runs nothing in a browser; what `stays` as it is under its address is kept there."""
    headers = {"content-security-policy": NOTHING} | ({"cache-control": FOREVER} if stays else {})
    return Response(data, status, headers, kind)


def page_policy(origin: str) -> str:
    """What a page at an address may do: run and show what is below the address of the files, and ask its server."""
    code = f"{origin}{code_address()}"
    return (
        f"default-src 'none'; script-src {code}; style-src {code}; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )


class PageHost(NamedTuple):
    """What the pages of a home have in common: who reads now, in which light, the address of the page, how the body of
    a request is found, and how language and light are chosen.
    """

    reader: Callable[[], Reader]
    light: Callable[[], str]
    origin: str
    body: Callable[[Request], bytes]
    choose: Callable[[Mapping[str, str]], None]

    def page(self, script: str, title: str, start: msgspec.Struct) -> Response:
        """The document of a page: the script that draws it, and the data it begins with, so that it asks for nothing
        before it is seen.
        """
        code, lang, light = code_address(), self.reader().lang, self.light()
        head = markup_of(
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("title", title),
            tag("link", rel="icon", href=f"{code}icon.svg"),
            tag("link", rel="stylesheet", href=f"{code}pictures.css"),
            tag("link", rel="stylesheet", href=f"{code}sheet.css"),
            tag("script", type="module", src=f"{code}{script}"),
        )
        without = tag("noscript", tag("p", Sentence("room-needs-scripts").told(lang)))
        body = markup_of(tag("div", id="room"), without, data_script("first", msgspec.json.encode(start)))
        page = html_page(lang, head, body, **({"data_light": light} if light in ("light", "dark") else {}))
        return HTMLResponse(page, headers={"content-security-policy": page_policy(self.origin)})


def _icon(*, waits: bool = False) -> str:
    """The sign of the page in a tab, as a picture of its own; with a dot where a game `waits`."""
    size = (32, 32)
    drawn = (rectangle((0, 0), size, "gold", radius=6), use("ziggurat", (3, 3), (26, 26), "goldsign gold"))
    shapes = [Shape("sign", "ground", drawn)]
    if waits:
        shapes.append(Shape("waits", "marks", (rectangle((18, 1), (13, 13), "markfill", radius=6.5),)))
    return svg_document.document(assemble(size, "referee", shapes, (0, 0, *size)))
