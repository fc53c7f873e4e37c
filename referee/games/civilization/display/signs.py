"""The signs in orders and on the map, each with what it says and how it is said in words."""

from __future__ import annotations

from referee.drawing.text_picture import Line, Picture, paragraph
from referee.games.civilization import spoken_orders
from referee.games.civilization.display.words import say
from referee.games.civilization.moves import ORDERS
from referee.games.civilization.state import State
from referee.kernel.game import Viewer
from referee.kernel.grammar.spelling import spoken

_WIDTH = 72
SIGNS = {
    "+c gan": "buy cav mek +c gan",
    "-c gan": "buy cav mek -c gan",
    "2i+a": "attack gob 2i+a",
    "gan:i": "march mek gan:i",
    "gan:i2": "",
    "c106 > c105": "pick c106 > c105",
    "3o2+1": "",
    "i2": "",
}
"""Each sign, and an order that has it, in its one spelling."""


def signs(state: State, view: Viewer) -> Picture:
    """A sign a paragraph: what it says, and below it an order that has it, with signs and in words."""
    lines: list[Line] = []
    for sign, order in SIGNS.items():
        code = sign.replace(" ", "-")
        lines += paragraph(f"{sign} = {say(f'sign {code}', view.lang)}", _WIDTH)
        if order:
            told = spoken_orders.order_in_words(state.world.components, order, view.lang)
            lines += paragraph(
                f"{spoken(order, ORDERS.page(), view.lang)} = {told}", _WIDTH, "dim", first="  ", rest="    "
            )
    return tuple(lines)
