"""Sentences: every event, question, rule and refusal has its words in both languages, with the same facts in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from referee.games import find
from referee.i18n.event_text import event_sentence, event_sentences, question_example, question_sentence
from referee.i18n.refusal_text import refusal_text
from referee.i18n.rule_text import rule_text
from referee.kernel import events as kernel_events
from referee.kernel.dice import Dice
from referee.kernel.errors import Unreadable, illegal
from referee.kernel.events import Event, GoodsEvent, fields_of
from referee.kernel.game import complete_options, piles_of
from referee.kernel.requests import Request
from tests.games.contract.toy import TOY
from tests.games.known import GAMES, events_of, folder, prose, rules
from tests.long_runs import of
from tests.support.rehearse import SEATS as NAMES
from tests.words.catalogue_files import rules_of as book_of

ROOT = Path(__file__).parents[2] / "referee"
TABLE_RULES = book_of("")


def places(template: str) -> list[str]:
    return sorted(place for _, place, _, _ in Formatter().parse(template) if place)


# --- events and questions of the games ------------------------------------------------------------


EVENTS = [pytest.param(game, kind, id=f"{game}-{kind.__name__}") for game in GAMES for kind in events_of(game)]
TABLE_PROSE = prose("")
GOODS = {kind.__name__.lower() for kind in GoodsEvent.__subclasses__()}


def entry_of(game: str, name: str) -> dict[str, Any]:
    """What is said of an event: the game's own words, or the table's for an event of the kernel."""
    found: dict[str, Any] = prose(game)["events"].get(name) or TABLE_PROSE["events"][name]
    return found


def has_one_pile(game: str) -> bool:
    """Whether goods are drawn from one pile, which then has no name in events."""
    found = find(game)
    return len(piles_of(found, complete_options(found.info, found.info.seats[0], ()), Dice(bytes(32)))) <= 1


def sentences(entry: dict[str, Any]) -> list[dict[str, str]]:
    """The general sentence of an entry and those for single values."""
    found = [value for value in entry.values() if isinstance(value, dict)]
    return [entry, *found] if "en" in entry else found


@pytest.mark.parametrize(("game", "kind"), EVENTS)
def test_every_event_has_a_sentence_in_both_languages_with_all_its_fields(game: str, kind: type[Event]) -> None:
    """A field that chooses the sentence (`by`) has been told by it; what is told once for many names none of them."""
    entry = entry_of(game, kind.__name__.lower())
    fields = {field for field, _ in fields_of(kind)} - ({"pile"} if has_one_pile(game) else set())
    fields |= {"pile"} & set(entry.get("by", "").split())
    by = set(entry.get("by", "").split())
    once = kind.__name__.lower() in entry.get("unless_next", "").split()

    assert by <= fields
    assert "en" in entry
    for sentence in sentences(entry):
        for lang in ("en", "it"):
            told = set(places(sentence[lang])) | by
            assert told == fields or (once and told < fields), sentence[lang]


def test_the_table_has_a_sentence_for_every_event_of_the_kernel_in_both_languages() -> None:
    assert set(TABLE_PROSE["events"]) == GOODS
    for entry in TABLE_PROSE["events"].values():
        for sentence in sentences(entry):
            assert set(places(sentence["en"])) == set(places(sentence["it"]))


@pytest.mark.parametrize(
    ("event", "english", "italian"),
    [
        (kernel_events.Drew(0, 2), "anna draws 2 pieces", "anna pesca 2 pezzi"),
        (kernel_events.Drew(0, 1, "north"), "anna draws 1 piece from north", "anna pesca 1 pezzo da north"),
        (kernel_events.Spent(1, "red"), "bert plays 1 piece from hand: red", "bert cede 1 pezzo dalla mano: red"),
        (kernel_events.Discarded(1, 1), "bert discards 1 piece unseen", "bert scarta 1 pezzo coperto"),
        (kernel_events.Laid(0, "p0"), "anna lays a piece face down at p0", "anna posa un pezzo coperto in p0"),
        (
            kernel_events.Revealed("p0", "red"),
            "the piece at p0 is turned up: red",
            "il pezzo in p0 viene scoperto: red",
        ),
        (kernel_events.Hidden("p0"), "a piece is placed face down at p0", "un pezzo viene messo coperto in p0"),
        (
            kernel_events.Hidden("p0", "north"),
            "a piece from north is placed face down at p0",
            "un pezzo da north viene messo coperto in p0",
        ),
        (kernel_events.Peeked(1, "p0"), "bert alone looks at the piece at p0", "solo bert guarda il pezzo in p0"),
    ],
)
def test_a_game_without_words_of_its_own_tells_of_its_goods(event: Event, english: str, italian: str) -> None:
    assert event_sentence(TOY, event, SEATS, "en") == english
    assert event_sentence(TOY, event, SEATS, "it") == italian


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_stands_for_an_event_that_does_not_exist(game: str) -> None:
    assert set(prose(game)["events"]) <= {kind.__name__.lower() for kind in events_of(game)} | GOODS


@pytest.mark.parametrize("game", GAMES)
def test_sentences_have_no_full_stop_and_every_word_both_languages(game: str) -> None:
    for kind in ("events", "questions"):
        for entry in prose(game)[kind].values():
            for sentence in sentences(entry):
                assert not sentence["en"].endswith((".", " ")) and not sentence["it"].endswith((".", " "))
    for word, forms in prose(game).get("words", {}).items():
        assert {"en", "it"} <= set(forms), word


ASKING = {"Request": 1, "_ask": 1, "_request": 0}
"""What makes a request, and which of its arguments is the question."""


def questions_in(game: str) -> set[str]:
    """The questions that requests of the game ask: what its source hands to `Request(...)` and to its own functions
    that make one.
    """
    found = set()
    for path in sorted(folder(game).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
                found |= set(_values(node.args[ASKING[node.func.id]]))
    return found


def _values(question: ast.expr) -> Iterator[str]:
    """The questions that an argument can be: a word, the turn, or one of both; none where it is handed on."""
    if isinstance(question, ast.IfExp):
        yield from _values(question.body)
        yield from _values(question.orelse)
    elif isinstance(question, ast.Constant):
        yield str(question.value)
    elif isinstance(question, ast.Name) and question.id.isupper():
        yield "turn"


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_a_sentence_with_its_seat_and_an_example(game: str) -> None:
    asked = prose(game)["questions"]

    assert set(asked) == questions_in(game)
    for question, entry in asked.items():
        assert entry["example"], question
        for sentence in sentences(entry):
            assert "seat" in places(sentence["en"]) and "seat" in places(sentence["it"]), question
            assert set(places(sentence["en"]) + places(sentence["it"])) <= {"seat", "about", "rest", "1", "2", "3"}


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_question_is_an_order_that_answers_it(game: str) -> None:
    """Asked with the words of real requests, out of random games."""
    found, seen = find(game), set()
    for request in _requests_of(game):
        example = question_example(found, request)
        if (request.question, example) in seen:
            continue
        seen.add((request.question, example))
        move = found.notation.parse_order(example)

        assert request.question in found.answers(move), example
        for lang in ("en", "it"):
            told = question_sentence(found, request, NAMES, lang)
            assert "{" not in told and NAMES[request.seat] in told


def _requests_of(game: str) -> Iterator[Request]:
    from tests.support.rehearse import open_match, play_out

    most = of(3 if game == "civilization" else 1, 3)  # the shortest games that come to each question at least once
    for label in ("one", "two", "five")[:most]:
        match = open_match(game, find(game).info.seats[0], f"questions {label}")
        for number in range(60):
            if match.host.over:
                break
            request = match.host.request
            assert request is not None
            yield request
            play_out(match, f"questions {label} {number}", steps=1)


# --- how a template is filled ---------------------------------------------------------------------


TIGRIS = find("tigris")
SEATS = ("anna", "bert", "carl")


def told(word: str, *values: object, lang: str = "en") -> str:
    kind = next(kind for kind in events_of("tigris") if kind.__name__ == word)
    return event_sentence(TIGRIS, kind(*values), SEATS, lang)


TOLD = {
    "a seat by its name, a word with its article": (
        ("Placed", 1, "temple", "F7"),
        "bert places a temple on F7",
        "bert piazza un tempio in F7",
    ),
    "the words from a leader": (
        ("Placed", 0, "farmer", "F7"),
        "anna places the farmer on F7",
        "anna piazza l'agricoltore in F7",
    ),
    "one": (("Drew", 0, 1), "anna draws 1 tile", "anna pesca 1 tessera"),
    "several": (("Drew", 0, 3), "anna draws 3 tiles", "anna pesca 3 tessere"),
    "a word by the number beside it": (
        ("Spent", 0, "temple", 1),
        "anna adds 1 temple from hand",
        "anna aggiunge 1 tempio dalla mano",
    ),
    "its plural": (("Spent", 0, "temple", 2), "anna adds 2 temples from hand", "anna aggiunge 2 templi dalla mano"),
    "a sentence for the value of a field": (
        ("Scored", 2, "red", 2, "war"),
        "carl scores 2 red for the war",
        "carl ottiene 2 punti rossi per il conflitto esterno",
    ),
    "a sentence for the empty value": (
        ("Catastrophe", 0, "D4", ""),
        "anna plays a catastrophe on D4: the space can never be used again",
        "anna gioca una catastrofe in D4: lì non si può più mettere nulla",
    ),
    "the general sentence for any other value": (
        ("Catastrophe", 0, "D4", "farm"),
        "anna plays a catastrophe on D4: a farm is destroyed, and the space can never be used again",
        "anna gioca una catastrofe in D4: distrugge una fattoria, e lì non si può più mettere nulla",
    ),
    "several spaces": (
        ("Removed", "temple", ("B2", "C2")),
        "the temples on B2, C2 are removed",
        "dal tabellone escono: templi B2, C2",
    ),
    "two seats": (
        ("War", "black", 0, 3, 2, 1),
        "war of the kings: anna attacks with 3 settlements on the board, carl defends with 1",
        "conflitto esterno tra i re: anna attacca con 3 insediamenti sul tabellone, carl difende con 1",
    ),
}


@pytest.mark.parametrize(("event", "english", "italian"), TOLD.values(), ids=TOLD.keys())
def test_an_event_is_told_with(event: tuple[Any, ...], english: str, italian: str) -> None:
    assert told(*event) == english
    assert told(*event, lang="it") == italian


def test_an_event_without_a_sentence_is_told_in_the_words_of_the_note() -> None:
    class Unheard(Event, frozen=True):
        seat: kernel_events.SeatField
        cell: str

    assert event_sentence(TIGRIS, Unheard(1, "F7"), SEATS, "it") == "unheard bert F7"


def test_a_tile_that_is_placed_is_told_once_and_one_that_joins_a_conflict_as_well() -> None:
    from referee.games.tigris.events import Placed
    from referee.kernel.events import Spent

    laid, spent = Placed(0, "temple", "F7"), Spent(0, "temple")

    assert event_sentences(TIGRIS, (spent, laid), SEATS, "en") == ("anna places a temple on F7",)
    assert event_sentences(TIGRIS, (spent,), SEATS, "en") == ("anna adds 1 temple from hand",)
    assert len(event_sentences(TIGRIS, (spent, Placed(1, "temple", "F7")), SEATS, "en")) == 2
    assert event_sentences(TIGRIS, (), SEATS, "en") == ()


def test_a_question_says_the_role_in_a_conflict_and_what_counts() -> None:
    revolt = Request(1, "commit", "TE 8.3", ("defender", "black"))
    war = Request(1, "commit", "TE 9.5", ("attacker", "green"))

    assert question_sentence(TIGRIS, revolt, SEATS, "en").startswith(
        "bert defends in the revolt of the kings and chooses how"
    )
    assert "how many markets to add from hand" in question_sentence(TIGRIS, war, SEATS, "en")
    assert question_sentence(TIGRIS, war, SEATS, "it").startswith("bert attacca nel conflitto esterno tra i mercanti")


# --- rules ----------------------------------------------------------------------------------------


def test_every_rule_of_every_game_and_of_the_table_can_be_explained() -> None:
    ids = [*TABLE_RULES["rules"], *(rule_id for game in GAMES for rule_id in rules(game)["rules"])]

    for rule_id in ids:
        english, italian = rule_text(rule_id, "en"), rule_text(rule_id, "it")
        assert english.id == italian.id == rule_id
        assert english.sentence != italian.sentence and english.source and italian.source == english.source
        assert len(english.rulings) == len(italian.rulings)
        assert all(len(ruling.partition(": ")[2]) > 10 for ruling in english.rulings), rule_id


def test_the_table_has_the_rules_that_it_refuses_by() -> None:
    raised = {
        keyword.value.value
        for path in sorted(ROOT.rglob("*.py"))
        if not {"games", "kernel"} & set(path.parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "rule" and isinstance(keyword.value, ast.Constant)
    }

    assert raised == set(TABLE_RULES["rules"])


def test_a_refusal_of_the_table_asks_no_game_for_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game would have to be loaded to say that the rule is none of theirs."""
    monkeypatch.setattr("referee.games.by_prefix", lambda prefix: pytest.fail(f"a game is asked for {prefix}"))
    rule_id = next(iter(TABLE_RULES["rules"]))

    assert refusal_text(illegal(rule_id, "no"), "it").rule_sentence == TABLE_RULES["rules"][rule_id]["it"]


def test_a_rule_is_found_however_its_letters_are_typed() -> None:
    assert rule_text("te 6.2", "en") == rule_text("TE 6.2", "en") == rule_text(" Te 6.2 ", "en")


@pytest.mark.parametrize("unknown", ["TE 99.1", "XX 1.1", "", "PM 99", "te6.2"])
def test_a_rule_that_does_not_exist_is_refused_with_the_letters_there_are(unknown: str) -> None:
    with pytest.raises(Unreadable) as refused:
        rule_text(unknown, "en")

    assert refused.value.code == "no-such-rule"
    assert refused.value.values["known"] == ", ".join(sorted({"PM", *(find(game).info.rule_prefix for game in GAMES)}))
