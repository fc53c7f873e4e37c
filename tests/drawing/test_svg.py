"""SVG out of shapes: well-formed whatever people are called, and the same bytes for the same shapes."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.drawing.safe import safe_text
from referee.drawing.svg import disc, document, element, escaped, label, named, polygon, polyline, rectangle

TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.mark.parametrize(
    "name", ["</text><script>alert(1)</script>", "\" onload='x'", "a & b < c", "]]>", "\x00\x1b", "&amp;", "\ufffe"]
)
def test_a_name_cannot_leave_its_place(name: str) -> None:
    drawn = document(10, 10, name, [label((0, 0), name, 9, "#000000"), named(name, [disc((1, 1), 1, name)])])
    root = ElementTree.fromstring(drawn)

    assert [node.text for node in root.iter(TEXT)] == [safe_text(name)]
    assert {node.tag.partition("}")[2] for node in root.iter()} == {"svg", "title", "text", "g", "circle"}
    assert {key for node in root.iter() for key in node.attrib}.isdisjoint({"onload", "href"})


@given(st.text())
def test_any_text_makes_a_document_that_can_be_read(text: str) -> None:
    root = ElementTree.fromstring(document(1, 1, text, [label((0, 0), text, 9, "#000000")]))

    assert "".join(node.text or "" for node in root.iter(TEXT)) == safe_text(text)


def test_shapes_are_written_with_whole_numbers_in_a_fixed_order() -> None:
    shapes = [
        rectangle((1, 2), (3, 4), "#fff", stroke="#000", width=1, round_=2),
        polygon(((0, 0), (1, 0), (1, 1)), "red"),
        polyline(((0, 0), (5, 5)), "blue", 2, dashes="4 2"),
    ]

    assert shapes == [
        '<rect x="1" y="2" width="3" height="4" rx="2" fill="#fff" stroke="#000" stroke-width="1"/>',
        '<polygon points="0,0 1,0 1,1" fill="red"/>',
        '<polyline points="0,0 5,5" fill="none" stroke="blue" stroke-width="2" stroke-linecap="round" '
        'stroke-dasharray="4 2"/>',
    ]


def test_an_attribute_without_value_is_left_out_and_a_name_may_end_in_an_underline() -> None:
    assert element("a", class_="b", x=None, stroke_width=0) == '<a class="b" stroke-width="0"/>'


def test_text_is_escaped_once() -> None:
    assert escaped("<'&\">") == "&lt;&#39;&amp;&quot;&gt;"
