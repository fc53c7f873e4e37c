"""What stands in a room of the page, read as a browser reads it: elements, what they say, what is gold, what is red."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.web.game_forms import offer_of
from tests.web.in_process_page import Page

PLAYERS = ("anna", "bert", "carl")
_VOID = ("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr")
_UNSEEN = ("script", "style", "template")


@dataclass
class Element:
    """An element: its name, attributes, and what lies in it in order, texts and elements."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Element | str] = field(default_factory=list)

    def __getitem__(self, attribute: str) -> str:
        """The value of an attribute. Raises KeyError if there is none."""
        return self.attributes[attribute]

    @property
    def classes(self) -> list[str]:
        """The classes of the element."""
        return self.attributes.get("class", "").split()

    @property
    def text(self) -> str:
        """All that it says, with one space where a browser has at least one."""
        return " ".join("".join(self._texts(())).split())

    def without(self, *names: str) -> str:
        """What it says outside elements of these names."""
        return " ".join("".join(self._texts(names)).split())

    def _texts(self, without: tuple[str, ...]) -> Iterator[str]:
        for each in self.inside:
            if isinstance(each, str):
                yield each
            elif each.name not in (*_UNSEEN, *without) and "hidden" not in each.attributes:
                yield " "
                yield from each._texts(without)
                yield " "

    def before(self, other: Element) -> str:
        """What is read before another element that lies in it."""
        return " ".join("".join(_texts_before(self, other)[0]).split())

    def walk(self) -> Iterator[Element]:
        """The elements in it, at any depth, in the order of the page."""
        for each in self.inside:
            if isinstance(each, Element):
                yield each
                yield from each.walk()

    def _seen(self) -> Iterator[Element]:
        for each in self.inside:
            if isinstance(each, Element) and "hidden" not in each.attributes:
                yield each
                yield from each._seen()

    def all(self, name: str = "", /, of: str = "", **attributes: str) -> list[Element]:
        """The elements of this name, of this class, with these attributes (`aria_label` is aria-label), if any are
        given.
        """
        wanted = {key.replace("_", "-"): value for key, value in attributes.items()}
        return [
            each
            for each in self.walk()
            if name in ("", each.name)
            and (not of or of in each.classes)
            and all(each.attributes.get(key) == value for key, value in wanted.items())
        ]

    def one(self, name: str = "", /, of: str = "", **attributes: str) -> Element:
        """The only one of these. Raises AssertionError if there is another number of them."""
        found = self.all(name, of, **attributes)
        assert len(found) == 1, f"{len(found)} of {name or 'anything'} {of} {attributes}: {self.text}"
        return found[0]

    @property
    def heading(self) -> str:
        """The first line of a room, which is its answer."""
        return self.one("h1").text

    @property
    def gold(self) -> list[str]:
        """What is on the gold buttons."""
        return [each.text for each in self.all(of="go") if each.name in ("a", "button")]

    @property
    def red(self) -> list[str]:
        """What is said as a fault, and what a reader of screens calls out."""
        found = (each for each in self._seen() if "bad" in each.classes or each.attributes.get("role") == "alert")
        return [each.text for each in found if each.text]

    def titled(self, heading: str) -> Element:
        """The section with this heading. Raises AssertionError if there is not one."""
        found = [each for each in self.all("section") if any(h.text == heading for h in each.all("h2"))]
        assert len(found) == 1, f"{len(found)} sections with the heading {heading}"
        return found[0]


def _texts_before(element: Element, other: Element) -> tuple[list[str], bool]:
    """The texts in an element before another one, and whether that one was found."""
    found: list[str] = []
    for each in element.inside:
        if each is other:
            return found, True
        if isinstance(each, str):
            found.append(each)
        elif each.name not in _UNSEEN and "hidden" not in each.attributes:
            texts, stop = _texts_before(each, other)
            found += [" ", *texts, " "]
            if stop:
                return found, True
    return found, False


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.open = [Element("page")]
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"{tag} is closed where {self.open[-1].name} is open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(page: str) -> Element:
    """The elements of a page or picture. Raises AssertionError where one is not closed."""
    reader = _Reader(page)
    assert len(reader.open) == 1, f"not closed: {[each.name for each in reader.open[1:]]}"
    return reader.open[0]


def at_table(folder: Path, who: str, *, people: bool = True) -> tuple[Path, Path]:
    """Home and game of somebody at a running table, who knows the addresses of the others."""
    game, home = lay(folder / "game", running().files), home_of(folder, who)
    for name in PLAYERS if people else ():
        assert inside(["people", "set", name, f"{name}@example.org"], home, game)[0] == 0
    assert inside(["status"], home, game)[0] == 0
    return home, game


def seen(page: Page, path: str) -> Element:
    """What a browser shows at an address of a page."""
    return read(page.ask(path).text)


def game_of(home: Path) -> str:
    """The address of the only game of a home."""
    return f"/game/{offer_of(home)}"


def table_of(home: Path) -> str:
    """The address of the room of the only game of a home."""
    return f"/table/{offer_of(home)}"
