"""Vocabulary and grammar by a game of three orders: exact words, beginnings, slips, cuts, what comes next."""

from __future__ import annotations

import pytest

from referee.kernel.errors import Unreadable
from referee.kernel.grammar import Grammar, Part, Sort, Verb
from referee.kernel.grammar.lexer import Meaning, Vocabulary, healed
from referee.kernel.grammar.parser import first_order, hear
from referee.kernel.grammar.reader import complete

CITY = Sort(
    name="city",
    missing="expected-city",
    words={"rome": {"en": "rome", "it": "roma"}, "romania": {"en": "romania", "it": "romania"}},
)
GOODS = Sort(
    name="goods",
    missing="expected-goods",
    words={"grain": {"en": "grain", "it": "grano"}, "gold": {"en": "gold", "it": "oro"}},
)
CODE = Sort(name="code", missing="expected-code", labels={"c4": "C4", "c-d": "C-D"})
NUMBER = Sort(name="number", missing="expected-number", number=True)

GRAMMAR = Grammar(
    (
        Verb(name="build", words={"en": "build", "it": "costruisci"}, parts=(Part("city"),), example="build rome"),
        Verb(
            name="ship",
            words={"en": "ship send", "it": "spedisci"},
            parts=(Part("number", 0, 9), Part("goods", 1, 9), Part("code", 0, 1)),
            example="ship 2 grain C4",
            bare=True,
        ),
        Verb(name="wait", words={"en": "wait", "it": "aspetta"}, example="wait", answers=("storm",)),
    ),
    (CITY, GOODS, CODE, NUMBER),
    {"en": "the a to", "it": "il a"},
    origins={"en": "from", "it": "da"},
)


def heard(text: str, question: str | None = "turn") -> list[tuple[str, ...]]:
    """Verb and values of every order."""
    return [(order.verb, *(part.value for part in order.parts)) for order in hear(GRAMMAR, text, question)]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("build rome", [("build", "rome")]),
        ("BUILD ROMA.", [("build", "rome")]),
        ("costruisci roma", [("build", "rome")]),
        ("build roman", [("build", "romania")]),
        ("bu rome", [("build", "rome")]),
        ("spedisci gran c4", [("ship", "grain", "C4")]),
        ("gran c4", [("ship", "grain", "C4")]),
        ("ship grain grain c4", [("ship", "grain", "grain", "C4")]),
        ("ship 2 grain 4c", [("ship", "2", "grain", "C4")]),
        ("grain to c 4", [("ship", "grain", "C4")]),
        ("send gold from c-d to c4", [("ship", "gold", "C4")]),
        ("ship grain, gold, build rome", [("ship", "grain", "gold"), ("build", "rome")]),
        ("ship grain build rome wait", [("ship", "grain"), ("build", "rome"), ("wait",)]),
        ("ship grain C4 gold C-D", [("ship", "grain", "C4"), ("ship", "gold", "C-D")]),
        ("build rome e spedisci oro", [("build", "rome"), ("ship", "gold")]),
        ("wait", [("wait",)]),
    ],
)
def test_a_line_is_read_as_the_fewest_orders_that_take_up_its_words(text: str, orders: list[tuple[str, ...]]) -> None:
    assert heard(text) == orders


@pytest.mark.parametrize(
    ("text", "sentence", "meant"),
    [
        ("", "an order needs a word", None),
        ("build rom", "rom could mean rome, romania", None),
        ("build", "write this order like build rome; got build", None),
        ("build london", "expected-city text='london'", None),
        ("build rome now", "expected no more words, got now", None),
        ("biuld rome", "there is no order called biuld rome", "build rome"),
        ("build romme", "expected-city text='romme'", "build rome"),
        ("biuld romme", "there is no order called biuld romme", "build rome"),
        ("sihp 2 grai 4c", "there is no order called sihp 2 grai 4c", "ship 2 grai C4"),
        ("sihp 2 grrain 4c", "there is no order called sihp 2 grrain 4c", "ship 2 grain C4"),
        ("ship -2 grain", "expected-goods text='-2'", None),
        ("g", "g could mean grain, gold", None),
        ("b rome", "b could mean build", None),
        ("spedisci o", "o could mean oro", None),
        ("ship o", "expected-goods text='o'", None),
        ("ship gran c4", "expected-goods text='gran'", "ship grain C4"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_would_be_right(text: str, sentence: str, meant: str | None) -> None:
    with pytest.raises(Unreadable) as refused:
        heard(text)

    assert (refused.value.sentence(), refused.value.meant) == (sentence, meant)


def test_a_slip_that_can_be_healed_is_the_hint() -> None:
    with pytest.raises(Unreadable) as refused:
        heard("biuld rome")

    assert str(refused.value.hint) == "did you mean build rome?"


def test_otherwise_the_hint_shows_what_the_question_takes() -> None:
    with pytest.raises(Unreadable) as refused:
        heard("dance", "storm")

    assert str(refused.value.hint) == "wait"


def test_the_first_order_can_be_cut_off_and_the_rest_read_later() -> None:
    assert first_order(GRAMMAR, "Build Rome, ship grain and wait") == ("build rome", "ship grain and wait")
    assert first_order(GRAMMAR, "wait") == ("wait", "")


@pytest.mark.parametrize(
    ("text", "lang", "words"),
    [
        ("", "en", ("C-D", "C4", "build", "gold", "grain", "ship")),
        ("", "it", ("C-D", "C4", "costruisci", "grano", "oro", "spedisci")),
        ("b", "en", ("build",)),
        ("build ", "en", ("romania", "rome")),
        ("build ", "it", ("roma", "romania")),
        ("build rom", "en", ("romania", "rome")),
        ("costruisci ", "it", ("roma", "romania")),
        ("ship gr", "en", ("grain",)),
        ("ship grano", "en", ("grano",)),
        ("ship grain c", "en", ("C-D", "C4", "costruisci")),
        ("build rome ", "en", ("build", "ship", "wait")),
        ("build rome, w", "en", ("wait",)),
        ("build london ", "en", ()),
    ],
)
def test_what_can_be_typed_next_is_known(text: str, lang: str, words: tuple[str, ...]) -> None:
    assert complete(GRAMMAR, text, "turn", lang) == words


def test_what_the_rules_do_not_allow_now_is_not_offered() -> None:
    possible = ("ship grain C4", "ship gold C-D", "build rome")

    assert complete(GRAMMAR, "build ", "turn", "en", possible) == ("rome",)
    assert complete(GRAMMAR, "ship ", "turn", "en", possible) == ("C-D", "C4", "gold", "grain")
    assert complete(GRAMMAR, "ship grain ", "turn", "en", possible)[:2] == ("C4", "build")


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Città", "citta"),
        ("l’oro", "l oro"),
        ("“F7”", " f7 "),
        ("Ｆ７", "f7"),
        ("C–D", "c-d"),
        ("a\u200bb", "a b"),
        ("one\ntwo", "one\ntwo"),
    ],
)
def test_text_is_healed_of_what_mail_and_telephones_do_to_it(typed: str, plain: str) -> None:
    assert healed(typed) == plain


@pytest.mark.parametrize(
    ("word", "meant"),
    [("tmeple", "temple"), ("tempel", "temple"), ("temle", "temple"), ("te", None), ("castle", None), ("tempx", None)],
)
def test_a_slip_is_one_letter_or_two_in_a_long_word(word: str, meant: str | None) -> None:
    words = Vocabulary()
    words.add(["temple", "market"], Meaning("kind", "x"))

    assert words.meant(word, ["kind"]) == meant


def test_a_slip_between_two_meanings_is_nobodys() -> None:
    words = Vocabulary()
    words.add(["lone"], Meaning("kind", "a"))
    words.add(["line"], Meaning("kind", "b"))

    assert words.meant("lune", ["kind"]) is None
