"""A refusal as lines for people: the sentence, the sentence of its rule, what there is to read, and the hint."""

from __future__ import annotations

from referee.drawing.safe import safe_text
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.words.refusals import refusal
from referee.words.rules import rule


def refusal_lines(error: RefereeError, lang: str, file: str = "") -> list[str]:
    """A refusal as lines for a terminal or a letter, and those beside it; `file` is the one that it speaks of,
    when several were given.
    """
    told = refusal(error, lang)
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
