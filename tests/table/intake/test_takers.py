"""Who handles which notes: names of functions that are loaded late, so a name that leads nowhere must be seen here."""

from __future__ import annotations

import ast
from pathlib import Path

from referee.kernel.late_loading import Lazy
from referee.record.notes import TYPES
from referee.session.incoming import receive
from referee.session.incoming.receive import IN_ORDER, UNRECORDED_ALONE
from referee.session.kinds import BINDINGS

HANDLERS = (*UNRECORDED_ALONE, *IN_ORDER)


def test_every_function_of_the_folder_that_handles_notes_is_bound_once() -> None:
    here = {
        f"{path.stem}.{node.name}"
        for path in Path(receive.__file__).parent.glob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("handle_", "close_on_"))
    }
    bound = [Lazy.found(handler.function) for handler in HANDLERS]

    assert sorted(f"{function.__module__.rpartition('.')[2]}.{function.__name__}" for function in bound) == sorted(here)


def test_every_type_of_note_is_handled() -> None:
    assert {note_type for handler in HANDLERS for note_type in handler.types} == set(TYPES)


def test_every_question_whether_a_note_says_something_new_leads_to_a_function() -> None:
    asked = [binding.says_new for binding in BINDINGS.values() if isinstance(binding.says_new, Lazy)]

    assert asked
    assert all(callable(Lazy.found(question)) for question in asked)
