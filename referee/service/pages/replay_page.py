"""The page of a story: one file with its style, its script and its data; it asks nothing of the network.

Without the script it shows the latest board and all the words. With it a reader steps through the game. No string ever
becomes markup in the browser.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator

from referee.drawing.frame_changes import Film, make_film, shape_element
from referee.drawing.markup import code_tag, data_script, element_markup, html_page, markup_of, tag
from referee.drawing.page_parts import flowing_drawing, in_reading_order
from referee.drawing.safe_text import safe_text
from referee.drawing.stylesheet import FONT, style_rules
from referee.drawing.svg_document import csp_hash, element, markup, symbol_markup
from referee.kernel.errors import OutOfOrder
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import BOARD, Drawing, Markup
from referee.messages.points_chart import points_script_data as data_of_points
from referee.messages.points_chart import points_section as section_of_points
from referee.protocol.step.draft import asked_request
from referee.service.json_text import json_line
from referee.service.pages.compose_page import DrawnTurn, compose_script_data, compose_section, compose_words
from referee.service.pages.replay_steps import DrawnReplay, Replay, ReplayStep, ReplayStory, replay_story
from referee.service.table import OpenTable
from referee.session.memos import NOTHING, load_memos

_ARROWS = {
    "first": "M3 3h3v14H3zM17 3v14L7 10z",
    "back": "M15 3v14L5 10z",
    "next": "M5 3v14l10-7z",
    "last": "M14 3h3v14h-3zM3 3v14l10-7z",
}
_KEYS = {"first": "Home", "back": "ArrowLeft", "next": "ArrowRight", "last": "End"}
_LABELS = {"first": "replay-first", "back": "replay-back", "next": "replay-next", "last": "replay-last"}
_SPEEDS = ("0.5", "1", "2", "5")
_BOXES = (("rings", "marks", "replay-rings"), ("outlines", "tags", "replay-outlines"))
"""(id, the uppermost layer that it puts away, code of its label)."""


def page_of(story: ReplayStory) -> str:
    """The page; the same story gives the same bytes."""
    scripts = [_own("player.js"), *([_own("compose.js")] if story.turn is not None else [])]
    heading = _phrase(story, "replay-page", game=story.title, names=", ".join(story.names))
    last = story.steps[-1].number
    told = (
        tag("h2", _phrase(story, "replay-happened"), id="what"),
        tag("p", _phrase(story, "replay-step", step=last, last=last), id="where"),
        _transport(story),
        _flow(story, "head"),
        tag("ol", *_entries(story), id="log", tabindex="0", aria_labelledby="what"),
    )
    side = _first(story, heading), tag("section", *told, id="told", aria_labelledby="what")
    numbers = tuple(step.number for step in story.steps)
    points = section_of_points(story.points, story.names, numbers, story.lang) if story.points is not None else ""
    below = _choices(story), _hands(story), points
    return _document(story, heading, markup_of(*side), markup_of(*below), scripts)


def still_page(
    drawing: Drawing, heading: str, told: Iterable[str], summary: str, lang: str, seat: Seat | None = None
) -> str:
    """The page of one position, which runs no script: its board large, what is around it, and the same described in
    sentences below `summary`, for anybody who opens it; `seat` is the reader's own.
    """
    story = ReplayStory(heading, lang, (), seat, make_film([flowing_drawing(drawing, seat)]), (), None)
    said = (tag("p", line) for line in told if line)
    header = tag("header", tag("h1", heading), _flow(story, "head"))
    return _document(story, heading, markup_of(header, tag("details", tag("summary", summary), *said)), markup_of(), [])


def _document(story: ReplayStory, heading: str, side: Markup, below: Markup, scripts: list[str]) -> str:
    """A page with its policy: the board, who sits at it, what is beside and below it; with scripts their data."""
    clicked = _own("compose.css") if story.turn is not None else ""
    style = f"{style_rules()}{_own('player.css')}{clicked}{_sizes(story)}body{{font:16px/1.45 {FONT}}}"
    allowed = " ".join(f"'{csp_hash(script)}'" for script in scripts) or "'none'"
    policy = (
        f"default-src 'none'; style-src '{csp_hash(style)}'; script-src {allowed}; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    head = (
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", heading),
        code_tag("style", style),
    )
    dock = (_flow(story, layer) for layer in _dock_layers(story))
    main = (
        _seats(story),
        tag("div", _newest_board(story), id="picture"),
        tag("div", _world(story), *dock, id="dock"),
        tag("div", side, id="side"),
        tag("div", below, id="below"),
        tag("p", id="said", class_="unseen", aria_live="polite"),
    )
    data = [data_script("film", _data(story).encode())] if scripts else []
    codes = (code_tag("script", script) for script in scripts)
    body = markup_of(tag("main", markup_of("", *main, between="\n"), id="game"), *data, *codes, between="\n")
    return html_page(story.lang, markup_of("", *head, between="\n"), body, f"{_form(story)}-board")


_DOCK = ("hand", "home", "own", "facts")
"""What is beside or below the board, piece by piece."""


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


def _first(story: ReplayStory, heading: str) -> Markup:
    """The first thing that is read: the question, or what is shown here."""
    if story.turn is not None:
        return compose_section(story.turn, story.lang)
    verdict = tag("p", story.ended.verdict, id="verdict") if story.ended is not None else ""
    return tag("header", tag("h1", heading), verdict)


def _seats(story: ReplayStory) -> Markup:
    """A card for each seat."""
    cards = (tag("li", _flow(story, layer)) for layer in sorted(story.film.layers) if layer.startswith("seat-"))
    return tag("ul", *cards, id="seats", aria_label=_phrase(story, "replay-seats"))


def _flow(story: ReplayStory, layer: str) -> Markup:
    """What is around the board in one place, in the order in which it is read."""
    shapes = in_reading_order(shape for shape in story.film.newest if shape.layer == layer)
    return tag("div", *(markup(shape_element(shape)) for shape in shapes), id=f"layer-{layer}", class_="round")


def _own(name: str) -> str:
    """A file of this package."""
    data = pkgutil.get_data(__package__, name)
    assert data is not None
    return data.decode()


def _phrase(story: ReplayStory, code: str, **values: object) -> str:
    return Sentence(code, **values).told(story.lang)


def _newest_board(story: ReplayStory) -> Markup:
    """The latest board, layer by layer."""
    film = story.film
    drawn = {layer: [shape_element(shape) for shape in film.newest if shape.layer == layer] for layer in film.layers}
    layers = (tag("g", *map(markup, drawn[layer]), id=f"layer-{layer}") for layer in _board_layers(film))
    box, title = " ".join(map(str, film.board)), tag("title", film.steps[-1][0], id="title")
    near = (("data-all", box), ("data-near", " ".join(map(str, film.near)))) if film.near is not None else ()
    read = (("role", "graphics-document document"), ("aria-labelledby", "title"))
    place = (("id", "board"), ("viewBox", box), ("preserveAspectRatio", "xMidYMin"))
    pool = markup_of(title, tag("defs", *map(symbol_markup, film.symbols)))
    return element_markup("svg", (*place, *near, *read), markup_of(pool, *layers, between="\n"))


def _world(story: ReplayStory) -> Markup:
    """All of a map that is shown through a frame, with the frame; a click or an arrow moves it.

    Each layer is a copy of its own: a browser makes one anew with whatever changes in it.
    """
    if story.film.near is None:
        return markup_of()
    layers = (element("use", href=f"#layer-{layer}", aria_hidden="true") for layer in _board_layers(story.film))
    frame = element("rect", id="frame", class_="mark none", stroke_width=14)
    box = " ".join(map(str, story.film.board))
    label = {"role": "button", "tabindex": "0", "aria_label": _phrase(story, "replay-world")}
    return markup(element("svg", inside=(*layers, frame), id="world", viewBox=box, **label))


def _board_layers(film: Film) -> list[str]:
    """The layers of the board itself."""
    return [layer for layer in film.layers if layer in BOARD]


def _hands(story: ReplayStory) -> Markup:
    """The hands of all, once the game is over."""
    if story.ended is None or not story.ended.hands:
        return markup_of()
    items = (tag("li", line) for line in _hands_by_step(story)[-1])
    heading = tag("h2", _phrase(story, "replay-hands"), id="held")
    return tag("section", heading, tag("ul", *items), id="hands", aria_labelledby="held")


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


def _transport(story: ReplayStory) -> Markup:
    """Buttons to turn the pages, and a slider over all of them."""
    first, back, following, newest = (_button(story, name) for name in _KEYS)
    last = len(story.steps) - 1
    label = _phrase(story, "replay-slider")
    slider = tag("input", id="slider", type="range", min="0", max=last, value=last, aria_label=label)
    label = _phrase(story, "replay-steps")
    return tag("nav", first, back, slider, following, newest, id="transport", aria_label=label)


def _button(story: ReplayStory, name: str) -> Markup:
    label = _phrase(story, _LABELS[name])
    arrow = element("path", d=_ARROWS[name])
    drawn = markup(element("svg", inside=(arrow,), viewBox="0 0 20 20", aria_hidden="true"))
    return tag("button", drawn, id=name, type="button", aria_label=label, title=label, aria_keyshortcuts=_KEYS[name])


def _choices(story: ReplayStory) -> Markup:
    """Whose last turn to go back to, and what the board shows."""
    names = (tag("option", name, value=seat, selected=seat == story.seat) for seat, name in enumerate(story.names))
    boxes = [_box(story, box, code, checked=True) for box, layer, code in _BOXES if layer in story.film.layers]
    if any(step.idle for step in story.steps):
        boxes.append(_box(story, "skip", "replay-skip", checked=False))
    speeds = (tag("option", speed, selected=speed == "2") for speed in _SPEEDS)
    return tag(
        "div",
        tag("button", _phrase(story, "replay-play"), id="play", type="button", aria_pressed="false"),
        tag("label", f"{_phrase(story, 'replay-speed')} ", tag("select", *speeds, id="speed")),
        tag("label", f"{_phrase(story, 'replay-who')} ", tag("select", *names, id="who")),
        tag("button", _phrase(story, "replay-since"), id="since", type="button"),
        *boxes,
        id="choices",
    )


def _box(story: ReplayStory, name: str, code: str, *, checked: bool) -> Markup:
    return tag("label", tag("input", id=name, type="checkbox", checked=checked), _phrase(story, code))


def _entries(story: ReplayStory) -> Iterator[Markup]:
    """The steps in words, one item each."""
    for step in story.steps:
        told = [tag("li", line) for line in step.told]
        entry = tag("a", step.orders, href=f"#{step.number}"), tag("ul", *told) if told else ""
        yield markup_of(tag("li", *entry, id=str(step.number)), "", between="\n")


def _data(story: ReplayStory) -> str:
    """What the script reads: the film, and the words it needs."""
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
    return json_line(data)


def _number_lines(held: list[list[str]]) -> dict[str, object]:
    """Each line once, and for each step their numbers."""
    numbers: dict[str, int] = {}
    steps = [[numbers.setdefault(line, len(numbers)) for line in lines] for lines in held]
    return {"lines": [safe_text(line) for line in numbers], "steps": steps}


def _step(step: ReplayStep, frame: tuple[str, tuple[int, ...], tuple[int, ...]]) -> dict[str, object]:
    title, gone, come = frame
    told: dict[str, object] = {"number": step.number, "title": title, "by": step.by, "gone": gone, "come": come}
    return told | {"idle": 1} if step.idle else told


def draw_replay(table: OpenTable, *, hand: bool = False, jotted: bool = False) -> DrawnReplay:
    """The game as a page to step through, with the reader's own `hand` and what the reader has `jotted` down. Raises
    OutOfOrder: the reader has no hand; the game draws no pictures.
    """
    session = table.session
    if hand and session.own is None:
        raise OutOfOrder("no-hand")
    page = page_of(replay_story(table, hand=hand, jotted=load_memos(session) if jotted else NOTHING))
    return DrawnReplay(page, Replay(session.position.step, len(session.seen), len(page.encode()), hand))


def draw_turn(table: OpenTable) -> DrawnTurn:
    """The page on which the reader's turn is put together. Raises OutOfOrder: the reader is asked nothing; the game
    draws no pictures.
    """
    asked_request(table.session.position, table.session.eyes)
    story = replay_story(table, hand=True, composing=True)
    assert story.turn is not None
    return DrawnTurn(page_of(story), story.steps[-1].number, story.turn)
