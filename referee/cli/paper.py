"""A key as a sheet of words, and the words as somebody types them."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from referee.cli.asking import prompt
from referee.cli.context import Context
from referee.crypto.keys import SigningKey, fingerprint
from referee.crypto.paper import WORDS, key_of_words, paper_words
from referee.drawing.text import wrapped
from referee.kernel.errors import Unreadable

_ROWS = 13
_COLUMNS = 72
_LONGEST = 4096


def sheet(context: Context, name: str, key: SigningKey) -> list[str]:
    """What is written on paper: whose key it is, its words with their numbers, and what they are for."""
    return [
        context.sentence("paper-title", name=name),
        fingerprint(key.public),
        "",
        *in_rows(paper_words(key)),
        "",
        *wrapped(context.sentence("paper-keep"), _COLUMNS),
        f"  referee key restore {name}",
    ]


def in_rows(words: Sequence[str]) -> list[str]:
    """The words in two columns, each with its number."""
    return [
        "".join(f"{at + 1:>4} {words[at]:<8}" for at in range(row, len(words), _ROWS)).rstrip() for row in range(_ROWS)
    ]


def typed_key(context: Context) -> SigningKey:
    """The key whose words somebody types, some in each line, or that stand on standard input; at a terminal whoever
    mistypes is asked for that line once more.

    Raises:
        Unreadable, NotAuthentic: they are the words of no key.
    """
    if not prompt.is_terminal():
        return key_of_words(_words_in(sys.stdin.read(_LONGEST)))
    words: list[str] = []
    while True:
        line = _words_in(prompt.ask(context.sentence("paper-next", first=len(words) + 1, last=WORDS)))
        try:
            return key_of_words([*words, *line])
        except Unreadable as refusal:
            if refusal.code == "paper-no-word" or len(words) + len(line) > WORDS:
                print(refusal.said.told(context.lang), file=sys.stderr)
                continue
        words += line


def _words_in(text: str) -> list[str]:
    """The words of a text, as they are typed off a sheet, in either column, with or without their numbers."""
    numbered = {int(number): word for number, word in re.findall(r"(?<!\S)(\d{1,2})[.):]? +([A-Za-z]+)(?!\S)", text)}
    if numbered:
        return [numbered[number].lower() for number in sorted(numbered)]
    return text.lower().split()
