"""Which names a new seat may have: none that means something else wherever the name of a seat is typed.

Asked when somebody joins, and by the host of every join that comes; never of a charter, for a game that has such a seat
is read as it is.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from itertools import count

from referee.i18n.catalogue import in_any_language
from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.record.file_names import slug
from referee.record.notes.fields import RESERVED, SEAT_LONGEST, check_seat

_SPOKEN = {"party": ("host", "all"), "agreement": ("draw", "end", "leave", "back")}
"""What is typed beside the names of seats, in words of each language: parties, and what `consent` agrees to."""

_WORDS = frozenset(("me", "io", "key", "chiave", "left", "no"))
"""The reader's entry in the book of addresses, and how consents begin."""


@cache
def reserved_seat_names() -> frozenset[str]:
    """Every name that means something else."""
    spoken = (in_any_language(context, code) for context, codes in _SPOKEN.items() for code in codes)
    return RESERVED.union(_WORDS, *spoken)


def free_seat_name(name: str, taken: Container[str]) -> str:
    """`name`, or where somebody has it the first that is free of `name-2`, `name-3` ..., cut so that it may be one."""
    tries = (f"{name[: SEAT_LONGEST - len(end)].rstrip('-')}{end}" for end in (f"-{number}" for number in count(2)))
    return name if name not in taken else next(other for other in tries if other not in taken)


def check_seat_name(name: str) -> str:
    """`name`, if a new seat may have it. Raises Unreadable: it is reserved, or no name of a seat."""
    if name in reserved_seat_names():
        raise Unreadable("seat-name-reserved", name=name, hint=Sentence("name-your-seat"))
    return check_seat(name)


def seat_name_for(name: str) -> str:
    """The seat for a name: `Anna Böhm` sits at `anna`. Raises Unreadable if the name has no letter of a-z."""
    seat = slug(name.split(maxsplit=1)[0], SEAT_LONGEST) or slug(name, SEAT_LONGEST)
    if not seat:
        raise Unreadable("name-has-no-seat", name=name, hint=Sentence("name-your-seat"))
    return check_seat_name(seat)
