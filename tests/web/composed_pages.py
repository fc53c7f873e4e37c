"""A page on which a turn is clicked together, as a browser shows it."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.open_games import as_table
from referee.record.store import DataFolder, GameFolder
from referee.service.pages.replay_page import page_of
from referee.service.pages.replay_steps import replay_story
from referee.session.session import open_session
from tests.cli.games_on_disk import home_of, lay
from tests.support.rehearse import Match

_texts: dict[tuple[object, ...], str] = {}
"""The pages that were made, by what they are of: the same game is looked at in many ways."""


def page_at(
    match: Match, folder: Path, name: str, *, newest: bool = True, composing: bool = True, lang: str = "en"
) -> tuple[Path, Path, Path]:
    """The page of who is asked, of all steps or of the newest one alone; the game's folder and the home."""
    game, home = lay(folder / "game", match.files), home_of(folder, name)
    path = folder / "page.html"
    text = _texts.get(wanted := (tuple(match.files.items()), name, newest, composing, lang))
    if text is None:
        session = open_session(GameFolder(game), DataFolder(home))
        shown = replace(session, seen={session.position.step: session.position}) if newest else session
        text = _texts[wanted] = page_of(
            replay_story(as_table(Context(lang=lang), shown), hand=True, composing=composing)
        )
    path.write_text(text, "utf-8")
    return path, game, home
