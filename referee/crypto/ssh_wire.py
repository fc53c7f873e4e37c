"""Strings and numbers as SSH writes them (RFC 4251): 4 big-endian bytes of length, then the bytes."""

from __future__ import annotations

import binascii

from referee.kernel.errors import Unreadable


def ssh_string(data: bytes) -> bytes:
    """`data` after its length."""
    return len(data).to_bytes(4, "big") + data


class SshReader:
    """SSH values taken from `data` one after the other. Raises `Unreadable` when the bytes end too early."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        end = self._at + size
        if end > len(self._data):
            raise Unreadable("value-cut-short")
        taken = self._data[self._at : end]
        self._at = end
        return taken

    def number(self) -> int:
        """The next number, 4 big-endian bytes."""
        return int.from_bytes(self.take(4), "big")

    def string(self) -> bytes:
        """The next string."""
        return self.take(self.number())

    def rest(self) -> bytes:
        """Everything not taken yet."""
        return self.take(len(self._data) - self._at)


def base64_lines(data: bytes, width: int) -> tuple[str, ...]:
    """Ordinary base64 with padding, in lines of `width` columns; only the last may be shorter."""
    text = binascii.b2a_base64(data, newline=False).decode("ascii")
    return tuple(text[at : at + width] for at in range(0, len(text), width))


def from_base64(text: str) -> bytes:
    """The bytes of ordinary base64 with padding, in its one spelling. Raises Unreadable."""
    try:
        data = binascii.a2b_base64(text.encode("ascii"), strict_mode=True)
    except (binascii.Error, UnicodeEncodeError):
        raise Unreadable("expected-base64-text") from None
    if binascii.b2a_base64(data, newline=False).decode("ascii") != text:
        raise Unreadable("base64-spelling")
    return data
