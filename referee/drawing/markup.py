"""HTML and SVG as a type: a `str` that is not `Markup` is text, and is escaped where it is put into an element."""

from __future__ import annotations

from collections.abc import Iterable

from referee.drawing.safe_text import safe_text
from referee.kernel.shapes import Markup

Value = str | int | float | bool

_EMPTY = frozenset(("img", "input", "link", "meta"))
"""The elements of HTML that hold nothing and are not closed."""

_IN_SCRIPT = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""How JSON writes what could end a script or begin a comment in it; it occurs in strings alone."""

_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: str) -> Markup:
    """`text` as it may stand between tags and in an attribute: nothing in it can end either, or is invisible."""
    return Markup(safe_text(text).translate(_SIGNS))


def tag(name: str, /, *inside: Markup | str, **attributes: Value) -> Markup:
    """An element of HTML with what is inside it; `_` in the name of an attribute stands for `-`, and `class_` for
    `class`. An attribute that is True has no value, one that is False is left out.
    """
    pairs = ((attribute_name(key), value) for key, value in attributes.items() if value is not False)
    return element_markup(name, pairs, markup_of(*inside), ">" if name in _EMPTY else "></" + name + ">")


def element_markup(name: str, attributes: Iterable[tuple[str, Value]], inside: Markup, empty: str = "/>") -> Markup:
    """An element; one that holds nothing ends with `empty`."""
    begin = "<" + name + "".join([_attribute(key, value) for key, value in attributes])
    return Markup(begin + ">" + inside + "</" + name + ">" if inside else begin + empty)


def attribute_name(key: str) -> str:
    """The name of an attribute by that of an argument."""
    return key.rstrip("_").replace("_", "-")


def markup_of(*parts: Markup | str, between: str = "") -> Markup:
    """The parts one after the other, with white space `between` them."""
    return Markup(between.join([part if isinstance(part, Markup) else escape(part) for part in parts]))


def code_tag(name: str, text: str, /, **attributes: Value) -> Markup:
    """A style sheet or script of the program itself, in which nothing is escaped. Raises ValueError: it would end its
    element.
    """
    if "</" in text:
        raise ValueError(f"a {name} that ends its element")
    return tag(name, Markup(text), **attributes)


def data_script(name: str, data: bytes) -> Markup:
    """JSON that a script finds by a name; nothing in it can end the element that it is in."""
    return tag("script", Markup(data.decode().translate(_IN_SCRIPT)), type="application/json", id=name)


def html_page(lang: str, head: Markup, body: Markup, look: str = "", **attributes: Value) -> str:
    """A whole page in a language; `look` is the class of its body, `attributes` are those of its root."""
    inside = tag("head", tag("meta", charset="utf-8"), head), tag("body", body, class_=look or False)
    root = tag("html", markup_of(*inside, between="\n"), **attributes, lang=lang)
    return str(markup_of(Markup("<!doctype html>"), root, "", between="\n"))


def _attribute(name: str, value: Value) -> str:
    if value is True:
        return " " + name
    said = escape(value) if isinstance(value, str) else str(value) if isinstance(value, int) else format(value, "g")
    return " " + name + '="' + said + '"'
