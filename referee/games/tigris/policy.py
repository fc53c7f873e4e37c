"""Standing orders: what a seat would answer to a question, from a policy given beforehand and its own hand.

A policy is lines of text, each for one question; `[KIND N ..]` are other numbers for single kinds of tiles:

    defend min N [KIND N ..]     as many tiles as win, if N are enough and held; otherwise none
    attack with N [KIND N ..]    N tiles, or all held if they are fewer, if that puts the attack ahead; otherwise none
    treasure leave SPACE .. [any]  all but the treasure on the first of these spaces that may stay; `any` for the rest
    treasure any                 all but the last one that may stay
    monument NAME ..             the first of these that can be built on the only square or cross there is
    monument none                nothing is built

`min N` and `with N` may be left out: then only the kinds named are answered for. Whether a policy answers is seen by
all, so it depends on public facts alone; a hand decides only between answers.

Everything here is pure and looks at one hand only. When a policy is asked is a matter of the table.
"""

from __future__ import annotations

import msgspec

from referee.games.tigris.board import SPACE, labels, spaces_of
from referee.games.tigris.data import HAND_SIZE, KINDS, MONUMENTS
from referee.games.tigris.frames import BuildMonument, Commit, TakeTreasures
from referee.games.tigris.moves import Commit as Add
from referee.games.tigris.moves import Decline, Monument, Move, Ziggurat
from referee.games.tigris.rules.conflicts import conflict_kind, possible_counts
from referee.games.tigris.rules.order import requests
from referee.games.tigris.rules.treasures import named_taking
from referee.games.tigris.state import State
from referee.kernel.goods import OwnGoods
from referee.kernel.grammar.policies import Line, PolicyLines, Words, are_some, one_line
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence

ZIGGURAT, NONE, ANY = "ziggurat", "none", "any"
MOST_SPACES, MOST_NAMES = 6, 3
"""More would not fit a sealed line."""

Limits = tuple[tuple[str, int], ...]
"""(kind, number) in the order of `KINDS`; the empty kind stands for all others and comes first."""


class Policy(msgspec.Struct, frozen=True):
    """Standing orders. An empty tuple leaves that question to the player.

    `treasure` are spaces, and `any` after them; `monument` are names, or `none` alone.
    """

    defend: Limits = ()
    attack: Limits = ()
    treasure: tuple[str, ...] = ()
    monument: tuple[str, ...] = ()


_COUNTS = {str(number): number for number in range(HAND_SIZE + 1)}


def _limits(word: str) -> Line:
    """`min 2 temple 4`: a number for all kinds after `word`, and numbers for single kinds."""

    def limits(words: Words, before: Limits) -> Limits | None:
        found: dict[str, int] = {}
        pairs = list(zip(words[::2], words[1::2], strict=False))
        for place, (kind, count) in enumerate(pairs):
            name = "" if kind == word and not place else kind
            if (name and name not in KINDS) or name in found or count not in _COUNTS:
                return None
            found[name] = _COUNTS[count]
        if not pairs or len(words) % 2 or ("" in found and len(found) == len(KINDS) + 1):
            return None
        return tuple((kind, found[kind]) for kind in ("", *KINDS) if kind in found)

    def spelled(limits: Limits) -> tuple[Words, ...]:
        return one_line(tuple(part for kind, count in limits for part in (kind or word, str(count))))

    return Line(limits, spelled)


def _stays(words: Words, before: Words) -> Words | None:
    cells = tuple(map(str.upper, words[1:-1] if words[-1:] == (ANY,) else words[1:]))
    if words[:1] == ("leave",) and are_some(cells, SPACE, MOST_SPACES):
        return (*cells, ANY) if words[-1] == ANY else cells
    return words if words == (ANY,) else None


def _read_monuments(words: Words, before: Words) -> Words | None:
    return words if words == (NONE,) or are_some(words, (*MONUMENTS, ZIGGURAT), MOST_NAMES) else None


LINES = PolicyLines(
    Policy,
    "defend min 2 temple 4, attack with 3, treasure leave F7 any, monument red-blue",
    {
        "defend": _limits("min"),
        "attack": _limits("with"),
        "treasure": Line(_stays, lambda cells: one_line(cells if cells in ((), (ANY,)) else ("leave", *cells))),
        "monument": Line(_read_monuments),
    },
)
parse_policy, format_policy = LINES.parse, LINES.format


def answer(state: State, seat: Seat, own: OwnGoods, policy: Policy) -> Move | Sentence | None:
    """What the policy answers to the question that `seat` must answer now; a sentence why, or None, if it leaves it to
    the player: None if no line is for this question.
    """
    if all(request.seat != seat for request in requests(state)):
        return None
    frame = state.frames[-1]
    if isinstance(frame, Commit):
        return _add(state, frame, own, policy)
    if isinstance(frame, TakeTreasures) and policy.treasure:
        return _take(frame, policy.treasure)
    if isinstance(frame, BuildMonument) and policy.monument:
        return _build(frame, policy.monument)
    return None


def _add(state: State, frame: Commit, own: OwnGoods, policy: Policy) -> Move | None:
    attacks, kind = frame.added is None, conflict_kind(frame)
    limits = dict(policy.attack if attacks else policy.defend)
    most = limits.get(kind, limits.get(""))
    if most is None:
        return None
    held = own.hand.count(kind)
    if attacks:
        count = min(most, held)
        ahead = frame.attack + count > frame.defence
    else:
        # TE 8.4, TE 9.6: a tie is enough for the defender.
        count = max(0, frame.attack + (frame.added or 0) - frame.defence)
        ahead = count <= min(most, held)
    fits = count in possible_counts(state.setting.english, frame, held)
    return Add(count if ahead and fits else 0)


def _take(frame: TakeTreasures, wanted: tuple[str, ...]) -> Move | Sentence:
    # TE 11.1, TE 11.2: one stays, and none of those that are taken first while there are others.
    may_stay = labels(spaces_of(frame.others or frame.first))
    stays = next((cell for cell in wanted if cell in may_stay), may_stay[-1] if ANY in wanted else None)
    if stays is None:
        return Sentence("tigris/policy-treasures", cells=", ".join(may_stay))
    here = spaces_of((*frame.first, *frame.others))
    return named_taking(here & ~SPACE[stays], frame)


def _build(frame: BuildMonument, wanted: tuple[str, ...]) -> Move | Sentence:
    if wanted == (NONE,):
        return Decline()
    there = (*frame.names, *((ZIGGURAT,) if frame.crosses else ()))
    name = next((name for name in wanted if name in there), None)
    if name is None:
        return Sentence("tigris/policy-monuments", names=", ".join(there))
    places = frame.crosses if name == ZIGGURAT else frame.squares
    if len(places) > 1:
        return Sentence("tigris/policy-places", name=name, cells=", ".join(places))
    return Ziggurat(places[0]) if name == ZIGGURAT else Monument(name)
