"""A refusal as a reader sees it: the sentence, the rule in its own words, the place and the hint, in one language; and
the same as lines.
"""

from __future__ import annotations

import msgspec

from referee import games
from referee.drawing.safe_text import safe_text
from referee.i18n.catalogue import HOUSE, PREFIX, catalogue_text
from referee.i18n.formatting import sentence_text
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.late_loading import Lazy
from referee.kernel.sentence import Sentence, in_language

rule = Lazy("referee.i18n.rule_text").rule_text
"""What a rule says, for a refusal that names one."""


class RefusalText(msgspec.Struct, frozen=True):
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


def refusal_text(error: RefereeError, lang: str) -> RefusalText:
    """The refusal in the reader's language, with the sentence of its rule."""
    return RefusalText(
        code=error.code,
        sentence=sentence_text(error.said, lang, _game_of_rule(error.rule)),
        rule=error.rule,
        rule_sentence=_rule_sentence(error.rule, lang),
        at=in_language(error.at, lang) if error.at is not None else None,
        hint=in_language(error.hint, lang) if error.hint is not None else None,
        hint_code=error.hint.code if isinstance(error.hint, Sentence) else None,
        layer=layer_name(error.layer, lang),
    )


def layer_name(name: str, lang: str) -> str:
    """The layer that speaks (`not authentic`) in the reader's language."""
    return catalogue_text(HOUSE, "layer", name, lang) or name


def _game_of_rule(rule_id: str | None) -> str:
    """The game whose rule it is, since sentences of the project may use its words; "" for a rule of the table or no
    rule.
    """
    if rule_id is None or rule_id.startswith(PREFIX):
        return ""
    game = games.by_prefix(rule_id.partition(" ")[0])
    return game.info.name if game is not None else ""


def _rule_sentence(rule_id: str | None, lang: str) -> str | None:
    try:
        return rule(rule_id, lang).sentence if rule_id is not None else None
    except Unreadable:
        return None  # a refusal must not be lost because its rule has no sentence


def refusal_lines(error: RefereeError, lang: str, file: str = "") -> list[str]:
    """A refusal as lines for a terminal or a letter, and those beside it; `file` is the one that it speaks of,
    when several were given.
    """
    told = refusal_text(error, lang)
    number = f"[{told.rule}] " if told.rule else ""
    place = "".join(f"{safe_text(part)}: " for part in (file, told.at) if part)
    lines = [f"referee: {number}{place}{safe_text(told.sentence)}"]
    if told.rule_sentence:
        lines.append(Sentence("rule", sentence=told.rule_sentence).told(lang))
    if told.rule and _has_rulings(told.rule, lang):
        lines.append(Sentence("more-referee-rule", rule=told.rule).told(lang))
    if told.hint:
        lines.append(Sentence("hint", hint=safe_text(told.hint)).told(lang))
    for other in error.beside:
        lines += refusal_lines(other, lang, file)
    return lines


def _has_rulings(rule_id: str, lang: str) -> bool:
    """Whether there is more to say about a rule than its sentence."""
    try:
        return bool(rule(rule_id, lang).rulings)
    except Unreadable:
        return False
