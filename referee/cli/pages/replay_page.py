"""The page of a story: one file with its style, its script and its data; it asks nothing of the network.

Without the script it shows the newest board and all the words. With it a reader steps through the game. No string ever
becomes markup in the browser: the script makes elements of data, and the page forbids every other way.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Sequence
from html import unescape

from referee.cli.pages.compose_page import compose_script_data, compose_section, compose_words
from referee.cli.pages.points_chart import points_script_data as data_of_points
from referee.cli.pages.points_chart import points_section as section_of_points
from referee.cli.pages.replay_steps import ReplayStep, ReplayStory
from referee.cli.printing.output import json_line
from referee.drawing.frame_changes import Film, make_film, shape_element
from referee.drawing.page_parts import flowing_drawing, in_reading_order
from referee.drawing.safe_text import safe_text
from referee.drawing.stylesheet import FONT, style_rules
from referee.drawing.svg_document import csp_hash, escaped, markup
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import BOARD, Drawing, Shape

_ARROWS = {
    "first": "M3 3h3v14H3zM17 3v14L7 10z",
    "back": "M15 3v14L5 10z",
    "next": "M5 3v14l10-7z",
    "last": "M14 3h3v14h-3zM3 3v14l10-7z",
}
_KEYS = {"first": "Home", "back": "ArrowLeft", "next": "ArrowRight", "last": "End"}
_LABELS = {"first": "replay-first", "back": "replay-back", "next": "replay-next", "last": "replay-last"}
_SPEEDS = ("0.5", "1", "2", "5")
_REST = "; base-uri 'none'"
"""What stands in a policy behind its scripts."""

_TABLE = 'data-table="'
_BOXES = (("rings", "marks", "replay-rings"), ("outlines", "tags", "replay-outlines"))
"""(id, the uppermost layer that it puts away, code of its label)."""


def page_of(story: ReplayStory) -> str:
    """The page; the same story gives the same bytes."""
    scripts = [_own("player.js"), *([_own("compose.js")] if story.turn is not None else [])]
    heading = _phrase(story, "replay-page", game=story.title, names=", ".join(story.names))
    log = f'<ol id="log" tabindex="0" aria-labelledby="what">{"".join(_entries(story))}</ol>'
    side = (
        f'{_first(story, heading)}<section id="told" aria-labelledby="what">'
        f'<h2 id="what">{_phrase(story, "replay-happened")}</h2>'
        f'<p id="where">{_where(story)}</p>{_transport(story)}{_flow(story, "head")}{log}</section>'
    )
    below = f"{_choices(story)}{_hands(story)}{_points_section(story)}"
    return _document(story, heading, side, below, scripts)


def still_page(
    drawing: Drawing, heading: str, told: Iterable[str], summary: str, lang: str, seat: Seat | None = None
) -> str:
    """The page of one position, which runs no script: its board large, what stands round it, and the same told in
    sentences below `summary`, for anybody who opens it; `seat` is the reader's own.
    """
    story = ReplayStory(heading, lang, (), seat, make_film([flowing_drawing(drawing, seat)]), (), None)
    said = "".join(f"<p>{escaped(line)}</p>" for line in told if line)
    side = (
        f"<header><h1>{escaped(heading)}</h1>{_flow(story, 'head')}</header>"
        f"<details><summary>{escaped(summary)}</summary>{said}</details>"
    )
    return _document(story, escaped(heading), side, "", [])


def _document(story: ReplayStory, heading: str, side: str, below: str, scripts: list[str]) -> str:
    """A page with its policy: the board, who sits at it, what lies beside and below it; with scripts their data."""
    clicked = _own("compose.css") if story.turn is not None else ""
    style = f"{style_rules()}{_own('player.css')}{clicked}{_sizes(story)}body{{font:16px/1.45 {FONT}}}"
    allowed = " ".join(f"'{csp_hash(script)}'" for script in scripts) or "'none'"
    policy = (
        f"default-src 'none'; style-src '{csp_hash(style)}'; script-src {allowed}{_REST}; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    data = f'<script type="application/json" id="film">{_data(story)}</script>' if scripts else ""
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escaped(story.lang)}">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escaped(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{heading}</title>",
            f"<style>{style}</style></head>",
            f'<body class="{_form(story)}-board"><main id="game" {_TABLE}{escaped(safe_text(story.table))}">',
            _seats(story),
            f'<div id="picture">{_newest_board(story)}</div>',
            f'<div id="dock">{_world(story)}{"".join(_flow(story, layer) for layer in _dock_layers(story))}</div>',
            f'<div id="side">{side}</div>',
            f'<div id="below">{below}</div>',
            '<p id="said" class="unseen" aria-live="polite"></p></main>',
            f"{data}{''.join(f'<script>{script}</script>' for script in scripts)}</body>",
            "</html>",
            "",
        ]
    )


def table_title_of(page: str) -> str:
    """What the table of a page of this module is called."""
    return unescape(page.partition(f" {_TABLE}")[2].partition('"')[0])


def served(page: str, bar: str, sign: str, light: str = "", scripts: Sequence[str] = ()) -> str:
    """A page of this module as `referee open` shows it: below its bar, whose style, forms and scripts its policy allows
    as well, with the place where orders are signed, and light or dark where its reader has chosen. It may ask its
    server whether it runs.
    """
    page = page.replace(escaped("form-action 'none'"), escaped("form-action 'self'"), 1)
    page = page.replace("<html ", f"<html{lit(light)} ", 1)
    own = page.partition("<style>")[2].partition("</style>")[0]
    style = f"{own}{_own('served.css')}"
    page = page.replace(escaped(csp_hash(own)), escaped(csp_hash(style)), 1).replace(own, style, 1)
    allowed = " ".join(f"'{csp_hash(script)}'" for script in scripts)
    page = page.replace(escaped(_REST), escaped(f" {allowed}; connect-src 'self'{_REST}"), 1)
    last = "".join(f"<script>{script}</script>" for script in scripts)
    page = f"{last}</body>".join(page.rsplit("</body>", 1))
    head, _, rest = page.partition('<body class="')
    return f'{head}<body data-sign="{escaped(sign)}" class="served {rest.replace("<main", f"{bar}<main", 1)}'


def lit(light: str) -> str:
    """The attribute of a page that is light, or dark, whatever its reader's system is; none for any other word."""
    return f' data-light="{light}"' if light in ("light", "dark") else ""


_DOCK = ("hand", "home", "own", "facts")
"""What stands beside or below the board, piece by piece."""


def _dock_layers(story: ReplayStory) -> list[str]:
    return [layer for layer in _DOCK if layer in story.film.layers]


def _form(story: ReplayStory) -> str:
    """Whether the board is as high as it is wide, nearly twice as wide, or between."""
    *_, width, height = story.film.board
    if story.film.near is not None:
        return "world-board broad"
    return "high" if width < 1.25 * height else "wide" if width > 1.7 * height else "broad"


def _sizes(story: ReplayStory) -> str:
    *_, width, height = story.film.board if story.film.near is None else (1409, 1000)
    return f":root{{--ratio:{width / height:.4f}}}"


def _first(story: ReplayStory, heading: str) -> str:
    """The first thing that is read: what is asked, or what is shown here."""
    if story.turn is not None:
        return compose_section(story.turn, story.lang)
    return f"<header><h1>{heading}</h1>{_verdict(story)}</header>"


def _seats(story: ReplayStory) -> str:
    """A card for each seat."""
    cards = "".join(
        f"<li>{_flow(story, layer)}</li>" for layer in sorted(story.film.layers) if layer.startswith("seat-")
    )
    return f'<ul id="seats" aria-label="{_phrase(story, "replay-seats")}">{cards}</ul>'


def _flow(story: ReplayStory, layer: str) -> str:
    """What stands round the board in one place, in the order in which it is read."""
    shapes = in_reading_order(shape for shape in story.film.newest if shape.layer == layer)
    return f'<div id="layer-{layer}" class="round">{"".join(markup(shape_element(shape)) for shape in shapes)}</div>'


def _own(name: str) -> str:
    """A file of this package."""
    data = pkgutil.get_data(__package__, name)
    assert data is not None
    return data.decode()


def _phrase(story: ReplayStory, code: str, **values: object) -> str:
    return escaped(Sentence(code, **values).told(story.lang))


def _where(story: ReplayStory) -> str:
    return _phrase(story, "replay-step", step=story.steps[-1].number, last=story.steps[-1].number)


def _newest_board(story: ReplayStory) -> str:
    """The newest board, layer by layer."""
    film = story.film
    pool = "".join(f'<symbol id="{one.id}" viewBox="{one.box}">{one.body}</symbol>' for one in film.symbols)
    layers = "\n".join(f'<g id="layer-{layer}">{_layer(film.newest, layer)}</g>' for layer in _board_layers(film))
    box = " ".join(map(str, film.board))
    near = f'data-all="{box}" data-near="{" ".join(map(str, film.near))}" ' if film.near is not None else ""
    return (
        f'<svg id="board" viewBox="{box}" preserveAspectRatio="xMidYMin" {near}'
        f'role="graphics-document document" aria-labelledby="title"><title id="title">{escaped(film.steps[-1][0])}'
        f"</title><defs>{pool}</defs>\n{layers}</svg>"
    )


def _world(story: ReplayStory) -> str:
    """All of a map that is shown through a frame, with the frame; a click or an arrow moves it.

    Each layer is a copy of its own: a browser makes one anew with whatever changes in it.
    """
    if story.film.near is None:
        return ""
    box = " ".join(map(str, story.film.board))
    layers = "".join(f'<use href="#layer-{layer}" aria-hidden="true"/>' for layer in _board_layers(story.film))
    return (
        f'<svg id="world" viewBox="{box}" role="button" tabindex="0" aria-label="{_phrase(story, "replay-world")}">'
        f'{layers}<rect id="frame" class="mark none" stroke-width="14"/></svg>'
    )


def _board_layers(film: Film) -> list[str]:
    """The layers of the board itself."""
    return [layer for layer in film.layers if layer in BOARD]


def _layer(shapes: Iterable[Shape], layer: str) -> str:
    return "".join(markup(shape_element(shape)) for shape in shapes if shape.layer == layer)


def _verdict(story: ReplayStory) -> str:
    """What the audit of a finished game found."""
    return f'<p id="verdict">{escaped(story.ended.verdict)}</p>' if story.ended is not None else ""


def _hands(story: ReplayStory) -> str:
    """The hands of all, once the game is over."""
    if story.ended is None or not story.ended.hands:
        return ""
    items = "".join(f"<li>{escaped(line)}</li>" for line in _hands_by_step(story)[-1])
    return (
        f'<section id="hands" aria-labelledby="held"><h2 id="held">{_phrase(story, "replay-hands")}</h2>'
        f"<ul>{items}</ul></section>"
    )


def _hands_by_step(story: ReplayStory) -> list[list[str]]:
    """For each step a line for each seat."""
    assert story.ended is not None
    nothing = Sentence("replay-no-hand").told(story.lang)
    return [
        [
            Sentence("replay-hand", name=name, goods=goods or nothing).told(story.lang)
            for name, goods in zip(story.names, hands, strict=True)
        ]
        for hands in story.ended.hands
    ]


def _points_section(story: ReplayStory) -> str:
    if story.points is None:
        return ""
    return section_of_points(story.points, story.names, tuple(step.number for step in story.steps), story.lang)


def _transport(story: ReplayStory) -> str:
    """Buttons to turn the pages, and a slider over all of them."""
    buttons = {name: _button(story, name) for name in _KEYS}
    last = len(story.steps) - 1
    slider = (
        f'<input id="slider" type="range" min="0" max="{last}" value="{last}" '
        f'aria-label="{_phrase(story, "replay-slider")}">'
    )
    return (
        f'<nav id="transport" aria-label="{_phrase(story, "replay-steps")}">{buttons["first"]}{buttons["back"]}{slider}'
        f"{buttons['next']}{buttons['last']}</nav>"
    )


def _button(story: ReplayStory, name: str) -> str:
    label = _phrase(story, _LABELS[name])
    drawn = f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{_ARROWS[name]}"/></svg>'
    return (
        f'<button id="{name}" type="button" aria-label="{label}" title="{label}" aria-keyshortcuts="{_KEYS[name]}">'
        f"{drawn}</button>"
    )


def _choices(story: ReplayStory) -> str:
    """Whose last turn to go back to, and what the board shows."""
    names = "".join(
        f'<option value="{seat}"{" selected" if seat == story.seat else ""}>{escaped(name)}</option>'
        for seat, name in enumerate(story.names)
    )
    boxes = "".join(
        f'<label><input id="{box}" type="checkbox" checked>{_phrase(story, code)}</label>'
        for box, layer, code in _BOXES
        if layer in story.film.layers
    )
    speeds = "".join(f"<option{' selected' if speed == '2' else ''}>{speed}</option>" for speed in _SPEEDS)
    play = (
        f'<button id="play" type="button" aria-pressed="false">{_phrase(story, "replay-play")}</button>'
        f'<label>{_phrase(story, "replay-speed")} <select id="speed">{speeds}</select></label>'
    )
    if any(step.idle for step in story.steps):
        boxes += f'<label><input id="skip" type="checkbox">{_phrase(story, "replay-skip")}</label>'
    return (
        f'<div id="choices">{play}<label>{_phrase(story, "replay-who")} <select id="who">{names}</select></label>'
        f'<button id="since" type="button">{_phrase(story, "replay-since")}</button>{boxes}</div>'
    )


def _entries(story: ReplayStory) -> Iterator[str]:
    """The steps in words, one item each."""
    for step in story.steps:
        told = "".join(f"<li>{escaped(line)}</li>" for line in step.told)
        list_ = f"<ul>{told}</ul>" if told else ""
        yield f'<li id="{step.number}"><a href="#{step.number}">{escaped(step.orders)}</a>{list_}</li>\n'


def _data(story: ReplayStory) -> str:
    """What the script reads: the film, and the words it needs. Nothing in it can end the element that holds it."""
    film = story.film
    words = {word: Sentence(f"replay-{word}").told(story.lang) for word in ("play", "stop")}
    words |= {"step": Sentence("replay-step", step="%n", last=story.steps[-1].number).told(story.lang)}
    data: dict[str, object] = {
        "layers": film.layers,
        "still": film.still,
        "forms": film.forms,
        "shapes": film.shapes,
        "steps": [_step(*pair) for pair in zip(story.steps, film.steps, strict=True)],
        "words": words,
    }
    if story.ended is not None and story.ended.hands:
        data["hands"] = _number_lines(_hands_by_step(story))
    if story.points is not None:
        data["points"] = data_of_points(story.points)
    if story.turn is not None:
        data |= {"words": words | compose_words(story.turn, story.lang), "compose": compose_script_data(story.turn)}
    return json_line(data).replace("<", "\\u003c").replace("&", "\\u0026")


def _number_lines(held: list[list[str]]) -> dict[str, object]:
    """Each line once, and for each step their numbers."""
    numbers: dict[str, int] = {}
    steps = [[numbers.setdefault(line, len(numbers)) for line in lines] for lines in held]
    return {"lines": [safe_text(line) for line in numbers], "steps": steps}


def _step(step: ReplayStep, frame: tuple[str, tuple[int, ...], tuple[int, ...]]) -> dict[str, object]:
    title, gone, come = frame
    told: dict[str, object] = {"number": step.number, "title": title, "by": step.by, "gone": gone, "come": come}
    return told | {"idle": 1} if step.idle else told
