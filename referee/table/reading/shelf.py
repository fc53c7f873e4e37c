"""The notes of a record whose files are known to hold: each file is cut into its notes when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.record.names import Files
from referee.record.note import SignedNote, read_bundle

Bundles = Mapping[str, tuple[SignedNote, ...]]
"""The notes of the files of a record, by name."""


class Shelf(Bundles):
    """The notes of `files`, and those that are `read` already, by name, sorted."""

    def __init__(self, files: Files, read: Bundles) -> None:
        self._files, self._read = files, dict(read)
        self._names = sorted({*files, *read})

    def __getitem__(self, name: str) -> tuple[SignedNote, ...]:
        if name not in self._read:
            self._read[name] = read_bundle(self._files[name])
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._read or name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def with_read(self, later: Bundles) -> Shelf:
        """The same notes and later ones."""
        return Shelf(self._files, {**self._read, **later})


def with_later(bundles: Bundles, later: Bundles) -> Bundles:
    """Notes by file and those of later files, sorted."""
    return bundles.with_read(later) if isinstance(bundles, Shelf) else dict(sorted({**bundles, **later}.items()))
