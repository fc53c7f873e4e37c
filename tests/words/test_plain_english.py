"""English screens, pages and docstrings say things in standard terms, and use one term for one thing."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.source_trees import nodes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CATALOGUES = {path.stem: path for path in ROOT.joinpath("referee/i18n/en").glob("*.toml")} | {
    path.parent.parent.name: path for path in ROOT.joinpath("referee/games").glob("*/words/en.toml")
}
PAGES = {path.name: path for path in (*ROOT.glob("*.md"), *ROOT.joinpath("docs").glob("*.md"))}
DOCSTRINGS = "docstrings"
EXCEPTIONS = {
    ("protocol.md", r"\bsealed lines?\b"): "names the lines in the seal of a note: a plan, on a screen",
    (DOCSTRINGS, r"\bsealed lines?\b"): "the same, where notes are read and written",
    (DOCSTRINGS, r"\basked\b"): "the field of a position, a request and of --json for the seats that must answer",
    (DOCSTRINGS, r"\bgoods?\b"): "`kernel.goods`: the tiles or cards of any game",
    (DOCSTRINGS, r"\bhomes?\b"): "`REFEREE_HOME`, and the parameter that holds it",
    (DOCSTRINGS, r"\bpart(y|ies)\b"): "a field of notes and of --json: a seat, or `referee`",
    (
        DOCSTRINGS,
        r"\b(joins?|accepts?|acks?|mix(es|ed|ing)?|unlocks?|locks?|locked|box)\b",
    ): "types and fields of notes",
    (
        DOCSTRINGS,
        r"\b(every|some)body\b",
    ): "not read next to the words of a screen, where everyone and someone are the terms",
    (DOCSTRINGS, r"\b(hear|heard|hears|hearing)\b"): "a field of --json: what safety words people said",
    (DOCSTRINGS, r"(^|(?<=[.;] ))who\b"): "describes a value by a question: who signed it",
}
"""(page, words that it may use against a pattern): why; ten at most."""

TYPED = ("metavar", "value", "option")
"""Contexts that hold what is typed, beside those that begin with `typed`, and what every charter pins."""

LINES = (line.partition("  # ") for line in HERE.joinpath("forbidden.txt").read_text("utf-8").splitlines())
FORBIDDEN = {pattern: instead for pattern, _, instead in LINES if pattern and not pattern.startswith("#")}
SAME = {
    lang: [
        line.split(" | ") for line in HERE.joinpath(rows).read_text("utf-8").splitlines() if not line.startswith("#")
    ]
    for lang, rows in (("en", "one_term.txt"), ("it", "one_term_it.txt"))
}
ITALIAN = {f"it/{path.stem}": path for path in ROOT.joinpath("referee/i18n/it").glob("*.toml")} | {
    f"it/{path.parent.parent.name}": path for path in ROOT.joinpath("referee/games").glob("*/words/it.toml")
}
ITALIAN_PAGES = {f"it/{path.name}": path for path in ROOT.joinpath("docs/it").glob("*.md")}
NO_PROSE = re.compile(r"^```.*?^```|<!--.*?-->|^ {4}[^\n]*$|<[^>\n]*>|(?<=\])\([^)\n]*\)", re.DOTALL | re.MULTILINE)


def plain(text: str) -> str:
    """A text without code, commands and places to be filled in."""
    text = re.sub(r"`[^`]*`|\{[^}]*\}|(?<!the )referee [a-z]+( [a-z]+)?", "X", text)
    return " ".join(text.split())


def sentences(name: str) -> Iterator[tuple[str, str]]:
    """(its code, a sentence) for each entry of a catalogue; of lines to be typed and words in place of values none."""
    for code, entry in tomllib.loads((CATALOGUES | ITALIAN)[name].read_text("utf-8")).items():
        for key, said in entry.items() if isinstance(entry, dict) else ((code, entry),):
            if code not in TYPED and not code.startswith("typed") and not key.endswith((":examples", ":phrases")):
                yield from ((key, text) for text in ([said] if isinstance(said, str) else said))


def paragraphs(page: str) -> list[str]:
    """The prose of a page, without blocks of code, comments, tags and addresses of links, and without the fields of
    structs, which are made of what stands in the code. The words that EXCEPTIONS allows the page are X.
    """
    written = NO_PROSE.sub("", (PAGES | ITALIAN_PAGES)[page].read_text("utf-8").partition("\n## Fields\n")[0])
    for words in (words for name, words in EXCEPTIONS if name == page):
        written = re.sub(words, "X", written)
    return re.split(r"\n\s*\n", written)


@cache
def docstrings() -> dict[str, list[str]]:
    """The docstrings of each module, also those below a field; the words that EXCEPTIONS allows them are X."""
    allowed = [words for page, words in EXCEPTIONS if page == DOCSTRINGS]
    said: dict[str, list[str]] = {}
    for name, found_nodes in nodes().items():
        for node in found_nodes:
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                text = plain(node.value.value)
                for words in allowed:
                    text = re.sub(words, "X", text, flags=re.IGNORECASE)
                said.setdefault(name, []).append(text)
    return said


def found(text: str) -> list[str]:
    """What stands against the patterns in a text, with what is said instead."""
    said = plain(text)
    hits = ((re.search(pattern, said, re.IGNORECASE), instead) for pattern, instead in FORBIDDEN.items())
    return [f'"{hit.group()}": {instead}' for hit, instead in hits if hit]


def doubled(text: str, lang: str = "en") -> list[list[str]]:
    """The rows of a language of which a text has two terms."""
    said = plain(text)
    used = ([term for term in row if re.search(rf"\b{term}\b", said, re.IGNORECASE)] for row in SAME[lang])
    return [terms for terms in used if len(terms) > 1]


@pytest.mark.parametrize("name", sorted(CATALOGUES))
def test_a_catalogue_uses_standard_terms(name: str) -> None:
    assert {code: hits for code, text in sentences(name) if (hits := found(text))} == {}


@pytest.mark.parametrize("page", sorted(PAGES))
def test_a_page_uses_standard_terms(page: str) -> None:
    assert {text[:60]: hits for text in paragraphs(page) if (hits := found(text))} == {}


def test_docstrings_use_standard_terms() -> None:
    assert len(docstrings()) > 500
    hits = {(name, text[:60]): found(text) for name, texts in docstrings().items() for text in texts if found(text)}

    assert hits == {}


def test_comments_use_standard_terms() -> None:
    """Several lines of a comment are one text."""
    hits, allowed = {}, [words for page, words in EXCEPTIONS if page == DOCSTRINGS]
    for path in sorted(ROOT.glob("referee/**/*.py")):
        for block in re.findall(r"(?:(?<=\n)|(?<=  ))(?: *# [^\n]*\n)+", path.read_text("utf-8")):
            text = plain(" ".join(line.strip("# ") for line in block.splitlines()))
            for words in allowed:
                text = re.sub(words, "X", text, flags=re.IGNORECASE)
            if found(text):
                hits[path.name, text[:60]] = found(text)

    assert hits == {}


def test_an_exception_is_used_and_few_are_made() -> None:
    code = " ".join(path.read_text("utf-8") for path in ROOT.glob("referee/**/*.py"))
    held = {page: code if page == DOCSTRINGS else PAGES[page].read_text("utf-8") for page, _ in EXCEPTIONS}

    assert len(EXCEPTIONS) <= 10
    assert [(page, words) for page, words in EXCEPTIONS if not re.search(words, held[page], re.IGNORECASE)] == []


def test_a_sentence_of_before_is_found() -> None:
    """Else the patterns would hold nothing."""
    assert found("{seat} is asked, and the host has still to enter it") != []
    assert found("waiting for {seat}; the host still has to record it") == []


@pytest.mark.parametrize("name", sorted(CATALOGUES))
def test_a_catalogue_has_one_term_for_one_thing(name: str) -> None:
    assert doubled("\n".join(text for _, text in sentences(name))) == []


@pytest.mark.parametrize("page", sorted(PAGES))
def test_a_page_has_one_term_for_one_thing(page: str) -> None:
    assert doubled("\n".join(paragraphs(page))) == []


@pytest.mark.parametrize("name", sorted(ITALIAN))
def test_an_italian_catalogue_has_one_term_for_one_thing(name: str) -> None:
    assert doubled("\n".join(text for _, text in sentences(name)), "it") == []


@pytest.mark.parametrize("page", sorted(ITALIAN_PAGES))
def test_an_italian_page_has_one_term_for_one_thing(page: str) -> None:
    assert doubled("\n".join(paragraphs(page)), "it") == []


def test_two_terms_for_one_thing_are_found() -> None:
    assert doubled("un palazzo del re, e gli edifici degli altri", "it") == [["palazz[oi]", "edific[io]"]]
    assert doubled("compare the safety words by phone; a telephone will do") == [["phone", "telephone"]]
