"""SVG and HTML out of shapes: well-formed whatever people are called, and the same bytes for the same shapes."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.drawing.assembly import assemble, symbols_of
from referee.drawing.markup import escape
from referee.drawing.safe_text import safe_text
from referee.drawing.svg_document import csp_hash, document, path, rectangle, shape_markup, use, words
from referee.drawing.symbols import SIGNS
from referee.kernel.shapes import Drawing, Shape
from referee.service.pages.replay_page import still_page
from tests.long_runs import of

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "</text><script>alert(1)</script>",
    "\" onload='x'",
    "a & b < c",
    "]]>",
    "\x00\x1b[2J",
    "&amp;",
    "\ufffe",
    "a\u2028b",
    "d\u202e",
    "--></style>",
)


def drawn(*shapes: Shape, title: str = "board") -> Drawing:
    return assemble((100, 50), title, shapes, (0, 0, 100, 40))


def said(name: str) -> Drawing:
    return drawn(Shape("name", "seats", (words((0, 9), name, "n"),), name), title=name)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_cannot_leave_its_place(name: str) -> None:
    root = ElementTree.fromstring(document(said(name), name))

    assert [node.text for node in root.iter(f"{SVG}text")] == [safe_text(name)]
    assert [node.text for node in root.iter(f"{SVG}title")] == [safe_text(name)] * 2
    assert [node.text for node in root.iter(f"{SVG}desc")] == ["\n".join(map(safe_text, name.splitlines()))]
    assert {node.tag for node in root.iter()} == {
        SVG + tag for tag in ("svg", "title", "desc", "style", "defs", "text", "g")
    }


@settings(max_examples=of(30, 100), deadline=None)
@given(st.text())
def test_any_text_makes_a_document_that_can_be_read(text: str) -> None:
    root = ElementTree.fromstring(document(said(text), text))

    assert "".join(node.text or "" for node in root.iter(f"{SVG}text")) == safe_text(text)


class Tags(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_cannot_leave_its_place_in_a_page(name: str) -> None:
    read = Tags(still_page(said(name), name, [name], name, "en"))

    assert safe_text(name) in read.words
    assert read.tags.isdisjoint({"script", "img", "link", "iframe"})
    assert read.attributes.isdisjoint({"onload", "src", "style"})


def test_a_page_asks_nothing_of_the_network_and_allows_its_own_style_alone() -> None:
    text = still_page(said("anna"), "Step 3", ["B2: temple."], "The board", "en")
    style = re.search("<style>(.*)</style>", text, re.DOTALL)

    assert style is not None
    assert "script-src &#39;none&#39;;" in text
    assert f"default-src &#39;none&#39;; style-src &#39;{csp_hash(style[1])}&#39;;" in text
    assert text.count("<style>") == 1
    assert re.findall(r"(?:https?:)?//[^\s\"'<]*", text) == []


def test_a_page_says_the_board_in_sentences() -> None:
    read = Tags(still_page(said("anna"), "Step 3", ["B2: temple.", "", "anna's king"], "The board in words", "en"))

    assert {"B2: temple.", "The board in words", "Step 3"} <= set(read.words)
    assert "anna's king" in read.words


def test_numbers_are_written_short_and_attributes_in_a_fixed_order() -> None:
    shape = Shape(
        "all",
        "tiles",
        (
            rectangle((1, 2.5), (3, 4.0), "land", radius=2, line=1.5),
            path("M0 0h9", "bank", line=3),
            use("temple", (1, 2), (28, 28), "ivorysign"),
        ),
    )

    assert shape_markup(shape) == (
        '<rect x="1" y="2.5" width="3" height="4" rx="2" stroke-width="1.5" class="land"/>'
        '<path d="M0 0h9" stroke-width="3" class="bank"/>'
        '<use href="#temple" x="1" y="2" width="28" height="28" class="ivorysign"/>'
    )


def test_a_named_shape_is_a_graphics_symbol_and_a_repeated_one_is_hidden_from_readers() -> None:
    piece = (rectangle((0, 0), (1, 1), "land"),)
    bare = '<rect x="0" y="0" width="1" height="1" class="land"/>'

    assert shape_markup(Shape("a", "tiles", piece, "temple B2")) == (
        f'<g role="graphics-symbol img"><title>temple B2</title>{bare}</g>'
    )
    assert shape_markup(Shape("a", "tiles", piece, unspoken=True)) == f'<g aria-hidden="true">{bare}</g>'
    assert shape_markup(Shape("a", "tiles", piece)) == bare


def test_the_root_is_a_graphics_document_that_scales_with_a_title_and_a_description() -> None:
    root = ElementTree.fromstring(document(said("anna"), "first line\nsecond line"))

    assert root.attrib == {
        "viewBox": "0 0 100 50",
        "width": "100",
        "role": "graphics-document document",
        "aria-labelledby": "t d",
    }
    assert root.findtext(f"{SVG}title") == "anna"
    assert root.findtext(f"{SVG}desc") == "first line\nsecond line"


def test_shapes_are_painted_layer_by_layer_with_the_symbols_they_use() -> None:
    mark = Shape("mark", "marks", (rectangle((1, 1), (2, 2), "mark"),))
    sign = Shape("tile", "tiles", (use("temple", (0, 0), (9, 9)),))

    assert drawn(mark, sign) == Drawing(100, 50, "board", (sign, mark), (SIGNS["temple"],), (0, 0, 100, 40))


def test_a_symbol_brings_those_in_its_body() -> None:
    tile = SIGNS["temple"].__class__("tile", "0 0 9 9", '<use href="#farm"/>')
    table = {**SIGNS, "tile": tile}

    assert symbols_of([Shape("a", "tiles", (use("tile", (0, 0), (9, 9)),))], table) == (SIGNS["farm"], tile)


def test_a_symbol_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError, match="unicorn"):
        drawn(Shape("a", "tiles", (use("unicorn", (0, 0), (9, 9)),)))


def test_text_is_escaped_once() -> None:
    assert escape("<'&\">") == "&lt;&#39;&amp;&quot;&gt;"
