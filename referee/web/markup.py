"""HTML as a type: a `str` that is not `Markup` is text, and is escaped where it is put into an element."""

from __future__ import annotations

from referee.drawing.svg_document import escaped

_EMPTY = frozenset(("link", "meta"))
"""The elements that hold nothing and are not closed."""

_IN_SCRIPT = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""How JSON writes what could end a script or begin a comment in it; it occurs in strings alone."""


class Markup(str):
    """Text that is HTML already. The functions of this module alone make it."""

    __slots__ = ()


def tag(name: str, /, *inside: Markup | str, **attributes: str | bool) -> Markup:
    """An element with what is inside it; `_` in the name of an attribute stands for `-`. An attribute that is True has
    no value, one that is False is left out.
    """
    written = ((key.replace("_", "-"), value) for key, value in attributes.items() if value is not False)
    begin = Markup("<" + name + "".join(_attribute(key, value) for key, value in written) + ">")
    return begin if name in _EMPTY else markup_of(begin, *inside, Markup("</" + name + ">"))


def markup_of(*parts: Markup | str) -> Markup:
    """The parts one behind the other."""
    return Markup("".join(part if isinstance(part, Markup) else escaped(part) for part in parts))


def data_script(name: str, data: bytes) -> Markup:
    """JSON that a script finds by a name; nothing in it can end the element that it lies in."""
    return tag("script", Markup(data.decode().translate(_IN_SCRIPT)), type="application/json", id=name)


def html_page(lang: str, head: Markup, body: Markup, **attributes: str | bool) -> str:
    """A whole page in a language; `attributes` are those of its root."""
    root = tag("html", tag("head", tag("meta", charset="utf-8"), head), tag("body", body), lang=lang, **attributes)
    return markup_of(Markup("<!doctype html>\n"), root, Markup("\n"))


def _attribute(name: str, value: str | bool) -> str:
    return " " + name if value is True else " " + name + '="' + escaped(str(value)) + '"'
