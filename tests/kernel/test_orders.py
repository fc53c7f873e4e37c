"""An order that is declared once is written and read by the same words, whatever its spelling looks like."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from referee.kernel.errors import Unreadable
from referee.kernel.grammar import Sort
from referee.kernel.grammar.orders import Orders, Said, read

SQUARE = Sort(name="square", missing="toy/no-square", known={"a1": 0, "a2": 1, "b1": 2})
CARD = Sort(name="card", missing="toy/no-card", values=("ace", "king"))
NUMBER = Sort(name="number", missing="toy/no-number", number=True)
FEW = Sort(name="few", missing="toy/no-number", known={"1": 1, "2": 2})
LOUD = Sort(name="loud", missing="toy/no-loud", values=("loud",), known={"loud": True})


class March(msgspec.Struct, frozen=True):
    start: Annotated[int, SQUARE]
    target: Annotated[int, SQUARE]
    count: Annotated[int, FEW]


class Play(msgspec.Struct, frozen=True):
    card: Annotated[str, CARD]
    square: Annotated[int, SQUARE]


class Call(msgspec.Struct, frozen=True):
    count: Annotated[int, NUMBER]
    loud: Annotated[bool, LOUD] = False


ORDERS = Orders(
    "toy",
    Said(make=March, spelled="go {start}>{target}:{count}", example="go a1>a2:2"),
    Said(make=Play, spelled="play {card} > {square}", example="play ace > a1"),
    Said(make=Call, example="call 2"),
    sorts=(),
)

SPELLED = {
    "go a1>b1:2": March(0, 2, 2),
    "go a1>a1:1": March(0, 0, 1),
    "play king > a2": Play("king", 1),
    "call 12": Call(12),
    "call 3 loud": Call(3, loud=True),
}


@pytest.mark.parametrize(("text", "order"), SPELLED.items())
def test_one_spelling_is_written_and_read(text: str, order: Any) -> None:
    assert (ORDERS.parse(text), ORDERS.format(order)) == (order, text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("march a1>b1:2", "no-order-called"),
        ("go", "order-form"),
        ("go a1>b1", "order-form"),
        ("go a1 > b1:2", "order-form"),
        ("go a1>b1:2 ", "order-form"),
        ("play king>a2", "order-form"),
        ("call", "order-form"),
        ("call 1 loud loud", "order-form"),
        ("go a1>c1:2", "toy/no-square"),
        ("go a1>b1:3", "toy/no-number"),
        ("play queen > a1", "toy/no-card"),
        ("call 100", "toy/no-number"),
        ("call 1 True", "toy/no-loud"),
        ("call 01", "order-spelling"),
    ],
)
def test_any_other_spelling_is_refused_with_what_is_wrong_in_it(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        ORDERS.parse(text)

    assert refusal.value.code == code


def test_a_word_that_stands_for_something_else_is_read_as_that() -> None:
    assert [read(sort, word) for sort, word in ((SQUARE, "b1"), (CARD, "ace"), (NUMBER, "7"), (LOUD, "loud"))] == [
        2,
        "ace",
        7,
        True,
    ]
