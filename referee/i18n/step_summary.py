"""What happened in a step, in short: each player named once, and in brackets what an act leads to.

Which events are effects says the catalogue of the game, context `effect`: `{count} {colour}`; `effect-for` has the form
for another seat than the one that acts. Without an effect's form an event is a clause of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from referee.i18n.event_text import effect_text, events_one_by_one, is_quiet
from referee.kernel.events import Event
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence


class _Clause(msgspec.Struct):
    """An act: who acts, if the sentence begins with that; the sentence without it; what it has led to."""

    actor: str
    text: str
    effects: list[str]


def step_summary(
    game: AnyGame, events: Sequence[Event], names: Sequence[str], lang: str, *, fights: bool = False
) -> tuple[str, ...]:
    """The events as sentences in a row, without those that nobody misses, and without those that a player who `fights`
    is shown beside them.
    """
    clauses: list[_Clause] = []
    for event, sentence in events_one_by_one(game, events, names, lang):
        effect = effect_text(game, event, names, lang, clauses[-1].actor) if clauses else ""
        if is_quiet(game, event, fights=fights and not effect):
            continue
        if effect:
            clauses[-1].effects.append(effect)
        else:
            actor = _actor(sentence, names)
            clauses.append(_Clause(actor, sentence.removeprefix(f"{actor} ") if actor else sentence, []))
    return tuple(_sentences(clauses, lang))


def capitalise(text: str) -> str:
    """A part of a sentence, as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _actor(sentence: str, names: Sequence[str]) -> str:
    found = [name for name in names if sentence.startswith(f"{name} ")]
    return max(found, key=len, default="")


def _sentences(clauses: Sequence[_Clause], lang: str) -> list[str]:
    told, at = list[str](), 0
    while at < len(clauses):
        first, end = clauses[at], at + 1
        while end < len(clauses) and first.actor and clauses[end].actor == first.actor:
            end += 1
        acts = [
            _act(list(same), lang) for _, same in groupby(clauses[at:end], key=lambda each: (each.text, each.effects))
        ]
        *others, last = acts
        said = Sentence("names-and", names=", ".join(others), last=last).told(lang) if others else last
        said = f"{first.actor} {said}" if first.actor else said
        told.append(f"{said[:1].upper()}{said[1:]}.")
        at = end
    return told


def _act(same: Sequence[_Clause], lang: str) -> str:
    """One act, with its effects; one that was done again and again is told once."""
    first = same[0]
    text = Sentence("so-often", text=first.text, count=len(same)).told(lang) if len(same) > 1 else first.text
    return f"{text} ({', '.join(first.effects)})" if first.effects else text
