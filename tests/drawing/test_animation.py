"""A picture that moves by itself: at each moment it shows one drawing and nothing else, and it runs nothing."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from referee.drawing.frame_changes import SECONDS, animated_document
from referee.drawing.svg_document import shape_markup
from referee.kernel.shapes import Drawing
from tests.drawing.films import DRAWINGS, HOSTILE, drawn, said, tile

SVG = "{http://www.w3.org/2000/svg}"


def rules(document: str) -> str:
    return document.partition("<style>")[2].partition("</style>")[0]


def motion(document: str) -> tuple[str, str]:
    """The rules without motion, and those for whoever wants it."""
    before, found, after = rules(document).partition("@media screen and (prefers-reduced-motion:no-preference){")
    return before, after if found else ""


def seen_at(document: str, name: str, share: float) -> bool:
    """Whether a class is seen after this share of the whole, in percent, as `step-end` reads its key frames."""
    (frames,) = re.findall(rf"@keyframes {name}\{{((?:[\d.]+%\{{[^}}]*\}})*)\}}", motion(document)[1])
    told = [(float(at), said) for at, said in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", frames)]
    assert told[0][0] == 0 and told == sorted(told)
    return [said for at, said in told if at <= share][-1] == "visible"


def shown_at(document: str, share: float | None) -> set[str]:
    """The shapes that are seen then; None: without motion."""
    lines = document.partition("</defs>\n")[2].removesuffix("</svg>\n").splitlines()
    found = set()
    for line in lines:
        grouped = re.fullmatch(r'<g class="(film\d+)">(.*)</g>', line)
        if grouped is None:
            found.add(line)
            continue
        name, shape = grouped.groups()
        rests = f".{name}{{visibility:hidden}}" not in motion(document)[0]
        if rests if share is None else seen_at(document, name, share):
            found.add(shape)
    return found


def shapes_of(drawing: Drawing) -> set[str]:
    return {shape_markup(shape) for shape in drawing.shapes}


@pytest.mark.parametrize("drawings", [DRAWINGS, DRAWINGS[::-1], (*DRAWINGS, DRAWINGS[0]), DRAWINGS[:1]])
def test_in_the_middle_of_each_step_its_drawing_is_seen_and_nothing_else(drawings: tuple[Drawing, ...]) -> None:
    document, total = animated_document(drawings), len(drawings) + 2

    for step, drawing in enumerate(drawings):
        for part in (0.01, 0.5, 0.99):
            assert shown_at(document, 100 * (step + part) / total) == shapes_of(drawing), (step, part)
    assert shown_at(document, 99.9) == shapes_of(drawings[-1])


def test_whoever_wants_no_motion_sees_the_last_drawing() -> None:
    assert shown_at(animated_document(DRAWINGS), None) == shapes_of(DRAWINGS[-1])
    assert "animation" not in motion(animated_document(DRAWINGS))[0]


def test_each_shape_stands_in_it_once_and_what_never_moves_has_no_rule() -> None:
    document = animated_document(DRAWINGS)

    assert document.count(shape_markup(DRAWINGS[1].shapes[0])) == 1
    assert "film" not in animated_document((DRAWINGS[0], DRAWINGS[0]))


def test_how_long_it_takes_follows_from_the_steps() -> None:
    assert f"film0 {SECONDS * (len(DRAWINGS) + 2)}s step-end 3" in animated_document(DRAWINGS)
    assert animated_document(DRAWINGS) == animated_document(DRAWINGS)


def test_what_people_wrote_is_text_in_it_and_it_runs_nothing() -> None:
    hostile = Drawing(*(getattr(drawn(said(HOSTILE)), name) for name in Drawing.__struct_fields__))
    document = animated_document((hostile, drawn(tile(HOSTILE, 4))), HOSTILE)
    tree = ElementTree.fromstring(document)
    names = {element.tag.removeprefix(SVG) for element in tree.iter()}
    attributes = {name for element in tree.iter() for name in element.attrib}

    assert names <= {"svg", "title", "desc", "style", "defs", "g", "text", "rect", "path", "symbol", "use", "circle"}
    assert not [name for name in attributes if name.startswith("on") or "href" in name or name == "style"]
    assert "</script>" not in document and "url(" not in rules(document) and "@import" not in document
