"""Every type of note has its row, and every row an answer to what the program asks of a note by its type."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from referee.audit.facts import ROW_OF
from referee.protocol.kinds import CHECKS
from referee.record.file_names import FORMS, parse_file_name
from referee.record.notes import TYPES, AnyNote, Note, NoteId, Party, Text
from referee.record.notes.codec import parse_carefully, render
from referee.record.notes.fast_reader import quick_reader
from referee.record.notes.kinds import FOLDERS, HOST, KIND_OF, KINDS, PENDING, SEAT, NoteKind, Phase, may_sign, slot_of
from referee.session.kinds import BINDINGS
from tests.record.examples import FULL, SMALL, name
from tests.words.catalogue_files import catalogue

UNION = "`AnyNote` in referee/record/notes/__init__.py"
FIELDS = {"step": "0007", "seat": "anna", "tag": "0123abcd"}


def test_every_type_of_note_has_one_row_in_both_tables() -> None:
    rows = {kind.note for kind in KINDS}
    assert len(rows) == len(KINDS) == len(KIND_OF)
    assert rows == set(get_args(AnyNote)), (
        f"each struct of {UNION} has a row in record/notes/kinds.py, and no other has"
    )
    assert rows == set(BINDINGS), (
        "each row of record/notes/kinds.py has a binding in session/kinds.py, and no other has"
    )
    assert {kind.type: kind.note for kind in KINDS} == TYPES


Greet: Any = msgspec.defstruct(
    "Greet", [("game", NoteId), ("seat", Party), ("say", Text)], bases=(Note,), frozen=True, kw_only=True
)
"""A type of note that is made up: a line for everybody, on which nothing hangs."""

GREET: dict[str, Any] = {
    "note": Greet,
    "signed_by": (SEAT, HOST),
    "phase": "step",
    "to": "all",
    "slot": lambda note, offers: ("greet", note.game, note.seat),
    "recorded_in": None,
}


def test_a_made_up_type_is_written_and_read_back_by_both_readers() -> None:
    note = Greet(game=name("game"), seat="anna", say="hello")
    body = render(note)

    assert body == f"referee/1 greet\ngame {name('game')}\nseat anna\nsay hello\n".encode()
    assert quick_reader(Greet)(body) == parse_carefully(body, Greet) == note
    assert NoteKind(**GREET).type == "greet"


@pytest.mark.parametrize("field", GREET)
def test_a_row_without_an_answer_fails_with_the_name_of_the_field(field: str) -> None:
    with pytest.raises(TypeError, match=f"'{field}'"):
        NoteKind(**{name: value for name, value in GREET.items() if name != field})


@pytest.mark.parametrize("examples", [SMALL, FULL], ids=["SMALL", "FULL"])
def test_each_type_has_an_example_with_as_few_and_one_with_all_lines(examples: dict[str, AnyNote]) -> None:
    others = set(examples) ^ set(KIND_OF)
    assert not others, "tests/record/examples.py shows one of each, in SMALL and in FULL"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type)
def test_somebody_signs_it_in_a_phase_that_the_file_of_signers_knows(kind: NoteKind) -> None:
    assert kind.signed_by
    assert set(kind.signed_by) <= {HOST, SEAT}
    assert may_sign(kind.type, is_host=True) is (HOST in kind.signed_by)
    assert may_sign(kind.type, is_host=False) is (SEAT in kind.signed_by)
    assert kind.phase in get_args(Phase)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type)
def test_its_slot_is_of_this_note_and_takes_one(kind: NoteKind) -> None:
    for examples in (FULL, SMALL):
        assert kind.type in examples, f"tests/record/examples.py has no {kind.type}"
        note = examples[kind.type]
        slot = slot_of(note)
        assert kind.slot is not None or slot == ()
        assert not slot or (slot[0] in TYPES and all(isinstance(word, str) for word in slot))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type)
def test_the_names_of_its_files_are_read_back(kind: NoteKind) -> None:
    for folder in kind.files:
        form = FORMS[folder][kind.type]
        name = parse_file_name(folder, form.format(**FIELDS))
        assert folder in FOLDERS
        assert name is not None
        assert name.kind == kind.type
        assert str(name) == form.format(**FIELDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type)
def test_what_waits_has_a_file_to_wait_in(kind: NoteKind) -> None:
    pending = BINDINGS[kind.note].pending

    assert (pending is not None) is (PENDING in kind.files or PENDING in kind.more_files)
    assert pending is None or pending.sort in FORMS[PENDING]


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type)
def test_people_have_words_for_it(kind: NoteKind, lang: str) -> None:
    needed = [f"subject-{kind.type}"] if kind.has_own_mail else []
    needed += [f"{kind.type}-kept", f"{kind.type}-here-already"] if kind.phase == "unrecorded" else []

    assert [code for code in needed if ("", code) not in catalogue("", lang)] == [], f"to write in referee/i18n/{lang}"


def test_each_place_in_a_step_file_is_of_one_type() -> None:
    ranks = [kind.step_rank for kind in KINDS if kind.step_rank is not None]

    assert sorted(ranks) == list(range(len(ranks)))
    assert all(kind.recorded_in == "step" for kind in KINDS if kind.step_rank is not None)


def test_lines_of_masked_games_are_lines_of_the_note() -> None:
    for kind in KINDS:
        named = {*kind.masked_lines, *kind.masked_extras, *kind.open_lines}
        assert named <= set(kind.note.__struct_fields__)
        assert not set(kind.masked_lines) & set(kind.open_lines)


def test_what_a_seat_signs_for_a_step_says_what_it_is_checked_on() -> None:
    in_steps = {kind.note for kind in KINDS if kind.recorded_in == "step" and SEAT in kind.signed_by}

    assert set(CHECKS) == in_steps


def test_what_a_program_signs_by_itself_has_words_in_both_languages() -> None:
    codes = {binding.made_code for binding in BINDINGS.values() if binding.made_code}

    assert codes == {"mix-made", "unlock-made", "share-made"}
    assert all({("", code) for code in codes} <= set(catalogue("", lang)) for lang in ("en", "it"))


def test_a_verdict_on_two_notes_is_one_that_a_judge_can_give() -> None:
    assert {kind.two_code for kind in KINDS if kind.two_code} <= set(ROW_OF)
    assert all(kind.slot is not None for kind in KINDS if kind.two_code)
