"""The case book: plays one case of the exchange format and tells what differs.

A case is a drawn fragment of the board, steps, and what must come of them (`schemas/cases.schema.json`). Every
question is asked here, even one with a single answer, so that a case says the same for a program that answers it by
itself and for one that does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import labels, spaces_of
from referee.games.tigris.data import COLOURS, KINDS, ROLES
from referee.games.tigris.events import Event, Home, Removed, Returned
from referee.games.tigris.fragment import LEADER_SIGNS, TILE_SIGNS, hand_of, monument_name, position, tokens_of
from referee.games.tigris.rules.order import carry_out, forced_answer, requests
from referee.games.tigris.rules.scoring import final_vector, ranks
from referee.games.tigris.rules.setup import goods, set_up
from referee.games.tigris.state import State
from referee.kernel.dice import Dice
from referee.kernel.errors import IllegalMove, RefereeError, Unreadable
from referee.kernel.events import GoodsEvent
from referee.kernel.game import Options
from referee.kernel.goods import Lacks, Owner

Difference = tuple[str, str, str]
HAND_RULE = "TE 3.5"


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
    except RefereeError as error:
        return [("case", "a case that can be played", str(error))]


@dataclass
class _Play:
    """A case being played: where it stands, what the steps themselves changed, and what differs so far."""

    state: State
    owners: dict[int, Owner]
    book: _Book
    events: list[Event] = field(default_factory=list)
    taking: tuple[str, ...] = ()
    acted: int = -1
    differences: list[Difference] = field(default_factory=list)


@dataclass
class _Book:
    """What the position must be as far as steps and expectation tell."""

    cells: dict[str, str]
    leaders: dict[str, str]


def _run_position(case: dict[str, Any]) -> list[Difference]:
    state = position(case)
    hands = {seat: hand_of(case, seat) for seat in range(state.seat_count)}
    owners = {seat: Owner(seat, hand) for seat, hand in hands.items() if hand is not None}
    play = _Play(state, owners, _Book(tokens_of(state), _leaders(state)))
    for number, text in enumerate(case["steps"], start=1):
        _step(play, case, f"step {number}", text)
        if play.differences:
            return play.differences
    found = _compare(case, play)
    while found and (answer := forced_answer(play.state)) is not None:
        _play_move(play, answer, ())
        found = _compare(case, play)
    return found


def _step(play: _Play, case: dict[str, Any], where: str, text: str) -> None:
    refused = text.endswith("!")
    words = text.rstrip("!").split()
    if words[0] == "end":
        _end(play)
        return
    try:
        if words[0] == "treasure" and (refused or _is_open(play, f.TakeTreasures)):
            _collect(play, words[1:], refused)
        else:
            _answer_forced_before(play, words)
            move, secret = _READERS[words[0]](play.state, words[1:])
            _play_move(play, move, secret)
    except IllegalMove as error:
        _check_refusal(play, case, where, text, refused, error.rule or "", str(error))
    except Lacks:
        _check_refusal(play, case, where, text, refused, HAND_RULE, "the hand does not hold it")
    except Unreadable as error:
        _check_refusal(play, case, where, text, refused, case.get("rule", ""), str(error))
    else:
        if refused:
            play.differences.append((where, f"{text.rstrip('!')} is refused", "accepted"))


def _check_refusal(
    play: _Play, case: dict[str, Any], where: str, text: str, refused: bool, rule: str, said: str
) -> None:
    if not refused:
        play.differences.append((where, f"{text} is accepted", said))
    elif case.get("breaks") and case["rule"] != rule:
        play.differences.append((where, f"refused under {case['rule']}", said))


def _is_open(play: _Play, kind: type) -> bool:
    return bool(play.state.frames) and isinstance(play.state.frames[-1], kind)


def _end(play: _Play) -> None:
    """Pass what is left of the turn; nothing if it has ended by itself or a question is open."""
    turn = play.state.turn
    while _is_open(play, f.TakeAction) and play.state.turn == turn and play.acted != turn - 1:
        _play_move(play, m.Pass(), ())
    play.acted = -1


def _answer_forced_before(play: _Play, words: list[str]) -> None:
    """Give the only possible answers if the case leaves them out and goes on."""
    while (answer := forced_answer(play.state)) is not None and words[0] not in ("commit", "commitx", "treasure"):
        _play_move(play, answer, ())


def _collect(play: _Play, cells: list[str], refused: bool) -> None:
    """One treasure after the other, as they would be lifted from the board; together they are one order."""
    frame = play.state.frames[-1] if play.state.frames else None
    if not isinstance(frame, f.TakeTreasures):
        _play_move(play, m.Treasure(tuple(cells)), ())
        return
    taken = (*play.taking, *cells)
    left = tuple(cell for cell in frame.first if cell not in play.taking)
    if len(taken) >= frame.count or (refused and (left or cells[0] not in frame.others)):
        filled = _filled(frame, taken)
        play.taking = ()
        _play_move(play, m.Treasure(labels(spaces_of(filled))), ())
    else:
        play.taking = taken


def _filled(frame: f.TakeTreasures, taken: tuple[str, ...]) -> tuple[str, ...]:
    """`taken` completed to the right number with what has no priority, so that what is wrong stays wrong."""
    rest = [cell for cell in (*frame.others, *frame.first) if cell not in taken]
    return (*taken, *rest[: max(0, frame.count - len(taken))])


def _play_move(play: _Play, move: m.Move, secret: tuple[str, ...]) -> None:
    request = next(iter(requests(play.state)), None)
    if request is None:
        raise IllegalMove("the game is over", rule="TE 3.4")
    log: list[Event] = []
    state = carry_out(play.state, request.seat, move, log)
    owners = {seat: _followed(owner, log, secret) for seat, owner in play.owners.items()}
    _note_effects(play.book, play.state, request.seat, move)
    play.acted = play.state.turn if request.question == "turn" else play.acted
    # Drawn tiles are nobody's to know here: such a hand is ample from now on.
    play.owners = {seat: owner for seat, owner in owners.items() if not owner.unseen}
    play.state = state
    play.events += log


def _followed(owner: Owner, log: list[Event], secret: tuple[str, ...]) -> Owner:
    for event in log:
        if isinstance(event, GoodsEvent) and not owner.unseen:
            owner = owner.after(event, secret)
    return owner


def _leaders(state: State) -> dict[str, str]:
    cells = tokens_of(state)
    return {token: label for label, token in cells.items() if token[0] in LEADER_SIGNS and len(token) == 2}


def _note_effects(book: _Book, before: State, seat: int, move: m.Move) -> None:
    """What the order itself lays, moves or takes."""
    match move:
        case m.Place(kind, cell):
            book.cells[cell] = TILE_SIGNS[KINDS.index(kind)]
        case m.Leader(role, cell):
            token = f"{LEADER_SIGNS[ROLES.index(role)]}{seat + 1}"
            book.cells = {label: "." if old == token else old for label, old in book.cells.items()} | {cell: token}
        case m.Withdraw(role):
            token = f"{LEADER_SIGNS[ROLES.index(role)]}{seat + 1}"
            book.cells = {label: "." if old == token else old for label, old in book.cells.items()}
        case m.Catastrophe(cell):
            book.cells[cell] = "x"
        case m.Treasure(cells):
            book.cells |= {cell: book.cells[cell].rstrip("*!") for cell in cells}
        case m.Building(cell):
            _note_building(book, before, cell)
        case m.Monument() | m.Ziggurat():
            _note_flips(book, before, move)


def _note_building(book: _Book, before: State, cell: str) -> None:
    frame = before.frames[-1]
    assert isinstance(frame, f.PlaceBuilding)
    sign = TILE_SIGNS[COLOURS.index(frame.colour)]
    book.cells = {label: token.replace("^", "") if token[0] == sign else token for label, token in book.cells.items()}
    token = book.cells[cell]
    book.cells[cell] = f"{token[0]}^{token[1:]}"


def _note_flips(book: _Book, before: State, move: m.Monument | m.Ziggurat) -> None:
    after = carry_out(before, before.active, move, [])
    for label in labels(after.face_down & ~before.face_down):
        token = book.cells[label]
        book.cells[label] = "#" + ("*" if "*" in token else "!" if "!" in token else "")


# --- reading steps --------------------------------------------------------------------------------------------------

Order = tuple[m.Move, tuple[str, ...]]


def _kind(letter: str) -> str:
    if letter not in TILE_SIGNS:
        raise Unreadable("expected {about}, got {text}", about="t, s, m or f", text=letter)
    return KINDS[TILE_SIGNS.index(letter)]


def _role(letter: str) -> str:
    if letter not in LEADER_SIGNS:
        raise Unreadable("expected {about}, got {text}", about="P, K, T or F", text=letter)
    return ROLES[LEADER_SIGNS.index(letter)]


def _swap(state: State, words: list[str]) -> Order:
    kinds = tuple(sorted(map(_kind, words[0]))) if words else ()
    return m.Swap(len(kinds)), kinds


def _monument(state: State, words: list[str]) -> Order:
    frame = state.frames[-1] if state.frames else None
    cell = words[1] if len(words) > 1 else ""
    if isinstance(frame, f.BuildMonument) and frame.squares == (cell,):
        cell = ""
    return m.Monument(monument_name(words[0]), cell), ()


def _ziggurat(state: State, words: list[str]) -> Order:
    frame = state.frames[-1] if state.frames else None
    crosses = frame.crosses if isinstance(frame, f.BuildMonument) else ()
    return m.Ziggurat(words[0] if words else next(iter(crosses), "A1")), ()


def _wrong_tile(state: State, words: list[str]) -> Order:
    raise Unreadable("an order names how many tiles are added, never which")


_READERS: dict[str, Callable[[State, list[str]], Order]] = {
    "tile": lambda state, words: (m.Place(_kind(words[0]), words[1]), ()),
    "lead": lambda state, words: (m.Leader(_role(words[0]), words[1]), ()),
    "take": lambda state, words: (m.Withdraw(_role(words[0])), ()),
    "cat": lambda state, words: (m.Catastrophe(words[0]), ()),
    "swap": _swap,
    "pass": lambda state, words: (m.Pass(), ()),
    "commit": lambda state, words: (m.Commit(int(words[0])), ()),
    "commitx": _wrong_tile,
    "war": lambda state, words: (m.War(words[0]), ()),
    "mon": _monument,
    "zig": _ziggurat,
    "decl": lambda state, words: (m.Decline(), ()),
    "build": lambda state, words: (m.Building(words[0]), ()),
    "treasure": lambda state, words: (m.Treasure(tuple(words)), ()),
    "color": lambda state, words: (m.Colour(words[0]), ()),
}


# --- comparing ------------------------------------------------------------------------------------------------------


def _compare(case: dict[str, Any], play: _Play) -> list[Difference]:
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


def _compare_cells(case: dict[str, Any], play: _Play) -> list[Difference]:
    wanted = dict(play.book.cells)
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


def _allow_losses(cells: dict[str, str], play: _Play) -> None:
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
