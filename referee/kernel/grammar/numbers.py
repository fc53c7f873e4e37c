"""Which numbers an order says: those of its spelling, and how many of a thing there are in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_NUMBER = r"(?<![^\W_])\d+"
"""A number of an order, but not the row of a place: the 2 of `2i+a` and of `b3>c3:2`."""


def numbers_said(orders: Sequence[tuple[str, Sequence[str]]]) -> Counter[int]:
    """How often each number is said by these orders, each with the kinds of what leaves the hand unseen: it stands in
    one, counts what is alike in one, or says how many orders there are, of a verb or alike.
    """
    said = Counter[int]()
    for spelled, secret in orders:
        own = Counter(map(int, re.findall(_NUMBER, spelled)))
        alike = [*Counter(spelled.split()).values(), *Counter(secret).values(), len(secret)]
        said += own | Counter(alike)
    times = Counter(spelled for spelled, _ in orders)
    return said + Counter({*times.values(), len(times), len(orders)})
