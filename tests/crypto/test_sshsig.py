"""SSHSIG in exactly one shape; OpenSSH's yes supports ours, our no decides."""

from __future__ import annotations

import pytest

from referee.crypto import sshsig
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic
from tests.crypto.vectors_of import vectors

SSHSIG = vectors("sshsig")
PUBLIC, SIGNATURE = bytes.fromhex(SSHSIG["public"]), bytes.fromhex(SSHSIG["signature"])
BLOB, NAMESPACE, MESSAGE = bytes.fromhex(SSHSIG["blob"]), SSHSIG["namespace"], SSHSIG["message"].encode()


def test_a_signature_is_the_published_one() -> None:
    key = SigningKey.from_seed(bytes.fromhex(SSHSIG["seed"]))

    assert sshsig.sign(key, NAMESPACE, MESSAGE) == SIGNATURE
    assert sshsig.blob(key.public, NAMESPACE, SIGNATURE) == BLOB


def test_a_good_blob_is_read_and_verifies() -> None:
    assert sshsig.read_blob(BLOB) == (PUBLIC, NAMESPACE, SIGNATURE)
    sshsig.verify(PUBLIC, NAMESPACE, MESSAGE, SIGNATURE)


@pytest.mark.parametrize("why", SSHSIG["bad_shapes"])
def test_a_blob_of_another_shape_is_refused(why: str) -> None:
    """Attacks 10, 11, 108: we accept exactly one shape, whatever OpenSSH and the library take."""
    with pytest.raises(NotAuthentic):
        sshsig.read_blob(bytes.fromhex(SSHSIG["bad_shapes"][why]))


@pytest.mark.parametrize(
    ("why", "named"),
    [
        ("reserved field filled", "reserved"),
        ("hash sha256", "sha256"),
        ("security key", "sk-ssh-ed25519@openssh.com"),
        ("version 2", "version 1"),
        ("bytes behind", "after the signature"),
        ("63-byte signature", "64 bytes"),
    ],
)
def test_a_refused_blob_is_told_what_differs(why: str, named: str) -> None:
    with pytest.raises(NotAuthentic, match=named):
        sshsig.read_blob(bytes.fromhex(SSHSIG["bad_shapes"][why]))


@pytest.mark.parametrize("cut", range(len(BLOB)))
def test_a_blob_cut_anywhere_is_refused(cut: int) -> None:
    with pytest.raises(NotAuthentic):
        sshsig.read_blob(BLOB[:cut])


def test_a_blob_that_is_read_encodes_to_itself_whatever_bit_is_flipped() -> None:
    for position in range(len(BLOB) * 8):
        data = bytearray(BLOB)
        data[position // 8] ^= 1 << position % 8
        try:
            public, namespace, signature = sshsig.read_blob(bytes(data))
        except NotAuthentic:
            continue
        assert sshsig.blob(public, namespace, signature) == data


@pytest.mark.parametrize("why", SSHSIG["bad_signatures"])
def test_a_signature_that_does_not_fit_is_refused(why: str) -> None:
    """Attacks 6 (S + L), 8 (another namespace), 13 (another key)."""
    with pytest.raises(NotAuthentic):
        sshsig.verify(PUBLIC, NAMESPACE, MESSAGE, bytes.fromhex(SSHSIG["bad_signatures"][why]))


def test_s_plus_l_is_refused_before_the_library_is_asked() -> None:
    """Attack 6: the sentence is that of our own check, so it holds under any library."""
    with pytest.raises(NotAuthentic, match="below the group order"):
        sshsig.verify(PUBLIC, NAMESPACE, MESSAGE, bytes.fromhex(SSHSIG["bad_signatures"]["S + L"]))


ARMOUR = sshsig.armour(BLOB)


def test_armour_is_read_back() -> None:
    assert sshsig.read_armour(ARMOUR) == BLOB
    assert {len(line) for line in ARMOUR[1:-2]} == {64}


def _joined(width: int) -> list[str]:
    text = "".join(ARMOUR[1:-1])
    return [ARMOUR[0], *(text[at : at + width] for at in range(0, len(text), width)), ARMOUR[-1]]


def _next_letter(line: str) -> str:
    body = line.rstrip("=")
    return body[:-1] + chr(ord(body[-1]) + 1) + line[len(body) :]


BAD_ARMOUR = {
    "63 columns": _joined(63),
    "65 columns": _joined(65),
    "one line": _joined(10_000),
    "no begin": list(ARMOUR[1:]),
    "no end": list(ARMOUR[:-1]),
    "a blank line": [*ARMOUR[:2], "", *ARMOUR[2:]],
    "a blank at the end of a line": [ARMOUR[0], ARMOUR[1] + " ", *ARMOUR[2:]],
    "padding missing": [*ARMOUR[:-2], ARMOUR[-2].rstrip("="), ARMOUR[-1]],
    "padding doubled": [*ARMOUR[:-2], ARMOUR[-2] + "=", ARMOUR[-1]],
    "bits left over": [*ARMOUR[:-2], _next_letter(ARMOUR[-2]), ARMOUR[-1]],
    "url alphabet": [line.replace("+", "-").replace("/", "_") if at else line for at, line in enumerate(ARMOUR)],
    "not ASCII": [ARMOUR[0], ARMOUR[1][:-1] + "é", *ARMOUR[2:]],
    "nothing": [],
    "nothing inside": [ARMOUR[0], ARMOUR[-1]],
    "two blocks": [*ARMOUR, *ARMOUR],
}


@pytest.mark.parametrize("why", BAD_ARMOUR)
def test_armour_in_another_spelling_is_refused(why: str) -> None:
    with pytest.raises(NotAuthentic):
        sshsig.read_armour(BAD_ARMOUR[why])
