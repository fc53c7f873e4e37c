"""What can be typed next, by a grammar: for the shell, and for the prompt that reads orders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from referee.kernel.grammar import VERB, Grammar, Verb
from referee.kernel.grammar.hearing import LONGEST, Hearing, is_whole, room_for, words_and_pieces
from referee.kernel.grammar.refusal import Heard
from referee.kernel.grammar.vocabulary import Meaning, healed, tokens_of


def complete(
    grammar: Grammar, text: str, question: str | None = None, lang: str = "en", possible: Collection[str] = ()
) -> tuple[str, ...]:
    """The words that can follow `text`, or that its last word, when no blank stands after it, can become: those to
    teach in `lang`, and others only if they begin with what was typed. () after what cannot be read.

    `possible` are the orders that the rules allow now, in their one spelling: what stands in none of them is left out.
    """
    line = healed(text)
    spellings = tuple(map(words_and_pieces, possible))
    # `c-` may be the beginning of the one word C-D, or two words like `red-`
    for last in (re.split(r"[\s,;]", line)[-1], re.split(r"[\W_]", line)[-1]):
        kept = tuple(token for token in tokens_of(line) if token.end <= len(line) - len(last))
        if len(kept) > LONGEST:
            return ()
        meanings = _following(grammar, Hearing(grammar, line, kept), question, spellings)
        found = {word for meaning in meanings for word in _taught(grammar, meaning, last, lang)}
        if found:
            return tuple(sorted(found))
    return ()


def _following(
    grammar: Grammar, hearing: Hearing, question: str | None, spellings: tuple[tuple[str, ...], ...]
) -> Iterator[Meaning]:
    """Parts that an order still takes, and the verbs that may begin one here."""
    if hearing.is_empty:
        asked = [verb for verb in grammar.verbs.values() if question in (None, *verb.answers)]
        yield from (Meaning(VERB, verb.name) for verb in asked)
        ends: list[tuple[Verb, Heard]] = [(verb, ()) for verb in asked if verb.bare]
    else:
        ends = hearing.open_ends(question)
    for verb, parts in ends:
        yield from _still_to_type(grammar, verb, parts, spellings)
        if parts and is_whole(verb, parts):
            yield from (Meaning(VERB, name) for name in grammar.verbs)


def _still_to_type(
    grammar: Grammar, verb: Verb, parts: Heard, spellings: tuple[tuple[str, ...], ...]
) -> Iterator[Meaning]:
    """What an order of this verb still takes; of sorts that its spellings name only what one of them has beside the
    parts there are.
    """
    own = [Counter(spelled[1:]) for spelled in spellings if spelled[0] == verb.name]
    named = set[str]().union(*own)
    chosen = Counter(meaning.value for meaning, _ in parts if meaning.value in named)
    left = set[str]().union(*(words - chosen for words in own if chosen <= words))
    for sort in (grammar.sorts[part.sort] for part in verb.parts if room_for(part, parts)):
        values = dict.fromkeys((*sort.values, *sort.words, *sort.labels.values()))
        is_named = bool(own and sort.labels) or not named.isdisjoint(values)
        yield from (Meaning(sort.name, value) for value in values if value in left or not is_named)


def _taught(grammar: Grammar, meaning: Meaning, begun: str, lang: str) -> Iterator[str]:
    """The word to offer for a meaning, if it has one that begins so."""
    table = grammar.spellings(meaning)
    if meaning.sort != VERB and grammar.sorts[meaning.sort].labels and healed(meaning.value).startswith(begun):
        yield meaning.value
    words = table.get(lang, "").split()[:1]
    if begun:
        words += [word for other in (lang, *sorted(table)) for word in table.get(other, "").split()]
    yield from [word for word in words if healed(word).startswith(begun)][:1]
