"""A compiled catalogue, `.mo` as GNU gettext has it, of which only the entries that are asked for are read.

The reader of the standard library makes all entries into text before it gives the first one. The house has 1,500 of
them, a command says thirty, and every command would wait for the others: a tenth of the time that most of them take.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from gettext import c2py
from struct import unpack_from

_LITTLE = b"\xde\x12\x04\x95"


class Catalogue:
    """The entries of one `.mo` file, in UTF-8, by their keys: a code, or context, `\\4` and code."""

    def __init__(self, data: bytes) -> None:
        order = "<" if data.startswith(_LITTLE) else ">"
        count, keys, texts = unpack_from(f"{order}3I", data, 8)
        self._data = data
        self._texts = unpack_from(f"{order}{2 * count}I", data, texts)
        sizes = iter(unpack_from(f"{order}{2 * count}I", data, keys))
        # A key with a plural is `one\0many`; the first half is its name.
        names = (data[at : at + size].partition(b"\0")[0] for size, at in zip(sizes, sizes, strict=True))
        self._rows = {name: row for row, name in enumerate(names)}

    def text(self, key: str, count: int = 1) -> str | None:
        """The words of an entry, for a number if it has forms for several; None if there is no such entry."""
        row = self._rows.get(key.encode())
        if row is None:
            return None
        size, at = self._texts[2 * row : 2 * row + 2]
        forms = self._data[at : at + size].decode().split("\0")
        return forms[self._form_for(count)] if len(forms) > 1 else forms[0]

    @cached_property
    def _form_for(self) -> Callable[[int], int]:
        """The number of the form for a number: `Plural-Forms` in the header, which is the entry without a key."""
        _, _, rule = (self.text("") or "").partition("plural=")
        return c2py(rule.partition(";")[0] or "n != 1")
