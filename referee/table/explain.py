"""Words for people: events and questions as sentences, rules by their id, refusals in the reader's language.

The words stand in data: a game's `prose.toml` and `rules.toml`, the table's own `prose.toml` (for the events of the
kernel, where a game does not tell them better) and `rules.toml`, and the Italian of every refusal in `words_it.toml`.
Each file is read when its first word is needed.

A template of `prose.toml` has places in braces, named like the fields of the event:

    {seat}              a seat by its name, a word of `[words]`, a number, a space; several are joined by commas
    {piece:a}           the word in another form: `a` (a temple, un tempio), `the`, or whatever the words have
    {kind:of count}     the word in the plural (form `s`), unless the field `count` is 1
    {names:bare}        the words as they stand in an order, untranslated
    {count:tile|tiles}  the number with the word that fits it

With `by = "why"` an event has a sentence for each value of its field `why` (`none` if the field is empty); a value
without one takes the general sentence. With `unless_next = "placed scored"` it is not told where one of those events of
the same seat follows at once. Questions have the places {seat}, {about} (all words of the request), {1}, {2}
.. (one of them), {rest} (all but the first) and {rule}; `by = "rule 1"` looks at rule and first word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pkgutil import get_data
from string import Formatter
from typing import Any

import msgspec

from referee import games
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.events import Event, event_words, fields_of
from referee.kernel.game import AnyGame
from referee.kernel.requests import Request

PREFIX = "PM"
"""What the ids of the table's own rules begin with."""

Tables = Mapping[str, Any]
Values = Mapping[str, tuple[str | int, ...]]
"""What stands in the places of a template: each a tuple, most of them of one item."""


class RuleText(msgspec.Struct, frozen=True):
    """A rule as people read it: one sentence, where it stands, and the rulings on it (id and sentence).

    `page` is its place in the documents: the compliance page of its game, "" if the game comes from a package.
    """

    id: str
    sentence: str
    source: str
    rulings: tuple[str, ...] = ()
    page: str = ""


class Refusal(msgspec.Struct, frozen=True):
    """A refusal in the reader's language; `rule_sentence` is the rule's own sentence, if the refusal names a rule."""

    sentence: str
    rule: str | None
    rule_sentence: str | None
    at: str | None
    hint: str | None
    layer: str


def event_prose(game: AnyGame, event: Event, names: Sequence[str], lang: str) -> str:
    """The event as a sentence without full stop; in the words of the note if the game has no sentence for it."""
    words = _prose(game.info.name)
    template = _template(words, "events", type(event).__name__.lower(), _event_values(event, names), lang)
    return _fill(template, words, _event_values(event, names), lang) if template else event_words(event, names)


def events_prose(game: AnyGame, events: Sequence[Event], names: Sequence[str], lang: str) -> tuple[str, ...]:
    """What happened, a sentence an event, without those that the next event tells as well."""
    words = _prose(game.info.name)
    sentences = []
    for number, event in enumerate(events, 1):
        following = events[number] if number < len(events) else None
        silent_before = _entry(words, "events", type(event).__name__.lower()).get("unless_next", "").split()
        same_seat = getattr(event, "seat", None) == getattr(following, "seat", None)
        if not (same_seat and type(following).__name__.lower() in silent_before):
            sentences.append(event_prose(game, event, names, lang))
    return tuple(sentences)


def question_prose(game: AnyGame, request: Request, names: Sequence[str], lang: str) -> str:
    """Who is asked what, as a sentence without full stop: `bert adds temples from the hand to the revolt, or none`."""
    words = _prose(game.info.name)
    values = _question_values(request, names)
    template = _template(words, "questions", request.question, values, lang)
    return _fill(template, words, values, lang) if template else f"{names[request.seat]}: {request.question}"


def question_example(game: AnyGame, request: Request) -> str:
    """An order in its canonical spelling that answers the question; only its form is meant, not its wisdom."""
    words = _prose(game.info.name)
    entry = words.get("questions", {}).get(request.question, {})
    return _plain_fill(entry["example"], _question_values(request, ())) if "example" in entry else ""


def possible_answer(game: AnyGame, state: Any, request: Request) -> str:
    """An order that answers the question and that the board allows; what the hand holds is nobody's to say here."""
    pattern = question_example(game, request)
    possible = [game.notation.format_order(move) for move in game.legal_orders(state, request.seat, None)]
    if pattern in possible:
        return pattern
    alike = [text for text in possible if pattern and text.split()[0] == pattern.split()[0]]
    return (alike or possible)[0]


def rules_of(game: str, lang: str) -> tuple[RuleText, ...]:
    """Every rule of a game, and then of the table, in the order of their files."""
    ids = (*_rules(game).get("rules", {}), *_table_rules().get("rules", {}))
    return tuple(rule(rule_id, lang) for rule_id in ids)


def rule(rule_id: str, lang: str) -> RuleText:
    """The rule with this id, in upper or lower case. Raises Unreadable if there is none."""
    rule_id = rule_id.strip().upper()
    prefix = rule_id.partition(" ")[0]
    name = _game_of(rule_id)
    words = _table_rules() if prefix == PREFIX else _rules(name)
    entry = words.get("rules", {}).get(rule_id)
    if entry is None:
        known = ", ".join(sorted({PREFIX, *(game.info.rule_prefix for game in games.all_games())}))
        raise Unreadable("there is no rule {id}; rules begin with {known}", id=rule_id, known=known)
    rulings = tuple(_ruling(words, ruling, lang) for ruling in entry.get("rulings", ()))
    anchor = rule_id.lower().replace(" ", "-").replace(".", "-")
    page = f"docs/rules/{name}.md#{anchor}" if name in games.built_in() else "" if name else "docs/protocol.md"
    return RuleText(rule_id, _said(entry, lang), entry.get("source", ""), rulings, page)


def say(template: str, values: Mapping[str, object], lang: str, game: str = "") -> str:
    """A sentence of the referee: `template` in the reader's language with `values` in its places.

    A value that is itself a phrase of the catalogue (`nobody at this table`) is translated as well.
    """
    if lang == "it":
        values = {name: _value(value, game) if isinstance(value, str) else value for name, value in values.items()}
        template = _translated(template, game)
    return template.format(**values) if values else template


def place_told(place: str, lang: str) -> str:
    """A place in a file (`line 4`) in the reader's language."""
    return _matched(place, "place", lang) or place


def phrase(text: str, lang: str) -> str:
    """A phrase that a report is made of, such as how deep it could look, in the reader's language."""
    return _value(_matched(text, "phrase", lang) or text, "") if lang == "it" else text


def refusal(error: RefereeError, lang: str) -> Refusal:
    """The refusal in the reader's language, with the sentence of its rule."""
    told = _rule_or_none(error.rule, lang)
    return Refusal(
        sentence=say(error.template, error.values, lang, _game_of(error.rule or "")),
        rule=error.rule,
        rule_sentence=told.sentence if told is not None else None,
        at=_matched(error.at, "place", lang),
        hint=_matched(error.hint, "hint", lang),
        layer=_value(error.layer, "") if lang == "it" else error.layer,
    )


def _game_of(rule_id: str) -> str:
    """The game a rule belongs to; "" for the table's own, for which no game is loaded, and for a rule that is none."""
    prefix = rule_id.partition(" ")[0]
    game = games.by_prefix(prefix) if prefix not in ("", PREFIX) else None
    return game.info.name if game is not None else ""


def _rule_or_none(rule_id: str | None, lang: str) -> RuleText | None:
    try:
        return rule(rule_id, lang) if rule_id is not None else None
    except Unreadable:
        return None  # a refusal must not be lost because its rule has no sentence


def _ruling(words: Tables, name: str, lang: str) -> str:
    """A ruling in one line: its id, the question if it is told, our answer, and why if that is told."""
    entry = words.get("rulings", {}).get(name, {})
    parts = [entry.get(f"{part}{lang}") or entry.get(f"{part}en") for part in ("question_", "", "why_")]
    return f"{name}: {' '.join(part for part in parts if part)}".rstrip(": ")


def _said(entry: Tables, lang: str) -> str:
    return str(entry.get(lang) or entry["en"])


@cache
def _read(package: str, name: str) -> Tables:
    import tomllib

    try:
        data = get_data(package, name) if package else None
    except FileNotFoundError:
        return {}
    return tomllib.loads((data or b"").decode())


def _prose(game: str) -> Tables:
    return _read(games.package(game), "prose.toml")


def _rules(game: str) -> Tables:
    return _read(games.package(game), "rules.toml")


def _table_prose() -> Tables:
    return _read("referee.table", "prose.toml")


def _table_rules() -> Tables:
    return _read("referee.table", "rules.toml")


def _italian() -> Tables:
    return _read("referee.table", "words_it.toml")


def _translated(template: str, game: str) -> str:
    """The Italian of a template: the game's own words first, then the table's, then those of the other games.

    A refusal that names no rule does not say which game it comes from, so all of them are looked through.
    """
    if game and template in (own := _said_by(game)):
        return str(own[template])
    table = _italian().get("say", {})
    if template in table:
        return str(table[template])
    return str(next((said[template] for name in games.in_turn() if template in (said := _said_by(name))), template))


def _value(text: str, game: str) -> str:
    """A value that is a phrase of ours in Italian; what a player wrote or a name stays as it is."""
    phrases = _italian().get("value", {})
    return str(phrases[text]) if text in phrases else str(_said_by(game).get(text, text))


def _said_by(game: str) -> Tables:
    found: Tables = _rules(game).get("say", {})
    return found


def _matched(text: str | None, kind: str, lang: str) -> str | None:
    """A place or hint in Italian: these come filled in, so they are recognised by the words around their values."""
    if text is None or lang != "it":
        return text
    for template, italian in _italian().get(kind, {}).items():
        found = _pattern(template).fullmatch(text)
        if found is not None:
            parts = {name: _matched(value, kind, lang) for name, value in found.groupdict().items()}
            return str(italian).format(**parts)
    return text


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = [
        re.escape(literal) + (f"(?P<{field}>.+?)" if field else "")
        for literal, field, _, _ in Formatter().parse(template)
    ]
    return re.compile("".join(parts), re.DOTALL)


def _event_values(event: Event, names: Sequence[str]) -> Values:
    values: dict[str, tuple[str | int, ...]] = {}
    for field, is_seat in fields_of(type(event)):
        value = getattr(event, field)
        items = value if isinstance(value, tuple) else (value,)
        values[field] = tuple(names[item] if is_seat else _bare(item) for item in items)
    return values


def _bare(item: Any) -> str | int:
    found: str | int = getattr(item, "value", item)
    return found


def _question_values(request: Request, names: Sequence[str]) -> Values:
    seat = (names[request.seat],) if names else ()
    numbered = {str(number): (word,) for number, word in enumerate(request.about, 1)}
    return {"seat": seat, "about": request.about, "rest": request.about[1:], "rule": (request.rule,), **numbered}


def _template(words: Tables, kind: str, name: str, values: Values, lang: str) -> str:
    """The template of an event or question, the one for the value of its field `by` if there is one; "" if none."""
    entry = chosen = _entry(words, kind, name)
    if "by" in entry:
        value = " ".join(str(item) for field in entry["by"].split() for item in values.get(field, ()))
        chosen = entry.get(value or "none", entry)
    return str(chosen.get(lang) or chosen.get("en") or "")


def _entry(words: Tables, kind: str, name: str) -> Tables:
    """What the game says of an event or question; or the table, where the game is mute."""
    own = words.get(kind, {}).get(name)
    found: Tables = _table_prose().get(kind, {}).get(name, {}) if own is None else own
    return found


def _fill(template: str, words: Tables, values: Values, lang: str) -> str:
    pieces = []
    for literal, field, spec, _ in Formatter().parse(template):
        pieces.append(literal)
        if field is not None:
            pieces.append(_place(words, values, field, spec or "", lang))
    return "".join(pieces)


def _place(words: Tables, values: Values, field: str, spec: str, lang: str) -> str:
    items = values.get(field, ())
    one, bar, several = spec.partition("|")
    if bar:
        return " ".join([*map(str, items), one if items == (1,) else several])
    form = spec
    if spec == "bare":
        return ", ".join(map(str, items))
    if spec.startswith("of "):
        form = "" if values[spec.removeprefix("of ")] == (1,) else "s"
    return ", ".join(_word(words, str(item), form, lang) for item in items)


def _word(words: Tables, item: str, form: str, lang: str) -> str:
    entry = words.get("words", {}).get(item, {})
    return str((form and entry.get(f"{lang}-{form}")) or entry.get(lang) or item)


def _plain_fill(template: str, values: Values) -> str:
    """The template with bare values, as they stand in an order."""
    pieces = []
    for literal, field, _, _ in Formatter().parse(template):
        pieces.append(literal)
        if field is not None:
            pieces.append(" ".join(map(str, values.get(field, ()))))
    return "".join(pieces).strip()
