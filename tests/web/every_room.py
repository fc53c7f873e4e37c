"""A home of Anna with a table in every state, among people with long names, Arabic ones and Chinese ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from referee.record.file_names import CHARTER, OFFER, step_name
from referee.record.store import DataFolder
from referee.session.game_folders import game_locations
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.support.policies import sensible_order
from tests.support.rehearse import Match, copy_of, open_match, play_out
from tests.table.masked_matches import dealt

WHO = "anna"
ODD = {
    "anna": "Anna Bartholomew-Maximilian of Hohenlohe-Schillingsfuerst-Wa",
    "bert": "Bert عمر الط",
    "carl": "Carl 司马相如与卓文",
}
"""What people call themselves: in 60 letters, in Arabic, in Chinese. A note has room for no more signs than those, and
a name is shown that begins as its seat does.
"""
BEGUN, MOST = 8, 60
"""So many steps have been played at least where a game goes on, and so many more are looked through."""
TURNS = ("turn", "card", "pick", "settle", "place")


def plays(match: Match, state: str) -> bool:
    """Whether a game has come to where Anna is to move, is asked something else, or waits."""
    if state == "waiting" or match.asked() != WHO:
        return state == "waiting" and all(each.seat != 0 for each in match.host.asked)
    turn = match.host.asked[0].question in TURNS
    return turn != (state == "asked")


@cache
def rehearsed(game: str, state: str, names: tuple[tuple[str, str], ...]) -> Match:
    """A game of three people, who call themselves so, in a state."""
    match = open_match(game, 3, f"room {state}", called=dict(names))
    if state == "over":
        return play_out(match, state, policy=sensible_order)
    play_out(match, state, steps=0 if state == "agreed" else BEGUN)
    for more in range(MOST):
        if state in ("agreed", "disputed") or plays(match, state):
            return match
        play_out(match, f"{state} {more}", steps=1)
    raise AssertionError((game, state))


def told_in_two_ways(match: Match) -> tuple[Match, bytes]:
    """The game one step on, and that step as somebody else got it."""
    one, other = copy_of(match), copy_of(match)
    for each, label in ((one, "one"), (other, "other")):
        step = each.host.step
        while each.host.step == step:  # of several that are asked at once all must answer
            play_out(each, label, steps=1)
    return one, other.files[step_name(other.host.step)]


def lay_table(folder: Path, home: Path, game: str, state: str, names: Mapping[str, str]) -> str:
    """A table of Anna in this state; its address. It is `agreed` or `over`, Anna has a `turn`, is `asked` what others
    have led to, or is `waiting`; in one `words` are to be compared, in one a step is `disputed`, and in a
    `masked` one the first tiles lie face down, under the usual names.
    """
    match = dealt() if state == "masked" else rehearsed(game, state, tuple(names.items()))
    second = b""
    if state == "disputed":
        assert isinstance(match, Match)
        match, second = told_in_two_ways(match)
    files = {name: data for name, data in match.files.items() if state != "agreed" or name in (OFFER, CHARTER)}
    place = lay(folder / f"{game}-{state}", files)
    assert inside(["status"], home, place)[0] == 0
    if second:
        (folder / "second.txt").write_bytes(second)
        assert inside(["judge", str(folder / "second.txt")], home, place)[0] == 1
    if state not in ("agreed", "words"):
        for who in ("host", *match.table.names):
            if who != WHO:
                assert inside(["words", "--without", who, "--yes"], home, place)[0] == 0
    return next(f"/table/{one.offer}" for one in game_locations(DataFolder(home)) if one.folder == place)


def lay_tables(
    folder: Path, tables: Iterable[tuple[str, str]], names: Mapping[str, str] = ODD
) -> tuple[Path, dict[str, str]]:
    """A home of Anna with these tables, each a game and its state; their addresses."""
    home = home_of(folder, WHO)
    return home, {f"{game} {state}": lay_table(folder, home, game, state, names) for game, state in tables}
