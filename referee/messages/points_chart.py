"""How the points went, step by step: a chart and a table in the page of a game, or a picture alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.drawing.board_frame import fit_text
from referee.drawing.chart import HIGH, LEFT, LINES, RIGHT, WIDE, Chart, chart
from referee.drawing.markup import tag
from referee.drawing.svg_document import element, framed_svg, markup
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Element, Markup
from referee.protocol.history.read_record import History, Seen

_CLASSES = {"ink": "inkline", "dim": "dimline"}
"""The class of a line in a colour of the theme, where it is not called like it."""


class PointsHistory(NamedTuple):
    """The points of all seats after each step, and whether they are those of the lowest colour."""

    steps: tuple[tuple[int, ...], ...]
    weakest: bool


def points_history(history: History, seen: Seen) -> PointsHistory | None:
    """How the points went from the deal on; of a running game only where they lie open."""
    newest = history.position
    course = newest.table.game.faces.course if newest is not None else None
    if newest is None or course is None or not (history.end is not None or course.is_open(newest.state)):
        return None
    return PointsHistory(tuple(course.points(position.state) for position in seen.values()), course.weakest)


def points_script_data(points: PointsHistory) -> dict[str, Any]:
    """What the script moves: how wide a step is, and the heights of the names, where they change."""
    drawn = chart(points.steps)
    ends = [(step, *heights) for step, heights in enumerate(drawn.ends) if not step or heights != drawn.ends[step - 1]]
    return {"left": LEFT, "across": drawn.across, "ends": ends}


def points_section(points: PointsHistory, names: tuple[str, ...], numbers: tuple[int, ...], lang: str) -> Markup:
    """Chart and table; `numbers` are those of the steps."""
    heading = tag("h2", Sentence(heading_of(points.weakest)).told(lang), id="counted")
    more = tag("summary", Sentence("replay-table").told(lang)), _table(points, names, numbers, lang)
    inside = heading, _picture(chart(points.steps), names), tag("details", *more)
    return tag("section", *inside, id="points", aria_labelledby="counted")


def points_picture(history: History, seen: Seen, lang: str) -> str | None:
    """The chart as a picture of its own; None where not everybody may see the points yet, or the game tells none."""
    points = points_history(history, seen)
    if points is None or history.table is None:
        return None
    title = Sentence(heading_of(points.weakest)).told(lang)
    shapes = [*map(markup, _drawn_lines(chart(points.steps), history.table.called))]
    return framed_svg((0, 0, WIDE, HIGH), title, "", (), shapes, _STROKES)


_STROKES = "path{stroke-width:2.5}.line{stroke-width:1}"
"""How thick the lines are in a picture of their own; a page has it in its style."""


def heading_of(weakest: bool) -> str:
    """The code of the heading above points, or above those of the lowest colour."""
    return "replay-weakest" if weakest else "replay-points"


def _picture(drawn: Chart, names: tuple[str, ...]) -> Markup:
    box = f"0 0 {WIDE} {HIGH}"
    lines = _drawn_lines(drawn, names)
    return markup(element("svg", inside=lines, id="chart", viewBox=box, role="img", aria_labelledby="counted"))


def _drawn_lines(drawn: Chart, names: tuple[str, ...]) -> tuple[Element, ...]:
    end = WIDE - RIGHT
    ticks = (
        mark
        for y, number in drawn.ticks
        for mark in (
            element("path", class_="line", d=f"M{LEFT} {y:g}H{end}"),
            element("text", str(number), class_="dim e", x=LEFT - 8, y=y + 5),
        )
    )
    lines = (_line(seat, line) for seat, line in enumerate(drawn.lines))
    labels = [element("text", fit_text(name, RIGHT - 44, "co"), x=42, y=5) for name in names]
    ends = (
        element("g", inside=(_line(seat, "M6 0h30"), labels[seat]), transform=f"translate({end} {height})")
        for seat, height in enumerate(drawn.ends[-1])
    )
    until = element("rect", x=LEFT, y=0, width=end - LEFT, height=HIGH)
    return (
        element("defs", inside=(element("clipPath", inside=(until,), id="until"),)),
        *ticks,
        element("g", inside=lines, clip_path="url(#until)"),
        element("g", inside=ends, id="ends"),
    )


def _line(seat: int, drawn: str) -> Element:
    colour, dashes = LINES[seat % len(LINES)]
    return element("path", class_=f"{_CLASSES.get(colour, colour)} none", d=drawn, stroke_dasharray=dashes or None)


def _table(points: PointsHistory, names: tuple[str, ...], numbers: tuple[int, ...], lang: str) -> Markup:
    heads = (tag("th", name, scope="col") for name in (Sentence("replay-column").told(lang), *names))
    return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *_rows(points, numbers)), id="counts")


def _rows(points: PointsHistory, numbers: tuple[int, ...]) -> Iterator[Markup]:
    """The steps after which somebody's points are others than before."""
    before: tuple[int, ...] = ()
    for step, counted in enumerate(points.steps):
        if counted != before:
            cells = (tag("td", str(number)) for number in counted)
            yield tag("tr", tag("th", str(numbers[step]), scope="row"), *cells, data_step=step)
        before = counted
