"""Rules by their id: one sentence, its source, and our rulings on it.

Which rules there are, their sources and rulings are in `rules.toml` of a game, and of this folder for the table's own
(`PM`); the sentences in the catalogues, context `rule` and
`ruling` (`G-1:question`, `G-1` and `G-1:why`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pkgutil import get_data
from typing import Any

import msgspec

from referee import games
from referee.i18n.catalogue import HOUSE, PREFIX, catalogue_text
from referee.kernel.errors import Unreadable


class RuleText(msgspec.Struct, frozen=True):
    """A rule as people read it: one sentence, its source, and the rulings on it (id and sentence).

    `page` is its place in the documents: the compliance page of its game.
    """

    id: str
    sentence: str
    source: str
    rulings: tuple[str, ...] = ()
    page: str = ""


def rules_of(game: str, lang: str) -> tuple[RuleText, ...]:
    """Every rule of a game, and then of the table, in the order of their files."""
    ids = (*rule_book(game).get("rules", {}), *rule_book(HOUSE)["rules"])
    return tuple(rule_text(rule_id, lang) for rule_id in ids)


def gist_of(game: str, lang: str) -> tuple[str, ...]:
    """A game in four paragraphs: its aim, a turn, what scores, and its end; () for a game that brings none."""
    return tuple(filter(None, (catalogue_text(game, "gist", part, lang) for part in ("aim", "turn", "points", "end"))))


def anchor(rule_id: str) -> str:
    """The name of a rule's place on its page: `te-4-3`."""
    return rule_id.lower().replace(" ", "-").replace(".", "-")


def rule_text(rule_id: str, lang: str) -> RuleText:
    """The rule with this id, in upper or lower case. Raises Unreadable if there is none."""
    rule_id = rule_id.strip().upper()
    prefix = rule_id.partition(" ")[0]
    found = games.by_prefix(prefix) if prefix not in ("", PREFIX) else None
    game = found.info.name if found is not None else HOUSE
    facts = rule_book(game).get("rules", {}).get(rule_id) if found is not None or prefix == PREFIX else None
    if facts is None:
        known = ", ".join(sorted({PREFIX, *(each.info.rule_prefix for each in games.all_games())}))
        raise Unreadable("no-such-rule", id=rule_id, known=known)
    rulings = tuple(_ruling_text(game, name, lang) for name in facts.get("rulings", ()))
    folder = "docs/it/regole-" if lang == "it" else "docs/rules/"
    page = f"{folder}{game}.md#{anchor(rule_id)}" if game in games.built_in() else "" if game else "docs/protocol.md"
    return RuleText(rule_id, catalogue_text(game, "rule", rule_id, lang) or "", facts.get("source", ""), rulings, page)


_ID = r"\A((?i:[a-z]{2}))?[ -]*([0-9]{1,3}(?:\.[0-9]{1,3})?)\Z"


def is_rule_id(typed: str) -> bool:
    """Whether what was typed is the id of a rule rather than words."""
    return re.match(_ID, typed.strip()) is not None


def full_rule_id(typed: str, prefix: Callable[[], str]) -> str:
    """`TE 6.2` for `te6.2`, and for `6.2` where the rules begin with `TE`."""
    match = re.match(_ID, typed.strip())
    return f"{match[1] or prefix()} {match[2]}" if match else typed


NEAREST = 3
"""So many rules are told where none has the words that were looked for."""


def rules_about(words: str, game_names: tuple[str, ...], lang: str, *, near: bool = True) -> tuple[RuleText, ...]:
    """The rules of these games and of the table in which every one of the words begins a word: in the sentence or in
    a ruling, in this language or in English. Those that say it in the sentence come first. Where none does, those with
    a word that means the same, then those with words of the same stem, then the nearest three; without `near` none.
    """
    wanted = words.casefold().split()
    same = [
        next(filter(None, (catalogue_text(game, "rule-word", word, lang) for game in game_names)), word)
        for word in wanted
    ]
    tries = (wanted, " ".join(same).split(), [word[: _stem(word)] for word in wanted])
    tried = (_with_words(words, game_names, lang) for words in (tries if near else tries[:1]))
    return next(filter(None, tried), ()) or (_nearest(wanted, game_names, lang)[:NEAREST] if near else ())


def _stem(word: str) -> int:
    """How many letters of a word are left when its ending is another one."""
    return max(4, len(word) - 3) if len(word) > 4 else len(word)


def _nearest(wanted: list[str], game_names: tuple[str, ...], lang: str) -> tuple[RuleText, ...]:
    """The rules with the word that most looks like the longest of those that were looked for."""
    from difflib import get_close_matches

    spoken = " ".join(
        rule_text(rule_id, lang).sentence for game in game_names for rule_id in rule_book(game).get("rules", {})
    )
    longest = max(wanted, key=len, default="")
    near = get_close_matches(longest, sorted(set(re.findall(r"\w{4,}", spoken.casefold()))), 1, 0.75)
    return _with_words(near, game_names, lang) if near else ()


def _with_words(wanted: list[str], game_names: tuple[str, ...], lang: str) -> tuple[RuleText, ...]:
    found: list[tuple[bool, RuleText]] = []
    for rule_id in (
        *(name for game in game_names for name in rule_book(game).get("rules", {})),
        *rule_book(HOUSE)["rules"],
    ):
        texts = [rule_text(rule_id, language) for language in dict.fromkeys((lang, "en"))]
        said = any(_has_all(text.sentence, wanted) for text in texts)
        if said or any(_has_all(" ".join((text.sentence, *text.rulings)), wanted) for text in texts):
            found.append((not said, texts[0]))
    return tuple(text for _, text in sorted(found, key=lambda pair: pair[0]))


def _has_all(text: str, wanted: list[str]) -> bool:
    words = re.findall(r"\w+", text.casefold())
    return bool(wanted) and all(any(word.startswith(part) for word in words) for part in wanted)


@cache
def rule_book(game: str) -> Mapping[str, Any]:
    """The rules of a game, or of the table, without their sentences: sources, rulings, cases that obey and break."""
    import tomllib

    if game and game not in games.names():
        return {}
    data = get_data(games.package(game) if game else "referee.i18n", "rules.toml")
    return tomllib.loads((data or b"").decode())


def _ruling_text(game: str, name: str, lang: str) -> str:
    """A ruling in one line: its id, the question if it is told, our answer, and why if that is told."""
    parts = (catalogue_text(game, "ruling", f"{name}{part}", lang) for part in (":question", "", ":why"))
    return f"{name}: {' '.join(part for part in parts if part)}".rstrip(": ")
