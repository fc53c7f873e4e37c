"""A report as one HTML page: no script, nothing from the network, and everything from strangers escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from itertools import groupby, zip_longest

from referee.cli.report.page_content import Board, Commands, Grid, Page, ReportPart, Row, safe_lines
from referee.drawing.safe_text import safe_text
from referee.drawing.svg_document import csp_hash
from referee.kernel.sentence import Sentence

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


_SIGNS = {None: "", True: " clean", False: " fault"}


def html_of(page: Page) -> str:
    """The page; the same report gives the same bytes."""
    policy = f"default-src 'none'; style-src '{csp_hash(_STYLE)}'; img-src data:; base-uri 'none'; form-action 'none'"
    head = (
        '<head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(page.title)}</title><style>{_STYLE}</style></head>"
    )
    summary = "".join(f"<p>{_text(line)}</p>" for line in page.summary if line)
    verdicts = "".join(
        f'<p class="verdict{_SIGNS[clean]}">{_text(said)}</p>' for said, clean in zip_longest(page.verdicts, page.clean)
    )
    *parts, last = page.parts
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{_text(page.lang)}">',
            head,
            f"<body><header><h1>{_text(page.title)}</h1></header>",
            f"<main>{verdicts}{summary}",
            *(_part(part, page.lang) for part in parts),
            "</main>",
            f"<footer>{_part(last, page.lang)}</footer></body>",
            "</html>",
            "",
        ]
    )


def _text(text: str) -> str:
    return escape(safe_text(text))


def _part(part: ReportPart, lang: str) -> str:
    return "\n".join(
        piece
        for piece in (
            f"<section><h2>{_text(part.heading)}</h2>",
            _table(part.rows, lang),
            _table(part.orders, lang),
            "".join(f"<p>{_text(line.strip())}</p>" for line in part.said),
            *map(_table_tags, part.grids),
            _boards(part.boards, lang),
            *map(_commands, part.commands),
            "</section>",
        )
        if piece
    )


def _table(rows: Iterable[Row], lang: str) -> str:
    lines = list[str]()
    for label, alike in groupby(rows, lambda row: row[0]):  # rows of one label show it once
        first, *more = (f"<td>{_text(text)}</td></tr>" for _, text in alike)
        spans = f' rowspan="{1 + len(more)}"' if more else ""
        lines.append(f'<tr><th scope="row"{spans}>{_text(Sentence(label).told(lang))}</th>{first}')
        lines += [f"<tr>{text}" for text in more]
    return f"<table><tbody>{''.join(lines)}</tbody></table>" if lines else ""


def _table_tags(grid: Grid) -> str:
    flush = grid.flush()
    classes = [' class="number"' if at in flush else "" for at in range(len(grid.heads))]
    heads = "".join(f'<th scope="col"{sort}>{_text(head)}</th>' for sort, head in zip(classes, grid.heads, strict=True))
    bars = [
        f'<td><meter max="{share.whole}" value="{share.part}">{share.part}/{share.whole}</meter></td>'
        for share in grid.shares
    ] or [""] * len(grid.rows)
    lines = [
        f"<tr>{''.join(f'<td{sort}>{_text(cell)}</td>' for sort, cell in zip(classes, row, strict=True))}{bar}</tr>"
        for row, bar in zip(grid.rows, bars, strict=True)
    ]
    over_bars = "<td></td>" if grid.shares else ""
    return f'<table class="grid"><thead><tr>{heads}{over_bars}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def _boards(boards: Iterable[Board], lang: str) -> str:
    label = Sentence("report-in-letters").told(lang)
    shown = "".join(_board(board, label) for board in boards)
    return f'<div class="boards">{shown}</div>' if shown else ""


def _board(board: Board, label: str) -> str:
    caption, letters = _text(board.caption), f"<pre>{escape(safe_lines(board.text))}</pre>"
    if not board.svg:
        return f"<figure><figcaption>{caption}</figcaption>{letters}</figure>"
    # As an image a picture runs nothing, and its names clash with those of no other one.
    source = b64encode(board.svg.encode()).decode()
    return (
        f'<figure><figcaption>{caption}</figcaption><img alt="{caption}" src="data:image/svg+xml;base64,{source}">'
        f"<details><summary>{_text(label)}: {caption}</summary>{letters}</details></figure>"
    )


def _commands(commands: Commands) -> str:
    return f"<p>{_text(commands.about)}</p><pre>{escape(chr(10).join(map(safe_text, commands.lines)))}</pre>"
