"""Expressions that never go back match alike on every Python."""

from __future__ import annotations

import ast
import re
import sys

import pytest

from referee.record.notes.patterns import compile_possessive
from tests import source_trees

VALUE = "[!-~]++(?: [!-~]++)*+"
TAKEN = ("a", "a b", "a b c", "a+ +b")
REFUSED = ("", " ", " a", "a ", "a b ", "a  b", "a\n")
POSSESSIVE = r"[\])}.\w\\]([*+?]|\{\d*,?\d*\})\+"


@pytest.mark.parametrize("sound", [False, True] if sys.version_info >= (3, 11, 5) else [False])
def test_an_expression_takes_the_same_texts_under_an_old_python(sound: bool) -> None:
    text, data = compile_possessive(VALUE, sound=sound), compile_possessive(VALUE.encode(), sound=sound)

    assert [one for one in (*TAKEN, *REFUSED) if text.fullmatch(one)] == [*TAKEN]
    assert [one for one in (*TAKEN, *REFUSED) if data.fullmatch(one.encode())] == [*TAKEN]


@pytest.mark.parametrize(
    ("expression", "going_back"),
    [
        (r"(?:a?+b{2,3}+)++", r"(?:a?b{2,3})+"),
        (r"[*+]+", r"[*+]+"),
        (r"[]*+]++x", r"[]*+]+x"),
        (r"[^\]?+]*+", r"[^\]?+]*"),
        (r"\++", r"\++"),
        (r"\*\++\\*+", r"\*\++\\*"),
    ],
)
def test_only_the_plus_behind_a_repetition_goes(expression: str, going_back: str) -> None:
    assert compile_possessive(expression, sound=False).pattern == going_back


def test_no_other_expression_of_the_program_never_goes_back() -> None:
    """141: who writes one compiles it by `compiled`."""
    with_one = {
        path
        for path, nodes in source_trees.nodes().items()
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        if re.search(POSSESSIVE, node.value if isinstance(node.value, str) else node.value.decode("latin-1"))
    }
    compiles = {
        path
        for path, nodes in source_trees.nodes().items()
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in ("compile", "match", "fullmatch")
        if ast.unparse(node.value) == "re"
    }
    no_expression = {"record/notes/patterns.py", "audit/facts.py"}
    """What takes the plus away, and a program for awk."""

    assert with_one - no_expression == {"record/notes/fields.py", "record/notes/fast_reader.py"}
    assert not (with_one - no_expression) & compiles
