"""Generated files are current: the compliance pages, the schemas, the examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.helping.words import PageWords
from referee.games import find
from scripts.make_docs import ROOT, compliance_page, generated
from scripts.make_example import example_files
from tests.depth import of

LONGEST = "tigris-4p"
"""A third of all the seconds; the game that stands in the middle is one of the same rules."""


def test_the_pages_and_schemas_are_what_their_sources_say() -> None:
    made = generated()
    stale = [name for name in made if not (ROOT / name).is_file() or (ROOT / name).read_text("utf-8") != made[name]]

    assert stale == [], "run python scripts/make_docs.py"
    assert len(made) > 50


def test_the_examples_are_made_again_with_the_same_bytes() -> None:
    """Same input, same bytes: keys, moves and seeds of the examples come from labels alone."""
    left_out = (LONGEST,)[: of(1, 0)]
    made = example_files(left_out)
    files = (path for path in (ROOT / "examples").rglob("*") if path.is_file() and path.name != "README.md")
    kept = {name: path.read_bytes() for path in files if (name := _below(path)).partition("/")[0] not in left_out}

    assert sorted(made) == sorted(kept)
    assert [name for name in made if made[name] != kept[name]] == [], "run python scripts/make_example.py"


def _below(path: Path) -> str:
    return str(path.relative_to(ROOT / "examples"))


def test_a_page_is_not_written_with_a_text_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.make_docs.catalogue.entry", lambda game, context, code, lang: None)

    with pytest.raises(LookupError, match=r'^ur/words/en\.toml has no entry "UR 1\.1" under \[rule\]$'):
        compliance_page(find("ur"))


def test_a_command_without_its_words_is_named() -> None:
    with pytest.raises(LookupError, match=r'^help\.toml has no entry "no-such-command"$'):
        PageWords("no-such-command", "en").about()
