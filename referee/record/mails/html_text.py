"""The text of an HTML part of a mail, line by line, as its reader sees it; enough to find notes in it."""

from __future__ import annotations

from html.parser import HTMLParser

_LINES = frozenset(("br", "p", "div", "li", "ul", "ol", "tr", "table", "blockquote", "hr", "pre"))
_LINES |= {f"h{level}" for level in range(1, 7)}
_UNSEEN = frozenset(("script", "style", "title", "template"))
_SPACE = str.maketrans("\t\r\n", "   ")
_REPAIRS = 4  # of tags that never end: each costs a look at the rest of the page


def html_text(source: str) -> str:
    """What a reader of the page sees. A tag that never ends is text, if there is no more than a handful of them: the
    parser of the standard library looks for the end of each in all the rest.

    Raises:
        ValueError: a character that is given by a number of thousands of digits.
    """
    page = _Page()
    page.feed(source)
    for _ in range(_REPAIRS):
        rest = page.rawdata
        if not rest:
            break
        page.rawdata = ""
        page.handle_data(rest[0])
        page.feed(rest[1:])
    page.handle_data(page.rawdata)
    return "".join(page.told)


class _Page(HTMLParser):
    """Gathers the text. A line end in the source is a blank to the reader, except in preformatted text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.told: list[str] = []
        self.preformatted = 0
        self.unseen = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in _UNSEEN:
            self.unseen = tag
        elif tag in _LINES:
            self.told.append("\n")
            self.preformatted += tag == "pre"

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        if tag in _LINES:
            self.told.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == self.unseen:
            self.unseen = ""
        elif tag in _LINES:
            self.told.append("\n")
            self.preformatted -= tag == "pre" and self.preformatted > 0

    def handle_data(self, data: str) -> None:
        if self.unseen:
            return
        if self.preformatted:
            self.told.append(data)
            return
        flat = data.translate(_SPACE)
        words = [word for word in flat.split(" ") if word]
        if not words:
            self.told.append(" " if flat else "")
            return
        first, last = " " if flat[0] == " " else "", " " if flat[-1] == " " else ""
        self.told.append(f"{first}{' '.join(words)}{last}")

    def parse_marked_section(self, i: int, report: int = 1) -> int:
        # Word processors write `<![if ..]>`; the standard parser stops with an AssertionError at what it does not know.
        end = self.rawdata.find(">", i)
        return end + 1 if end >= 0 else -1
