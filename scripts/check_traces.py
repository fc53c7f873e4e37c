"""Replay recorded games of an independent implementation and compare every state.

    check_traces.py FILE.jsonl.gz ...

A file holds one game per line in the format `te-traces/1`: options, deal, the bag in drawing order, and for every
step the action, whether it was accepted, the tiles drawn and the full state after it. Compared are every state, every
draw, every refusal, who is asked what, and the final ranking. Exit 0 only if all agree; otherwise the first difference
of a game is printed as drawn board, action, expected and found.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from referee.games.tigris import GAME
from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import spaces_of
from referee.games.tigris.data import COLOURS, KINDS, MONUMENTS, ROLES
from referee.games.tigris.events import Forced
from referee.games.tigris.plain import draw_rows, from_json, to_json
from referee.games.tigris.rules.setup import goods, set_up
from referee.games.tigris.rules.treasures import named_taking
from referee.games.tigris.state import State, replace
from referee.kernel.canonical_json import check_canonical
from referee.kernel.dice import Dice
from referee.kernel.errors import RefereeError
from referee.kernel.events import Drew, Event
from referee.kernel.game import complete_options
from referee.kernel.goods import Dealer, Supply
from referee.kernel.play import follow_events, play

Game = dict[str, Any]
Difference = tuple[str, object, object]

LETTERS = "RKGB"  # the trace's letters for our colours, in our order
KIND_OF_LETTER = dict(zip(LETTERS, KINDS, strict=True))
LETTER_OF_KIND = dict(zip(KINDS, LETTERS, strict=True))
THEIR_COLOURS = ("red", "blue", "green", "black")
QUESTIONS = {
    "action": "turn",
    "support": "commit",
    "choose_war": "war",
    "building": "building",
    "monument": "monument",
    "treasure": "treasure",
    "ziggurat_color": "colour",
}
REASONS = {"treasures": "treasures", "bag_refill": "refill", "bag_swap": "swap"}


class Differs(Exception):
    """The first difference of a game."""

    def __init__(self, state: State, action: object, differences: list[Difference]) -> None:
        super().__init__("the game differs")
        self.state, self.action, self.differences = state, action, differences


def start(game: Game) -> tuple[State, Dealer]:
    """The first state and the referee's knowledge, from the deal and the bag of the record."""
    theirs = game["options"]
    flags = [(name, "yes" if theirs[name] else "no") for name in ("english", "buildings", "ziggurat")]
    options = complete_options(GAME.info, theirs["players"], [("board", theirs["board"]), *flags])
    step = set_up(options, Dice(bytes(32)))
    first = game["start_seat"]
    state = replace(step.state, active=first)
    seats = [(first + i) % options.seats for i in range(options.seats)]
    order = "".join(game["deal"][seat] for seat in seats) + game["bag"]
    (pile,) = goods(options)
    kinds = tuple(KIND_OF_LETTER[letter] for letter in order)
    if sorted(kinds) != sorted(pile.labels()):
        raise Differs(state, "the bag", [("tiles", len(pile.labels()), len(kinds))])
    dealer = Dealer(((),) * options.seats, (Supply("tiles", kinds),))
    dealt = follow_events(dealer, [Drew(seat, 6) for seat in seats])
    assert isinstance(dealt, Dealer)
    return state, dealt


def as_theirs(state: State, dealer: Dealer) -> Game:
    """Our state in the words of the trace, but for what `to_act` and `conflict` tell (see `asked`)."""
    plain = to_json(state)
    signs = str.maketrans("TSMF", "RKGB")
    order = [COLOURS.index(colour) for colour in THEIR_COLOURS]
    return {
        "board": [row.translate(signs) for row in plain["rows"]],
        "leaders": list(plain["leaders"]),
        "treasures": list(plain["treasures"]),
        "monuments": sorted([sorted(name.split("-")), cell] for name, cell in plain["monuments"].items()),
        "buildings": plain["buildings"],
        "ziggurat": plain["ziggurat"],
        "points": [
            [*(points[colour] for colour in order), won]
            for points, won in zip(state.points, state.treasures_won, strict=True)
        ],
        "hands": ["".join(sorted((LETTER_OF_KIND[k] for k in hand), key="RBGK".index)) for hand in dealer.hands],
        "cats": list(state.catastrophes_left),
        "bag": state.bag,
        **asked(state),
    }


def asked(state: State) -> Game:
    """The open question in the words of the trace."""
    if not state.frames:
        return {"to_act": {"seat": None, "for": "over"}}
    frame = state.frames[-1]
    number = 3 if isinstance(frame, f.NameColour) else state.action + 1
    told: Game = {"turn": {"seat": state.active, "action": number}}
    wars = [step.cell for step in state.frames if isinstance(step, f.Wars)]
    if wars:
        told["joining"] = wars[0]
    match frame:
        case f.Commit():
            told |= _support(state, frame)
        case f.ChooseWar(colours):
            leaders = sorted(ROLES[COLOURS.index(colour)] for colour in colours)
            told["to_act"] = {"seat": state.active, "for": "choose_war", "leaders": leaders}
        case f.PlaceBuilding(colour, cells):
            told["to_act"] = {"seat": state.active, "for": "building", "color": colour, "spaces": sorted(cells)}
        case f.BuildMonument(colour, squares, names, crosses):
            told["to_act"] = {
                "seat": state.active,
                "for": "monument",
                "color": colour,
                "squares": sorted(squares),
                "pairs": sorted(sorted(name.split("-")) for name in names),
                "ziggurats": sorted(crosses),
            }
        case f.TakeTreasures(seat, count, first, others):
            told["to_act"] = {
                "seat": seat, "for": "treasure", "count": count, "priority": sorted(first), "others": sorted(others)
            }  # fmt: skip
        case f.NameColour():
            told["to_act"] = {"seat": state.active, "for": "ziggurat_color"}
        case _:
            told["to_act"] = {"seat": state.active, "for": "action", "number": number}
    return told


def _support(state: State, frame: f.Commit) -> Game:
    colour = COLOURS.index(frame.colour)
    leaders = to_json(state)["leaders"]
    role = ROLES[colour]
    conflict = {
        "type": "war" if frame.joining else "revolt",
        "leader": role,
        "color": frame.colour if frame.joining else "red",
        "attacker": {
            "seat": frame.attacker, "at": leaders[frame.attacker][role], "base": frame.attack, "added": frame.added
        },
        "defender": {"seat": frame.defender, "at": leaders[frame.defender][role], "base": frame.defence},
    }  # fmt: skip
    side = "attacker" if frame.added is None else "defender"
    return {"conflict": conflict, "to_act": {"seat": frame.seat, "for": "support", "side": side}}


def normal(theirs: Game) -> Game:
    """A recorded state with its lists in one order."""
    state = dict(theirs)
    state["monuments"] = sorted([sorted(item["colors"]), item["at"]] for item in theirs["monuments"])
    act = dict(theirs["to_act"])
    for key in ("spaces", "squares", "ziggurats", "priority", "others", "leaders"):
        if key in act:
            act[key] = sorted(act[key])
    if "pairs" in act:
        act["pairs"] = sorted(sorted(pair) for pair in act["pairs"])
    return {**state, "to_act": act}


def move_of(action: Game, state: State, accepted: bool) -> tuple[m.Move, tuple[str, ...]] | None:
    """Our move for a recorded action, with its secret kinds; None if our orders cannot say it."""
    kind = action["act"]
    if action.get("decline"):
        return m.Decline(), ()
    match kind:
        case "tile":
            return m.Place(KINDS[COLOURS.index(action["color"])], action["at"]), ()
        case "leader":
            return m.Leader(action["leader"], action["at"]), ()
        case "withdraw":
            return m.Withdraw(action["leader"]), ()
        case "catastrophe":
            return m.Catastrophe(action["at"]), ()
        case "swap":
            if not set(action["colors"]) <= set(COLOURS):
                return None
            kinds = tuple(sorted(KINDS[COLOURS.index(colour)] for colour in action["colors"]))
            return m.Swap(len(kinds)), kinds
        case "pass":
            return m.Pass(), ()
        case "choose_war":
            return m.War(COLOURS[ROLES.index(action["leader"])]), ()
        case "building":
            return m.Building(action["at"]), ()
        case "ziggurat":
            return m.Ziggurat(_centre(action, state, accepted)), ()
        case "ziggurat_color":
            return m.Colour(action["color"]), ()
        case "treasure":
            return _treasure(action, state), ()
        case "monument":
            order = _monument(action, state)
            return None if order is None else (order, ())
        case "support":
            frame = state.frames[-1]
            if "color" in action and isinstance(frame, f.Commit):
                return None  # our order has no colour: the wrong one cannot be said
            return m.Commit(action["count"]), ()
    raise ValueError(f"unknown action {kind}")


def _monument(action: Game, state: State) -> m.Move | None:
    name = "-".join(sorted(action["colors"], key=COLOURS.index))
    if name not in MONUMENTS:
        return None
    frame = state.frames[-1]
    alone = isinstance(frame, f.BuildMonument) and len(frame.squares) == 1
    # With one square the recorded implementation does not look at the space.
    return m.Monument(name, "" if alone else action["at"])


def _treasure(action: Game, state: State) -> m.Move:
    frame = state.frames[-1]
    if len(set(action["take"])) != len(action["take"]):
        return m.Treasure(tuple(action["take"]))
    return named_taking(spaces_of(tuple(action["take"])), frame if isinstance(frame, f.TakeTreasures) else None)


def _centre(action: Game, state: State, accepted: bool) -> str:
    """With one cross the recorded implementation does not look at the space it accepts."""
    frame = state.frames[-1]
    crosses = frame.crosses if isinstance(frame, f.BuildMonument) else ()
    return crosses[0] if len(crosses) == 1 and accepted else str(action["at"])


FORCED_ACTS = {"support": "commit", "treasure": "treasure"}


def check_game(game: Game) -> int:
    """Replay one game; the number of steps. Raises `Differs`."""
    state, dealer = start(game)
    compare(state, dealer, "the deal", game["initial"])
    bag = iter(game["bag"])
    pending: list[tuple[int, str]] = []
    ahead: list[tuple[int, str]] = []  # questions that the rules have answered and the record still asks
    for step in game["steps"]:
        recorded = [(draw["seat"], draw["tiles"]) for draw in step.get("draws", ())]
        if not step["accepted"]:
            if not ahead:
                refuse(state, dealer, step)
            continue
        drawn: list[tuple[int, str]] = []
        if ahead:
            told = step["seat"], FORCED_ACTS.get(step["action"]["act"])
            if ahead.pop(0) != told or not step.get("forced"):
                raise Differs(state, step["action"], [("question", step["action"], "answered by the rules")])
        else:
            state, dealer, events = accept(state, dealer, step)
            drawn = [(e.seat, "".join(next(bag) for _ in range(e.count))) for e in events if isinstance(e, Drew)]
            ahead = [(e.seat, e.question) for e in events if isinstance(e, Forced)]
        pending = compare_draws(state, step, pending + drawn, recorded, bool(ahead))
        if not ahead:  # else our state is already the one after the forced step
            compare(state, dealer, step["action"], step["state"])
    compare_end(game, state)
    return len(game["steps"])


def compare_draws(
    state: State, step: Game, ours: list[tuple[int, str]], recorded: list[tuple[int, str]], ahead: bool
) -> list[tuple[int, str]]:
    """Compare the draws of a step; what we drew before the record did stays pending."""
    over = step["state"]["to_act"]["for"] == "over"
    if over and ours != recorded:
        # How the rest of a bag that is too small is handed out is not comparable: the last event may differ.
        ours, recorded = ours[: len(recorded) - 1], recorded[:-1]
    if ours[: len(recorded)] != recorded or (len(ours) > len(recorded) and not ahead and not over):
        raise Differs(state, step["action"], [("draws", recorded, ours)])
    return ours[len(recorded) :] if ahead else []


def refuse(state: State, dealer: Dealer, step: Game) -> None:
    """An action the record refuses must be refused."""
    order = move_of(step["action"], state, step["accepted"])
    if order is None:
        return
    move, secret = order
    try:
        play(GAME, state, step["seat"], move, dealer, secret=secret)
    except RefereeError:
        return
    raise Differs(state, step["action"], [("refusal", step["why"], "accepted")])


def accept(state: State, dealer: Dealer, step: Game) -> tuple[State, Dealer, tuple[Event, ...]]:
    """An action the record accepts must be accepted and be among the legal orders."""
    order = move_of(step["action"], state, step["accepted"])
    assert order is not None
    move, secret = order
    if move not in list(GAME.legal_orders(state, step["seat"], dealer.own(step["seat"]))):
        raise Differs(state, step["action"], [("legal orders", GAME.notation.format_order(move), "not among them")])
    try:
        played = play(GAME, state, step["seat"], move, dealer, secret=secret)
    except RefereeError as error:
        raise Differs(state, step["action"], [("refusal", "accepted", str(error))]) from error
    assert isinstance(played.knowledge, Dealer)
    GAME.check(played.state)
    check_canonical(to_json(played.state))
    if from_json(to_json(played.state)) != played.state:
        raise Differs(state, step["action"], [("state", "read back from its JSON", "another one")])
    return played.state, played.knowledge, played.events


def compare(state: State, dealer: Dealer, action: object, recorded: Game) -> None:
    """Every field of the state and the open question."""
    ours, theirs = as_theirs(state, dealer), normal(recorded)
    if theirs["to_act"]["for"] == "over":
        for key in ("hands", "bag"):
            ours.pop(key), theirs.pop(key)
        theirs.pop("turn", None)
    if "conflict" in theirs:
        theirs["conflict"] = {key: theirs["conflict"][key] for key in ours.get("conflict", theirs["conflict"])}
    if "to_act" in ours and theirs["to_act"]["for"] in QUESTIONS:
        question = GAME.requests(state)[0]
        if (question.question, question.seat) != (QUESTIONS[theirs["to_act"]["for"]], theirs["to_act"]["seat"]):
            raise Differs(state, action, [("question", theirs["to_act"], question)])
    differences = [
        (key, theirs.get(key), ours.get(key)) for key in sorted(ours | theirs) if ours.get(key) != theirs.get(key)
    ]
    if differences:
        raise Differs(state, action, differences)


def compare_end(game: Game, state: State) -> None:
    """How the game ended, and the ranking."""
    found = GAME.outcome(state)
    if found is None:
        raise Differs(state, "the end", [("end", game["end"]["reason"], "the game goes on")])
    reason = REASONS[game["end"]["reason"]]
    final = sorted(game["end"]["final"], key=lambda row: row["seat"])
    expected = (reason, tuple(row["rank"] for row in final), tuple(tuple(row["vector"]) for row in final))
    if expected != (found.reason, found.ranks, found.scores):
        raise Differs(state, "the end", [("ranking", expected, found)])


def games(path: Path) -> Iterator[Game]:
    """The games of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def print_difference(name: str, differs: Differs) -> None:
    print(f"{name}: differs")
    for number, row in enumerate(draw_rows(differs.state), start=1):
        print(f"  {number:>2} {' '.join(row)}")
    print(f"  leaders {list(to_json(differs.state)['leaders'])}")
    print(f"  action {json.dumps(differs.action)}")
    for what, expected, found in differs.differences:
        print(f"  {what}: expected {expected}")
        print(f"  {' ' * len(what)}     found {found}")


def main(paths: list[str]) -> int:
    """0 if every game of every file agrees, 1 otherwise, 2 without a file."""
    if not paths:
        print(__doc__)
        return 2
    failed = 0
    for path in paths:
        for game in games(Path(path)):
            try:
                count = check_game(game)
                print(f"{game['game']}: {count} steps agree")
            except Differs as differs:
                failed += 1
                print_difference(game["game"], differs)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
