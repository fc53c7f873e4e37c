"""Sealed values open for one key, game, step, head and seat, and only in the shape they were made in."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from cryptography.hazmat.bindings import _rust
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from hypothesis import given
from hypothesis import strategies as st

from referee.crypto import sealing
from referee.kernel.errors import NotAuthentic
from tests.crypto.vectors_of import vectors

SEALED = vectors("sealed")
KEY, AD = bytes.fromhex(SEALED["hand_key"]), SEALED["address"].encode()

RECORDS = st.lists(
    st.builds(
        sealing.Record,
        st.integers(0, 255),
        st.integers(0, 65535),
        st.integers(0, 65535),
        st.binary(min_size=16, max_size=16),
    ),
    max_size=30,
)


def test_the_address_is_the_published_text() -> None:
    game = AD.decode().split("\n")[1].removeprefix("game ")

    assert sealing.associated_data("hand", game, SEALED["head"], SEALED["step"], SEALED["seat"]) == AD


@pytest.mark.parametrize("why", SEALED["flawed"])
def test_a_flawed_hand_line_is_refused(why: str) -> None:
    """Attack 83: another seat, step or kind, truncated, a bit flipped, wrong padding."""
    with pytest.raises(NotAuthentic):
        sealing.unseal(KEY, bytes.fromhex(SEALED["flawed"][why]), AD)


@given(RECORDS)
def test_any_hand_comes_back_and_takes_whole_blocks(records: list[sealing.Record]) -> None:
    blocks = sealing.blocks_for(len(records))
    data = sealing.seal(KEY, sealing.pack_records(records), AD, blocks)

    assert sealing.unpack_records(sealing.unseal(KEY, data, AD)) == tuple(records)
    assert len(data) == 16 + 256 * blocks


@pytest.mark.parametrize(("count", "blocks"), [(0, 1), (1, 1), (12, 1), (13, 2), (24, 2), (25, 3)])
def test_twelve_records_take_a_block(count: int, blocks: int) -> None:
    assert sealing.blocks_for(count) == blocks


@given(st.binary(max_size=255))
def test_a_value_that_ends_like_padding_comes_back_whole(plain: bytes) -> None:
    value = (plain + b"\x80\0\0")[:255]

    assert sealing.unseal(KEY, sealing.seal(KEY, value, AD), AD) == value


def test_thirteen_records_do_not_fit_one_block() -> None:
    """Attacks 83, 135: they cannot be sealed into one block, so a hand line has one size for one number of blocks."""
    with pytest.raises(ValueError, match="273 bytes do not fit 1"):
        sealing.seal(KEY, bytes(13 * sealing.RECORD), AD)


@pytest.mark.parametrize("size", [1, 20, 22, 41])
def test_a_piece_of_a_record_is_refused(size: int) -> None:
    with pytest.raises(NotAuthentic, match="21 bytes"):
        sealing.unpack_records(bytes(size))


@pytest.mark.parametrize(
    "plain",
    [b"", b"q" * 15, b"q" * 16 + b"pass", b"q" * 16 + b"pass\n\n\xff\n", b"q" * 16 + b"a\tb\n", b"q" * 16 + b"a\0\n"],
    ids=["nothing", "short q", "no line end", "not ASCII", "a tab", "a NUL"],
)
def test_what_is_no_list_of_lines_is_refused(plain: bytes) -> None:
    with pytest.raises(NotAuthentic, match="lines of printable text"):
        sealing.unpack_lines(plain)


def test_sealing_again_gives_the_same_bytes_and_another_step_gives_others() -> None:
    """Attacks 84, 116."""
    other = AD.replace(b"step 18", b"step 19")

    assert sealing.seal(KEY, b"pass", AD) == sealing.seal(KEY, b"pass", AD)
    assert sealing.seal(KEY, b"pass", AD) != sealing.seal(KEY, b"pass", other)


def test_a_library_without_its_inner_cipher_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is nobody's promise: where it is not what it was, the public one is asked."""
    key = bytes(range(64))
    inner = sealing._cipher(key).encrypt(b"a line", [b"place"])
    monkeypatch.setattr(_rust, "openssl", SimpleNamespace())
    sealing._cipher.cache_clear()
    outer, asked = sealing._cipher(key).encrypt(b"a line", [b"place"]), sealing._library()
    sealing._cipher.cache_clear()

    assert (outer, asked) == (inner, AESSIV)
