"""How the points went, step by step: a chart and a table in the page of a game, or a picture alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.drawing.board_frame import fit_text
from referee.drawing.chart import HIGH, LEFT, LINES, RIGHT, WIDE, Chart, chart
from referee.drawing.svg_document import escaped, framed_svg
from referee.kernel.sentence import Sentence
from referee.protocol.history.read_record import History, Seen

_CLASSES = {"ink": "inkline", "dim": "dimline"}
"""The class of a line in a colour of the theme, where it is not called like it."""


class PointsHistory(NamedTuple):
    """The points of all seats after each step, and whether they are those of the weakest colour."""

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


def points_section(points: PointsHistory, names: tuple[str, ...], numbers: tuple[int, ...], lang: str) -> str:
    """Chart and table; `numbers` are those of the steps."""
    heading = escaped(Sentence(heading_of(points.weakest)).told(lang))
    return (
        f'<section id="points" aria-labelledby="counted"><h2 id="counted">{heading}</h2>'
        f"{_picture(chart(points.steps), names)}"
        f"<details><summary>{escaped(Sentence('replay-table').told(lang))}</summary>"
        f"{_table(points, names, numbers, lang)}</details></section>"
    )


def points_picture(history: History, seen: Seen, lang: str) -> str | None:
    """The chart as a picture of its own; None where not everybody may see the points yet, or the game tells none."""
    points = points_history(history, seen)
    if points is None or history.table is None:
        return None
    title = Sentence(heading_of(points.weakest)).told(lang)
    shapes = _drawn_lines(chart(points.steps), history.table.called)
    return framed_svg((0, 0, WIDE, HIGH), title, "", (), shapes, _STROKES)


_STROKES = "path{stroke-width:2.5}.line{stroke-width:1}"
"""How thick the lines are in a picture of their own; a page has it in its style."""


def heading_of(weakest: bool) -> str:
    """The code of what stands above points, or above those of the weakest colour."""
    return "replay-weakest" if weakest else "replay-points"


def _picture(drawn: Chart, names: tuple[str, ...]) -> str:
    lines = "".join(_drawn_lines(drawn, names))
    return f'<svg id="chart" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-labelledby="counted">{lines}</svg>'


def _drawn_lines(drawn: Chart, names: tuple[str, ...]) -> tuple[str, ...]:
    end = WIDE - RIGHT
    ticks = "".join(
        f'<path class="line" d="M{LEFT} {y:g}H{end}"/><text class="dim e" x="{LEFT - 8}" y="{y + 5:g}">{number}</text>'
        for y, number in drawn.ticks
    )
    lines = "".join(f'<path class="{_look(seat)}" d="{line}"{_dashes(seat)}/>' for seat, line in enumerate(drawn.lines))
    ends = "".join(
        f'<g transform="translate({end} {height})"><path class="{_look(seat)}" d="M6 0h30"{_dashes(seat)}/>'
        f'<text x="42" y="5">{escaped(fit_text(names[seat], RIGHT - 44, "co"))}</text></g>'
        for seat, height in enumerate(drawn.ends[-1])
    )
    return (
        f'<defs><clipPath id="until"><rect x="{LEFT}" y="0" width="{end - LEFT}" height="{HIGH}"/></clipPath></defs>',
        ticks,
        f'<g clip-path="url(#until)">{lines}</g><g id="ends">{ends}</g>',
    )


def _look(seat: int) -> str:
    colour, _ = LINES[seat % len(LINES)]
    return f"{_CLASSES.get(colour, colour)} none"


def _dashes(seat: int) -> str:
    _, dashes = LINES[seat % len(LINES)]
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _table(points: PointsHistory, names: tuple[str, ...], numbers: tuple[int, ...], lang: str) -> str:
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in names)
    word = escaped(Sentence("replay-column").told(lang))
    return (
        f'<table id="counts"><thead><tr><th scope="col">{word}</th>{head}</tr></thead>'
        f"<tbody>{''.join(_rows(points, numbers))}</tbody></table>"
    )


def _rows(points: PointsHistory, numbers: tuple[int, ...]) -> Iterator[str]:
    """The steps after which somebody's points are others than before."""
    before: tuple[int, ...] = ()
    for step, counted in enumerate(points.steps):
        if counted != before:
            cells = "".join(f"<td>{number}</td>" for number in counted)
            yield f'<tr data-step="{step}"><th scope="row">{numbers[step]}</th>{cells}</tr>'
        before = counted
