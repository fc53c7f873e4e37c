"""The steps of a case, carried out one by one.

Every question is asked here, even one with a single answer, so that a case says the same for a program that answers
it by itself and for one that does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import LABEL, SPACE, labels, spaces_of
from referee.games.tigris.casebook import Given
from referee.games.tigris.data import COLOURS, KINDS, ROLES
from referee.games.tigris.events import Event
from referee.games.tigris.fragment import LEADER_SIGNS, TILE_SIGNS, hand_of, monument_name, position, tokens_of
from referee.games.tigris.rules.order import STAGES, requests
from referee.games.tigris.rules.treasures import named_taking
from referee.games.tigris.state import State
from referee.kernel.errors import IllegalMove, Unreadable, illegal
from referee.kernel.events import GoodsEvent
from referee.kernel.goods import Lacks, Owner
from referee.kernel.own_cases import Unsayable

HAND_RULE = "TE 3.5"


@dataclass
class Play:
    """A case being played: where it stands and what the steps themselves changed. `active` began."""

    state: State
    owners: dict[int, Owner]
    cells: dict[str, str]
    events: list[Event] = field(default_factory=list)
    taking: tuple[str, ...] = ()
    acted: int = -1
    active: int = 0


def begin(given: Given) -> Play:
    """The case before its first step."""
    state = position(given)
    hands = {seat: hand_of(given, seat) for seat in range(state.seat_count)}
    owners = {seat: Owner(seat, hand) for seat, hand in hands.items() if hand is not None}
    return Play(state, owners, tokens_of(state), active=state.active)


def take_step(play: Play, text: str, refused: bool) -> Play:
    """Carry out one step, which should be `refused` or not.

    Raises:
        IllegalMove, Unsayable: it is refused.
        Unreadable: it is not in the published format.
    """
    words = text.split() or [""]
    try:
        if words == ["end"]:
            _end(play)
        elif words[0] == "treasure" and (refused or _is_open(play, f.TakeTreasures)):
            _collect(play, words[1:], refused)
        else:
            _answer_forced_before(play, words)
            play_order(play, *_read(play.state, words))
    except Lacks:
        raise illegal(HAND_RULE, "tigris/not-in-hand") from None
    return play


def _is_open(play: Play, kind: type) -> bool:
    return bool(play.state.frames) and isinstance(play.state.frames[-1], kind)


def _end(play: Play) -> None:
    """Pass what is left of the turn; nothing if it has ended by itself or a question is open."""
    turn = play.state.turn
    while _is_open(play, f.TakeAction) and play.state.turn == turn and play.acted != turn - 1:
        play_order(play, m.Pass(), ())
    play.acted = -1


def _answer_forced_before(play: Play, words: list[str]) -> None:
    """Give the only possible answers if the case leaves them out and goes on."""
    while (answer := STAGES.forced(play.state)) is not None and words[0] not in ("commit", "commitx", "treasure"):
        play_order(play, answer, ())


def _collect(play: Play, cells: list[str], refused: bool) -> None:
    """One treasure after the other, as they would be lifted from the board; together they are one order."""
    frame = play.state.frames[-1] if play.state.frames else None
    if not isinstance(frame, f.TakeTreasures):
        play_order(play, m.Treasure(tuple(cells)), ())
        return
    taken = (*play.taking, *cells)
    left = tuple(cell for cell in frame.first if cell not in play.taking)
    if len(taken) >= frame.count or (refused and (left or cells[0] not in frame.others)):
        filled = _filled(frame, taken)
        play.taking = ()
        play_order(play, named_taking(spaces_of(filled), frame), ())
    else:
        play.taking = taken


def _filled(frame: f.TakeTreasures, taken: tuple[str, ...]) -> tuple[str, ...]:
    """`taken` completed to the right number with what has no priority, so that what is wrong stays wrong."""
    rest = [cell for cell in (*frame.others, *frame.first) if cell not in taken]
    return (*taken, *rest[: max(0, frame.count - len(taken))])


def play_order(play: Play, move: m.Move, secret: tuple[str, ...]) -> None:
    request = next(iter(requests(play.state)), None)
    if request is None:
        raise IllegalMove("game-over", rule="TE 3.4")
    step = STAGES.answer(play.state, request.seat, move)
    owners = {seat: _followed(owner, step.events, secret) for seat, owner in play.owners.items()}
    _note_effects(play, play.state, request.seat, move)
    play.acted = play.state.turn if request.question == "turn" else play.acted
    # Drawn tiles are nobody's to know here: such a hand is ample from now on.
    play.owners = {seat: owner for seat, owner in owners.items() if not owner.unseen}
    play.state = step.state
    play.events += step.events


def _followed(owner: Owner, events: tuple[Event, ...], secret: tuple[str, ...]) -> Owner:
    for event in events:
        if isinstance(event, GoodsEvent) and not owner.unseen:
            owner = owner.after(event, secret)
    return owner


def _note_effects(play: Play, before: State, seat: int, move: m.Move) -> None:
    """What the order itself lays, moves or takes."""
    match move:
        case m.Place(kind, cell):
            play.cells[cell] = TILE_SIGNS[KINDS.index(kind)]
        case m.Leader(role, cell):
            token = f"{LEADER_SIGNS[ROLES.index(role)]}{seat + 1}"
            play.cells = {label: "." if old == token else old for label, old in play.cells.items()} | {cell: token}
        case m.Withdraw(role):
            token = f"{LEADER_SIGNS[ROLES.index(role)]}{seat + 1}"
            play.cells = {label: "." if old == token else old for label, old in play.cells.items()}
        case m.Catastrophe(cell):
            play.cells[cell] = "x"
        case m.Treasure():
            cells = _taken(before, move)
            play.cells |= {cell: play.cells[cell].rstrip("*!") for cell in cells}
        case m.Building(cell):
            _note_building(play, before, cell)
        case m.Monument() | m.Ziggurat():
            _note_flips(play, before, move)


def _taken(before: State, move: m.Treasure) -> tuple[str, ...]:
    frame = before.frames[-1]
    assert isinstance(frame, f.TakeTreasures)
    return tuple(c for c in (*frame.first, *frame.others) if c != move.kept) if move.kept else move.cells


def _note_building(play: Play, before: State, cell: str) -> None:
    frame = before.frames[-1]
    assert isinstance(frame, f.PlaceBuilding)
    sign = TILE_SIGNS[COLOURS.index(frame.colour)]
    play.cells = {label: token.replace("^", "") if token[0] == sign else token for label, token in play.cells.items()}
    token = play.cells[cell]
    play.cells[cell] = f"{token[0]}^{token[1:]}"


def _note_flips(play: Play, before: State, move: m.Monument | m.Ziggurat) -> None:
    after = STAGES.answer(before, before.active, move).state
    for label in labels(after.face_down & ~before.face_down):
        token = play.cells[label]
        play.cells[label] = "#" + ("*" if "*" in token else "!" if "!" in token else "")


# --- reading steps --------------------------------------------------------------------------------------------------

Order = tuple[m.Move, tuple[str, ...]]


def _read(state: State, words: list[str]) -> Order:
    """The order a step means. Raises Unreadable, and Unsayable for a tile of a colour that cannot be named."""
    try:
        return _READERS[words[0]](state, words[1:])
    except (Unreadable, KeyError, IndexError, ValueError):
        text = " ".join(words)
        raise Unreadable("tigris/expected-step-got", example="`tile s D2`", text=text) from None


def _kind(letter: str) -> str:
    return KINDS[TILE_SIGNS.index(letter)]


def _role(letter: str) -> str:
    return ROLES[LEADER_SIGNS.index(letter)]


def _cell(label: str) -> str:
    return LABEL[SPACE[label]]


def _colour(word: str) -> str:
    return COLOURS[COLOURS.index(word)]


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
    return m.Ziggurat(_cell(words[0]) if words else next(iter(crosses), "A1")), ()


def _wrong_tile(state: State, words: list[str]) -> Order:
    raise Unsayable("an order names how many tiles are added, never which")


_READERS: dict[str, Callable[[State, list[str]], Order]] = {
    "tile": lambda state, words: (m.Place(_kind(words[0]), _cell(words[1])), ()),
    "lead": lambda state, words: (m.Leader(_role(words[0]), _cell(words[1])), ()),
    "take": lambda state, words: (m.Withdraw(_role(words[0])), ()),
    "cat": lambda state, words: (m.Catastrophe(_cell(words[0])), ()),
    "swap": _swap,
    "pass": lambda state, words: (m.Pass(), ()),
    "commit": lambda state, words: (m.Commit(int(words[0])), ()),
    "commitx": _wrong_tile,
    "war": lambda state, words: (m.War(_colour(words[0])), ()),
    "mon": _monument,
    "zig": _ziggurat,
    "decl": lambda state, words: (m.Decline(), ()),
    "build": lambda state, words: (m.Building(_cell(words[0])), ()),
    "treasure": lambda state, words: (m.Treasure(tuple(map(_cell, words))), ()),
    "color": lambda state, words: (m.Colour(_colour(words[0])), ()),
}
