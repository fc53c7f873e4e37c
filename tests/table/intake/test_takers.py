"""Who takes in which notes: a table of names, so that a name that leads nowhere must be seen here."""

from __future__ import annotations

import ast
from pathlib import Path

from referee.record.notes import TYPES
from referee.session.incoming import receive
from referee.session.incoming.receive import BESIDE_ALONE, IN_ORDER

TAKERS = (*BESIDE_ALONE, *IN_ORDER)


def test_every_function_of_the_room_that_takes_notes_is_in_the_table_once() -> None:
    here = {
        (path.stem, node.name)
        for path in Path(receive.__file__).parent.glob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("handle_", "close_if_"))
    }

    assert sorted((taker.module, taker.name) for taker in TAKERS) == sorted(here)


def test_every_type_of_note_is_taken_by_somebody() -> None:
    assert {note_type for taker in TAKERS for note_type in taker.types} == set(TYPES)
