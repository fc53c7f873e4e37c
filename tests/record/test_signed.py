"""Signed notes and bundles: the record is read in one spelling, and stock OpenSSH says yes to what we sign."""

from __future__ import annotations

import inspect
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.crypto import sshsig
from referee.crypto.keys import SigningKey
from referee.crypto.openssh import format_public
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.record.note import BEGIN, END, FILE_LIMIT, SignedNote, note_id, read_bundle, render_bundle, sign_note
from referee.record.notes import TYPES, AnyNote
from tests.crypto.second import b64, h
from tests.long_runs import of
from tests.record.examples import FULL, SMALL, key_of, signed_example

NOTES = tuple(signed_example(note) for note in (FULL["accept"], FULL["deal"]))
FILE = render_bundle(NOTES)
NOTE = NOTES[0].armoured()
EVERY = [*SMALL.values(), *FULL.values()]
needs_openssh = pytest.mark.needs("ssh-keygen")


def test_a_bundle_is_read_back() -> None:
    assert read_bundle(FILE) == NOTES
    assert [signed.note() for signed in read_bundle(FILE)] == [FULL["accept"], FULL["deal"]]


@pytest.mark.parametrize("wanted", TYPES)
def test_a_note_is_read_as_its_own_type_and_refused_as_any_other(wanted: str) -> None:
    for name, note in FULL.items():
        signed = signed_example(note)
        if name == wanted:
            assert signed.read(TYPES[wanted]) == note
            continue
        with pytest.raises(Unreadable) as refused:
            signed.read(TYPES[wanted])
        assert str(refused.value) == f"expected a note of type {wanted}, found a note of type {name}"


def test_a_file_is_the_notes_one_behind_the_other_and_nothing_else() -> None:
    assert FILE.decode() == "".join(signed.armoured() for signed in NOTES)
    assert FILE.startswith(f"{BEGIN}\nreferee/1 accept\n".encode())
    assert FILE.endswith(f"{sshsig.END}\n{END}\n".encode())


@pytest.mark.parametrize("note", EVERY, ids=lambda note: note.type)
def test_an_id_is_the_tagged_hash_of_the_body_and_nothing_else(note: AnyNote) -> None:
    """Ids never cover signatures (attack 7)."""
    signed = signed_example(note)
    by_another = sign_note(note, key_of("bert"))

    assert signed.id == note_id(signed.body) == b64(h("note", signed.body))
    assert by_another.id == signed.id
    assert by_another.signature != signed.signature


@pytest.mark.parametrize("note", EVERY, ids=lambda note: note.type)
def test_what_is_signed_checks(note: AnyNote) -> None:
    signed_example(note).check()


def _changed(change: Callable[[str], str]) -> bytes:
    changed = change(FILE.decode("latin-1"))
    assert changed != FILE.decode("latin-1")
    return changed.encode("latin-1")


def _armour_of(width: int) -> str:
    lines = NOTE.split("\n")
    start, end = lines.index(sshsig.BEGIN) + 1, lines.index(sshsig.END)
    text = "".join(lines[start:end])
    return "\n".join([*lines[:start], *(text[at : at + width] for at in range(0, len(text), width)), *lines[end:]])


def _blob(change: Callable[[bytes], bytes]) -> bytes:
    data = change(sshsig.blob(NOTES[0].key, NOTES[0].namespace, NOTES[0].signature))
    return "\n".join([BEGIN, NOTES[0].body.decode() + "\n".join(sshsig.armour(data)), END, ""]).encode()


# What a strict reader must not heal, though a tolerant one may.
BAD_FILES: dict[str, tuple[bytes, type[RefereeError]]] = {
    "nothing": (b"", Unreadable),
    "a line end": (b"\n", Unreadable),
    "words above": (_changed(lambda text: "hello\n" + text), Unreadable),
    "a blank line above": (_changed(lambda text: "\n" + text), Unreadable),
    "words between": (_changed(lambda text: text.replace(f"{END}\n", f"{END}\nhello\n", 1)), Unreadable),
    "a blank line between": (_changed(lambda text: text.replace(f"{END}\n", f"{END}\n\n", 1)), Unreadable),
    "words behind": (_changed(lambda text: text + "hello\n"), Unreadable),
    "a line end behind": (_changed(lambda text: text + "\n"), Unreadable),
    "the last line end missing": (_changed(lambda text: text[:-1]), Unreadable),
    "CRLF": (_changed(lambda text: text.replace("\n", "\r\n")), Unreadable),
    "quoted": (_changed(lambda text: "".join(f"> {line}\n" for line in text.split("\n")[:-1])), Unreadable),
    "a byte order mark": (b"\xef\xbb\xbf" + FILE, Unreadable),
    "no END": (_changed(lambda text: text.replace(f"{END}\n", "")), Unreadable),
    "BEGIN twice": (_changed(lambda text: text.replace(f"{BEGIN}\n", f"{BEGIN}\n{BEGIN}\n")), Unreadable),
    "signature before the text": (
        "\n".join([BEGIN, *sshsig.armour(sshsig.blob(NOTES[0].key, "accept@referee.pbem", bytes(64)))]).encode()
        + b"\n"
        + NOTES[0].body
        + f"{END}\n".encode(),
        Unreadable,
    ),
    "a second signature block": (
        NOTE.replace(END, "\n".join([*NOTE.split("\n")[NOTE.split("\n").index(sshsig.BEGIN) : -2], END])).encode(),
        NotAuthentic,
    ),
    "text behind the signature": (NOTE.replace(sshsig.END, f"{sshsig.END}\nhello").encode(), Unreadable),
    "signature in 63 columns": (_armour_of(63).encode(), NotAuthentic),
    "signature in one line": (_armour_of(1000).encode(), NotAuthentic),
    "a blank at the end of a signature line": (_changed(lambda text: text.replace("U1NIU", "U1NIU ", 1)), NotAuthentic),
    "a signature line in another alphabet": (_changed(lambda text: text.replace("U1NIU", "U1N-U", 1)), NotAuthentic),
    "padding dropped": (_changed(lambda text: text.replace("=\n-----END SSH", "\n-----END SSH", 1)), NotAuthentic),
    "bytes after the signature": (_blob(lambda data: data + b"\0"), NotAuthentic),
    "a blob cut short": (_blob(lambda data: data[:-1]), NotAuthentic),
    "an empty blob": (_blob(lambda data: b""), NotAuthentic),
    "sha256": (_blob(lambda data: data.replace(b"sha512", b"sha256")), NotAuthentic),
    "version 2": (_blob(lambda data: data.replace(b"SSHSIG\0\0\0\1", b"SSHSIG\0\0\0\2")), NotAuthentic),
    "a security key": (_blob(lambda data: data.replace(b"\x0bssh-ed25519", b"\x0bsk-ed25519x")), NotAuthentic),
    "another namespace": (_blob(lambda data: data.replace(b"accept@", b"accepf@")), NotAuthentic),
    "another type": (NOTE.replace("referee/1 accept", "referee/1 ack").encode(), NotAuthentic),
    "another version": (NOTE.replace("referee/1 accept", "referee/2 accept").encode(), Unreadable),
    "a first line that is none": (NOTE.replace("referee/1 accept", "hello").encode(), Unreadable),
    "a note of more than 64 KiB": (NOTE.replace("\nseat", "\n" + "seat anna\n" * 7000 + "seat").encode(), Unreadable),
    "more than a mebibyte": (FILE * (FILE_LIMIT // len(FILE) + 1), Unreadable),
}


@pytest.mark.parametrize("why", BAD_FILES)
def test_a_file_in_another_spelling_is_refused(why: str) -> None:
    """Attacks 10, 14, 110: a record is not healed."""
    data, error = BAD_FILES[why]
    with pytest.raises(RefereeError) as refusal:
        read_bundle(data)

    assert type(refusal.value) is error


# Whatever the armour, these are refused once the signature and the grammar are looked at.
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" anna ", "\xc2\xa0anna "),
        ("\nstep", "\x0bstep"),
        ("\nstep", "\xc2\x85step"),
        ("\nstep", "\xe2\x80\xa8step"),
        ("\nstep", "\n\nstep"),
        ("step 0", "step 1"),
        ("event drew anna 6", "event drew anna 5"),
    ],
    ids=["NBSP", "VT", "NEL", "U+2028", "blank line", "another step", "another event"],
)
def test_a_changed_body_in_a_stored_file_is_not_authentic(old: str, new: str) -> None:
    """Attack 110."""
    signed_notes = read_bundle(_changed(lambda text: text.replace(old, new, 1)))

    with pytest.raises(NotAuthentic):
        for signed in signed_notes:
            signed.check()


def test_every_changed_byte_of_a_file_is_found() -> None:
    """Attack 32, for one file: strict reading, signatures and grammar leave no byte free."""
    small = render_bundle([signed_example(SMALL["accept"]), signed_example(FULL["ack"])])
    for position in range(len(small)):
        for flip in (1, 0x20, 0x80):
            data = bytearray(small)
            data[position] ^= flip
            with pytest.raises(RefereeError):
                for signed in read_bundle(bytes(data)):
                    signed.check()
                    signed.note()


@pytest.mark.parametrize("cut", range(0, len(NOTE), 7))
def test_a_file_cut_anywhere_is_refused(cut: int) -> None:
    """Attack 22."""
    with pytest.raises(Unreadable):
        read_bundle(NOTE.encode()[:cut])


@settings(max_examples=of(120, 300), deadline=None)
@given(st.binary(max_size=200), st.integers(0, len(FILE)))
def test_any_bytes_put_in_are_refused_or_were_a_whole_note(data: bytes, at: int) -> None:
    changed = FILE[:at] + data + FILE[at:]
    try:
        signed_notes = read_bundle(changed)
    except RefereeError as refusal:
        assert str(refusal).isascii()
        return
    assert render_bundle(signed_notes) == changed


def test_a_bundle_of_many_notes_names_the_one_at_fault() -> None:
    bad = NOTE.replace("U1NIU", "U1NIV", 1).encode()
    with pytest.raises(NotAuthentic) as refusal:
        read_bundle(FILE + bad)

    assert str(refusal.value.at) == "note 3"


def test_words_between_notes_are_named_by_their_line() -> None:
    with pytest.raises(Unreadable) as refusal:
        read_bundle(NOTE.encode() + b"hello\n" + FILE)

    assert str(refusal.value.at) == f"line {NOTE.count(chr(10)) + 1}"


def test_a_key_is_checked_against_the_type_it_signed_for() -> None:
    """Attacks 8, 9: namespace and first line must agree, before the signature is looked at."""
    signed = NOTES[0]
    moved = SignedNote(signed.body, signed.key, "move@referee.pbem", signed.signature)
    with pytest.raises(NotAuthentic, match="says accept") as refusal:
        moved.check()

    assert "move@referee.pbem" in str(refusal.value)


def test_a_valid_signature_under_another_namespace_does_not_count() -> None:
    """Attack 8, with a signature that OpenSSH would call good under the namespace `git`."""
    key, body = key_of("anna"), NOTES[0].body
    other = SignedNote(body, key.public, "accept@referee.pbem", sshsig.sign(key, "git", body))

    with pytest.raises(NotAuthentic, match="does not match"):
        other.check()


def test_a_refused_signature_is_refused_again() -> None:
    """The verdict is kept, so keeping it must keep the refusal too."""
    signed = SignedNote(NOTES[0].body, NOTES[0].key, NOTES[0].namespace, bytes(64))
    for _ in range(2):
        with pytest.raises(NotAuthentic):
            signed.check()


def test_what_has_no_spelling_is_not_signed() -> None:
    """An order that would become two lines reads back as another note."""
    with pytest.raises(Unreadable, match="runs beyond its line"):
        sign_note(msgspec.structs.replace(SMALL["move"], do=("pass\ndo pass",)), key_of("anna"))


@needs_openssh
@pytest.mark.parametrize("note", FULL.values(), ids=lambda note: note.type)
def test_stock_openssh_verifies_every_type_of_note(note: AnyNote, tmp_path: Path) -> None:
    """The check a stranger can make without our software, with the commands of the protocol page."""
    signed = signed_example(note)

    assert openssh_verifies(tmp_path, signed, "anna", key_of("anna"), key_of("referee"))


@needs_openssh
def test_stock_openssh_refuses_another_body_key_or_namespace(tmp_path: Path) -> None:
    signed, anna, bert = NOTES[0], key_of("anna"), key_of("bert")
    changed = SignedNote(signed.body.replace(b"seat", b"sea_"), signed.key, signed.namespace, signed.signature)
    moved = SignedNote(signed.body.replace(b"accept", b"step"), signed.key, "step@referee.pbem", signed.signature)

    assert openssh_verifies(tmp_path, signed, "anna", anna)
    assert not openssh_verifies(tmp_path, changed, "anna", anna)
    assert not openssh_verifies(tmp_path, signed, "anna", bert)
    assert not openssh_verifies(tmp_path, moved, "anna", anna)


def openssh_verifies(folder: Path, signed: SignedNote, name: str, *keys: SigningKey) -> bool:
    lines = signed.armoured().split("\n")
    start, end = lines.index(sshsig.BEGIN), lines.index(sshsig.END)
    (folder / "sig").write_text("\n".join(lines[start : end + 1]) + "\n")
    (folder / "allowed").write_text("".join(f"{name} {format_public(key.public, '')}\n" for key in keys))
    command = [
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        "allowed",
        "-I",
        name,
        "-n",
        f"{signed.type}@referee.pbem",
        "-s",
        "sig",
    ]
    done = subprocess.run(command, cwd=folder, input=signed.body, capture_output=True, check=False)
    return done.returncode == 0


def test_reading_a_step_is_cheap_beside_verifying_it() -> None:
    """Strict reading, ids and grammar of a whole file, in units of bare verification of as many signatures."""
    step = render_bundle([signed_example(FULL["move"]), signed_example(FULL["step"])])
    signed_notes = read_bundle(step)
    computed = inspect.unwrap(sshsig.verify)  # tests remember what was found good

    def read() -> None:
        for signed in read_bundle(step):
            assert signed.id and signed.note()

    def verify() -> None:
        for signed in signed_notes:
            computed(signed.key, signed.namespace, signed.body, signed.signature)

    assert min(_seconds(read) for _ in range(40)) < 1.5 * min(_seconds(verify) for _ in range(40))


def _seconds(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
