"""The report of an audit or a judge: a page that stands alone, which two who fell out can read and check."""

from __future__ import annotations

import re
import shutil
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from referee.cli.report.html import html_of
from referee.cli.report.page_content import Commands, Grid, Page, PageBoard, ReportPart, Share
from referee.cli.report.report_files import markdown_of
from referee.cli.report.terminal import lines_of
from referee.record.file_names import step_name
from referee.record.note import sign_note
from tests.cli.games_on_disk import home_of, lay, mail_with
from tests.cli.reported_games import LAST, MATCH, crooked, reported, run_blocks
from tests.cli.terminal import inside
from tests.support.rehearse import test_key
from tests.table.small_games import changed

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
VOID = ("meta", "img")


class Outline(HTMLParser):
    """The elements of a page with their attributes, the headings in order, and whether everything is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def of(self, *tags: str) -> list[str]:
        return [tag for tag, _ in self.elements if tag in tags]


@pytest.fixture
def fault(tmp_path: Path) -> tuple[int, str, str]:
    return reported(crooked(tmp_path), tmp_path / "home", "audit")


def test_a_report_is_one_page_without_script_that_asks_nothing_of_the_network(fault: tuple[int, str, str]) -> None:
    code, page, _ = fault
    outline = Outline(page)
    sources = [value for _, attrs in outline.elements for name, value in attrs.items() if name in ("src", "href")]

    assert (code, outline.of("script", "link", "iframe", "form", "object"), outline.open) == (1, [], [])
    assert "default-src &#39;none&#39;; style-src &#39;sha256-" in page
    assert {value.partition(",")[0] for value in sources if value} == {"data:image/svg+xml;base64"}


def test_a_report_has_landmarks_and_headings_and_a_text_for_each_picture(fault: tuple[int, str, str]) -> None:
    outline = Outline(fault[1])
    headings = outline.of("h1", "h2", "h3")

    assert outline.of("header", "main", "footer") == ["header", "main", "footer"]
    assert (headings[0], set(headings[1:])) == ("h1", {"h2"})
    assert all(attrs.get("alt") for tag, attrs in outline.elements if tag == "img")
    assert dict(outline.elements)["html"] == {"lang": "en"}


def test_a_fault_is_told_with_the_boards_around_it_and_the_orders_in_question(fault: tuple[int, str, str]) -> None:
    _, page, told = fault
    (move,) = (signed.note() for signed in MATCH.signed_notes[step_name(LAST)] if signed.type == "move")

    assert f"**audit: fault found in step {LAST}**" in told
    assert f'<p class="verdict fault">audit: fault found in step {LAST}</p>' in page
    assert f"The board before step {LAST}\n\n~~~\n" in told
    assert f"The board after step {LAST}, according to the rules\n\n~~~\n" in told
    assert f"- **order** {', '.join(move.do)}, signed by the key of {move.seat.title()}" in told  # type: ignore[union-attr]


def test_a_report_clears_somebody_as_clearly_as_it_convicts(tmp_path: Path) -> None:
    folder = shutil.copytree(EXAMPLES / "ur-3p", tmp_path / "game")
    code, page, told = reported(folder, tmp_path / "home", "audit")

    assert (code, '<p class="verdict clean">audit: clean</p>' in page) == (0, True)
    assert "**audit: clean**" in told and "The fault" not in told
    first, second = re.findall(r"<td>([12] [A-Z][a-z]+)</td>", page)[:2]
    assert f"- **result** {first}\n- **result** {second}\n" in told
    assert re.search(r'<th scope="row" rowspan="4">keys</th>', page)  # the host and three players


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_same_record_gives_the_same_report_byte_for_byte(tmp_path: Path, lang: str) -> None:
    folder = crooked(tmp_path)

    assert reported(folder, tmp_path, "audit", lang=lang) == reported(folder, tmp_path, "audit", lang=lang)


def test_a_report_in_italian_is_all_italian(tmp_path: Path) -> None:
    _, page, told = reported(crooked(tmp_path), tmp_path / "home", "audit", lang="it")

    assert '<html lang="it">' in page
    assert [line for line in told.splitlines() if line.startswith("#")] == [
        "# Verifica: Tigris \\& Euphrates",
        "## Che cosa è stato controllato, e quanto a fondo",
        "## Partecipanti e chiavi",
        "## L'irregolarità",
        "## Come verificarlo da sé",
        "## Che cosa questo rapporto non mostra",
    ]


def test_a_judge_writes_the_same_kind_of_report(tmp_path: Path) -> None:
    player = lay(tmp_path / "anna", MATCH.files)
    *notes, honest = MATCH.signed_notes[step_name(LAST)]
    twin = sign_note(changed(honest.note(), state=bytes(32)), test_key("host"))
    mail = mail_with(tmp_path / "sent", *notes, twin)
    code, page, told = reported(player, home_of(tmp_path, "anna"), "judge", str(mail))

    assert code == 1
    assert Outline(page).of("script") == []
    assert "**judge: " in told and "upheld against the host's key" in told
    bars = re.findall(r'<p class="verdict (?:fault|clean)">(judge: [^<]*)</p>', page)
    assert len(bars) == 2 and " · " not in "".join(bars)  # two notes of one step, each with its own verdict
    assert [line.strip("*") for line in told.splitlines() if line.startswith("**judge: ")] == list(map(unescape, bars))
    assert f"The board after step {LAST}, according to the record" in told


# What is printed runs


@pytest.mark.needs("ssh-keygen", "bash")
@pytest.mark.parametrize("game", ["ur-3p", "tigris-4p", "cards-2p"])
def test_the_stock_ssh_keygen_accepts_each_note_by_the_commands_of_the_report(tmp_path: Path, game: str) -> None:
    folder = shutil.copytree(EXAMPLES / game, tmp_path / "game")
    _, _, told = reported(folder, tmp_path / "home", "audit")
    said = run_blocks(told, folder)

    assert said == ["Good"] * len(said) != []
    assert len(said) == 1 + int(game[-2])


@pytest.mark.needs("ssh-keygen", "bash")
def test_the_commands_of_a_report_of_a_fault_run_too(tmp_path: Path) -> None:
    folder = crooked(tmp_path)
    _, _, told = reported(folder, tmp_path / "home", "audit")
    said = run_blocks(told, folder)

    assert said == ["Good"] * len(said) != []


# Text from strangers

HOSTILE = "<img src=x onerror=alert(1)>\"'&[a](javascript:b)`~~~\n# c\x1b[31m\u202e"


def hostile() -> Page:
    board = PageBoard(HOSTILE, f"<svg><!--{HOSTILE}--></svg>", HOSTILE)
    part = ReportPart(HOSTILE, (("row-fault", HOSTILE),), (("row-fault", HOSTILE),), (board, board._replace(svg="")))
    typed = ReportPart(HOSTILE, commands=(Commands(HOSTILE, (HOSTILE,)),), said=(HOSTILE,))
    return Page(HOSTILE, "en", (HOSTILE,), (HOSTILE,), (part, typed, part))


def test_nothing_that_strangers_write_is_markup_in_a_page() -> None:
    harmless = Page("t", "en", ("v",), ("s",), hostile().parts)
    page = html_of(hostile())

    assert "\x1b" not in page and "\u202e" not in page
    assert Outline(page).of("script", "a") == []
    assert [attrs for tag, attrs in Outline(page).elements if tag == "img" and "onerror" in attrs] == []
    assert len(Outline(page).elements) == len(Outline(html_of(harmless)).elements)


def test_nothing_that_strangers_write_is_markup_in_markdown() -> None:
    told = markdown_of(hostile())
    outside = re.sub(r"^(~{3,}).*?^\1$", "", told, flags=re.MULTILINE | re.DOTALL)

    assert "\x1b" not in told and "\u202e" not in told
    assert re.findall(r"(?<!\\)[<`\[]", outside) == []
    assert not re.search(r"^# c", outside, re.MULTILINE)


def test_one_report_is_about_one_game(tmp_path: Path) -> None:
    code, _, said = inside(
        ["audit", EXAMPLES / "ur-3p", EXAMPLES / "cards-2p", "--html", tmp_path / "r.html"], tmp_path / "home", tmp_path
    )

    assert (code, (tmp_path / "r.html").exists()) == (5, False)
    assert said.startswith("referee: ")


def test_one_part_is_told_on_a_terminal_a_page_and_in_markdown() -> None:
    rows = (("row-noted", "one"), ("row-noted", "two"), ("row-fault", "three"))
    counted = Grid(("name", "games"), (("anna", "10"), ("bert", "5")), (Share(10, 10), Share(1, 4)))
    parts = (ReportPart("Heading", rows, said=("  said",)), ReportPart("Counted", grids=(counted,)))
    page = Page("Title", "en", ("verdict",), (), parts)

    assert lines_of(parts, "en") == [
        "Heading",
        "  remarks  one",
        "           two",
        "  fault    three",
        "  said",
        "",
        "name  games",
        "anna     10  ####################",
        "bert      5  #####---------------",
    ]
    assert "- **remarks** one\n- **remarks** two\n- **fault** three\n\nsaid\n" in markdown_of(page)
    assert "| name | games |\n| --- | --: |\n| anna | 10 |\n| bert | 5 |" in markdown_of(page)
    rest = '<td>one</td></tr><tr><td>two</td></tr><tr><th scope="row">fault</th>'
    noted = f'<th scope="row" rowspan="2">remarks</th>{rest}'
    assert noted in html_of(page) and "<p>said</p>" in html_of(page)
    assert '<td class="number">5</td><td><meter max="4" value="1">1/4</meter></td>' in html_of(page)
