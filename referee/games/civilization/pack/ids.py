"""What may be an id or a name in a pack."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from referee.games.civilization.pack.entries import Pack
from referee.kernel.errors import Unreadable

ID: Final = re.compile(r"[a-z][a-z0-9-]{0,11}")
"""Ids are what orders, states and records name."""

PLACE: Final = re.compile(r"[a-z][a-z0-9]{1,3}")
"""Ids of territories and seas: two to four signs, so that a group of six fits into one order of 40 columns."""

_LITTLE: Final = (
    "a an and at by for from in into is my of on or the to then up with "
    "ad ai al alla col con da dal del di e ed il la le lo nel o per poi su sul tra un una"
)
RESERVED: Final = frozenset(_LITTLE.split())
"""Little words that are skipped where people type orders."""

NAME_LIMIT: Final = 40
"""So many signs a name may have."""

GROUPS: Final = Pack.__struct_fields__[3:]
"""The lists of entries, which stand after format, id and label."""


def faults_of_ids(pack: Pack) -> Iterator[Unreadable]:
    """Ids that are taken twice, or that orders cannot tell from other words; the kernel refuses what is not an id."""
    taken: dict[str, str] = {}
    for group in GROUPS:
        for entry in getattr(pack, group):
            at = f"{group} {entry.id}"
            if entry.id in taken:
                yield Unreadable("civilization/pack-id-twice", at=at, other=taken[entry.id])
            elif entry.id in RESERVED and group != "units":
                yield Unreadable("civilization/pack-id-reserved", at=at)
            elif group in ("territories", "seas") and not PLACE.fullmatch(entry.id):
                yield Unreadable("civilization/pack-id-of-place", at=at)
            taken.setdefault(entry.id, at)


def faults_of_names(pack: Pack) -> Iterator[Unreadable]:
    """Names that are missing or too long, or that two entries of a group share."""
    for text, lang in ((pack.label.en, "en"), (pack.label.it, "it")):
        if not text.strip() or "\n" in text or len(text) > 2 * NAME_LIMIT:
            yield Unreadable("civilization/pack-label-missing", at="pack", lang=lang, limit=2 * NAME_LIMIT)
    for group in GROUPS:
        taken: dict[tuple[str, str], str] = {}
        for entry in getattr(pack, group):
            for lang, name in (("en", entry.en), ("it", entry.it)):
                at = f"{group} {entry.id}"
                if not name.strip() or "\n" in name or len(name) > NAME_LIMIT:
                    yield Unreadable("civilization/pack-name-missing", at=at, lang=lang, limit=NAME_LIMIT)
                    continue
                other = taken.setdefault((lang, name.casefold()), entry.id)
                if other != entry.id:
                    yield Unreadable("civilization/pack-name-twice", at=at, lang=lang, other=other)
