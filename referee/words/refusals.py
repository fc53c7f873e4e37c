"""A refusal as a reader sees it: the sentence, the rule in its own words, the place and the hint, in one language."""

from __future__ import annotations

import msgspec

from referee import games
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.sentence import Sentence, told
from referee.words.catalogue import HOUSE, entry
from referee.words.filling import tell
from referee.words.rules import PREFIX, rule


class Refusal(msgspec.Struct, frozen=True):
    """A refusal in the reader's language; `rule_sentence` is the rule's own sentence, if the refusal names a rule.

    `code` and `hint_code` are the same in every language; a hint that is an order to type has no code.
    """

    code: str
    sentence: str
    rule: str | None
    rule_sentence: str | None
    at: str | None
    hint: str | None
    hint_code: str | None
    layer: str


def refusal(error: RefereeError, lang: str) -> Refusal:
    """The refusal in the reader's language, with the sentence of its rule."""
    return Refusal(
        code=error.code,
        sentence=tell(error.said, lang, _game_of(error.rule)),
        rule=error.rule,
        rule_sentence=_rule_sentence(error.rule, lang),
        at=told(error.at, lang) if error.at is not None else None,
        hint=told(error.hint, lang) if error.hint is not None else None,
        hint_code=error.hint.code if isinstance(error.hint, Sentence) else None,
        layer=layer(error.layer, lang),
    )


def layer(name: str, lang: str) -> str:
    """The layer that speaks (`not authentic`) in the reader's language."""
    return entry(HOUSE, "layer", name, lang) or name


def _game_of(rule_id: str | None) -> str:
    """The game whose rule it is, for the house may speak of its words; nothing for a rule of the table or none."""
    game = (
        games.by_prefix(rule_id.partition(" ")[0]) if rule_id is not None and not rule_id.startswith(PREFIX) else None
    )
    return game.info.name if game is not None else ""


def _rule_sentence(rule_id: str | None, lang: str) -> str | None:
    try:
        return rule(rule_id, lang).sentence if rule_id is not None else None
    except Unreadable:
        return None  # a refusal must not be lost because its rule has no sentence
