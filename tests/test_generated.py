"""Generated files are current: the compliance pages, the schemas, the examples."""

from __future__ import annotations

from functools import cache

import pytest

from scripts.make_docs import ROOT, generated
from scripts.make_example import example_files

written = cache(generated)
"""All files are made at once: one reading of the help pages and the types serves every test here."""


@pytest.mark.parametrize("name", sorted(written()))
def test_a_page_or_schema_is_what_its_source_says(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == written()[name], "run python scripts/make_docs.py"


def test_the_examples_are_made_again_with_the_same_bytes() -> None:
    """Same input, same bytes: keys, moves and seeds of the examples come from labels alone."""
    made = example_files()
    kept = {
        str(path.relative_to(ROOT / "examples")): path.read_bytes()
        for path in (ROOT / "examples").rglob("*")
        if path.is_file() and path.name != "README.md"
    }

    assert sorted(made) == sorted(kept)
    assert [name for name in made if made[name] != kept[name]] == [], "run python scripts/make_example.py"
