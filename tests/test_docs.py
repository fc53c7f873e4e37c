"""The pages of the documentation name what exists."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scripts.site import lay_out

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "it").glob("*.md"), *ROOT.glob("*.md")])
FILE = re.compile(r"`([\w/.-]+\.(?:py|md|toml|po))`")
STAND_IN = re.compile(r"(?<![A-Z])(?:NAME|GAME|TOPIC)(?![A-Z])")
"""What stands for a name of any length in the path of a file."""
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
TO_A_PLACE = re.compile(r"\]\(([^)#\s:]*)#([^)\s]+)\)")
PLACE = re.compile(r'^#+ (.+)$|<a id="([^"]+)"', re.MULTILINE)


@cache
def files() -> tuple[str, ...]:
    """Every source and page."""
    folders = ("docs", "examples", "referee", "scripts", "tests", "schemas")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.*")]
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in (*ROOT.glob("*.md"), *ROOT.glob("*.toml"), *found))


def named(page: Path) -> Iterator[str]:
    """The files that a page names in the way of code."""
    yield from (match[1] for match in FILE.finditer(page.read_text("utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    patterns = {name: re.compile(f".*/{STAND_IN.sub('[^/]+', re.escape(name))}") for name in named(page)}
    missing = [name for name, pattern in patterns.items() if not any(map(pattern.fullmatch, files()))]

    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = [match[1] for match in LINK.finditer(page.read_text("utf-8")) if "://" not in match[1]]
    dead = [link for link in links if not (page.parent / link).exists()]

    assert dead == []


@cache
def places(page: Path) -> set[str]:
    """Where a link can lead within a page: its headings, as they are spelt in addresses, and its marks."""
    found = PLACE.findall(page.read_text("utf-8"))
    return {mark or re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading, mark in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_to_a_heading_leads_to_one(page: Path) -> None:
    links = TO_A_PLACE.findall(page.read_text("utf-8"))
    dead = [link for link in links if link[1] not in places((page.parent / link[0]) if link[0] else page)]

    assert dead == []


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pages that are made of the program and not kept."""
    place = tmp_path_factory.mktemp("built")
    subprocess.run([sys.executable, "scripts/built_pages.py", place], cwd=ROOT, check=True)
    return place


def texts(built: Path) -> dict[str, str]:
    """Those that belong to docs, by their paths in the project."""
    return {path.relative_to(built).as_posix(): path.read_text("utf-8") for path in (built / "docs").rglob("*.md")}


def test_a_page_that_is_made_of_the_program_is_whole(built: Path) -> None:
    pages = texts(built)
    sizes = {name: len(text.splitlines()) for name, text in pages.items()}

    assert {"docs/commands.md", "docs/refusals.md", "docs/orders/ur.md", "docs/it/ordini-ur.md"} <= set(pages)
    assert [name for name, lines in sizes.items() if lines < 30] == []
    assert [name for name, text in pages.items() if "| None |" in text] == []


def test_every_link_of_a_page_that_is_made_of_the_program_leads_somewhere(built: Path) -> None:
    links = [(name, match[1]) for name, text in texts(built).items() for match in LINK.finditer(text)]
    ends = {(name, link): (ROOT / name).parent.joinpath(link).resolve() for name, link in links if "://" not in link}
    dead = [at for at, end in ends.items() if not end.exists() and end.relative_to(ROOT).as_posix() not in texts(built)]

    assert len(ends) > 5
    assert dead == []


def test_the_glossary_has_a_word_once() -> None:
    lines = (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines()
    heads = [line.split(" | ")[0] for line in lines if line.startswith("| **")]
    words = [word.strip("`") for head in heads for word in re.findall(r"\*\*(.+?)\*\*", head)]

    assert len(words) > 50
    assert len(heads) <= 45, "a term that a search engine knows needs no row"
    assert sorted(words) == sorted(set(words))


def test_the_site_is_laid_out_with_every_page(built: Path, tmp_path: Path) -> None:
    """Each page of docs/ stands in its navigation once, and is there."""
    lay_out(tmp_path, built / "docs")
    settings = tomllib.loads((tmp_path / "zensical.toml").read_text("utf-8"))
    named = [page for entry in settings["project"]["nav"] for told in entry.values() for page in _pages(told)]

    docs = {path.relative_to(ROOT).as_posix() for path in PAGES if path.parent != ROOT}
    made = {
        name for name in texts(built) if not name.startswith("docs/orders/")
    }  # those are reached from the Italian ones
    assert sorted(named) == sorted({"README.md", *docs, *made})
    assert all((tmp_path / "pages" / page).is_file() for page in named)


def _pages(told: str | list[str]) -> list[str]:
    return [told] if isinstance(told, str) else told
