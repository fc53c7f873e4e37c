"""What files of a game are called: one grammar, read and written alike, told apart in every folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.record.file_names import (
    COMMENTS,
    DISPUTES,
    FORMS,
    OUTBOX,
    PENDING,
    FileName,
    content_tag,
    copies_of,
    first_free_name,
    name_prefix,
    names_with_prefix,
    numbered_name,
    parse_file_name,
)
from referee.record.store import GameFolder
from tests.source_trees import texts

SEATS = ("anna", "b", "a-b", "anna-deadbeef", "referee", "key", "no")
TAG = content_tag(b"a note")
EVERY = [
    FileName(part, kind, *(value if f"{{{field}}}" in form else plain for field, value, plain in fields))
    for part, forms in FORMS.items()
    for kind, form in forms.items()
    for seat in SEATS
    for fields in [(("step", 17, 0), ("seat", seat, ""), ("tag", TAG, ""))]
]

ON_DISK = {
    FileName(OUTBOX, "move", 43, "bert"): "0043-bert.move",
    FileName(OUTBOX, "join", seat="anna"): "join-anna.note",
    FileName(OUTBOX, "ack", seat="anna"): "ack-anna.note",
    FileName(OUTBOX, "standing", 7, "anna"): "standing-0007-anna.note",
    FileName(OUTBOX, "rekey", 7, "referee"): "rekey-0007-referee.note",
    FileName(OUTBOX, "consent", 7, "anna", "end-draw"): "consent-0007-anna-end-draw.note",
    FileName(OUTBOX, "key", seat="bert-anna", tag=TAG): f"consent-key-bert-anna-{TAG}.note",
    FileName(OUTBOX, "no", 7, "bert-anna", TAG): f"consent-no-0007-bert-anna-{TAG}.note",
    FileName(PENDING, "rival", seat="anna", tag=TAG): f"join-anna.{TAG}.note",
    FileName(PENDING, "accept", seat="anna"): "accept-anna.note",
    FileName(PENDING, "consent", 7, "anna", TAG): f"consent-0007-anna-{TAG}.note",
    FileName(PENDING, "key", seat="anna", tag=TAG): f"consent-key-anna-{TAG}.note",
    FileName(PENDING, "rekey", seat="referee", tag=TAG): f"rekey-referee-{TAG}.note",
    FileName(PENDING, "standing", 7, "anna", TAG): f"standing-0007-anna-{TAG}.note",
    FileName(PENDING, "answer", 7, "anna"): "answer-0007-anna.move",
    FileName(PENDING, "ahead", 13): "ahead-0013.note",
    FileName(PENDING, "evidence", tag=TAG): f"evidence-{TAG}.note",
    FileName(PENDING, "decision", 7): "decision-0007.txt",
    FileName(DISPUTES, "claim", 49, "anna", TAG): f"claim-0049-anna-{TAG}.note",
    FileName(COMMENTS, "comment", 49, "referee", TAG): f"comment-0049-referee-{TAG}.note",
}


@pytest.mark.parametrize(("name", "file"), ON_DISK.items(), ids=list(ON_DISK.values()))
def test_a_file_is_called_on_disk_what_it_was(name: FileName, file: str) -> None:
    """Games go on that were begun before: a name that changes is a note that nobody finds."""
    assert str(name) == file


@pytest.mark.parametrize("part", [PENDING, DISPUTES, COMMENTS])
def test_what_waits_is_read_as_it_was_written(part: str) -> None:
    """Whatever a seat is called, even if its name looks like the end of a file."""
    assert [parse_file_name(part, str(name)) for name in EVERY if name.part == part] == [
        n for n in EVERY if n.part == part
    ]


def test_what_was_signed_is_written_again_as_it_was_read() -> None:
    """In the outbox a word may hold two seats; how they are cut is nobody's business but the name is."""
    for name in EVERY:
        read = parse_file_name(name.part, str(name))
        assert read is not None and (str(read), read.kind) == (str(name), name.kind)


@pytest.mark.parametrize(
    "text", ["", "note", "join-.note", "join-anna.note~", "ahead-13.note", "consent-0007-anna.note", "bug-1b9f02c3.zip"]
)
def test_what_nobody_writes_there_means_nothing(text: str) -> None:
    assert parse_file_name(PENDING, text) is None


def test_the_store_takes_every_name(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path)
    for name in EVERY:
        write = {
            OUTBOX: folder.write_outbox,
            PENDING: folder.write_pending,
            DISPUTES: folder.write_dispute,
            COMMENTS: folder.write_comment,
        }[name.part]
        write(str(name), b"")
    assert set(folder.list_pending()) == {str(name) for name in EVERY if name.part == PENDING}


def test_all_names_of_a_sort_begin_alike() -> None:
    for name in EVERY:
        assert str(name).startswith(name_prefix(name.part, name.kind))
    assert name_prefix(OUTBOX, "move", 43, "bert") == "0043-bert"
    assert name_prefix(PENDING, "consent", 43) == "consent-0043-"


def test_corrections_stand_behind_what_they_correct() -> None:
    names = [numbered_name("0043-bert.move", number) for number in (10, 2, 1)]
    assert copies_of("0043-bert.move", names) == ["0043-bert.move", "0043-bert-2.move", "0043-bert-10.move"]
    assert names_with_prefix(["0044-bert.move", *names], "0043-") == copies_of("0043-bert.move", names)
    assert first_free_name("0043-bert.move", names) == "0043-bert-3.move"
    assert first_free_name("0043-bert.move", []) == "0043-bert.move"


def test_no_other_module_spells_a_name() -> None:
    """What 24 modules spelled, nobody could change; one of them would be forgotten."""
    words = {form.partition("{")[0] for forms in FORMS.values() for form in forms.values()}
    words -= {"", "late-"}  # codes of what a host is told begin so too
    spelled = re.compile(rf"\A({'|'.join(sorted(words))})(\Z|[0-9]|key-)|\.move\Z")
    found = {
        f"{path}:{node.lineno}: {node.value}"
        for path, node in texts()
        if path not in ("record/file_names.py", "record/notes/kinds.py") and spelled.search(str(node.value))
    }
    assert found == set()
