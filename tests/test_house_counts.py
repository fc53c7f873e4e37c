"""The counts of the code may only fall, and each of them counts what it says."""

from __future__ import annotations

import ast

import pytest

from scripts import house

KINDS = frozenset({"Move", "move", "Step", "step", "Deal", "deal"})


@pytest.mark.long
def test_every_count_is_at_its_bound() -> None:
    """As `house.py --check` asks beside the tests of a usual run, too."""
    assert house.against(house.read_bounds(), house.bounded(house.counts())) == []


@pytest.mark.parametrize(
    ("bounds", "found", "said"),
    [
        ({"modules": 3}, {"modules": 4}, ["modules: 4, at most 3; save some, or raise it in house.toml and say why"]),
        (
            {"modules": 3},
            {"modules": 2},
            ["modules: 2 where 3 may be; `python3 scripts/house.py --lower` writes it down"],
        ),
        ({"modules": 3}, {"modules": 3, "rooms": 1}, ["rooms: it has no bound"]),
        ({"modules": 3, "rooms": 1}, {"modules": 3}, ["rooms: a bound, and nothing is counted"]),
        ({"modules": 3}, {"modules": 3}, []),
    ],
    ids=["more", "fewer", "without a bound", "not counted", "equal"],
)
def test_a_count_that_is_not_at_its_bound_is_named(
    bounds: dict[str, int], found: dict[str, int], said: list[str]
) -> None:
    assert house.against(bounds, found) == said


def test_code_is_what_is_no_comment_docstring_or_import() -> None:
    said = '"""What it is."""\n\nimport os\n\n# said\n'
    source = said + 'TEXT = """\n# of it\n\nend"""  # more\nX = (\n    1,\n\n    2,\n)\n"""A value."""\n'

    assert (house.code_lines(said), house.code_lines(source)) == (0, 4 + 4)


def test_lowering_never_raises_a_bound() -> None:
    text = house.lower({"modules": 3, "rooms": 1}, {"modules": 2, "rooms": 5, "new": 7})

    assert text.splitlines()[2:] == ['"modules" = 2', '"rooms" = 1', '"new" = 7']


@pytest.mark.parametrize(
    ("source", "is_table"),
    [
        ("{'move': 1, 'step': 2}", True),
        ("('move', 'deal')", True),
        ("{Move: 1, notes.Step: 2}", True),
        ("match note:\n    case Move():\n        pass\n    case notes.Step():\n        pass\n", True),
        ("('move', 'other', 'more')", False),
        ("('move',)", False),
        ("{'hand': 1, 'bag': 2}", False),
    ],
)
def test_a_table_by_note_type_is_seen(source: str, is_table: bool) -> None:
    statement = ast.parse(source).body[0]
    node = statement.value if isinstance(statement, ast.Expr) else statement

    assert house._is_table_of_kinds(node, KINDS) is is_table


@pytest.mark.parametrize(
    ("word", "is_participle"), [("signed", True), ("told", True), ("seed", False), ("sign", False), ("write", False)]
)
def test_a_participle_is_seen(word: str, is_participle: bool) -> None:
    assert house._is_participle(word) is is_participle
