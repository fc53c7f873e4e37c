"""The pictures of a game as commands write them: the board, the game to step through, a turn to click together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from referee.cli.context import Context
from referee.cli.replay.page import served
from referee.cli.web.rooms import bar, named, refusal
from referee.cli.web.sheet import Room, skip
from referee.cli.web.typing import Answer, told
from referee.record.store import Folder

PAGES: Mapping[str, list[str]] = MappingProxyType({"board": ["replay", "--hand"], "turn": ["compose"]})
"""The pages of one game that a command writes, and that command."""


def picture(context: Context, offer: str, name: str, secret: str = "", light: str = "") -> str | Room | None:
    """A page that a command writes, below the bar, as light as was chosen, or why it wrote none; None if there is no
    such game or page.
    """
    found = named(context.home(), offer)
    if found is None or name not in PAGES:
        return None
    answer = _told(context, found, [*PAGES[name], "--html", "-"], secret)
    if answer.refused is not None or answer.code:
        return refusal(context.lang, answer.refused, answer, offer)
    above = bar(context.lang, offer=offer, here=name, leaves=False)
    return served(answer.printed, f"{skip(context.lang, '#side')}{above}", f"/game/{offer}/do/move", light)


class Gallery:
    """The board of each game as everybody may see it, drawn once for each record: it stands in every room of a game."""

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[tuple[str, ...], str]] = {}

    def board(self, context: Context, offer: str) -> str | None:
        """The board as SVG; None if there is no such game, or it has no board yet. Raises FileTrouble."""
        found = named(context.home(), offer)
        if found is None:
            return None
        names = (found, context.lang, *sorted(Folder(Path(found)).record_names()))
        known, picture = self._drawn.get(offer, ((), ""))
        if known != names:
            answer = _told(context, found, ["show", "--board", "--svg", "-"])
            if answer.code:
                return None
            picture = answer.printed
            self._drawn[offer] = names, picture
        return picture


def _told(context: Context, game: str, words: list[str], secret: str = "") -> Answer:
    whose = [f"--as={context.as_name}"] if context.as_name is not None else []
    return told([*words, "--game", game, *whose], context.lang, secret)
