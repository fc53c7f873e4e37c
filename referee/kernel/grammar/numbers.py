"""Which numbers an order says: those of its spelling, and how many of a thing there are in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

_NUMBER = r"(?<![^\W_])\d+"
"""A number of an order, but not the row of a place: the 2 of `2i+a` and of `b3>c3:2`."""


Spelled = tuple[str, Sequence[str]]
"""An order in its one spelling, with the kinds of what leaves the hand unseen."""


def numbers_said(orders: Sequence[Spelled]) -> Counter[int]:
    """How often each number is said by these orders, each with the kinds of what leaves the hand unseen: it is in
    one, counts what is alike in one, or says how many orders there are, of a verb or alike.
    """
    said = Counter[int]()
    for spelled, secret in orders:
        own = Counter(map(int, re.findall(_NUMBER, spelled)))
        alike = [*Counter(spelled.split()).values(), *Counter(secret).values(), len(secret)]
        said += own | Counter(alike)
    times = Counter(spelled for spelled, _ in orders)
    return said + Counter({*times.values(), len(times), len(orders)})


Told = tuple[str, Counter[str]]
"""A verb, and the words of an order with it."""


def holds_every(orders: Sequence[Told], told: Sequence[Told], verbs: Collection[str] = ()) -> bool:
    """Whether each order that is told is in one of these, each in another: the same words with the same verb, or with
    one of `verbs`.
    """
    left = list(orders)
    for verb, words in told:
        own = next((one for one in left if one[0] in (verb, *verbs) and words <= one[1]), None)
        if own is None:
            return False
        left.remove(own)
    return True


def words_of(spelled: str, secret: Sequence[str], *, is_counted: bool = True) -> Told:
    """The verb and the words of an order, what leaves the hand unseen among them; of that the number only if
    `is_counted`.
    """
    verb, _, rest = spelled.partition(" ")
    rest = re.sub(r"\bbut (?=\w)", "but-", rest)  # `all but A1` has no A1
    words = re.findall(r"but-\w+|[^\W_]+", rest) if is_counted or not secret else ()
    return verb, Counter((*words, *secret))
