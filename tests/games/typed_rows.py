"""The rows of the tables of typed forms, and lines made of them by machine."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from referee.kernel.errors import IllegalMove, OutOfOrder
from referee.kernel.game import AnyGame, NeedsHiddenFace

HERE = Path(__file__).parent
PARTS = [part for path in sorted(HERE.glob("typed*.toml")) for part in tomllib.loads(path.read_text("utf-8"))["table"]]
SPOKEN = [part for parts in tomllib.loads((HERE / "spoken_forms.toml").read_text("utf-8")).values() for part in parts]
NOTHING = frozenset(("pass", "decline", "keep", "enough", "commit 0", "score no", "convert no"))
"""The orders by which nothing is done: what denies may well mean one of them."""

MORE = {
    **dict.fromkeys(("un", "una", "uno"), "due"),
    **dict.fromkeys(("a", "an", "one"), "two"),
    **dict(pairwise(("due", "tre", "quattro", "cinque"))),
    **dict(pairwise(("two", "three", "four", "five"))),
    **dict(pairwise("12345")),
}
"""Numbers, and another one in place of each."""


def orders_in(told: str) -> list[str]:
    """The orders of a reading, without what leaves the hand unseen; none of a refusal."""
    return [] if told.startswith("!") else [order.partition(" /")[0] for order in told.split(", ")]


def changed(typed: str) -> Iterator[str]:
    """A line with another number in place of each that it has; an article is one before a word."""
    words = re.findall(r"\d+|[^\W\d]+|\W", typed)
    for at, word in enumerate(words):
        number = MORE.get(word.lower())
        is_article = word.lower() in ("un", "una", "uno", "a", "an")
        is_label = word.isdigit() and at > 0 and words[at - 1].isalpha()
        if number and not is_label and (not is_article or re.match(r"\s[^\W\d]{3,}", "".join(words[at + 1 : at + 3]))):
            yield "".join([*words[:at], number, *words[at + 1 :]])


def numbered(typed: str) -> Iterator[str]:
    """A line with a number too many, before and behind it and before each longer word."""
    words = re.split(r"[ ']", typed)
    is_place = len(words[-1]) == 1  # behind a column the number is a place of it
    yield from (f"7 {typed}", f"sette {typed}", *([] if is_place else [f"{typed} 7", f"{typed} seven"]))
    for at, word in enumerate(words):
        if len(word) > 3 and at > 0 and len(words[at - 1]) > 1:
            yield " ".join([*words[:at], "7", *words[at:]])


def rules_allow(game: AnyGame, state: Any, spelled: list[str]) -> bool:
    """Whether the rules carry out these orders one after the other, as far as no face need turn up."""
    try:
        for order in spelled:
            seat = game.requests(state)[0].seat
            state = game.apply(state, seat, game.notation.parse_order(order), ()).state
    except (IllegalMove, OutOfOrder):
        return False
    except NeedsHiddenFace:
        pass
    return True
