"""Lies told to the page of a home: false moves that would end a game, and false papers that accuse somebody."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.support.dishonest.project import HOST, SignedNote, render_bundle, sign_note, step_name, test_key
from tests.support.dishonest.signing import changed
from tests.support.dishonest.story import Found, Story
from tests.web.game_forms import kept, offer_of
from tests.web.in_process_page import Page, page_of

DIGESTS = ("0" * 64, "f" * 64, "../../record", "x")


def end_pressed_on_a_page(story: Story) -> None:
    """A player puts false notes into the shared folder of a host, and presses the end on his page with digests of
    nothing, of another game or of what was never shown. The game goes on, and its record stays what it is.
    """
    chance, match = story.chance, story.open_whole("ur")
    story.play(chance.randrange(1, 6))
    if match.host.over:
        return
    liar = chance.choice(match.table.names)
    story.liars, story.lied_at = {liar}, step_name(match.host.step + 1)
    story.loose = [bent for bent in (_bent(story, liar) for _ in range(3)) if bent is not None]
    with tempfile.TemporaryDirectory() as root:
        home, game = _home_of(story, Path(root), HOST)
        (shared := Path(root) / "shared").mkdir()
        inside(["sync", str(shared)], home, game)
        for number, signed in enumerate(story.loose):
            (shared / f"{number}.move").write_bytes(render_bundle((signed,)))
        before = _record(game)
        with page_of(home, game.parent) as page:
            for digest in ("", *chance.sample(DIGESTS, 2)):
                said = _press(page, home, "act", {"does": "end", "digest": digest})
                if said.get("ask") or "view" in said:
                    story.found.append(Found("a page ends a game that goes on", f"{digest}: {said.keys()}"))
        if _record(game) != before:
            story.found.append(Found("a page ends a game that goes on", "the record has grown"))


def judged_on_a_page(story: Story) -> None:
    """False papers lie beside the record of somebody honest who judges them on a page: notes under keys of strangers,
    of other games, or bent under a true key. Nobody but the liar is accused, and nothing is written.
    """
    chance, match = story.chance, story.open("ur", "tigris")
    story.play(chance.randrange(1, 4))
    liar = chance.choice(match.table.names)
    story.liars, story.lied_at = {liar}, step_name(match.host.step + 1)
    story.loose = [bent for bent in (_bent(story, liar) for _ in range(3)) if bent is not None]
    reader = next(name for name in match.table.names if name != liar)
    with tempfile.TemporaryDirectory() as root:
        home, game = _home_of(story, Path(root), reader)
        (game / "pending").mkdir(exist_ok=True)
        for number, signed in enumerate(story.loose):
            (game / "pending" / f"evidence-{number:08x}.note").write_bytes(render_bundle((signed,)))
        before, called = kept(game), match.table.called_by_seat
        with page_of(home, game.parent) as page:
            said = page.post(f"/data/table/{offer_of(home)}/judge", {})
        verdicts: Any = json.loads(said.text)
        accused = [one["heading"] for one in verdicts if one["upheld"]] if said.status == 200 else []
        honest = [called[name] for name in match.table.names if name != liar]
        if any(name in heading for name in honest for heading in accused):
            story.found.append(Found("a page accuses somebody honest", f"{accused}, and {called[liar]} lied"))
        if said.status >= 500 or kept(game) != before:
            story.found.append(Found("a page writes what it looks at", f"{said.status}"))


def _home_of(story: Story, root: Path, who: str) -> tuple[Path, Path]:
    """The home of somebody, and their folder of the game, as far as it has come."""
    game, home = lay(root / "here" / "game", story.match.files), home_of(root, who)
    inside(["status"], home, game)
    return home, game


def _press(page: Page, home: Path, way: str, body: dict[str, str]) -> Any:
    return json.loads(page.post(f"/data/table/{offer_of(home)}/{way}", body).text)


def _record(game: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (game / "record").iterdir()}


def _bent(story: Story, liar: str) -> SignedNote | None:
    """A move that nobody may enter: of another step or head, in the name of another seat, or under a stranger's key."""
    match, chance = story.match, story.chance
    honest = story.move(story.asked)
    note, others = honest.note(), [name for name in match.table.names if name != liar]
    way = chance.randrange(4)
    if way == 0:
        return sign_note(note, test_key("fresh"))
    values: dict[str, Any] = (
        {"seat": chance.choice(others)},
        {"step": match.host.step + chance.choice((5, 900))},
        {"head": match.signed_notes[step_name(1)][-1].id},
    )[way - 1]
    return sign_note(changed(note, **values), match.keys[liar])
