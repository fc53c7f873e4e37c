"""Who answers the same question by hand a second time is asked whether the answer stands."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from referee.games.civilization.rules.money import best_home
from referee.kernel.requests import Request
from referee.record.note import read_bundle
from referee.record.notes import Move, Standing
from scripts.policies import steady_order
from scripts.rehearse import Match, open_match, play_out
from tests.cli.folders import asked, home_of, lay
from tests.cli.terminal import converse, posix

SIGN, STAND = "sign this? [y/N/show/undo]: ", "Asked twice now. Let it stand: best colonist? [y/N]: "


@cache
def asked_for_a_colonist(times: int) -> Match:
    """A game in which somebody is asked for a free colonist, for the first or the second time."""
    match, met = open_match("civilization", 3, "colonists"), dict[Request, int]()
    while True:
        request, step = match.host.asked[0], match.host.step
        known = met.get(request, step) < step
        if request.about[-1:] == ("colonists",) and request.question == "box" and known == (times == 2):
            return match
        met.setdefault(request, step)
        match = play_out(match, f"colonists {step}", steps=1, policy=steady_order)


def answer_of(match: Match) -> str:
    home = best_home(match.host.state, match.host.asked[0].seat)
    return f"colonist {home}"


@posix
def test_the_answer_stands_and_travels_with_the_move(tmp_path: Path) -> None:
    match = asked_for_a_colonist(2)
    game, who, step = lay(tmp_path / "game", match.files), asked(match), match.host.step + 1
    code, seen = converse(["move", answer_of(match)], home_of(tmp_path, who), {SIGN: "y", STAND: "y"}, cwd=game)
    (path,) = (game / "outbox").glob(f"{step:04d}-{who}.move")
    standing, move = read_bundle(path.read_bytes())

    assert code == 0, seen
    assert isinstance(move.note(), Move) and isinstance(standing.note(), Standing)
    assert move.read(Move).standing == standing.id


@posix
def test_enter_lets_nothing_stand(tmp_path: Path) -> None:
    match = asked_for_a_colonist(2)
    game, who = lay(tmp_path / "game", match.files), asked(match)
    code, _ = converse(["move", answer_of(match)], home_of(tmp_path, who), {SIGN: "y", STAND: ""}, cwd=game)

    assert code == 0
    assert not [path for path in (game / "outbox").iterdir() if "standing" in path.name]


@posix
def test_at_the_first_time_nothing_is_asked_beside_the_signature(tmp_path: Path) -> None:
    match = asked_for_a_colonist(1)
    game, who = lay(tmp_path / "game", match.files), asked(match)
    code, seen = converse(["move", answer_of(match)], home_of(tmp_path, who), {SIGN: "y"}, cwd=game)

    assert code == 0
    assert "best colonist" not in seen
