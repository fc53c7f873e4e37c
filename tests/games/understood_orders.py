"""What a game understands of a typed order."""

from __future__ import annotations

from typing import Any

from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame


def understood(game: AnyGame, state: Any, text: str, lang: str) -> str:
    """The orders read with their secret kinds, or the refusal in the words of `typed.toml`."""
    request, *_ = game.requests(state)
    try:
        orders = game.notation.read(text, state, request.seat)
    except Unreadable as refused:
        meant = f" [{refused.meant}]" if refused.meant else ""
        return f"! {refusal_text(refused, lang).sentence}{meant}"
    spelled = (
        (game.notation.format_order(typed.move), *(("/", *typed.secret) if typed.secret else ())) for typed in orders
    )
    return ", ".join(map(" ".join, spelled))
