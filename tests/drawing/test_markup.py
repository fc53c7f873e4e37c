"""Markup: what is no markup is escaped wherever it stands, and one module alone makes it of text."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import referee
from referee.drawing.markup import code_tag, data_script, html_page, markup_of, tag
from referee.drawing.svg_document import element, markup
from tests.web.rooms import read

HOSTILE = '</script><img src=x onerror="alert(1)">\'&'


def test_a_text_that_is_no_markup_is_escaped_wherever_it_stands() -> None:
    made = tag("p", HOSTILE, tag("b", HOSTILE), title=HOSTILE, hidden=True, lang=False)

    assert read(made).one("p").text == f"{HOSTILE} {HOSTILE}"
    assert read(made).one("p")["title"] == HOSTILE
    assert made.startswith('<p title="&lt;/script&gt;')
    assert (
        "<" not in data_script("x", json.dumps(HOSTILE).encode())[len('<script type="application/json" id="x">') : -9]
    )


def test_numbers_and_attributes_are_written_as_a_browser_reads_them() -> None:
    assert tag("meter", "3/4", max=1_234_567, class_="a") == '<meter max="1234567" class="a">3/4</meter>'
    assert tag("input", aria_label="x", checked=True) == '<input aria-label="x" checked>'
    assert markup(element("path", d="M0 0", stroke_width=1.50)) == '<path d="M0 0" stroke-width="1.5"/>'
    assert html_page("it", tag("title", "<"), markup_of("a", "b", between="\n"), "dark") == (
        '<!doctype html>\n<html lang="it"><head><meta charset="utf-8"><title>&lt;</title></head>\n'
        '<body class="dark">a\nb</body></html>\n'
    )


def test_a_script_that_would_end_its_element_is_refused() -> None:
    with pytest.raises(ValueError, match="ends its element"):
        code_tag("script", 'let page = "</script>"')


def test_markup_is_made_of_text_in_one_module_alone() -> None:
    """By the syntax tree: one module says `Markup(..)`, and the one that reads the signs of the program's own file.
    `scripts/house.py` counts the values that are put into a text that has tags.
    """
    program, found = Path(referee.__file__).parent, set()
    for path in program.rglob("*.py"):
        text = path.read_text("utf-8")
        if "Markup(" in text and any(_makes_markup(node) for node in ast.walk(ast.parse(text))):
            found.add(path.relative_to(program).as_posix())

    assert found == {"drawing/markup.py", "drawing/symbols.py"}


def _makes_markup(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "Markup"
