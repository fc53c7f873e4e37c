"""The pictures of a game as commands write them: the board, the game to step through, a turn to click together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.cli.context import Context
from referee.cli.replay.page import served
from referee.cli.web.rooms import bar, named, refusal
from referee.cli.web.sheet import Room, skip
from referee.cli.web.typing import Answer, told

PAGES: Mapping[str, list[str]] = MappingProxyType({"board": ["replay", "--hand"], "turn": ["compose"]})
"""The pages of one game that a command writes, and that command."""


def picture(context: Context, offer: str, name: str, secret: str = "") -> str | Room | None:
    """A page that a command writes, below the bar, or why it wrote none; None if there is no such game or page."""
    found = named(context.home(), offer)
    if found is None or name not in PAGES:
        return None
    answer = _told(context, found, [*PAGES[name], "--html", "-"], secret)
    if answer.refused is not None or answer.code:
        return refusal(context.lang, answer.refused, answer, offer)
    above = bar(context.lang, offer=offer, here=name, leaves=False)
    return served(answer.printed, f"{skip(context.lang, '#side')}{above}", f"/game/{offer}/do/move")


def drawn(context: Context, offer: str) -> str | None:
    """The board as everybody may see it, as SVG; None if there is no such game, or it has no board yet."""
    found = named(context.home(), offer)
    answer = _told(context, found, ["show", "--board", "--svg", "-"]) if found is not None else None
    return answer.printed if answer is not None and not answer.code else None


def _told(context: Context, game: str, words: list[str], secret: str = "") -> Answer:
    whose = [f"--as={context.as_name}"] if context.as_name is not None else []
    return told([*words, "--game", game, *whose], context.lang, secret)
