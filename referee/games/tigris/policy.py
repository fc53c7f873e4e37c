"""Standing answers: what a seat would answer to a question, from a policy given beforehand and its own hand.

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
from referee.games.tigris.rules.conflicts import kind_added, possible_counts
from referee.games.tigris.rules.order import requests
from referee.games.tigris.rules.treasures import named_taking
from referee.games.tigris.state import State
from referee.kernel.errors import Unreadable
from referee.kernel.goods import Own
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence

ZIGGURAT, NONE, ANY = "ziggurat", "none", "any"
MOST_SPACES, MOST_NAMES = 6, 3
"""More would not fit a sealed line."""

Limits = tuple[tuple[str, int], ...]
"""(kind, number) in the order of `KINDS`; the empty kind stands for all others and comes first."""


class Policy(msgspec.Struct, frozen=True):
    """Standing answers. An empty tuple leaves that question to the player.

    `treasure` are spaces, and `any` behind them; `monument` are names, or `none` alone.
    """

    defend: Limits = ()
    attack: Limits = ()
    treasure: tuple[str, ...] = ()
    monument: tuple[str, ...] = ()


def parse_policy(lines: tuple[str, ...]) -> Policy:
    """The policy that lines of text spell; a later line for the same question replaces an earlier one.

    Raises:
        Unreadable: a line that is written otherwise.
    """
    policy = Policy()
    for line in lines:
        match [word.upper() if word.upper() in SPACE else word for word in line.lower().split()]:
            case ["defend", *words] if (limits := _limits("min", words)) is not None:
                policy = msgspec.structs.replace(policy, defend=limits)
            case ["attack", *words] if (limits := _limits("with", words)) is not None:
                policy = msgspec.structs.replace(policy, attack=limits)
            case ["treasure", "any"]:
                policy = msgspec.structs.replace(policy, treasure=(ANY,))
            case ["treasure", "leave", *cells] if _are_spaces(cells[:-1] if cells[-1:] == [ANY] else cells):
                policy = msgspec.structs.replace(policy, treasure=tuple(cells))
            case ["monument", *names] if names == [NONE] or _are_monuments(names):
                policy = msgspec.structs.replace(policy, monument=tuple(names))
            case _:
                example = "defend min 2 temple 4, attack with 3, treasure leave F7 any, monument red-blue"
                raise Unreadable("tigris/policy-form", example=example, found=repr(line))
    return policy


def _limits(word: str, words: list[str]) -> Limits | None:
    found: dict[str, int] = {}
    pairs = list(zip(words[::2], words[1::2], strict=False))
    for place, (kind, count) in enumerate(pairs):
        name = "" if kind == word and not place else kind
        if (name and name not in KINDS) or name in found or not _is_count(count):
            return None
        found[name] = int(count)
    if not pairs or len(words) % 2 or ("" in found and len(found) == len(KINDS) + 1):
        return None
    return tuple((kind, found[kind]) for kind in ("", *KINDS) if kind in found)


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) == 1 and int(word) <= HAND_SIZE


def _are_spaces(cells: list[str]) -> bool:
    return 0 < len(cells) <= MOST_SPACES and len(set(cells)) == len(cells) and all(cell in SPACE for cell in cells)


def _are_monuments(names: list[str]) -> bool:
    known = all(name in (*MONUMENTS, ZIGGURAT) for name in names)
    return known and 0 < len(names) <= MOST_NAMES and len(set(names)) == len(names)


def format_policy(policy: Policy) -> tuple[str, ...]:
    """The lines that spell a policy; `parse_policy` undoes it."""
    lines = []
    for verb, word, limits in (("defend", "min", policy.defend), ("attack", "with", policy.attack)):
        if limits:
            lines.append(" ".join((verb, *(f"{kind or word} {count}" for kind, count in limits))))
    if policy.treasure:
        lines.append(" ".join(("treasure", *(("leave",) if policy.treasure != (ANY,) else ()), *policy.treasure)))
    if policy.monument:
        lines.append(" ".join(("monument", *policy.monument)))
    return tuple(lines)


def answer(state: State, seat: Seat, own: Own, policy: Policy) -> Move | Sentence | None:
    """What the policy answers to the question that `seat` is asked now; a sentence why, or None, if it leaves it to the
    player: None if no line is for this question.
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


def _add(state: State, frame: Commit, own: Own, policy: Policy) -> Move | None:
    attacks, kind = frame.added is None, kind_added(frame)
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
