"""The board kingdom by kingdom, as people speak of them: by the old temple each grew round. As a table of leaders and
what a war would count, and in sentences, which can be heard, and which no font, phone or mail program can break.
"""

from __future__ import annotations

from itertools import zip_longest

import msgspec

from referee.drawing.text_picture import Picture, Span, columns, pack_entries, text_line, wrap_lines
from referee.games.tigris.board import SPACE, Spaces, cross_at, labels, region_of, singles, square_at
from referee.games.tigris.data import COLOURS, KINDS, MONUMENTS, ROLES
from referee.games.tigris.display.status import joining, may_see_points, open_question, points_table, remains, say
from referee.games.tigris.display.text import is_new, leader_sign, monument_sign
from referee.games.tigris.rules.setup import marked_spaces
from referee.games.tigris.state import State, colour_at, kingdoms
from referee.kernel.game import Viewer

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
    return tuple(_named_kingdom(state, spaces) for spaces in found)


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


def space_text(state: State, space: Spaces) -> str:
    """`K1*`: a space with the mark of the treasure on it."""
    mark = "!" if space & state.priority else "*"
    return labels(space)[0] + (mark if space & state.treasures else "")


def _named_kingdom(state: State, spaces: Spaces) -> Kingdom:
    standing = {space: number for number, space in enumerate(state.leaders) if space & spaces}
    leaders = tuple(standing[space] for space in singles(state.all_leaders & spaces))
    old = next(singles(marked_spaces(state.setting.board, "TC") & spaces), 0)
    return Kingdom(labels(old or state.leaders[leaders[0]])[0], spaces, leaders)


def strengths(state: State, view: Viewer) -> Picture:
    """A row for each kingdom: leaders, tiles of each kind, treasures and monuments; then what has no leader.

    When the game is over: what was compared.
    """
    if state.ended:
        return points_table(state, view)
    narrow = view.columns < _WIDE
    tiles = (f"sign {kind}" if narrow else f"{kind} head" for kind in KINDS)
    heads = ("kingdom", "leaders", *tiles, "treasures head")
    rows: list[list[Span]] = [[(say(head, view.lang), "dim") for head in heads]]
    for kingdom in kingdoms_of(state):
        rows += _kingdom_rows(state, view, kingdom, min(_LEADERS, view.columns - _OTHERS) if narrow else _LEADERS)
    table = columns(rows, gap=1 if narrow else 2, right=(2, 3, 4, 5))
    rest = _without_leader(state, view)
    return (*table, *(text_line(text) for text in wrap_lines(rest, view.columns, "", "  "))) if rest else table


def _kingdom_rows(state: State, view: Viewer, kingdom: Kingdom, room: int) -> list[list[Span]]:
    """The row of a kingdom; leaders and treasures that find no room in it go on below it."""
    leaders = [f"{leader_sign(view, n)} {labels(state.leaders[n])[0]}" for n in kingdom.leaders]
    counts = [(tiles & kingdom.spaces).bit_count() for tiles in state.tiles]
    numbers = [(str(count or "."), COLOURS[kind] if count else "dim") for kind, count in enumerate(counts)]
    first: list[Span] = [(kingdom.name, "bold")]
    rows: list[list[Span]] = []
    for led, held in zip_longest(
        pack_entries(leaders, room), pack_entries(_prizes(state, view, kingdom), _TREASURES, " ")
    ):
        row = first if not rows else [("", "")]
        rows.append([*row, (led or "", ""), *(numbers if not rows else [("", "")] * 4), (held or "", "")])
    return rows


def _prizes(state: State, view: Viewer, kingdom: Kingdom) -> list[str]:
    """Treasures and monuments of a kingdom."""
    found = [space_text(state, space).rstrip("*") for space in singles(state.treasures & kingdom.spaces)]
    pairs = zip(MONUMENTS, state.monuments, strict=True)
    return [*found, *(monument_sign(name, view.lang) for name, space in pairs if space & kingdom.spaces)]


def _without_leader(state: State, view: Viewer) -> str:
    lang, told = view.lang, []
    rest = sum(regions_without_leader(state))
    for kind, tiles in zip(KINDS, state.tiles, strict=True):
        spaces = [space_text(state, space) for space in singles(tiles & rest)]
        if spaces:
            told.append(f"{say(kind if len(spaces) == 1 else f'{kind}s', lang)} {' '.join(spaces)}")
    left = [monument_sign(name, lang) for name, space in zip(MONUMENTS, state.monuments, strict=True) if not space]
    parts = [say("no leader", lang, tiles=", ".join(told))] if told else []
    return "  ".join([*parts, *([say("monuments left", lang, names=" ".join(left))] if left else [])])


def listing(state: State, view: Viewer) -> tuple[str, ...]:
    """The signs, the kingdoms, what has no leader, destroyed spaces, what is left, the players, what is open."""
    parts = [_signs(state, view), *(_kingdom(state, view, kingdom) for kingdom in kingdoms_of(state))]
    rest = sum(regions_without_leader(state))
    if rest:
        parts.append(f"{say('without leader', view.lang)} {' '.join(_pieces(state, view, rest))}")
    parts += _elsewhere(state, view)
    parts += _player_lines(state, view)
    asked = open_question(state, view)
    return (*parts, f"{asked}.") if asked else tuple(parts)


def _signs(state: State, view: Viewer) -> str:
    signs = [
        f"{sign} {say(word, view.lang)}"
        for sign, word, there in (
            ("*", "treasure", state.treasures & ~state.priority),
            ("!", "first", state.treasures & state.priority),
        )
        if there
    ]
    told = [say("kingdom by kingdom", view.lang, signs=", ".join(signs))] if signs else []
    fresh = [label for label, space in SPACE.items() if is_new(state, space, view)]
    return " ".join([*told, *([say("new places", view.lang, cells=" ".join(fresh))] if fresh else [])])


def _kingdom(state: State, view: Viewer, kingdom: Kingdom) -> str:
    leaders = [
        say("leader at", view.lang, role=ROLES[n % 4], name=view.names[n // 4], cell=labels(state.leaders[n])[0])
        for n in kingdom.leaders
    ]
    pieces = _pieces(state, view, kingdom.spaces)
    return f"{kingdom.name}: {', '.join(leaders)}. {' '.join(pieces)}".rstrip()


def _pieces(state: State, view: Viewer, region: Spaces) -> list[str]:
    """What a region holds, a sentence for each sort: tiles by kind, buildings, monuments, the ziggurat, face down."""
    lang, told = view.lang, []
    for kind, tiles in zip(KINDS, state.tiles, strict=True):
        count = (tiles & region).bit_count()
        if count:
            name = say(kind if count == 1 else f"{kind}s", lang)
            told.append(f"{count} {name}: {_spaces(state, tiles & region)}.")
    built = 0
    for name, corner in zip(MONUMENTS, state.monuments, strict=True):
        if corner & region:
            built |= square_at(corner)
            told.append(say("monument at", lang, name=say(name, lang), cells=_spaces(state, square_at(corner))))
    if state.ziggurat & region:
        built |= cross_at(state.ziggurat)
        told.append(say("ziggurat at", lang, cells=_spaces(state, cross_at(state.ziggurat))))
    for colour, space in zip(COLOURS, state.buildings, strict=True):
        if space & region:
            told.append(say("building at", lang, colour=say(colour, lang), cell=labels(space)[0]))
    down = state.face_down & region & ~built
    return [*told, say("all face down", lang, cells=_spaces(state, down))] if down else told


def _spaces(state: State, spaces: Spaces) -> str:
    return " ".join(space_text(state, space) for space in singles(spaces))


def _elsewhere(state: State, view: Viewer) -> list[str]:
    """The joining tile, destroyed spaces, what is left."""
    lang, told = view.lang, []
    colour = colour_at(state, joining(state))
    if colour is not None:
        told.append(say("joining at", lang, kind=say(KINDS[colour], lang), cell=labels(joining(state))[0]))
    if state.catastrophes:
        told.append(say("all destroyed", lang, cells=" ".join(labels(state.catastrophes))))
    left = [say(name, lang) for name, space in zip(MONUMENTS, state.monuments, strict=True) if not space]
    return [*told, say("left over", lang, names=", ".join(left))] if left else told


def _player_lines(state: State, view: Viewer) -> list[str]:
    """Hands, bag, catastrophes and leaders at home of all, points as far as the reader may see them."""
    lang = view.lang
    told = [
        say("all hands", lang, hands=_each(view.names, state.hands)),
        *(f"{fact[:1].upper()}{fact[1:]}." for fact in remains(state, view)),
        say("all catastrophes", lang, counts=_each(view.names, state.catastrophes_left)),
    ]
    for seat, name in enumerate(view.names):
        home = [say(ROLES[n], lang) for n in range(4) if not state.leaders[4 * seat + n]]
        if home:
            told.append(say("at home of", lang, name=name, leaders=", ".join(home)))
    shown = [seat for seat in range(state.seat_count) if may_see_points(state, view, seat) and not state.ended]
    for seat in shown:
        points = ", ".join(f"{say(c, lang)} {n}" for c, n in zip(COLOURS, state.points[seat], strict=True))
        treasures = state.treasures_won[seat]
        told.append(say("points of", lang, name=view.names[seat], points=points, treasures=treasures))
    return [" ".join(told)]


def _each(names: tuple[str, ...], numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))
