"""What is denied is never ordered, and no number is lost: made by machine from every row that is understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from referee.games import built_in, find
from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame, NeedsHiddenFace
from referee.kernel.grammar.allowed import holds_every, words_of
from tests.games.typed_positions import position
from tests.games.typed_rows import NOTHING, PARTS, SPOKEN, changed, numbered, orders_in, rules_allow
from tests.games.understood_orders import understood
from tests.long_runs import of

DENIALS = (
    *("non {}", "niente {}", "nessun {}", "senza {}", "{} no", "{} niente", "mai {}", "nemmeno {}"),
    *("not {}", "no {}", "don't {}", "do not {}", "don’t {}", "dont {}", "never {}", "{} not", "without {}"),
)
"""How an order is denied, in whatever language it is said."""

LEAST = {"tigris": (140, 40), "cards": (140, 40), "ur": (110, 40), "civilization": (350, 70)}
"""Of each game at least so many understood rows that do something, and so many changed numbers, in a long run."""

NTH = 4
"""The usual run has every fourth row of each table."""


def rows(name: str) -> Iterator[tuple[AnyGame, Any, str, str, str]]:
    """Game, position, language, line and reading of every row of a game that is understood and does something; of
    each table every fourth in the usual run.
    """
    game = find(name)
    for part in (part for part in PARTS if part["game"] == name):
        state = position(game, part["position"])
        for typed, meant in part["rows"][:: of(NTH, 1)]:
            if orders_in(meant) and not NOTHING.issuperset(orders_in(meant)):
                yield game, state, part["lang"], typed, meant


def some(lines: Iterable[str], row: int, count: int) -> Iterator[str]:
    """All of them in a long run; else so many, of each row those that follow the ones of the row before."""
    every = list(lines)
    chosen = of([(row * count + n) % len(every) for n in range(min(count, len(every)))], [*range(len(every))])
    return (every[n] for n in chosen)


@pytest.mark.parametrize("name", built_in())
def test_a_denied_order_is_never_given(name: str) -> None:
    """In the usual run a row meets one denial, and all of them are met."""
    wrong, count = [], 0
    for game, state, lang, typed, meant in rows(name):
        given = orders_in(meant)
        for denial in some(DENIALS, count, 1):
            at = -1 if denial.startswith("{}") else 0
            if given[at] in NOTHING:
                continue  # that is denied, and the others are not
            line = denial.format(typed)
            found = orders_in(understood(game, state, line, lang))
            is_apart = re.search("[,;.:]", typed) is not None  # `no market in C5, one in D5`
            wrong += [] if is_denied(given, found, at, is_apart=is_apart) else [(line, found)]
        count += 1

    assert wrong == []
    assert count >= LEAST[name][0] // of(2 * NTH, 1)


@pytest.mark.parametrize(
    ("place", "lang", "typed"),
    [
        ("commit", "it", "non tutti e due i templi"),
        ("commit", "it", "mai poi due templi"),
        ("turn", "it", "mai poi metto una fattoria in E1"),
        ("turn", "en", "not then a farm on E1"),
        ("turn", "en", "never"),
    ],
)
def test_a_word_that_only_denies_is_no_answer(place: str, lang: str, typed: str) -> None:
    game = find("tigris")

    assert understood(game, position(game, place), typed, lang).startswith("!")


def is_denied(given: list[str], found: list[str], at: int, *, is_apart: bool) -> bool:
    """Whether what a denied line was read as has none of the orders denied, or a no in the place of the last of them:
    `nera in A, segno no`; what stands apart from the order denied may be meant.
    """
    is_answered = len(found) == len(given) and found[at] in NOTHING and found[at].split()[0] == given[at].split()[0]
    return given[at] not in found and (is_answered or is_apart or NOTHING.issuperset(set(found) & set(given)))


def possible_pairs(name: str) -> Iterator[tuple[AnyGame, Any, str, str, str]]:
    """Two rows of one position and language, the second an order that the rules allow behind the first: what is typed
    of both, cut in some way, and what both mean.
    """
    single: dict[tuple[str, int], list[tuple[Any, str, str]]] = {}
    game = find(name)
    for _, state, lang, typed, meant in rows(name):
        if len(orders_in(meant)) == 1 and not set(typed) & set(",.:;"):
            single.setdefault((lang, id(state)), []).append((state, typed, meant))
    for (lang, _), told in single.items():
        for at, (state, first, before) in enumerate(told):
            for way, cut in enumerate(
                (", ", " e ", ". ", ", poi ") if lang == "it" else (", ", " and ", ". ", ", then ")
            ):
                _, second, behind = told[(at + way + 1) % len(told)]
                orders = orders_in(before)[0], orders_in(behind)[0]
                if orders[0] != orders[1] and are_possible(game, state, *orders):
                    yield game, state, lang, f"{first}{cut}{second}", f"{before}, {behind}"


def are_possible(game: AnyGame, state: Any, first: str, second: str) -> bool:
    """Whether the rules allow an order, and then the other one, with no face to turn up between them."""
    request, *_ = game.requests(state)
    orders = [game.notation.parse_order(order) for order in (first, second)]
    if orders[0] not in set(game.legal_orders(state, request.seat, None)):
        return False
    try:
        after = game.apply(state, request.seat, orders[0], ()).state
    except NeedsHiddenFace:
        return False
    return orders[1] in set(game.legal_orders(after, request.seat, None))


JOINED = {"tigris": 150, "cards": 70, "ur": 40, "civilization": 90}
"""Of each game at least so many pairs."""


@pytest.mark.parametrize("name", built_in())
def test_two_rows_said_in_one_line_are_both_orders(name: str) -> None:
    told = [
        (line, meant, understood(game, state, line, lang)) for game, state, lang, line, meant in possible_pairs(name)
    ]

    assert [(line, found) for line, meant, found in told if found != meant and not found.startswith("!")] == []
    assert sum(found == meant for _, meant, found in told) >= JOINED[name] // of(4 * NTH, 1)


def every_pair(name: str) -> Iterator[tuple[AnyGame, Any, str, str, str, str]]:
    """Any two rows of one position and language that are understood, joined in some way, and what each of them means:
    two or three pairs of each position, all in a long run.
    """
    told: dict[tuple[str, str], list[tuple[str, str]]] = {}
    game = find(name)
    for part in (part for part in (*PARTS, *SPOKEN) if part["game"] == name):
        known = told.setdefault((part["position"], part["lang"]), [])
        known += [(row[0], row[1].split(" | ")[0]) for row in part["rows"] if not row[1].startswith("!")]
    for (place, lang), known in told.items():
        state, cuts = position(game, place), AND if lang == "en" else E
        for at, (first, before) in enumerate(of(known[:: max(1, len(known) // 2)], known)):
            second, behind = known[(5 * at + 3) % len(known)]
            is_row = first != second and understood(game, state, first, lang) == before
            if is_row and rules_allow(game, state, orders_in(before)):
                yield game, state, lang, f"{first}{cuts[at % len(cuts)]}{second}", before, behind


E, AND = (", ", " e ", ". ", ", poi ", "; "), (", ", " and ", ". ", ", then ", "; ")


CONTRADICTED = (
    "prendo tutto quello che posso dalle navi e solo la verde",
    "il tempio che ho lo gioco, non ci metto niente, tanto ho perso comunque",
    "facciamo quello col verde.., quello col nero",
    "Vorrei la carta Leva, grazie., vorrei Leva, anzi no, Marineria",
    "il sacerdote lo sposto su G1, poi una rossa nella stessa colonna, poi Nella colonna D una blu, "
    "però prima metto il sacerdote su G1",
    "la biblioteca. costruisco la biblioteca, anzi no, lo ziggurat",
    "quello dove sta il mio mercante e Le carte rosse me le tengo tutte, dunque nessun tesoro.",
    "il tempio che ho lo gioco, ne metto 2",
    "Uno su f5 e uno su f6; la tessera la cambio con quella che avanza. "
    "e Scambio la mia tessera con b2, lato guerra in su",
    "C0; no, leave the treasures where they are",
    "certo che lo segno il punto; no, la verde me la tengo in mano",
    "Let the priests fight it out before the others.; start with red... actually no, blue first",
)
"""Of two answers to one question the last one counts here; such a line should be refused."""


@pytest.mark.parametrize("name", built_in())
def test_two_rows_in_one_line_keep_the_orders_of_the_first(name: str) -> None:
    """What the rules allow of the first is an order of the line, or the line is refused, whatever the second is."""
    lost, count = [], 0
    for game, state, lang, line, before, _ in every_pair(name):
        count += 1
        found = understood(game, state, line, lang)
        kept = [
            words_of(*parts_of_order(order), is_counted=False) for order in before.split(", ") if order not in NOTHING
        ]
        if not found.startswith("!") and not holds_every(
            [words_of(*parts_of_order(o)) for o in found.split(", ")], kept
        ):
            lost.append((line, before, found))

    assert [one for one in lost if one[0] not in CONTRADICTED] == []
    assert count >= of(20, 60)


def parts_of_order(order: str) -> tuple[str, list[str]]:
    """An order of a reading, and the kinds of what leaves the hand unseen."""
    spelled, _, secret = order.partition(" / ")
    return spelled, secret.split()


@pytest.mark.parametrize(
    ("name", "place", "typed", "both"),
    [
        ("cards", "commit", "una rossa; aggiungi 2", "commit 1, commit 2"),
        ("cards", "convert", "trasformo la carta in punto; converti no", "convert yes, convert no"),
        ("cards", "income", "prendo tutto e prendo nero e blu", "!"),
        ("cards", "swap", "prendo il tesoro C, poi prendo quello in D", "swap C0, swap D0"),
        ("cards", "turn", "carta calamita A1. re A", "!"),
        ("cards", "turn", "sposto il contadino in E0, leader rosso in D0", "leader farmer E0, leader priest D0"),
        (
            *("cards", "turn", "il re lo metto in A0, poi metto il leader verde in C0"),
            "leader king A0, leader trader C0",
        ),
        ("tigris", "turn", "catastrofe in D5. re nero B9", "!"),
        ("ur", "farmer", "metto due cubetti in a4, uno in b3", "!"),
        ("ur", "soldier", "invado c3 con 4 cubetti da b3", "!"),
        (
            *("cards", "turn", "due blu, una in A e una in B e gioco in C una carta blu"),
            "card blue A, card blue B, card blue C",
        ),
        ("tigris", "monument", "erigo il monumento verde-blu, poi rosso-verde", "!"),
        ("tigris", "turn", "tolgo il re dal tabellone. due mercati, C5 e D5", "!"),
        ("tigris", "commit", "nessuno, tempio tempio", "commit 0, commit 2"),
        ("civilization", "card", "take c106 and then Research, please", "!"),
        ("civilization", "card", "I choose the card Levy, I want Colonisation", "!"),
        ("civilization", "symbol", "vino; ferro", "!"),
        ("civilization", "posting", "piazzo l'unità nel Sahara e fanti Atlantia", "!"),
    ],
)
def test_a_line_gives_every_order_of_it_or_none(name: str, place: str, typed: str, both: str) -> None:
    found = understood(find(name), position(find(name), place), typed, "it")

    assert found == both or found.startswith("!")


@pytest.mark.parametrize("name", built_in())
def test_a_changed_number_gives_other_orders_or_none(name: str) -> None:
    wrong, count = [], 0
    for game, state, lang, typed, meant in rows(name):
        for line in changed(typed):
            count += 1
            wrong += [(typed, line, meant)] * (understood(game, state, line, lang) == meant)

    assert wrong == []
    assert count >= LEAST[name][1] // of(2 * NTH, 1)


@pytest.mark.parametrize("name", built_in())
def test_a_number_that_no_order_uses_is_not_swallowed(name: str) -> None:
    wrong = [
        (typed, line, meant)
        for row, (game, state, lang, typed, meant) in enumerate(rows(name))
        for line in some(numbered(typed), row, 1)
        if understood(game, state, line, lang) == meant
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("name", "place", "typed", "meant"),
    [
        ("civilization", "building", "non costruisco la Ziggurat", "! così dici che cosa non fai: {}"),
        ("civilization", "building", "niente Ziggurat", "! così dici che cosa non fai: {}"),
        ("civilization", "buying", "non compro cavalleria in Persia", "! così dici che cosa non fai: {}"),
        ("civilization", "growing", "non miglioro il Gange", "pass"),
        ("civilization", "picking", "no Ricerca", "! così dici che cosa non fai: {}"),
        ("civilization", "picking", "Edilizia no, Ricerca", "pick c109"),
        ("civilization", "picking", "Edilizia, se no Ricerca", "pick c108 > c109"),
        ("civilization", "building", "niente, Ziggurat", "pass, build zig"),
        ("civilization", "buying", "una cavalleria nel Gange e due in Persia", "buy cav gan, buy cav prs, buy cav prs"),
        ("civilization", "buying", "due cavallerie nel Gange e una in Persia", "buy cav gan, buy cav gan, buy cav prs"),
        ("civilization", "moves", "attacco il Gobi con due fanterie dal Gange", "march gob gan:i gan:i"),
        ("civilization", "choice", "scelgo i crediti", "choose 2"),
        (
            "civilization",
            "choice",
            "scelgo i crediti e due coloni in Persia",
            "choose 2, choose 2, colonist prs, colonist prs",
        ),
        ("tigris", "commit", "non due", "! così dici che cosa non fai: {}"),
        ("tigris", "commit", "non aggiungo templi", "commit 0"),
        ("tigris", "building", "non costruisco", "decline"),
        ("cards", "commit", "non aggiungo 2", "! così dici che cosa non fai: {}"),
        ("cards", "score", "non segno", "score no"),
        ("cards", "convert", "yes, score it", "!"),
        ("cards", "convert", "sì, segno", "!"),
        ("cards", "convert", "sì; lo segno", "!"),
        ("cards", "convert", "yes, score yes", "!"),
        ("cards", "convert", "no, score no", "!"),
        ("cards", "convert", "yes, convert it", "convert yes"),
        ("cards", "convert", "convert yes, score yes", "convert yes, score yes"),
        ("cards", "income", "nessun punto", "decline"),
        ("cards", "ship", "nessun punto", "! così dici che cosa non fai: {}"),
        ("cards", "turn", "unisco A e B con due verdi", "!"),
        ("cards", "turn", "join A and B with two greens", "!"),
        ("ur", "builder", "due ziggurat su c1", "!"),
        ("ur", "builder", "due ziggurat su c1 e d3", "ziggurat c1, ziggurat d3"),
        ("ur", "farmer", "commercio no", "! così dici che cosa non fai: {}"),
        ("ur", "farmer", "commercio. niente", "! così dici che cosa non fai: {}"),
    ],
)
def test_a_line_that_was_heard_wrongly_is_heard_or_refused(name: str, place: str, typed: str, meant: str) -> None:
    told = understood(find(name), position(find(name), place), typed, "it")

    assert told == meant.format(typed.lower()) or (meant == "!" and told.startswith("!"))


@pytest.mark.parametrize(
    ("name", "place", "typed", "hint"),
    [
        ("civilization", "building", "non costruisco la Ziggurat", "passa"),
        ("civilization", "picking", "no Ricerca", None),
        ("tigris", "commit", "non due", "aggiungi 0"),
        ("tigris", "turn", "non tempio F7", "passa"),
        ("ur", "farmer", "don't trade", "passa"),
    ],
)
def test_to_who_denies_an_order_nothing_is_proposed_but_to_do_nothing(
    name: str, place: str, typed: str, hint: str | None
) -> None:
    game = find(name)
    state = position(game, place)
    with pytest.raises(Unreadable) as refused:
        game.notation.read(typed, state, game.requests(state)[0].seat)

    assert refusal_text(refused.value, "it").hint == hint
