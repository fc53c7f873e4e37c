"""Orders as they are read out before a signature: as they would be typed, and what their codes are called.

Nobody signs a `lab` who meant another place.
"""

from __future__ import annotations

from referee.cli.context import Context
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence
from referee.table.step.sealed_lines import line_told
from referee.table.telling.choices import names_in


def order_named(context: Context, game: AnyGame, order: str) -> str:
    """A clear order."""
    return _named(context, game, order, "show-order", order=game.notation.said(order))


def sealed_named(context: Context, game: AnyGame, line: str) -> str:
    """A sealed line."""
    return _named(context, game, line, "show-sealed", line=line_told(game, line))


def _named(context: Context, game: AnyGame, text: str, code: str, **values: Sentence | str) -> str:
    names = names_in(game, text, context.lang)
    return context.sentence(code, **values) + (f" ({names})" if names else "")
