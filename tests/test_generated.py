"""Generated files that the repository holds are current: the compliance pages, the schemas, the examples."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.cli.help_pages.page import PageWords
from referee.games import find
from scripts.make_docs import ROOT, compliance_page, generated, schemas
from tests.long_runs import of
from tests.support.example_games import example_files, write

HOW = "run python scripts/make_docs.py"
LONGEST = "tigris-4p"
"""A third of all the seconds; the game that stands in the middle is one of the same rules."""


made = cache(generated)


def is_stale(name: str) -> bool:
    """Whether a generated file is missing or not what its source says."""
    return not (ROOT / name).is_file() or (ROOT / name).read_text("utf-8") != made()[name]


def test_the_pages_are_what_their_sources_say() -> None:
    assert [name for name in made() if not name.startswith("schemas/") and is_stale(name)] == [], HOW
    assert len(made()) > 25


def test_the_schemas_are_what_their_types_say() -> None:
    """As the newest msgspec writes them: an older one leaves out what keys look like."""
    assert [name for name in made() if name.startswith("schemas/") and is_stale(name)] == [], HOW


def test_every_property_of_every_schema_says_in_a_sentence_what_it_is() -> None:
    told = {
        f"{name}{place}": property_schema.get("description", "")
        for name, text in schemas().items()
        for place, property_schema in _properties(json.loads(text))
    }

    assert len(told) > 900
    assert [place for place, words in told.items() if not words] == [], "write a docstring below the field"
    assert [place for place, words in told.items() if len(words.split()) > 25] == []


def _properties(part: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property in a schema by where it stands, also in definitions and in objects inside others."""
    if isinstance(part, dict) and "properties" in part:
        yield from ((f"{place}/{name}", told) for name, told in part["properties"].items())
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for name, inner in inside:
        yield from _properties(inner, f"{place}/{name}")


def test_what_is_written_beside_the_example_games_stays(tmp_path: Path) -> None:
    for name in ("bot.py", "ur-3p/record/0099.step"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    write({"ur-3p/record/0000.charter": b"charter"}, tmp_path)

    kept = [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*")) if path.is_file()]
    assert kept == ["bot.py", "ur-3p/record/0000.charter"]


def test_the_examples_are_made_again_with_the_same_bytes() -> None:
    """Same input, same bytes: keys, moves and seeds of the examples come from labels alone."""
    left_out = (LONGEST,)[: of(1, 0)]
    made = example_files(left_out)
    files = (
        path
        for path in (ROOT / "examples").rglob("*")
        if path.suffix != ".py" and path.is_file() and path.name != "README.md"
    )
    kept = {name: path.read_bytes() for path in files if (name := _below(path)).partition("/")[0] not in left_out}

    assert sorted(made) == sorted(kept)
    assert [name for name in made if made[name] != kept[name]] == [], "run python scripts/make_example.py"


def _below(path: Path) -> str:
    return str(path.relative_to(ROOT / "examples"))


def test_a_page_is_not_written_with_a_text_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.make_docs.catalogue.catalogue_text", lambda game, context, code, lang: None)

    with pytest.raises(LookupError, match=r'^ur/words/en\.toml has no entry "UR 1\.1" under \[rule\]$'):
        compliance_page(find("ur"))


def test_a_command_without_its_words_is_named() -> None:
    with pytest.raises(LookupError, match=r'^help\.toml has no entry "no-such-command"$'):
        PageWords("no-such-command", "en").about()
