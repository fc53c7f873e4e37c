"""The case book: how a case of Tigris & Euphrates is set up, played and compared. Its language is in `casebook`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.tigris import frames as f
from referee.games.tigris.board import labels
from referee.games.tigris.case_steps import Play, begin, play_order, take_step
from referee.games.tigris.casebook import Given, Setup, Then
from referee.games.tigris.data import COLOURS, ROLES
from referee.games.tigris.events import Home, Removed, Returned
from referee.games.tigris.fragment import LEADER_SIGNS, TILE_SIGNS, tokens_of
from referee.games.tigris.info import INFO
from referee.games.tigris.rules.order import STAGES, requests
from referee.games.tigris.rules.setup import goods, set_up
from referee.games.tigris.state import State
from referee.kernel.dice import Dice
from referee.kernel.errors import Unreadable
from referee.kernel.game import complete_options, ranked
from referee.kernel.own_cases import Difference, OwnRules
from referee.kernel.tallies import weakest_first

Position = Play | dict[str, Any] | tuple[tuple[int, ...], ...]
"""A position being played; what a set-up leaves where; or the points of each player, weakest colour first."""


def position_of(given: Given) -> Position:
    """The position of a case, a set-up, or what the points of a game are worth. Raises Unreadable."""
    try:
        if "score" in given:
            return tuple(weakest_first(tuple(row[:4]), row[4]) for row in given["score"])
        return _looked_at(given["setup"]) if "setup" in given else begin(given)
    except (LookupError, ValueError) as error:  # a space, a letter or a player that there is not
        raise Unreadable("tigris/expected-published-format", text=str(error)) from None


def play(position: Position, text: str, refused: bool) -> Position:
    """One step of a case. Raises as `take_step` does."""
    if not isinstance(position, Play):
        raise Unreadable("tigris/case-takes-no-orders")
    return take_step(position, text, refused)


def compare(position: Position, then: Then) -> list[Difference]:
    """What differs; whatever `then` does not mention must be unchanged, but for what the accepted steps themselves
    lay, move or take, and for what a lost war or a lost temple takes away. In a case marked `complete` that too must
    be mentioned.
    """
    if not isinstance(position, Play):
        found = position if isinstance(position, dict) else {"vectors": position, "ranks": ranked("", position).ranks}
        pairs = ((key, _plain(want), _plain(found.get(key))) for key, want in then.items())
        return [(key, str(want), str(got)) for key, want, got in pairs if want != got]
    try:
        return _differences(position, then)
    except (LookupError, ValueError) as error:  # a space or a player that there is not
        raise Unreadable("tigris/expected-published-format", text=str(error)) from None


def _differences(position: Play, then: Then) -> list[Difference]:
    if position.taking:
        return [("orders", "all treasures taken but one", f"taken so far: {', '.join(position.taking)}")]
    differences = _compare(position, then)
    while differences and (answer := STAGES.forced(position.state)) is not None:
        play_order(position, answer, ())
        differences = _compare(position, then)
    return differences


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _compare(play: Play, then: Then) -> list[Difference]:
    state = play.state
    found = _compare_points(then, state)
    found += _compare_cells(play, then)
    if "state" in then and not _is_in_state(then["state"], play):
        found.append(("state", str(then["state"]), _describe(state)))
    for player, size in then.get("hands", {}).items():
        if state.hands[int(player) - 1] != size:
            found.append((f"hand of {player}", str(size), str(state.hands[int(player) - 1])))
    if "bag" in then and state.bag != then["bag"]:
        found.append(("bag", str(then["bag"]), str(state.bag)))
    if "reason" in then and state.ended != then["reason"]:
        found.append(("reason", then["reason"], state.ended or "the game goes on"))
    return found


def _compare_points(expected: Then, state: State) -> list[Difference]:
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


def _compare_cells(play: Play, expected: Then) -> list[Difference]:
    wanted = dict(play.cells)
    if not expected.get("complete"):
        _allow_losses(wanted, play)
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


def _is_in_state(wanted: str, play: Play) -> bool:
    state = play.state
    at_rest = bool(state.frames) and isinstance(state.frames[-1], f.TakeAction)
    match wanted:
        case "action2":
            return at_rest and state.active == play.active and state.action == 1 and state.turn == 0
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


def _looked_at(setup: Setup) -> dict[str, Any]:
    """The bag before and after the deal, and what lies open."""
    options = complete_options(INFO, setup["seats"], tuple(setup["options"].items()))
    state = set_up(options, Dice(bytes(32))).state
    (pile,) = goods(options)
    return {
        "bag": dict(zip(TILE_SIGNS, (count for _, count in pile.kinds), strict=True)),
        "after_deal": state.bag,
        "treasures": labels(state.treasures),
        "priority": labels(state.priority),
        "river": state.river.bit_count(),
        "hands": state.hands,
        "cats": state.catastrophes_left,
        "kingdoms": state.all_leaders.bit_count(),
        "monuments": len(state.monuments),
    }


def rules() -> OwnRules[Given, Then, Position]:
    """How the cases are read."""
    return OwnRules(given=Given, then=Then, position_of=position_of, play=play, compare=compare)
