"""What somebody keeps about a game for nobody else: thoughts at a step, and lines of orders under a name.

It lies in the home alone, as secret as the hand: no note, letter or archive holds any of it. Nothing depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.grammar.vocabulary import healed
from referee.table.desk.desk import Desk

MOST = 1000
"""How many jottings, and how many lines, are kept about one game."""

_NAME = "jottings"
_NAME_MOST = 32


class Jotting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thought that the reader wrote down at a step."""

    step: int
    """The step that it is about."""
    text: str
    """The thought in the reader's words."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders that the reader keeps under a name."""

    name: str
    """The name under which they are kept."""
    step: int
    """The step at which they were kept."""
    orders: tuple[str, ...]
    """The orders as they were typed."""


class Jottings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that this home keeps about a game: jottings in the order of their steps, lines by name."""

    jotted: tuple[Jotting, ...] = ()
    lines: tuple[Line, ...] = ()

    def at(self, step: int) -> tuple[str, ...]:
        """The thoughts at a step."""
        return tuple(one.text for one in self.jotted if one.step == step)

    def meant(self, typed: Sequence[str]) -> Sequence[str]:
        """The orders that are kept under what was typed, if that is a name and nothing more; else what was typed."""
        name = healed(" ".join(typed))
        return next((line.orders for line in self.lines if line.name == name), typed)


NOTHING = Jottings()


def jottings(desk: Desk) -> Jottings:
    """What this home keeps about the game of a desk; nothing if it cannot be read, for nothing may depend on it."""
    try:
        return read(desk)
    except RefereeError:
        return NOTHING


def read(desk: Desk) -> Jottings:
    """What this home keeps about the game of a desk. Raises Unreadable, or FileTrouble."""
    data = desk.home.guard(desk.table.game_id, _NAME)
    try:
        return NOTHING if data is None else msgspec.json.decode(data, type=Jottings)
    except (msgspec.DecodeError, UnicodeDecodeError) as damage:
        path = desk.home.game_path(desk.table.game_id, _NAME)
        raise Unreadable("jottings-damaged", file=path) from damage


def add(desk: Desk, text: str) -> Jotting:
    """Keep a thought at the newest step. Raises Unreadable: too many are kept."""
    jotting = Jotting(desk.position.step, text)
    with desk.home.locked(desk.table.game_id):
        kept = read(desk)
        _write_jottings(desk, msgspec.structs.replace(kept, jotted=_by_step((*kept.jotted, jotting))))
    return jotting


def forget(desk: Desk, number: int) -> Jotting:
    """Forget a jotting by its place in the list, from 1; gives what it was. Raises Unreadable: there is none."""
    with desk.home.locked(desk.table.game_id):
        kept = read(desk)
        if not 1 <= number <= len(kept.jotted):
            raise Unreadable("no-jotting", number=number, count=len(kept.jotted))
        gone = kept.jotted[number - 1]
        _write_jottings(desk, msgspec.structs.replace(kept, jotted=kept.jotted[: number - 1] + kept.jotted[number:]))
    return gone


def keep_line(desk: Desk, name: str, orders: Sequence[str]) -> Line:
    """Keep orders under a name, in place of what was kept there.

    Raises:
        Unreadable: it is no name, or an order itself; too many are kept.
    """
    line = Line(healed(name), desk.position.step, tuple(orders))
    if not line.name.replace("-", "").isalnum() or len(line.name) > _NAME_MOST or _is_order(desk, line.name):
        raise Unreadable("line-name", found=name, most=_NAME_MOST)
    with desk.home.locked(desk.table.game_id):
        kept = read(desk)
        others = {one.name: one for one in kept.lines}
        others[line.name] = line
        _write_jottings(desk, msgspec.structs.replace(kept, lines=tuple(others[name] for name in sorted(others))))
    return line


def _is_order(desk: Desk, word: str) -> bool:
    try:
        desk.table.game.notation.read(word, desk.position.state, desk.eyes.seat or 0)
    except Unreadable:
        return False
    return True


def _by_step(jotted: tuple[Jotting, ...]) -> tuple[Jotting, ...]:
    return tuple(sorted(jotted, key=lambda one: one.step))


def _write_jottings(desk: Desk, kept: Jottings) -> None:
    if max(len(kept.jotted), len(kept.lines)) > MOST:
        raise Unreadable("jottings-full", most=MOST)
    desk.home.write_guard(desk.table.game_id, msgspec.json.encode(kept, order="sorted") + b"\n", _NAME)
