"""The case book: plays one case of the exchange format and tells what differs.

A case is a drawn fragment of the board, steps, and what must come of them (`schemas/cases.schema.json`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.tigris import frames as f
from referee.games.tigris.board import labels
from referee.games.tigris.case_steps import Difference, Play, begin, play_order, take_step
from referee.games.tigris.data import COLOURS, ROLES
from referee.games.tigris.events import Home, Removed, Returned
from referee.games.tigris.fragment import LEADER_SIGNS, TILE_SIGNS, tokens_of
from referee.games.tigris.rules.order import STAGES, requests
from referee.games.tigris.rules.scoring import final_vector, ranks
from referee.games.tigris.rules.setup import goods, set_up
from referee.games.tigris.state import State
from referee.kernel.dice import Dice
from referee.kernel.errors import RefereeError
from referee.kernel.game import Options


def run_case(case: dict[str, Any]) -> Sequence[Difference]:
    """(where, expected, found) for everything that differs; empty if the case holds.

    Whatever is not mentioned must be unchanged, but for what the accepted steps themselves lay, move or take, and
    for what a lost war or a lost temple takes away. In a case marked `complete` that too must be mentioned.
    """
    try:
        if "score" in case:
            return _run_scoring(case)
        if "setup" in case:
            return _run_setup(case)
        return _run_position(case)
    except (RefereeError, AttributeError, LookupError, TypeError, ValueError) as error:
        return [("case", "a case in the published format", f"{type(error).__name__}: {error}")]


def _run_position(case: dict[str, Any]) -> list[Difference]:
    play = begin(case)
    for number, text in enumerate(case["steps"], start=1):
        take_step(play, case, f"step {number}", text)
        if play.differences:
            return play.differences
    if play.taking:
        return [("steps", "all treasures taken but one", f"taken so far: {', '.join(play.taking)}")]
    found = _compare(case, play)
    while found and (answer := STAGES.forced(play.state)) is not None:
        play_order(play, answer, ())
        found = _compare(case, play)
    return found


def _compare(case: dict[str, Any], play: Play) -> list[Difference]:
    expected, state = case["exp"], play.state
    found = _compare_points(expected, state)
    found += _compare_cells(case, play)
    if "state" in expected and not _is_in_state(expected["state"], case, state):
        found.append(("state", str(expected["state"]), _describe(state)))
    for player, size in case.get("exph", {}).items():
        if state.hands[int(player) - 1] != size:
            found.append((f"hand of {player}", str(size), str(state.hands[int(player) - 1])))
    if "bag" in expected and state.bag != expected["bag"]:
        found.append(("bag", str(expected["bag"]), str(state.bag)))
    if "reason" in expected and state.ended != expected["reason"]:
        found.append(("reason", expected["reason"], state.ended or "the game goes on"))
    return found


def _compare_points(expected: dict[str, Any], state: State) -> list[Difference]:
    differences = []
    for seat, points in enumerate(state.points):
        wanted = expected.get("vp", {}).get(str(seat + 1), {})
        row = tuple(wanted.get(colour, 0) for colour in COLOURS)
        if row != points:
            differences.append((f"points of {seat + 1}", _points(row), _points(points)))
        treasures = expected.get("tre", {}).get(str(seat + 1), 0)
        if treasures != state.treasures_won[seat]:
            differences.append((f"treasures of {seat + 1}", str(treasures), str(state.treasures_won[seat])))
    return differences


def _points(row: Sequence[int]) -> str:
    return ", ".join(f"{colour} {count}" for colour, count in zip(COLOURS, row, strict=True) if count) or "none"


def _compare_cells(case: dict[str, Any], play: Play) -> list[Difference]:
    wanted = dict(play.cells)
    if not case.get("complete"):
        _allow_losses(wanted, play)
    expected = case["exp"]
    for token, label in expected.get("leaders", {}).items():
        wanted = {cell: "." if old == token else old for cell, old in wanted.items()}
        if label != "hand":
            wanted[label] = token
    for label, token in expected.get("board", {}).items():
        wanted[label] = _with_building(token, wanted[label])
    if "blds" in expected:
        wanted = {cell: token.replace("^", "") for cell, token in wanted.items()}
        for label in expected["blds"].values():
            token = wanted[label]
            wanted[label] = f"{token[0]}^{token[1:]}"
    found = tokens_of(play.state)
    return [(label, wanted[label], found[label]) for label in wanted if not _same(wanted[label], found[label])]


def _with_building(token: str, before: str) -> str:
    """A tile that an expectation draws without its building keeps it: buildings have a list of their own."""
    return f"{token[0]}^{token[1:]}" if "^" in before and before[0] == token[0] and "^" not in token else token


def _same(wanted: str, found: str) -> bool:
    """Whether two tokens agree; a drawing may leave open whether a treasure is taken first."""
    return wanted == found or (wanted.endswith("*") and found == f"{wanted[:-1]}!")


def _allow_losses(cells: dict[str, str], play: Play) -> None:
    """What a lost conflict or a lost temple took away need not be mentioned."""
    for event in play.events:
        match event:
            case Home(seat, piece, cell):
                if cells[cell] == f"{LEADER_SIGNS[ROLES.index(piece)]}{seat + 1}":
                    cells[cell] = "."
            case Removed(kind, lost):
                cells |= dict.fromkeys(lost, "~" if kind == "farm" else ".")
            case Returned(_, cell):
                cells[cell] = cells[cell].replace("^", "")


def _is_in_state(wanted: str, case: dict[str, Any], state: State) -> bool:
    at_rest = bool(state.frames) and isinstance(state.frames[-1], f.TakeAction)
    active = case.get("active", 1) - 1
    match wanted:
        case "action2":
            return at_rest and state.active == active and state.action == 1 and state.turn == 0
        case "endturn":
            return bool(state.ended) or isinstance(state.frames[-1], f.NameColour) or state.turn > 0
        case "over":
            return bool(state.ended)
    return at_rest and wanted == f"p{state.active + 1}" and state.action == 0


def _describe(state: State) -> str:
    if state.ended:
        return f"over ({state.ended})"
    request = requests(state)[0]
    return f"player {request.seat + 1} is asked: {request.question} {' '.join(request.about)}".rstrip()


def _run_scoring(case: dict[str, Any]) -> list[Difference]:
    """`score` gives red, blue, green, black and treasures of each player."""
    vectors = tuple(final_vector(tuple(row[:4]), row[4]) for row in case["score"])
    expected = case["exp"]
    differences = []
    if "vectors" in expected and vectors != tuple(map(tuple, expected["vectors"])):
        differences.append(("vectors", str(expected["vectors"]), str(vectors)))
    if "ranks" in expected and ranks(vectors) != tuple(expected["ranks"]):
        differences.append(("ranks", str(expected["ranks"]), str(ranks(vectors))))
    return differences


def _run_setup(case: dict[str, Any]) -> list[Difference]:
    """`setup` gives seats and board; the expectation the bag before and after the deal and what lies open."""
    values = {"agreement": "no", "board": "standard", "buildings": "no", "english": "no", "scores": "closed"}
    values |= {"ziggurat": "no", **case["setup"].get("options", {})}
    options = Options(case["setup"]["seats"], tuple(sorted(values.items())))
    state = set_up(options, Dice(bytes(32))).state
    (pile,) = goods(options)
    found: dict[str, Any] = {
        "bag": dict(zip(TILE_SIGNS, (count for _, count in pile.kinds), strict=True)),
        "after_deal": state.bag,
        "treasures": list(labels(state.treasures)),
        "priority": list(labels(state.priority)),
        "river": state.river.bit_count(),
        "hands": list(state.hands),
        "cats": list(state.catastrophes_left),
        "kingdoms": state.all_leaders.bit_count(),
        "monuments": len(state.monuments),
    }
    return [(key, str(want), str(found[key])) for key, want in case["exp"].items() if found[key] != want]
