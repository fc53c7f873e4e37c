"""The catalogues: every code has its words in every language, and nothing in them is left over."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.audit.facts import ROW_OF
from referee.audit.finding import fact_codes_by_refusal
from referee.games import all_games, built_in, find, names
from referee.i18n.catalogue import HELP, languages
from referee.i18n.compiler import mo_bytes, read
from referee.i18n.rule_text import PREFIX
from referee.kernel.errors import RefereeError
from referee.record.notes import fields
from referee.record.notes.kinds import KINDS
from referee.web.tools import TABLE_TOOLS, TOOLS
from tests.project_copies import left_out
from tests.source_trees import nodes, texts
from tests.words.catalogue_files import ROOT, catalogue, places

BOOKS = ("", *names())
ALL = (*BOOKS, HELP)
OTHERS = [lang for lang in languages() if lang != "en"]

SAID = {
    "Notice": 0,
    "Sentence": 0,
    "illegal": 1,
    "sentence": 0,
    "found": 2,
    "Unproven": 0,
    "_no": 2,
    "_do": 1,
    "Kind": 1,
}
"""Calls beside the refusals themselves that take a code, and which argument it is."""

ON_PAGES = {"said": 1, "_phrase": 1, "said_plain": 1}
"""The same for pages, in `cli` alone: games have functions that are called so."""


@cache
def refusals() -> frozenset[str]:
    """The names of all refusals: `RefereeError` and every class below it."""
    found, bases = {"RefereeError"}, {}
    for node in (node for found in nodes().values() for node in found):
        if isinstance(node, ast.ClassDef):
            bases[node.name] = {base.id for base in node.bases if isinstance(base, ast.Name)}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)


def said() -> Iterator[tuple[str, ast.expr]]:
    """(file, argument) for every code that is said; either side of a choice."""
    for name, found in nodes().items():
        for node in found:
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            again = isinstance(node.func, ast.Call) and getattr(node.func.func, "id", "") == "type"  # type(error)(..)
            says = SAID | ON_PAGES if name.startswith("cli/") else SAID
            at = 0 if called in refusals() or again else says.get(called)
            if at is None or len(node.args) <= at:
                continue
            argument = node.args[at]
            choices = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
            yield from ((name, choice) for choice in choices)


@cache
def literals() -> frozenset[str]:
    """Every code that is said, as it stands."""
    found = {node.value for _, node in said() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(found | {kind.code for kind in vars(fields).values() if isinstance(kind, fields.Kind)})


def constants() -> set[str]:
    """Every text in the source."""
    return {str(node.value) for _, node in texts()}


def known(code: str) -> bool:
    game, _, rest = code.rpartition("/")
    game, _, context = game.partition("/")
    return game in BOOKS and (context, rest) in catalogue(game, "en")


def test_every_code_that_is_said_has_its_english() -> None:
    assert len(literals()) > 500
    assert sorted(code for code in literals() if not known(code)) == []


def said_by_kind() -> Iterator[str]:
    """The codes that are made of the type of a note."""
    for kind in KINDS:
        if kind.has_own_mail:
            yield f"subject-{kind.type}"
        if kind.phase == "unrecorded":
            yield from (f"{kind.type}-kept", f"{kind.type}-here-already")


def said_by_tool() -> Iterator[str]:
    """The codes that are made of the word of a form of the page, and of its fields."""
    for tool in (*TABLE_TOOLS, *TOOLS):
        yield from (tool.label, f"{tool.label}-how", f"{tool.label}-press")
    for node in nodes()["web/tools.py"]:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_fields":
            yield from (f"tool-field-{field.arg}" for field in node.keywords)
    for text in (node.value for name, node in texts() if name == "web/tools.py"):
        yield from (f"tool-field-{text}", f"tool-opens-{text or 'nothing'}")


def test_every_sentence_of_a_form_is_there() -> None:
    own = [code for code in said_by_tool() if not code.startswith(("tool-field-", "tool-opens-"))]

    assert [code for code in own if not known(code)] == []


def test_no_sentence_is_left_that_nothing_says() -> None:
    texts = constants() | {f"fact-{code.lower()}" for code in ROW_OF} | {*said_by_kind(), *said_by_tool()}
    left = [
        f"{game}/{code}" if game else code
        for game in ("", *built_in())
        for context, code in catalogue(game, "en")
        if not context and (f"{game}/{code}" if game else code) not in texts
    ]

    assert left == []


def test_every_refusal_in_the_table_of_faults_is_one_and_comes_to_a_fact() -> None:
    facts = fact_codes_by_refusal()

    assert len(facts) > 50
    assert sorted(set(facts) - constants()) == []
    assert sorted(set(facts.values()) - set(ROW_OF)) == []


@pytest.mark.parametrize("game", BOOKS)
def test_a_code_is_at_most_four_words_in_lower_case_with_hyphens(game: str) -> None:
    codes = [code for context, code in catalogue(game, "en") if not context]

    assert [code for code in codes if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+){0,3}", code)] == []


OF_ONE_LANGUAGE = ("typed", "word-letter", "name-in", "rule-word")
"""What people type in one language alone, letters that a board has in it, and its prepositions need no twin."""


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", ALL)
def test_every_entry_has_its_words_in_every_language(game: str, lang: str) -> None:
    english, other = catalogue(game, "en"), catalogue(game, lang)

    assert {key for key in set(english) ^ set(other) if not key[0].startswith(OF_ONE_LANGUAGE)} == set()
    assert [key for key, texts in other.items() if not all(texts)] == []


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", ALL)
def test_every_language_tells_the_same_facts(game: str, lang: str) -> None:
    other = catalogue(game, lang)
    different = [
        key
        for key, texts in catalogue(game, "en").items()
        if not key[0].startswith(("word", "typed"))
        and any(places(texts[-1]) != places(text) for text in other[key][-1:])
    ]

    assert different == []


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", BOOKS)
def test_a_refusal_is_one_sentence_without_full_stop(game: str, lang: str) -> None:
    texts = [text for (context, _), forms in catalogue(game, lang).items() if not context for text in forms]

    assert [
        text
        for text in texts
        if (text.endswith((".", " ")) and not text.endswith("...")) or re.search("invalid|please", text)
    ] == []


def test_every_layer_has_its_name() -> None:
    layers = {kind.layer for kind in _below(RefereeError)}

    assert layers == {code for context, code in catalogue("", "en") if context == "layer"}


def _below(kind: type[RefereeError]) -> set[type[RefereeError]]:
    import referee.cli.help_pages.usage
    import referee.cli.printing.errors

    assert referee.cli.printing.errors and referee.cli.help_pages.usage
    return {kind}.union(*map(_below, kind.__subclasses__()))


def test_a_language_is_a_folder_and_needs_no_code(tmp_path: Path) -> None:
    """German with one sentence: it is known, says this one in German, and the rest in English."""
    shutil.copytree(ROOT, tmp_path / "referee", ignore=left_out)
    german = mo_bytes(read('no-such-rule = "es gibt keine Regel {id}; es gibt {known}"'))
    (tmp_path / "referee" / "i18n" / "de").mkdir()
    (tmp_path / "referee" / "i18n" / "de" / "words.mo").write_bytes(german)

    def told(*arguments: str) -> list[str]:
        command = [sys.executable, "-m", "referee.cli.main", *arguments]
        place = {"PYTHONPATH": str(tmp_path), "REFEREE_HOME": str(tmp_path / "home")}
        run = subprocess.run(command, cwd=tmp_path, env={**os.environ, **place}, capture_output=True, text=True)
        return run.stderr.splitlines()

    known = ", ".join(sorted({PREFIX, *(find(game).info.rule_prefix for game in built_in())}))

    assert told("rule", "XX", "1", "--lang", "de")[0] == f"referee: es gibt keine Regel XX 1; es gibt {known}"
    assert told("key", "show", "--lang", "de_CH.UTF-8")[0].startswith("referee: which key; there are")
    assert told("rule", "--lang", "xx")[0].endswith("there are en, de, it")


def test_an_option_is_told_in_the_words_that_charters_pin() -> None:
    for game in all_games():
        told = {
            code: texts[0] for (context, code), texts in catalogue(game.info.name, "en").items() if context == "option"
        }

        assert told == {option.name: option.about for option in game.info.options}
