"""The kingdoms as people speak of them: by the old temple each grew round, with leaders and what a war would count."""

from __future__ import annotations

from itertools import zip_longest

import msgspec

from referee.drawing.text import Picture, Span, columns, line, packed, wrapped
from referee.games.tigris.board import LABELS, SPACE, Spaces, labels, region_of, singles
from referee.games.tigris.data import BOARDS, COLOURS, KINDS, MONUMENTS
from referee.games.tigris.faces.result import compared
from referee.games.tigris.faces.signs import leader_sign, monument_sign
from referee.games.tigris.faces.status import joining
from referee.games.tigris.faces.words import say
from referee.games.tigris.state import State, kingdoms
from referee.kernel.game import View

_WIDE = 80
_LEADERS = 30
_TREASURES = 9
_OTHERS = 31
"""The columns of a narrow table beside the leaders."""


class Kingdom(msgspec.Struct, frozen=True, gc=False):
    """A region: its name, its spaces, the numbers of its leaders in reading order of where they stand."""

    name: str
    spaces: Spaces
    leaders: tuple[int, ...]


def kingdoms_of(state: State) -> tuple[Kingdom, ...]:
    """Every kingdom, by its first piece in reading order; two that fight over a joining tile are told apart."""
    pieces = state.pieces & ~joining(state)
    found = sorted(kingdoms(pieces, state.all_leaders), key=lambda spaces: spaces & -spaces)
    return tuple(_kingdom(state, spaces) for spaces in found)


def regions_without_leader(state: State) -> tuple[Spaces, ...]:
    """Every region in which no leader stands, by its first piece in reading order."""
    rest = state.pieces & ~joining(state)
    for spaces in kingdoms(rest, state.all_leaders):
        rest &= ~spaces
    found = []
    while rest:
        region = region_of(rest & -rest, rest)
        found.append(region)
        rest &= ~region
    return tuple(found)


def space_told(state: State, space: Spaces) -> str:
    """`K1*`: a space with the mark of the treasure on it."""
    mark = "!" if space & state.priority else "*"
    return labels(space)[0] + (mark if space & state.treasures else "")


def strengths(state: State, view: View) -> Picture:
    """A row for each kingdom: leaders, tiles of each kind, treasures and monuments; then what has no leader.

    When the game is over: what was compared.
    """
    if state.ended:
        return compared(state, view)
    narrow = view.columns < _WIDE
    tiles = (f"sign {kind}" if narrow else f"{kind} head" for kind in KINDS)
    heads = ("kingdom", "leaders", *tiles, "treasures head")
    rows: list[list[Span]] = [[(say(head, view.lang), "dim") for head in heads]]
    for kingdom in kingdoms_of(state):
        rows += _rows(state, view, kingdom, min(_LEADERS, view.columns - _OTHERS) if narrow else _LEADERS)
    table = columns(rows, gap=1 if narrow else 2, right=(2, 3, 4, 5))
    rest = _without_leader(state, view)
    return (*table, *(line(text) for text in wrapped(rest, view.columns, "", "  "))) if rest else table


def _kingdom(state: State, spaces: Spaces) -> Kingdom:
    standing = {space: number for number, space in enumerate(state.leaders) if space & spaces}
    leaders = tuple(standing[space] for space in singles(state.all_leaders & spaces))
    old = next(singles(_old_temples(state.setting.board) & spaces), 0)
    return Kingdom(labels(old or state.leaders[leaders[0]])[0], spaces, leaders)


def _old_temples(board: str) -> Spaces:
    signs = BOARDS[board].replace("\n", "")
    return sum(SPACE[label] for label, sign in zip(LABELS, signs, strict=True) if sign in "TC")


def _rows(state: State, view: View, kingdom: Kingdom, room: int) -> list[list[Span]]:
    """The row of a kingdom; leaders and treasures that find no room in it go on below it."""
    leaders = [f"{leader_sign(view, n)} {labels(state.leaders[n])[0]}" for n in kingdom.leaders]
    counts = [(tiles & kingdom.spaces).bit_count() for tiles in state.tiles]
    numbers = [(str(count or "."), COLOURS[kind] if count else "dim") for kind, count in enumerate(counts)]
    first: list[Span] = [(kingdom.name, "bold")]
    rows: list[list[Span]] = []
    for led, held in zip_longest(packed(leaders, room), packed(_prizes(state, view, kingdom), _TREASURES, " ")):
        row = first if not rows else [("", "")]
        rows.append([*row, (led or "", ""), *(numbers if not rows else [("", "")] * 4), (held or "", "")])
    return rows


def _prizes(state: State, view: View, kingdom: Kingdom) -> list[str]:
    """Treasures and monuments of a kingdom."""
    found = [space_told(state, space).rstrip("*") for space in singles(state.treasures & kingdom.spaces)]
    pairs = zip(MONUMENTS, state.monuments, strict=True)
    return [*found, *(monument_sign(name, view.lang) for name, space in pairs if space & kingdom.spaces)]


def _without_leader(state: State, view: View) -> str:
    lang, told = view.lang, []
    rest = sum(regions_without_leader(state))
    for kind, tiles in zip(KINDS, state.tiles, strict=True):
        spaces = [space_told(state, space) for space in singles(tiles & rest)]
        if spaces:
            told.append(f"{say(kind if len(spaces) == 1 else f'{kind}s', lang)} {' '.join(spaces)}")
    left = [monument_sign(name, lang) for name, space in zip(MONUMENTS, state.monuments, strict=True) if not space]
    parts = [say("no leader", lang, tiles=", ".join(told))] if told else []
    return "  ".join([*parts, *([say("monuments left", lang, names=" ".join(left))] if left else [])])
