"""Replays as pages, read by their elements."""

from __future__ import annotations

from html.parser import HTMLParser

from referee.drawing.assembly import assemble
from referee.drawing.frame_changes import make_film
from referee.drawing.page_parts import flowing_drawing
from referee.drawing.svg_document import words
from referee.kernel.shapes import Shape, Spot
from referee.messages.order_tree import OrderTree
from referee.service.pages.compose_page import ComposeTurn
from referee.service.pages.replay_steps import ReplayStep, ReplayStory

VOID = ("meta", "input")


HOSTILE = "</script><img src=x onerror=alert(1)>]]>\u2028\u202e\x1b\"'&lt;"


SEEN = "</script><img src=x onerror=alert(1)>]]>\\u{2028}\\u{202e}\\u{1b}\"'&lt;"


class Outline(HTMLParser):
    """The elements of a page, what each says, and whether all are closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def hostile(text: str) -> ReplayStory:
    shape = Shape("headline", "head", (words((26, 38), text, "h"),), text)
    drawings = [assemble((820, 700), text, (shape,), (0, 0, 820, 600)), assemble((820, 700), "", (), (0, 0, 1, 1))]
    steps = (ReplayStep(0, text, (text,), (0,)), ReplayStep(1, text, (text, f'anna: "{text}"'), (1,)))
    orders = OrderTree((text,), ((text,),), (False,), ((text,),), {text: "pass"}, True)
    turn = ComposeTurn(text, text, orders, (Spot(("pass",), text, (1, 2, 30, 40)),))
    return ReplayStory(
        text, "en", (text, text), 0, make_film([flowing_drawing(one, 0) for one in drawings[::-1]]), steps, turn
    )
