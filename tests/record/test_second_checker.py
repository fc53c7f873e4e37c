"""Two checkers that share nothing come to the same verdict on every note, good or bad."""

from __future__ import annotations

from base64 import b64decode
from itertools import combinations
from typing import Any

import pytest

from referee.crypto.keys import check_key
from referee.kernel.errors import RefereeError
from referee.record.note import BEGIN, END, read_bundle
from tests.crypto.second import signature_blob
from tests.crypto.vectors_of import vectors as crypto_vectors
from tests.long_runs import of
from tests.record import mangled
from tests.record.mangled import MOVE, forged
from tests.record.second_checker import ARMOURED, contradict, equation_holds, has_prime_order, note_id, verdict
from tests.record.vectors_of import vectors

NOTES, KEYS, SSHSIG = (
    {
        which: note
        for name in ("notes", "claims", "comments", "people", "keys", "back", "hosts", "boxes", "masked")
        for which, note in vectors(name).items()
    },
    crypto_vectors("keys"),
    crypto_vectors("sshsig"),
)


def ours(note: str) -> bool:
    """Whether the program takes a file with this one note."""
    try:
        for signed in read_bundle(note.encode("latin-1")):
            check_key(signed.key)
            signed.check()
    except RefereeError:
        return False
    return True


def _s_plus_l() -> str:
    signature = MOVE.signature
    larger = int.from_bytes(signature[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    blob = signature_blob(MOVE.key, b"move@referee.pbem", signature[:32] + larger.to_bytes(32, "little"))
    return mangled.with_signature(blob)


def _identity_key() -> str:
    """S = 0 and R = the identity: a signature of every text under the identity as a key."""
    identity = bytes.fromhex(KEYS["bad"]["order 1"])
    return mangled.with_signature(signature_blob(identity, b"move@referee.pbem", identity + bytes(32)))


def _second_block() -> str:
    lines = mangled.LINES
    return mangled.NOTE.replace(END, "\n".join([*lines[lines.index("-----BEGIN SSH SIGNATURE-----") : -1], END]))


FORGED = {
    "S + L": _s_plus_l(),
    "reserved field filled": forged(reserved=b"x"),
    "sha256": forged(hash_name=b"sha256"),
    "version 2": forged(version=2),
    "bytes behind the signature": forged(behind=b"x"),
    "security key": forged(key_type=b"sk-ssh-ed25519@openssh.com"),
    "another namespace": forged(namespace=b"step@referee.pbem"),
    "a second block": _second_block(),
    "text behind END": mangled.NOTE + "x\n",
    "text before BEGIN": "x\n" + mangled.NOTE,
    "the identity as a key": _identity_key(),
    "an order changed": mangled.DAMAGED_BODY,
    "a bit of the signature": mangled._flipped_signature(),
    "63 columns": mangled.rewrapped(63),
}


@pytest.mark.parametrize("which", NOTES)
def test_both_take_every_published_note_and_name_it_alike(which: str) -> None:
    """Attack 100."""
    note = NOTES[which]["file"]

    assert note.startswith(BEGIN)
    assert (ours(note), verdict(note), note_id(note)) == (True, "good", NOTES[which]["id"])


def equation(note: str) -> bool:
    """The equation of the signature of a note in whose shape nothing is wrong."""
    signed = ARMOURED.fullmatch(note)
    assert signed is not None
    blob = b64decode(signed[4])
    return equation_holds(signed[1], signed[2], blob[33:65], blob[-64:])


@pytest.mark.parametrize("which", ["an order changed", "a bit of the signature", "another namespace"])
def test_the_equation_of_the_second_checker_holds_for_what_was_signed_and_for_nothing_else(which: str) -> None:
    """It is asked where there is no ssh-keygen, and says of every published note what that says."""
    assert equation(mangled.NOTE)
    assert not equation(FORGED[which])


@pytest.mark.parametrize("which", of([*NOTES][::8], [*NOTES]))
def test_the_equation_holds_for_published_notes(which: str) -> None:
    assert equation(NOTES[which]["file"])


@pytest.mark.parametrize("why", FORGED)
def test_both_refuse_every_forged_note(why: str) -> None:
    """Attack 108: to some of these stock ssh-keygen says Good."""
    assert (ours(FORGED[why]), verdict(FORGED[why]) == "good") == (False, False)


@pytest.mark.parametrize("kind", ["good", "bad"])
def test_both_let_in_the_same_keys(kind: str) -> None:
    keys = {why: bytes.fromhex(text) for why, text in KEYS[kind].items() if len(text) == 64}

    assert {why: has_prime_order(key) for why, key in keys.items()} == dict.fromkeys(keys, kind == "good")


@pytest.mark.parametrize("row", vectors("corrections"), ids=lambda row: row["why"])
def test_both_find_the_same_contradictions(row: dict[str, Any]) -> None:
    """Finding H-1."""
    pairs = [(one, other) for one, other in combinations(row["files"], 2) if contradict(one, other)]

    assert sorted(sorted(map(note_id, pair)) for pair in pairs) == row["contradict"]
