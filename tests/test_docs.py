"""The pages of the documentation name what exists."""

from __future__ import annotations

import re
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


def test_the_glossary_has_a_word_once() -> None:
    lines = (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines()
    heads = [line.split(" | ")[0] for line in lines if line.startswith("| **")]
    words = [word.strip("`") for head in heads for word in re.findall(r"\*\*(.+?)\*\*", head)]

    assert len(words) > 50
    assert len(heads) <= 45, "a term that a search engine knows needs no row"
    assert sorted(words) == sorted(set(words))


def test_the_site_is_laid_out_with_every_page(tmp_path: Path) -> None:
    """Each page of docs/ stands in its navigation once, and is there."""
    lay_out(tmp_path)
    settings = tomllib.loads((tmp_path / "zensical.toml").read_text("utf-8"))
    named = [page for entry in settings["project"]["nav"] for told in entry.values() for page in _pages(told)]

    docs = [path.relative_to(ROOT).as_posix() for path in PAGES if path.parent != ROOT]
    assert sorted(named) == sorted(["README.md", *docs])
    assert all((tmp_path / "pages" / page).is_file() for page in named)


def _pages(told: str | list[str]) -> list[str]:
    return [told] if isinstance(told, str) else told
