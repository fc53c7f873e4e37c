"""Events and questions as sentences.

The sentences are in the catalogues of the game, context `event` and `question`, by the name of event or question.
What is not language is in its `prose.toml`: with `by = "why"` an event has a sentence of its own for the values of
its field `why` (entry `scored:tile`, or `scored:none` if the field is empty), other values take the general one; with
`unless_next = "placed scored"` it is not told where one of those events of the same seat follows at once; `example` is
an order that answers a question. The events of goods have sentences of the project, which a game may override.

Questions have the places {seat}, {about} (all words of the request), {1}, {2} .. (one of them), {rest} (all but the
first) and {rule}; `by = "rule 1"` looks at rule and first word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pkgutil import get_data
from typing import Any

from referee import games
from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.i18n.formatting import BareText, Values, fill_bare, fill_template
from referee.kernel.events import Event, event_words, fields_of
from referee.kernel.game import AnyGame, Viewer
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Request, Seat


def event_sentence(game: AnyGame, event: Event, names: Sequence[str], lang: str) -> str:
    """The event as a sentence without full stop; in the words of the note if nobody has a sentence for it."""
    return _in_words(game, "event", _name_of(event), _event_values(event, names), lang) or event_words(event, names)


def event_sentences(game: AnyGame, events: Sequence[Event], names: Sequence[str], lang: str) -> tuple[str, ...]:
    """What happened, a sentence an event, without those that the next event tells as well."""
    return tuple(sentence for _, sentence in events_one_by_one(game, events, names, lang))


def events_one_by_one(
    game: AnyGame, events: Sequence[Event], names: Sequence[str], lang: str
) -> Iterator[tuple[Event, str]]:
    """Each event with its sentence, without the events that the next one tells as well."""
    facts = _facts(game.info.name).get("events", {})
    for number, event in enumerate(events, 1):
        following = events[number] if number < len(events) else None
        silent_before = facts.get(_name_of(event), {}).get("unless_next", "").split()
        same_seat = getattr(event, "seat", None) == getattr(following, "seat", None)
        if not (same_seat and _name_of(following) in silent_before):
            yield event, event_sentence(game, event, names, lang)


def effect_text(game: AnyGame, event: Event, names: Sequence[str], lang: str, actor: str) -> str:
    """What an act of `actor` has led to, in a few words (`1 red`, `1 red for Carl`); "" if it is told by itself."""
    values = _event_values(event, names)
    own = getattr(event, "seat", None) is None or values["seat"] == (actor,)
    template = _template(game.info.name, "effect" if own else "effect-for", _name_of(event), values, lang)
    return fill_template(template, _with_pack_names(game, values, lang), game.info.name, lang, words=True)


def question_sentence(game: AnyGame, request: Request, names: Sequence[str], lang: str) -> str:
    """Who is asked what, as a sentence without full stop: `bert adds temples from the hand to the revolt, or none`."""
    told = _in_words(game, "question", request.question, _question_values(request, names), lang)
    return told or f"{names[request.seat]}: {request.question}"


def question_for_reader(game: AnyGame, state: Any, view: Viewer) -> tuple[str, ...]:
    """What the reader is asked, in sentences said to the reader: what the game says, otherwise the sentence of the
    question; () for somebody who is not asked.
    """
    for request in game.requests(state):
        if request.seat == view.seat:
            if game.faces.asks is not None:
                return game.faces.asks(state, view)
            sentence = question_sentence(game, request, view.names, view.lang)
            return (f"{sentence[:1].upper()}{sentence[1:]}.",)
    return ()


def conflict_text(game: AnyGame, state: Any, view: Viewer) -> str:
    """Who fights whom, in a sentence; "" if nobody does, or the game does not say."""
    return game.faces.why(state, view) if game.faces.why is not None else ""


def question_example(game: AnyGame, request: Request) -> str:
    """An order in its canonical spelling that answers the question; only its form is meant, not its wisdom."""
    facts = _facts(game.info.name).get("questions", {}).get(request.question, {})
    return fill_bare(facts["example"], _question_values(request, ())) if "example" in facts else ""


def open_answer(game: AnyGame, state: Any, request: Request, lang: str, *, hands: bool) -> str:
    """How to answer a question, said to everybody: its form (`place TILE SPACE`), or an order that every hand allows;
    "" if there is no such answer. `hands` tells whether the game has hidden hands.
    """
    form = answer_form(game, request, lang)
    if form:
        return form
    pattern = question_example(game, request)
    possible = answers_in_order(
        game, state, request.seat, game.legal_orders(state, request.seat, OwnGoods(()) if hands else None)
    )
    alike = [text for text in possible if pattern and text.split()[0] == pattern.split()[0]]
    return pattern if pattern in possible else next(iter((*sorted(alike), *possible)), "")


def answers_in_order(game: AnyGame, state: Any, seat: Seat, moves: Iterable[Any]) -> list[str]:
    """Of these orders those that answer the open question, the one that does least last."""
    answers = [game.notation.format_order(move) for move in moves if not game.free(move)]
    least = game.notation.format_order(game.neutral(state, seat)) if game.neutral is not None else ""
    return sorted(answers, key=least.__eq__)


def actions_left_text(game: AnyGame, request: Request, lang: str) -> str:
    """What a seat whose turn goes on may still do, in a few words: `one action left`."""
    return _in_words(game, "left", request.question, _question_values(request, ()), lang)


def prompt_prose(game: AnyGame, request: Request, lang: str) -> str:
    """The prompt before the line in which somebody types an answer: `action 1 of 2`; "" if the game says nothing."""
    return _in_words(game, "prompt", request.question, _question_values(request, ()), lang)


def marks_of(game: AnyGame) -> Mapping[str, str]:
    """The events that make an order worth a mark: their names, each with the field of the seat it must be about."""
    marks: Mapping[str, str] = _facts(game.info.name).get("marked", {})
    return marks


def is_gain(game: AnyGame, event: Event) -> bool:
    """Whether this sort of event alone makes an order a good example: `gain` of the game's `prose.toml`."""
    return _name_of(event) == _facts(game.info.name).get("gain")


def brings_points(game: AnyGame, event: Event) -> bool:
    """Whether this sort of event is points for its seat: `points` of the game's `prose.toml`."""
    return _name_of(event) == _facts(game.info.name).get("points")


def scored_points(game: AnyGame, event: Event) -> tuple[str, int] | None:
    """The colour of the points that an event is for its seat, and how many; None for any other event."""
    colour = getattr(event, "colour", getattr(event, "kind", None))
    return (colour, getattr(event, "count", 1)) if colour is not None and brings_points(game, event) else None


def is_quiet(game: AnyGame, event: Event, *, fights: bool, weighs: bool = False) -> bool:
    """Whether nobody misses this sort of event in news for which there is little room: `quiet` of `prose.toml`, and
    `fought` for a reader who `fights`, `foreseen` for one who `weighs` an answer to a conflict.
    """
    name = _name_of(event)
    kinds = ("quiet", *(("fought",) if fights else ()), *(("foreseen",) if weighs else ()))
    return any(name in _facts(book).get(kind, "").split() for book in (game.info.name, HOUSE) for kind in kinds)


def order_mark(game: AnyGame, event: Event, names: Sequence[str], lang: str) -> str:
    """The mark of an order that leads to this event: `scores for you`."""
    return _in_words(game, "mark", _name_of(event), _event_values(event, names), lang)


def answer_form(game: AnyGame, request: Request, lang: str) -> str:
    """How an answer to a question is written where no hand may be shown: `place TILE SPACE`; "" if that hides nothing
    that an example would not.
    """
    return catalogue_text(game.info.name, "form", request.question, lang) or ""


@cache
def _facts(game: str) -> Mapping[str, Any]:
    import tomllib

    package = games.package(game) if game else "referee.i18n"
    try:
        data = get_data(package, "prose.toml") if package else None
    except FileNotFoundError:
        return {}
    return tomllib.loads((data or b"").decode())


def _name_of(event: Event | None) -> str:
    return type(event).__name__.lower()


def _in_words(game: AnyGame, kind: str, name: str, values: Values, lang: str) -> str:
    """The sentence of an event or question; "" if nobody has one."""
    template = _template(game.info.name, kind, name, values, lang)
    return (
        fill_template(template, _with_pack_names(game, values, lang), game.info.name, lang, words=True)
        if template
        else ""
    )


def _template(game: str, kind: str, name: str, values: Values, lang: str) -> str:
    """The template of an event or question, the one for the value of its field `by` if there is one; "" if none."""
    for book in (game, HOUSE):
        sort = "events" if kind.startswith("effect") else f"{kind}s"
        by = _facts(book).get(sort, {}).get(name, {}).get("by", "")
        value = " ".join(str(item) for field in by.split() for item in values.get(field, ())) or "none"
        for code in (f"{name}:{value}", name) if by else (name,):
            template = catalogue_text(book, kind, code, lang)
            if template:
                return template
    return ""


def _event_values(event: Event, names: Sequence[str]) -> Values:
    values: dict[str, tuple[Any, ...]] = {}
    for field, is_seat in fields_of(type(event)):
        value = getattr(event, field)
        items = value if isinstance(value, tuple) else (value,)
        values[field] = tuple(BareText(names[item]) if is_seat else getattr(item, "value", item) for item in items)
    return values


def _question_values(request: Request, names: Sequence[str]) -> Values:
    seat = (BareText(names[request.seat]),) if names else ()
    numbered = {str(number): (word,) for number, word in enumerate(request.about, 1)}
    return {"seat": seat, "about": request.about, "rest": request.about[1:], "rule": (request.rule,), **numbered}


def _with_pack_names(game: AnyGame, values: Values, lang: str) -> Values:
    """The values with the names that the pack of the game has for its codes."""
    if game.named is None:
        return values
    told = game.named
    return {
        field: tuple(
            BareText(name)
            if isinstance(item, str) and not isinstance(item, BareText) and (name := told(item, lang))
            else item
            for item in items
        )
        for field, items in values.items()
    }


def game_word(game: str, word: str, lang: str, count: int | None = None) -> str:
    """A word of a game (`temple`) in a language, in the singular or plural that fits a number."""
    return catalogue_text(game, "word", word, lang, count) or word
