"""The English catalogues that have been edited say things in standard terms; the others follow."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
CATALOGUES = HERE.parent.parent / "referee" / "i18n" / "en"
EDITED = ("goods", "help", "report", "room", "rules")
"""The catalogues in which no pattern of forbidden.txt is found."""

LINES = (line.partition("  # ") for line in HERE.joinpath("forbidden.txt").read_text("utf-8").splitlines())
FORBIDDEN = {pattern: instead for pattern, _, instead in LINES if pattern and not pattern.startswith("#")}


def plain(text: str) -> str:
    """A text without code, commands and places to be filled in."""
    text = re.sub(r"`[^`]*`|\{[^}]*\}|referee [a-z]+( [a-z]+)?", "X", text)
    return " ".join(text.split())


def sentences(name: str) -> Iterator[tuple[str, str]]:
    """(its code, a sentence) for each entry of a catalogue; of lines to be typed and words in place of values none."""
    for code, entry in tomllib.loads(CATALOGUES.joinpath(f"{name}.toml").read_text("utf-8")).items():
        for key, said in entry.items() if isinstance(entry, dict) else ((code, entry),):
            if code not in ("metavar", "value") and not key.endswith(":examples"):
                yield from ((key, text) for text in ([said] if isinstance(said, str) else said))


def found(text: str) -> list[str]:
    """What stands against the patterns in a text, with what is said instead."""
    said = plain(text)
    hits = ((re.search(pattern, said, re.IGNORECASE), instead) for pattern, instead in FORBIDDEN.items())
    return [f'"{hit.group()}": {instead}' for hit, instead in hits if hit]


@pytest.mark.parametrize("name", EDITED)
def test_a_catalogue_uses_standard_terms(name: str) -> None:
    assert {code: hits for code, text in sentences(name) if (hits := found(text))} == {}


def test_a_sentence_of_before_is_found() -> None:
    """Else the patterns would hold nothing."""
    assert found("{seat} is asked, and the host has still to enter it") != []
    assert found("waiting for {seat}; the host still has to record it") == []
