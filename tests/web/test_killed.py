"""Two tabs and a terminal at once, one of the programs killed before a change on disk: nothing is lost, nothing twice.

Whoever comes back finds everything whole, and the same button or line once more ends as if nobody had died.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

from referee.record.store import GameFolder, effects
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.races import STEPS, Race, asked, broken, lay, order_of, outbox
from tests.support.rehearse import open_match, play_out
from tests.table.killed_processes import KILLED, dies_at
from tests.web.game_forms import offer_of
from tests.web.in_process_page import page_of

pytestmark = pytest.mark.needs("starlette")

DEATHS = range(0, 16, of(5, 1))
"""Before which change on disk somebody dies; the last ones are past what is done."""


@cache
def game(behind: int) -> Race:
    match = play_out(open_match("tigris", 3, "races"), "races", steps=STEPS)
    seat = asked(match)
    return Race("page", match, seat, (("move", "--yes", order_of(match)), ("receive", "mail")), behind=behind)


def pressed(root: Path, offer: str, work: str, order: str) -> list[int]:
    """What two tabs are answered that sign at once, or drop the same mail; in the second the orders are others."""
    with page_of(root / "home", root) as page:
        at = f"/data/table/{offer}"

        def tab(orders: str) -> int:
            if work != "move":
                return page.send("/data/take-in", {}, {"files": ("mail", (root / "mail").read_bytes())}).status
            view = json.loads(page.post(f"{at}/try", {"stamp": "", "orders": [orders]}).text)
            ask = view["ask"] or {"digest": "0" * 64}
            signs = {"stamp": view["stamp"], "orders": [orders], "digest": ask["digest"]}
            return page.post(f"{at}/sign", signs).status

        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(tab, (order, "pass")))


def forked(work: Callable[[], object], dies: int | None) -> int:
    """A process that does this, killed before a change on disk of this number."""
    child = os.fork()
    if child == 0:
        try:
            if dies is not None:
                effects.append(dies_at(dies))
            work()
        finally:
            os._exit(0)
    return child


CASES = [
    pytest.param(number, who, work, marks=pytest.mark.long if (at + first + second) % 2 else ())
    for at, number in enumerate(DEATHS)
    for first, who in enumerate(("the page", "the command"))
    for second, work in enumerate(("move", "receive"))
]
"""Each number with each who and each work, and these two with one another; all three in a long run."""


@pytest.mark.parametrize(("number", "who", "work"), CASES)
def test_who_dies_loses_nothing_and_shows_nothing_twice(number: int, who: str, work: str, tmp_path: Path) -> None:
    race = game(behind=int(work == "receive"))
    lay(race, tmp_path)
    home, here = tmp_path / "home", tmp_path / "game"
    assert inside(["status"], home, here)[0] == 0
    offer, order = offer_of(home), order_of(race.match)
    line = ["move", "--yes", order] if work == "move" else ["receive", str(tmp_path / "mail")]
    children = [
        forked(lambda: pressed(tmp_path, offer, work, order), number if who == "the page" else None),
        forked(lambda: inside(line, home, here), number if who == "the command" else None),
    ]
    ended = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    code, said, errors = inside(line, home, here)
    again = pressed(tmp_path, offer, work, order)

    for left in tmp_path.rglob(".*.tmp"):  # of who died: no reader sees it
        left.unlink()

    assert set(ended) <= {0, KILLED}
    assert code in (0, 5), errors
    assert broken(tmp_path, [0, code], [said, errors]) is None
    assert {path.name: path.read_bytes() for path in (here / "record").iterdir()} == dict(race.match.files)
    assert {*again} <= {200, 409, 422}
    with page_of(home, tmp_path) as page:
        listed = json.loads(page.ask(f"/data/table/{offer}/post").text)["items"]
    notes = [signed for signed in outbox(GameFolder(here)) if signed.type == "move"]
    assert (len(listed), len(notes)) == ((1, 1) if work == "move" else (0, 0))
