"""What somebody keeps about a game for nobody else: thoughts at a step, and lines of orders under a name.

It is only in the home, as secret as the hand: no note, letter or archive holds any of it. Nothing depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.kernel.canonical_json import decode_as
from referee.kernel.errors import RefereeError, Unreadable, refusal_in
from referee.kernel.grammar.lexer import healed
from referee.session.session import Session

MOST = 1000
"""How many memos, and how many lines, are kept about one game."""

_NAME = "jottings"
_NAME_MOST = 32


class Memo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thought that the reader wrote down at a step."""

    step: int
    """The step that it is about."""
    text: str
    """The thought in the reader's words."""


class SavedOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders that the reader keeps under a name."""

    name: str
    """The name under which they are kept."""
    step: int
    """The step at which they were kept."""
    orders: tuple[str, ...]
    """The orders as they were typed."""


class Memos(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that this home keeps about a game: memos in the order of their steps, lines by name."""

    jotted: tuple[Memo, ...] = ()
    lines: tuple[SavedOrders, ...] = ()

    def at(self, step: int) -> tuple[str, ...]:
        """The thoughts at a step."""
        return tuple(one.text for one in self.jotted if one.step == step)

    def meant(self, typed: Sequence[str]) -> Sequence[str]:
        """The orders that are kept under what was typed, if that is a name and nothing more; otherwise what
        was typed.
        """
        name = healed(" ".join(typed))
        return next((line.orders for line in self.lines if line.name == name), typed)


NOTHING = Memos()


def load_memos(session: Session) -> Memos:
    """What this home keeps about the game of a session; nothing if it cannot be read, for nothing may depend on it."""
    try:
        return read_memos(session)
    except RefereeError:
        return NOTHING


def read_memos(session: Session) -> Memos:
    """What this home keeps about the game of a session. Raises Unreadable, or FileTrouble."""
    data = session.home.guard(session.table.game_id, _NAME)
    try:
        return NOTHING if data is None else decode_as(Memos, data)
    except (msgspec.DecodeError, UnicodeDecodeError) as damage:
        path = session.home.game_path(session.table.game_id, _NAME)
        raise Unreadable("jottings-damaged", file=path) from damage


def add(session: Session, text: str) -> Memo:
    """Keep a thought at the latest step, the same one once. Raises Unreadable: too many are kept."""
    jotting = Memo(session.position.step, text)
    with session.home.locked(session.table.game_id):
        if jotting not in (kept := read_memos(session)).jotted:  # otherwise the program stopped after keeping it
            jotted = sorted((*kept.jotted, jotting), key=lambda one: one.step)
            _write_jottings(session, msgspec.structs.replace(kept, jotted=tuple(jotted)))
    return jotting


def forget_memo(session: Session, number: int) -> Memo:
    """Delete a memo by its place in the list, from 1; gives what it was. Raises Unreadable: there is none."""
    with session.home.locked(session.table.game_id):
        kept = read_memos(session)
        if not 1 <= number <= len(kept.jotted):
            raise Unreadable("no-jotting", number=number, count=len(kept.jotted))
        gone = kept.jotted[number - 1]
        _write_jottings(session, msgspec.structs.replace(kept, jotted=kept.jotted[: number - 1] + kept.jotted[number:]))
    return gone


def save_orders(session: Session, name: str, orders: Sequence[str]) -> SavedOrders:
    """Keep orders under a name, in place of what was kept there.

    Raises:
        Unreadable: it is not a name, or an order itself; too many are kept.
    """
    line = SavedOrders(healed(name), session.position.step, tuple(orders))
    if not line.name.replace("-", "").isalnum() or len(line.name) > _NAME_MOST or _is_order(session, line.name):
        raise Unreadable("line-name", found=name, most=_NAME_MOST)
    with session.home.locked(session.table.game_id):
        kept = read_memos(session)
        others = {one.name: one for one in kept.lines}
        others[line.name] = line
        _write_jottings(session, msgspec.structs.replace(kept, lines=tuple(others[name] for name in sorted(others))))
    return line


def _is_order(session: Session, word: str) -> bool:
    read = session.table.game.notation.read
    return refusal_in(read, word, session.position.state, session.eyes.seat or 0) is None


def _write_jottings(session: Session, kept: Memos) -> None:
    if max(len(kept.jotted), len(kept.lines)) > MOST:
        raise Unreadable("jottings-full", most=MOST)
    session.home.write_guard(session.table.game_id, msgspec.json.encode(kept, order="sorted") + b"\n", _NAME)
