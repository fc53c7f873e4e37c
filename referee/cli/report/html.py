"""A report as one HTML page: no script, nothing from the network, and everything from strangers escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from itertools import groupby, zip_longest

from referee.cli.report.page_content import Commands, Grid, Page, PageBoard, ReportPart, Row, safe_lines
from referee.drawing.markup import code_tag, html_page, markup_of, tag
from referee.drawing.svg_document import csp_hash
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Markup

_STYLE = r"""
:root{color-scheme:light dark}
body{margin:0;background:#fff;color:#1c1a17;font:16px/1.5 system-ui,sans-serif}
header,main,footer{max-width:60rem;margin:auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.15rem;margin:1.6rem 0 .4rem}
.verdict{border-left:.3rem solid #35506b;padding:.4rem .8rem;background:#eef2f6;font-weight:600}
.clean::before{content:"\2713\a0" / ""}.fault::before{content:"\2717\a0" / ""}
.clean{border-color:#1f6e43}.fault{border-color:#97201b;border-left-style:double;border-left-width:.5rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.15rem .8rem .15rem 0}
th{font-weight:600;width:9rem}td{overflow-wrap:anywhere}
.grid,.grid th{width:auto}.grid .number{text-align:right;font-variant-numeric:tabular-nums}meter{width:8rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f1ea;padding:.5rem;font-size:.85rem;line-height:1.35}
.boards{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;flex:1 1 20rem;min-width:0}img{width:100%;height:auto}
@media(max-width:600px){body{overflow-wrap:anywhere}th{width:6rem}th,td{padding-right:.4rem}meter{width:3rem}
.grid{font-size:.75rem}}@media(min-width:380px){.grid th{overflow-wrap:normal}}
summary{min-height:44px;line-height:44px;cursor:pointer}:focus-visible{outline:3px solid #8a1c5b}
@media(prefers-color-scheme:dark){body{background:#16130f;color:#f3ead8}
.verdict{background:#22303d;border-color:#9db8d3}pre{background:#26211c}:focus-visible{outline-color:#ff8ac4}}
@media print{@page{size:A4;margin:12mm}body{background:#fff;color:#000;font-size:8.5pt;line-height:1.3}
h1{font-size:14pt;margin:0}h2{font-size:10.5pt;margin:2.5mm 0 1mm}header,main,footer{max-width:none;padding:0}
pre{font-size:6.5pt;padding:1mm;margin:.6mm 0;background:#fff;color:#000;border:.2mm solid #999}p{margin:.8mm 0}
.verdict{background:#fff;color:#000}th,td{padding:.2mm 2mm .2mm 0}th{width:28mm}details{display:none}
figure{flex:1 1 40%;max-width:88mm}figure,pre,tr{break-inside:avoid}h2{break-after:avoid}}
"""


_SIGNS = {None: "verdict", True: "verdict clean", False: "verdict fault"}


def html_of(page: Page) -> str:
    """The page; the same report gives the same bytes."""
    policy = f"default-src 'none'; style-src '{csp_hash(_STYLE)}'; img-src data:; base-uri 'none'; form-action 'none'"
    head = markup_of(
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", page.title),
        code_tag("style", _STYLE),
    )
    summary = (tag("p", line) for line in page.summary if line)
    verdicts = (tag("p", said, class_=_SIGNS[clean]) for said, clean in zip_longest(page.verdicts, page.clean))
    *parts, last = (_part(part, page.lang) for part in page.parts)
    body = (
        tag("header", tag("h1", page.title)),
        tag("main", markup_of(*verdicts, *summary, *parts, between="\n")),
        tag("footer", last),
    )
    return html_page(page.lang, head, markup_of(*body, between="\n"))


def _part(part: ReportPart, lang: str) -> Markup:
    return tag(
        "section",
        tag("h2", part.heading),
        _table(part.rows, lang),
        _table(part.orders, lang),
        *(tag("p", line.strip()) for line in part.said),
        *map(_table_tags, part.grids),
        _boards(part.boards, lang),
        *map(_commands, part.commands),
    )


def _table(rows: Iterable[Row], lang: str) -> Markup:
    lines = list[Markup]()
    for label, alike in groupby(rows, lambda row: row[0]):  # rows of one label show it once
        first, *more = (tag("td", text) for _, text in alike)
        spans = {"rowspan": 1 + len(more)} if more else {}
        head = tag("th", Sentence(label).told(lang), scope="row", **spans)
        lines += [tag("tr", head, first), *(tag("tr", cell) for cell in more)]
    return tag("table", tag("tbody", *lines)) if lines else markup_of()


def _table_tags(grid: Grid) -> Markup:
    flush = grid.flush()
    looks = ["number" if at in flush else False for at in range(len(grid.heads))]
    heads = [tag("th", head, scope="col", class_=look) for look, head in zip(looks, grid.heads, strict=True)]
    bars = [
        [tag("td", tag("meter", f"{share.part}/{share.whole}", max=share.whole, value=share.part))]
        for share in grid.shares
    ] or [[]] * len(grid.rows)
    lines = (
        tag("tr", *(tag("td", cell, class_=look) for look, cell in zip(looks, row, strict=True)), *bar)
        for row, bar in zip(grid.rows, bars, strict=True)
    )
    over_bars = tag("td") if grid.shares else ""
    return tag("table", tag("thead", tag("tr", *heads, over_bars)), tag("tbody", *lines), class_="grid")


def _boards(boards: Iterable[PageBoard], lang: str) -> Markup:
    shown = [_board(board, Sentence("report-in-letters").told(lang)) for board in boards]
    return tag("div", *shown, class_="boards") if shown else markup_of()


def _board(board: PageBoard, label: str) -> Markup:
    caption, letters = tag("figcaption", board.caption), _lines(safe_lines(board.text).split("\n"))
    if not board.svg:
        return tag("figure", caption, letters)
    # As an image a picture runs nothing, and its names clash with those of no other one.
    source = b64encode(board.svg.encode()).decode()
    picture = tag("img", alt=board.caption, src=f"data:image/svg+xml;base64,{source}")
    return tag("figure", caption, picture, tag("details", tag("summary", f"{label}: {board.caption}"), letters))


def _commands(commands: Commands) -> Markup:
    return markup_of(tag("p", commands.about), _lines(commands.lines))


def _lines(lines: Iterable[str]) -> Markup:
    return tag("pre", markup_of(*lines, between="\n"))
