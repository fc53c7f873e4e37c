"""A picture as a page of its own: one file that asks nothing of the network and runs no script."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from referee.drawing.document import body, escaped
from referee.drawing.sheet import FONT, sheet
from referee.kernel.drawing import Drawing

_STYLE = (
    ":root{color-scheme:light dark}"
    f"body{{margin:0;background:#fbf6e9;color:#26211c;font:16px/1.5 {FONT}}}"
    "main{margin:auto;padding:8px}main>svg{width:100%;height:auto;display:block}"
    "h1{font-size:20px;margin:4px 8px}details{margin:8px}summary{min-height:44px;line-height:44px;cursor:pointer}"
    ":focus-visible{outline:3px solid #b0005f;outline-offset:2px}"
    "@media(prefers-color-scheme:dark){body{background:#16130f;color:#f3ead8}:focus-visible{outline-color:#ff8ac4}}"
    "@media print{@page{size:A4;margin:15mm}body{background:#fff;color:#000}details{display:none}"
    "main>svg{max-height:23cm}}"
)


def page(drawing: Drawing, heading: str, told: Iterable[str], summary: str, lang: str) -> str:
    """The HTML page: heading, picture, and the same told in sentences below `summary`, for whoever opens it."""
    style = f"{_STYLE}main{{max-width:{max(1000, drawing.width)}px}}{sheet()}"
    policy = f"default-src 'none'; style-src '{integrity(style)}'; base-uri 'none'; form-action 'none'"
    lines = list(told)
    said = "".join(f"<p>{escaped(line)}</p>" for line in lines if line)
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escaped(lang)}">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escaped(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escaped(heading)}</title>",
            f"<style>{style}</style></head>",
            f"<body><main><h1>{escaped(heading)}</h1>",
            body(drawing, "\n".join(lines)).rstrip("\n"),
            f"<details><summary>{escaped(summary)}</summary>{said}</details>",
            "</main></body>",
            "</html>",
            "",
        ]
    )


def integrity(text: str) -> str:
    """What a policy calls an inline style or script by: `sha256-` and the hash of its bytes."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
