"""The pictures of a game as commands write them: the board, the game to step through, a turn to click together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from referee.cli.context import Context
from referee.cli.pages import points_chart
from referee.cli.pages.replay_page import served, table_title_of
from referee.cli.web.components import LOCKED, bar, game_argument, link, refusal_page
from referee.cli.web.layout import WebPage, skip_link, stopped_banner, tr, under_bar
from referee.cli.web.run_command import CommandOutput, run_text
from referee.drawing.svg_document import escaped, svg_of
from referee.kernel.errors import RefereeError
from referee.kernel.game import Viewer
from referee.messages.board_text import picture_view
from referee.protocol.history.read_record import History, Seen, read_history, record_positions
from referee.record.store import GameFolder

PAGES: Mapping[str, list[str]] = MappingProxyType({"board": ["replay", "--hand"], "turn": ["compose"]})
"""The pages of one game that a command writes, and that command."""

_WITHOUT_HAND = "no-hand"
"""The refusal of a page with the hand of somebody who has no seat: the board is shown as everybody sees it."""

NOT_NOW = ("not-asked-you", "no-moves-to-make", "game-over")
"""The refusals of a turn that is no fault of anybody: it is not there now."""


def picture(
    context: Context, offer: str, name: str, secret: str = "", light: str = "", *, letters: bool = True
) -> str | WebPage | None:
    """A page that a command writes, below the bar, as light as was chosen, or why it wrote none; None if there is no
    such game or page. With `letters` the rooms have keys.
    """
    found = game_argument(context.home(), offer)
    if found is None or name not in PAGES:
        return None
    answer = _told(context, found, [*PAGES[name], "--html", "-"], secret)
    if answer.refused is not None and answer.refused.code == _WITHOUT_HAND:
        answer = _told(context, found, [PAGES[name][0], "--html", "-"], secret)
    if answer.refused is not None and answer.refused.code in NOT_NOW:
        return not_now(context.lang, offer, answer.refused.sentence)
    if answer.refused is not None or answer.code:
        return refusal_page(context.lang, answer.refused, answer, offer)
    page, lang = answer.printed, context.lang
    here = "game" if name == "turn" else name
    above = bar(lang, title=table_title_of(page), offer=offer, here=here, leaves=False)
    return served(
        page,
        f"{skip_link(lang, '#side')}{stopped_banner(lang)}{above}",
        f"/game/{offer}/do/move",
        light,
        under_bar(letters=letters),
    )


def not_now(lang: str, offer: str, why: str) -> WebPage:
    """Whose turn it is, and the ways to what can be seen meanwhile."""
    at = f"/game/{escaped(offer)}"
    ways = "".join(
        link(f"{at}{place}", tr(lang, code), row=False)
        for place, code in (("/board", "page-board"), ("", "page-this-game"))
    )
    body = f'<div class="row">{ways}</div>'
    return WebPage(f"{why[:1].upper()}{why[1:]}", body, lang, top=bar(lang, offer=offer, here="game"))


class Gallery:
    """The pictures that stand in the rooms of a game, as everybody may see them, drawn once for each record."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str], tuple[tuple[str, ...], str]] = {}

    def picture(self, context: Context, offer: str, name: str) -> str | None:
        """One of `PICTURES` as SVG; None if there is none, no such game, or nothing to see, for there is nothing yet or
        the record does not hold. Raises FileTrouble: there are no files to look at.
        """
        found = game_argument(context.home(), offer)
        if found is None or name not in PICTURES:
            return None
        names = (found, context.lang, *sorted(GameFolder(Path(found)).record_names()))
        known, drawn = self._drawn.get((offer, name), ((), None))
        if known == names:
            return drawn
        made = None
        with suppress(RefereeError):
            made = PICTURES[name](context, found)
        if made is not None:
            self._drawn[offer, name] = names, made
        return made


def _board(context: Context, game: str) -> str | None:
    answer = _told(context, game, ["show", "--board", "--svg", "-"])
    if answer.refused is None or answer.refused.code != LOCKED:
        return answer.printed if not answer.code else None
    history, seen = _read_without_key(game)
    position = history.position
    if position is None:
        return None
    view = Viewer(position.table.called, None, None, context.lang)
    shown = picture_view(view, position, seen.get(position.step - 1))
    return svg_of(position.table.game.faces, position.state, shown, board=True)


def _points(context: Context, game: str) -> str | None:
    return points_chart.points_picture(*_read_without_key(game), context.lang)


def _read_without_key(game: str) -> tuple[History, Seen]:
    """What everybody may see of a game needs no key, and so no passphrase. Raises what the record gives reason to."""
    seen: Seen = {}
    return read_history(GameFolder(Path(game)).record(), watch=record_positions(seen)), seen


PICTURES: Mapping[str, Callable[[Context, str], str | None]] = MappingProxyType({"picture": _board, "points": _points})
"""What draws each picture: the board, and the points step by step where everybody may see them."""


def _told(context: Context, game: str, words: list[str], secret: str = "") -> CommandOutput:
    whose = [f"--as={context.as_name}"] if context.as_name is not None else []
    return run_text([*words, "--game", game, *whose], context.lang, secret)
