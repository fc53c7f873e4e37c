"""The board kingdom by kingdom, in sentences: it can be heard, and no font, phone or mail program can break it."""

from __future__ import annotations

from referee.games.tigris.board import SPACE, Spaces, cross_at, labels, singles, square_at
from referee.games.tigris.data import COLOURS, KINDS, MONUMENTS, ROLES
from referee.games.tigris.faces.kingdoms import Kingdom, kingdoms_of, regions_without_leader, space_told
from referee.games.tigris.faces.signs import is_new
from referee.games.tigris.faces.status import joining, may_see_points, open_question, remains
from referee.games.tigris.faces.words import say
from referee.games.tigris.state import State, colour_at
from referee.kernel.game import View


def listing(state: State, view: View) -> tuple[str, ...]:
    """The signs, the kingdoms, what has no leader, what stands elsewhere, the players, what is open."""
    parts = [_signs(state, view), *(_kingdom(state, view, kingdom) for kingdom in kingdoms_of(state))]
    rest = sum(regions_without_leader(state))
    if rest:
        parts.append(f"{say('without leader', view.lang)} {' '.join(_pieces(state, view, rest))}")
    parts += _elsewhere(state, view)
    parts += _players(state, view)
    asked = open_question(state, view)
    return (*parts, f"{asked}.") if asked else tuple(parts)


def _signs(state: State, view: View) -> str:
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


def _kingdom(state: State, view: View, kingdom: Kingdom) -> str:
    leaders = [
        say("leader at", view.lang, role=ROLES[n % 4], name=view.names[n // 4], cell=labels(state.leaders[n])[0])
        for n in kingdom.leaders
    ]
    pieces = _pieces(state, view, kingdom.spaces)
    return f"{kingdom.name}: {', '.join(leaders)}. {' '.join(pieces)}".rstrip()


def _pieces(state: State, view: View, region: Spaces) -> list[str]:
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
    return " ".join(space_told(state, space) for space in singles(spaces))


def _elsewhere(state: State, view: View) -> list[str]:
    """The joining tile, destroyed spaces, what is left."""
    lang, told = view.lang, []
    colour = colour_at(state, joining(state))
    if colour is not None:
        told.append(say("joining at", lang, kind=say(KINDS[colour], lang), cell=labels(joining(state))[0]))
    if state.catastrophes:
        told.append(say("all destroyed", lang, cells=" ".join(labels(state.catastrophes))))
    left = [say(name, lang) for name, space in zip(MONUMENTS, state.monuments, strict=True) if not space]
    return [*told, say("left over", lang, names=", ".join(left))] if left else told


def _players(state: State, view: View) -> list[str]:
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
