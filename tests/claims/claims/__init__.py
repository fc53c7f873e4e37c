"""Claims on hills out of a pack: the seat in turn peeks or digs, then all claim what hills hide, at once and unseen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pkgutil import get_data
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.kernel.dice import Dice
from referee.kernel.errors import BrokenState, Unreadable, illegal
from referee.kernel.events import Event, Hidden, Peeked, Revealed, SeatField
from referee.kernel.game import (
    Display,
    Game,
    GameInfo,
    Notation,
    Options,
    Outcome,
    Policies,
    Reveals,
    Transition,
    Typed,
    Viewer,
    face_at,
)
from referee.kernel.goods import OwnGoods, Pile
from referee.kernel.packs import Code, Name, read_pack
from referee.kernel.requests import TURN, Request, Seat

FORMAT, LAST_TURN = "claims-pack/1", 9
WORDS = {"peek": ("guarda",), "dig": ("scava",), "claim": ("rivendica",), "pass": ("passa",)}


class Hill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that hides an ore."""

    id: Code
    name: Name


class Ore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of marker: how many there are, and the points for whoever claims one alone."""

    id: Code
    name: Name
    count: Annotated[int, Meta(ge=1, le=20)]
    points: Annotated[int, Meta(ge=0, le=9)]


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game of claims is played from."""

    format: str
    hills: Annotated[tuple[Hill, ...], Meta(min_length=2, max_length=9)]
    ores: Annotated[tuple[Ore, ...], Meta(min_length=2, max_length=9)]

    def points(self, kind: str) -> int:
        """What a marker of `kind` is worth."""
        return next(ore.points for ore in self.ores if ore.id == kind)


class State(msgspec.Struct, frozen=True):
    """`covered` are the hills that hide an ore, `left` the markers in the bag, `aside` the kind that lost one marker.

    `peeking` until the seat in turn has peeked or dug; then `claims` holds a hill or nothing for each seat, and `done`
    who has passed.
    """

    covered: tuple[str, ...]
    left: int
    aside: str
    points: tuple[int, ...]
    claims: tuple[str, ...]
    done: tuple[bool, ...]
    turn: int = 0
    peeking: bool = True

    def active(self) -> Seat:
        """The seat in turn."""
        return self.turn % len(self.points)


class Order(msgspec.Struct, frozen=True):
    """`peek HILL`, `dig HILL`, `claim HILL` or `pass`."""

    word: str
    hill: str = ""

    def __str__(self) -> str:
        return f"{self.word} {self.hill}".rstrip()


class Claimed(Event, frozen=True):
    """`seat` has claimed `hill`; everybody sees it once all have answered."""

    seat: SeatField
    hill: str


class Mined(Event, frozen=True):
    """`seat` has dug on `hill`, or alone has claimed it, and gets `points`."""

    seat: SeatField
    hill: str
    points: int


def dealt(pack: Pack, options: Options, dice: Dice) -> tuple[Pile, ...]:
    """The bag, less the one marker that public chance has set aside."""
    aside = aside_by(pack, dice)
    return (Pile("bag", tuple((ore.id, ore.count - (ore.id == aside)) for ore in pack.ores)),)


def aside_by(pack: Pack, dice: Dice) -> str:
    """The kind of the marker that is set aside."""
    return pack.ores[dice.number("aside", len(pack.ores))].id


def set_up(pack: Pack, options: Options, dice: Dice) -> Transition[State]:
    """A marker lies face down on every hill, and the first seat peeks at the first one."""
    hills = tuple(hill.id for hill in pack.hills)
    left = sum(ore.count for ore in pack.ores) - 1 - len(hills)
    nothing = (0, "", False)
    points, claims, done = ((value,) * options.seats for value in nothing)
    state = State(hills, left, aside_by(pack, dice), points, claims, done)  # type: ignore[arg-type]
    return Transition(state, (*(Hidden(hill) for hill in hills), Peeked(0, hills[0])))


def requests(state: State) -> tuple[Request, ...]:
    """The seat in turn peeks or digs; then all who have not passed claim, at once."""
    if not state.covered:
        return ()
    if state.peeking:
        return (Request(state.active(), TURN, "CL 2"),)
    asked = (seat for seat, done in enumerate(state.done) if not done)
    return tuple(Request(seat, "claim", "CL 3", pins=6, seal_blocks=2) for seat in asked)


def apply(pack: Pack, state: State, seat: Seat, order: Order, reveals: Reveals) -> Transition[State]:
    """Peek, dig, claim or pass; with the last pass the hills that one seat alone has claimed are turned up."""
    allowed = ("peek", "dig", "pass") if state.peeking else ("claim", "pass")
    if order.word not in allowed:
        raise illegal("CL 2" if state.peeking else "CL 3", "claims/not-now", word=order.word)
    if order.hill and order.hill not in state.covered:
        raise illegal("CL 1", "claims/nothing-there", hill=order.hill)
    if state.peeking:
        state = replace(state, peeking=False)
        if order.word == "dig":
            return mine(pack, state, ((seat, order.hill),), reveals)
        return Transition(state, (Peeked(seat, order.hill),) if order.hill else ())
    if order.word == "claim":
        if state.claims[seat]:
            raise illegal("CL 3", "claims/one-claim", hill=state.claims[seat])
        return Transition(replace(state, claims=_put(state.claims, seat, order.hill)), (Claimed(seat, order.hill),))
    state = replace(state, done=_put(state.done, seat, True))
    return close(pack, state, reveals) if all(state.done) else Transition(state)


def close(pack: Pack, state: State, reveals: Reveals) -> Transition[State]:
    """Every hill that one seat alone has claimed is mined; then the next turn begins."""
    claims = sorted((hill, seat) for seat, hill in enumerate(state.claims) if hill and state.claims.count(hill) == 1)
    step = mine(pack, state, tuple((seat, hill) for hill, seat in claims), reveals)
    seats = len(state.points)
    after = replace(step.state, claims=("",) * seats, done=(False,) * seats, turn=state.turn + 1, peeking=True)
    return Transition(after if after.turn < LAST_TURN else replace(after, covered=()), step.events)


def mine(pack: Pack, state: State, claims: tuple[tuple[Seat, str], ...], reveals: Reveals) -> Transition[State]:
    """Turn up what these seats have claimed on these hills, and cover the hills again while the bag lasts."""
    events: list[Event] = []
    covered, points, left = list(state.covered), list(state.points), state.left
    for seat, hill in claims:
        kind = face_at(reveals, hill)
        points[seat] += pack.points(kind)
        events += [Revealed(hill, kind), Mined(seat, hill, pack.points(kind))]
        if left:
            events.append(Hidden(hill))
            left -= 1
        else:
            covered.remove(hill)
    return Transition(replace(state, covered=tuple(covered), left=left, points=tuple(points)), tuple(events))


def _put(values: tuple, seat: Seat, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:seat], value, *values[seat + 1 :])


def legal_orders(state: State, seat: Seat, own: OwnGoods | None) -> Iterator[Order]:
    """`pass` and, unless it has claimed, every hill that hides something."""
    if any(request.seat == seat for request in requests(state)):
        words = ("peek", "dig") if state.peeking else ("claim",) * (not state.claims[seat])
        hills = [Order(word, hill) for word in words for hill in state.covered]
        yield from sorted((*hills, Order("pass")), key=str)


def outcome(state: State) -> Outcome | None:
    """Most points win, once no hill hides anything or the last turn is over."""
    if state.covered:
        return None
    ranks = tuple(1 + sum(other > points for other in state.points) for points in state.points)
    return Outcome("turns" if state.turn >= LAST_TURN else "mined", ranks, tuple((points,) for points in state.points))


def check(pack: Pack, state: State) -> None:
    """Hills and kinds are those of the pack."""
    if not {*state.covered, *state.claims} <= {"", *(hill.id for hill in pack.hills)}:
        raise BrokenState("a hill that no pack has")


def parse_order(text: str) -> Order:
    """Exactly the canonical spelling. Raises Unreadable."""
    match text.split(" "):
        case ["pass"]:
            return Order("pass")
        case [("peek" | "dig" | "claim") as word, hill] if (
            hill.isascii() and hill.replace("-", "").isalnum() and hill.islower()
        ):
            return Order(word, hill)
    raise Unreadable("claims/expected-an-order", example="claim high", found=repr(text))


def read(text: str, state: State, seat: Seat) -> tuple[Typed[Order], ...]:
    """What people type: `high`, `CLAIM high`, `passa`."""
    meant = {alias: word for word, others in WORDS.items() for alias in others}
    words = [meant.get(word, word) for word in text.lower().split()]
    if words and words[0] not in WORDS:
        words.insert(0, "peek" if state.peeking else "claim")
    return (Typed(parse_order(" ".join(words))),)


def answer(state: State, seat: Seat, own: OwnGoods, wished: str) -> Order | None:
    """The hill of the policy if it can be claimed, else a pass."""
    claims = wished != "pass" and wished in state.covered and not state.claims[seat]
    return Order("claim", wished) if claims else Order("pass")


def parse_policy(lines: tuple[str, ...]) -> str:
    """`claim HILL` or `pass`; no line for no answers. Raises Unreadable."""
    if len(lines) > 1:
        raise Unreadable("claims/expected-an-order", example="claim high", found=repr("; ".join(lines)))
    order = parse_order(lines[0]) if lines else None
    return "" if order is None else order.hill or "pass"


def format_policy(wished: str) -> tuple[str, ...]:
    """The line of a policy."""
    return () if not wished else (str(Order("pass" if wished == "pass" else "claim", wished.replace("pass", ""))),)


def text(pack: Pack, state: State, view: Viewer) -> tuple[tuple[tuple[str, str], ...], ...]:
    """A line for each hill, with what the reader alone knows of it, and the points."""
    known = dict(view.own.covered) if view.own is not None else {}
    signs = {hill: known.get(hill, "?") for hill in state.covered}
    lines = [f"{hill.id:12} {signs.get(hill.id, '-'):12} {hill.name.told(view.lang)}" for hill in pack.hills]
    lines += [f"{name:12} {points}" for name, points in zip(view.names, state.points, strict=True)]
    return tuple(((line, ""),) for line in lines)


def with_pack(data: bytes) -> Game[State, Order]:
    """The game over a pack. Raises Unreadable naming the entry that is wrong."""
    pack = read_pack(data, Pack, FORMAT)
    for entries, what in ((pack.hills, "hills"), (pack.ores, "ores")):
        ids = [entry.id for entry in entries]
        for number, found in enumerate(ids):
            if found in ids[:number]:
                raise Unreadable("claims/twice", id=found, at=f"$.{what}[{number}].id")
    if sum(ore.count for ore in pack.ores) <= len(pack.hills):
        raise Unreadable("claims/too-few", at="$.ores")
    return Game(
        info=GameInfo(
            "claims", "Claims", (3, 4), 1, endings=("mined", "turns"), hand_rule="CL 1", rule_prefix="CL", pack=FORMAT
        ),
        dealt=partial(dealt, pack),
        setup=partial(set_up, pack),
        requests=requests,
        active=State.active,
        apply=partial(apply, pack),
        legal_orders=legal_orders,
        answers=lambda order: {"peek": (TURN,), "dig": (TURN,), "claim": ("claim",)}.get(order.word, (TURN, "claim")),
        outcome=outcome,
        check=partial(check, pack),
        state_type=State,
        notation=Notation(format_order=str, parse_order=parse_order, read=read),
        faces=Display(text=partial(text, pack)),
        policies=Policies(questions=("claim",), parse=parse_policy, format=format_policy, answer=answer),
        neutral=lambda state, seat: Order("pass"),
        with_pack=with_pack,
        packs=packs,
    )


def packs() -> tuple[tuple[str, bytes], ...]:
    """The packs that come with the game."""
    return tuple((name, get_data(__name__, f"packs/{name}.json") or b"") for name in ("small", "wide"))


GAME: Game[State, Order] = with_pack(packs()[0][1])
