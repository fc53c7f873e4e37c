"""What the books of every game promise: its rules, its cases, its sentences and its golden games.

Each promise gives what breaks it, as one line for each finding; nothing if it is kept.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

import msgspec

from referee import games
from referee.games import find
from referee.i18n.event_text import event_sentence, question_sentence
from referee.kernel import events as kernel_events
from referee.kernel.cases import book_type, run_case
from referee.kernel.events import Event, GoodsEvent, event_words
from referee.kernel.game import AnyGame
from tests.games import known
from tests.games.contract.playout import Table, option_sets, tables
from tests.games.contract.promises import NAMES
from tests.words.catalogue_files import catalogue, languages_of

GOODS = {kind.__name__.lower() for kind in (*GoodsEvent.__subclasses__(), GoodsEvent, Event)}


@dataclass(frozen=True, kw_only=True)
class Books:
    """Everything beside the rules of play that one game brings."""

    game: AnyGame
    rules: dict[str, Any]
    cases: tuple[dict[str, Any], ...]
    sources: tuple[str, ...]
    """The game's code."""
    words: frozenset[str]
    """The game's own terms, which may begin a sentence as the rulebook writes them."""
    events: tuple[type[Event], ...]
    golden: tuple[str, ...]
    languages: tuple[str, ...] = ("en", "it")

    @property
    def listed(self) -> dict[str, Any]:
        """The rules by id."""
        found: dict[str, Any] = self.rules.get("rules", {})
        return found


Promise = Callable[[Books], Iterator[str]]


@cache
def books_of(name: str) -> Books:
    """The books of a game, read once."""
    code = sorted(known.folder(name).rglob("*.py"))
    return Books(
        game=find(name),
        rules={**known.rules(name), "say": _said(name)},
        cases=known.cases(name),
        sources=tuple(path.read_text("utf-8") for path in code),
        words=frozenset(known.prose(name).get("words", {})),
        events=known.events_of(name),
        golden=tuple(path.read_text("utf-8") for path in sorted((known.home(name) / "golden").glob("*.txt"))),
        languages=languages_of(name),
    )


def _said(game: str) -> dict[str, dict[str, str]]:
    """What the game says by its code: the sentence in every language."""
    found: dict[str, dict[str, str]] = {}
    for lang in ("en", "it"):
        for (context, code), texts in catalogue(game, lang).items():
            if not context:
                found.setdefault(f"{game}/{code}", {})[lang] = texts[-1]
    return found


# The rule list


def rules_begin_with_the_prefix_of_the_game(books: Books) -> Iterator[str]:
    prefix = books.game.info.rule_prefix
    yield from (rule for rule in books.listed if not re.fullmatch(rf"{prefix} \d+(\.\d+)?", rule))
    others = [game.info.name for game in games.all_games() if game.info.rule_prefix == prefix]
    yield from (name for name in others if name != books.game.info.name)


def every_rule_named_in_the_code_is_listed(books: Books) -> Iterator[str]:
    pattern = re.compile(rf"\b{books.game.info.rule_prefix} \d+(?:\.\d+)?")
    named = {rule for source in books.sources for rule in pattern.findall(source)}
    yield from sorted(named - set(books.listed))


def rules_stand_in_the_order_of_the_rulebook(books: Books) -> Iterator[str]:
    numbers = [tuple(map(int, rule.split()[1].split("."))) for rule in books.listed]
    if numbers != sorted(set(numbers)):
        yield "they do not"


def it_speaks_italian_too(books: Books) -> Iterator[str]:
    if "it" not in books.languages:
        yield "no Italian yet: words/it.toml is missing, and English stands in"


def every_rule_has_a_sentence_in_both_languages_and_a_source(books: Books) -> Iterator[str]:
    for rule, entry in books.listed.items():
        missing = {*books.languages, "source", "rulings", "obeys", "breaks"} - set(entry)
        yield from (f"{rule} has no {field}" for field in sorted(missing))
        for lang in set(books.languages) - missing:
            if not entry[lang].endswith(".") or entry["en"] == entry.get("it"):
                yield f"{rule} is no sentence in {lang}"
        if not entry.get("source", "-"):
            yield f"{rule} has no source"


def every_ruling_stands_under_a_rule_in_both_languages(books: Books) -> Iterator[str]:
    rulings = books.rules.get("rulings", {})
    yield from (name for name, entry in rulings.items() if not all(map(entry.get, books.languages)))
    under = {name for entry in books.listed.values() for name in entry.get("rulings", ())}
    yield from sorted(under - set(rulings))


# The case book


def there_is_a_case_book(books: Books) -> Iterator[str]:
    if not books.cases:
        yield "it is empty"


def cases_are_written_in_the_published_format(books: Books) -> Iterator[str]:
    try:
        msgspec.convert({"game": books.game.info.name, "cases": list(books.cases)}, book_type(books.game))
    except msgspec.ValidationError as error:
        yield str(error)


def every_case_has_a_number_of_its_own(books: Books) -> Iterator[str]:
    numbers = [case["id"] for case in books.cases]
    yield from sorted({number for number in numbers if numbers.count(number) > 1})


def every_case_holds(books: Books) -> Iterator[str]:
    for case in books.cases:
        yield from (f"{case['id']}: {where}: {want}, not {got}" for where, want, got in run_case(books.game, case))


def cases_are_about_listed_rules(books: Books) -> Iterator[str]:
    for case in books.cases:
        yield from (f"{case['id']}: {rule}" for rule in case["rules"] if rule not in books.listed)
        yield from (f"{case['id']} breaks {rule}" for rule in case.get("breaks", ()) if rule not in books.listed)


def the_list_names_the_cases_that_obey_and_break(books: Books) -> Iterator[str]:
    for rule, entry in books.listed.items():
        about = {case["id"] for case in books.cases if rule in case["rules"]}
        breaking = {case["id"] for case in books.cases if rule in case.get("breaks", ())}
        if set(entry.get("breaks", ())) != breaking:
            yield f"{rule} is broken by {', '.join(sorted(breaking)) or 'none'}"
        yield from (f"{number} is not about {rule}" for number in entry.get("obeys", ()) if number not in about)


def every_rule_is_obeyed_by_a_case(books: Books) -> Iterator[str]:
    yield from (rule for rule, entry in books.listed.items() if not {*entry.get("obeys", ()), *entry.get("breaks", ())})


def every_rule_that_can_refuse_is_obeyed_and_broken(books: Books) -> Iterator[str]:
    for rule in sorted(raised(books)):
        entry = books.listed.get(rule, {})
        yield from (f"{rule}: no case {side} it" for side in ("obeys", "breaks") if not entry.get(side))


def a_refusal_expected_under_another_rule_is_noticed(books: Books) -> Iterator[str]:
    """Otherwise the breaking cases would prove nothing."""
    for case in books.cases:
        orders = case.get("orders", [])
        if any(" !" in order for order in orders) and case.get("breaks"):
            other = next(rule for rule in books.listed if rule not in case["breaks"])
            wrong = [f"{order.partition(' !')[0]} !{other}" if " !" in order else order for order in orders]
            said = {**case, "orders": wrong, "breaks": [other]}
            if not run_case(books.game, said):
                yield case["id"]


# Refusals


def every_refusal_is_plain_text_under_a_listed_rule(books: Books) -> Iterator[str]:
    if None in raised_or_none(books) | _arguments(books, "illegal", 1):
        yield "a rule or a sentence is put together"
    yield from (rule for rule in sorted(raised(books)) if rule not in books.listed)


def every_refusal_has_its_italian_with_the_same_places(books: Books) -> Iterator[str]:
    if "it" not in books.languages:
        return  # said once, by a promise of its own
    said = books.rules.get("say", {})
    yield from sorted(code for code in templates(books) if code not in said and ("", code) not in catalogue("", "it"))
    yield from (code for code, words in said.items() if _places(words["en"]) != _places(words.get("it", "")))


def nothing_is_translated_that_is_not_said(books: Books) -> Iterator[str]:
    written = _written(books.sources)
    yield from (code for code in books.rules.get("say", {}) if code not in written)


def refusals_are_one_lower_case_sentence_without_full_stop(books: Books) -> Iterator[str]:
    for code, words in sorted(books.rules.get("say", {}).items()):
        if code == f"{books.game.info.name}/title":  # the name of the game, which is no refusal
            continue
        template = words["en"]
        plain = template[0].islower() or template[0] in "{0123456789" or template.split()[0].lower() in books.words
        if not plain or template.endswith(".") or re.search("invalid|please", template):
            yield code


def raised(books: Books) -> set[str]:
    """The rules under which something is refused."""
    return {rule for rule in raised_or_none(books) if rule} | {books.game.info.hand_rule}


def raised_or_none(books: Books) -> set[str | None]:
    return _arguments(books, "illegal", 0)


def refusals(books: Books) -> set[str]:
    """The code of every refusal under a rule."""
    return {template for template in _arguments(books, "illegal", 1) if template}


def templates(books: Books) -> set[str]:
    """The code of every refusal."""
    return {template for template in _templates(books) if template}


def _templates(books: Books) -> set[str | None]:
    """Those of readers stand in the readers' grammars too."""
    handed_on = {
        text
        for text in _written(books.sources)
        if text.startswith(f"{books.game.info.name}/") and not text.endswith("/")
    }
    return _arguments(books, "illegal", 1) | _arguments(books, "Unreadable", 0) | handed_on


def _arguments(books: Books, called: str, at: int) -> set[str | None]:
    constants = {name: text for nodes in _nodes(books.sources) for name, text in _constants(nodes[0])}
    return {
        text
        for nodes in _nodes(books.sources)
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == called and node.args
        for text in _texts(node.args[at], constants)
    }


@cache
def _nodes(sources: tuple[str, ...]) -> tuple[tuple[ast.AST, ...], ...]:
    """Every node of every module, the module itself first: each is read once for all promises."""
    return tuple(tuple(ast.walk(ast.parse(source))) for source in sources)


def _written(sources: tuple[str, ...]) -> set[str]:
    """Every text in the code."""
    found = (node for nodes in _nodes(sources) for node in nodes)
    return {node.value for node in found if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _constants(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in tree.body if isinstance(tree, ast.Module) else ():
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from ((target.id, node.value.value) for target in node.targets if isinstance(target, ast.Name))


def _texts(node: ast.expr, constants: dict[str, str]) -> set[str | None]:
    """The texts an argument may be: itself, one of two, a constant; None if it is put together."""
    if isinstance(node, ast.IfExp):
        return _texts(node.body, constants) | _texts(node.orelse, constants)
    if isinstance(node, ast.Name):
        return {constants.get(node.id)}
    return {node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None}


def _places(template: str) -> list[str]:
    return sorted({field for _, field, _, _ in Formatter().parse(template) if field})


# Events, questions and endings


def whole_games_are_told_without_words_of_the_note(books: Books) -> Iterator[str]:
    """Events and questions are sentences in both languages, with nothing left to fill in."""
    for options in option_sets(books.game.info.name):
        yield from _badly_told(tuple(tables(books.game, options, seed=4)))


def _badly_told(happened: tuple[Table, ...]) -> Iterator[str]:
    """Of the positions of one game, each event and each question once."""
    game, names = happened[0].game, NAMES[: happened[0].options.seats]
    events = dict.fromkeys(event for table in happened for event in table.events)
    requests = dict.fromkeys(request for table in happened for request in game.requests(table.state))
    for lang in ("en", "it"):
        for event in events:
            told = event_sentence(game, event, names, lang)
            if told == event_words(event, names) or "{" in told or told.endswith((".", ":", " ")):
                yield told
        for request in requests:
            asked = question_sentence(game, request, names, lang)
            if "{" in asked or asked.endswith((".", ":", " ")):
                yield asked


def no_event_has_the_name_of_one_of_the_kernel(books: Books) -> Iterator[str]:
    """Hidden goods are followed by these names in a record."""
    own = (kind for kind in books.events if kind.__module__ != kernel_events.__name__)
    yield from (kind.__name__ for kind in own if kind.__name__.lower() in GOODS)


def there_is_a_golden_game_for_every_way_to_end(books: Books) -> Iterator[str]:
    ends = {
        match[1]
        for text in books.golden
        for match in re.finditer(r"^(?:over: )?([a-z-]+)(?:: .*)?$", text, re.MULTILINE)
    }
    yield from (ending for ending in books.game.info.endings if ending not in ends)


PROMISES: tuple[Promise, ...] = (
    rules_begin_with_the_prefix_of_the_game,
    every_rule_named_in_the_code_is_listed,
    rules_stand_in_the_order_of_the_rulebook,
    it_speaks_italian_too,
    every_rule_has_a_sentence_in_both_languages_and_a_source,
    every_ruling_stands_under_a_rule_in_both_languages,
    there_is_a_case_book,
    cases_are_written_in_the_published_format,
    every_case_has_a_number_of_its_own,
    every_case_holds,
    cases_are_about_listed_rules,
    the_list_names_the_cases_that_obey_and_break,
    every_rule_is_obeyed_by_a_case,
    every_rule_that_can_refuse_is_obeyed_and_broken,
    a_refusal_expected_under_another_rule_is_noticed,
    every_refusal_is_plain_text_under_a_listed_rule,
    every_refusal_has_its_italian_with_the_same_places,
    nothing_is_translated_that_is_not_said,
    refusals_are_one_lower_case_sentence_without_full_stop,
    whole_games_are_told_without_words_of_the_note,
    no_event_has_the_name_of_one_of_the_kernel,
    there_is_a_golden_game_for_every_way_to_end,
)
