"""What the pictures of the board say: words of the catalogues, what is going on, who may see whose points, what is
left, how the game stands and how it ended, what can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from referee.drawing import result_text
from referee.drawing.text_picture import Picture
from referee.games.tigris import frames as f
from referee.games.tigris.board import LABEL, SPACE, Spaces, labels, neighbours, region_of, square_at
from referee.games.tigris.data import ACTIONS_PER_TURN, COLOUR_NUMBER, COLOURS, DYNASTIES, KIND_NUMBER, KINDS, ROLES
from referee.games.tigris.rules.conflicts import conflict_kind
from referee.games.tigris.rules.order import asked
from referee.games.tigris.rules.scoring import outcome
from referee.games.tigris.state import State
from referee.kernel.conflict import ConflictState, ConflictStateSide
from referee.kernel.game import SeatDisplay, Viewer
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.kernel.tallies import Tally, Told, count_events, lowest_first


@lru_cache(maxsize=4096)
def say(word: str, lang: str, **values: object) -> str:
    """The word or sentence of the context `board` in a language, with `values` in its places. It is kept: the boards of
    a replay say the same few hundred things in every step.
    """
    return Sentence(f"tigris/board/{word}", **values).told(lang)


@cache
def sign(what: str, lang: str) -> str:
    """The letter of a kind, a role or a colour. A board holds a hundred of them, a dozen different ones."""
    return say(f"sign {what}", lang)


def is_open(state: State) -> bool:
    """Whether everybody may see the points: by option, or at the end."""
    return state.setting.open_scores or bool(state.ended)


def may_see_points(state: State, view: Viewer, seat: Seat) -> bool:
    """Whether the reader may see the points of a seat: always the reader's, the others' by option or at the end."""
    return is_open(state) or seat == view.seat


def seat_faces(state: State, view: Viewer) -> tuple[SeatDisplay, ...]:
    """Sign and hand of each seat, and the points that the reader may see."""
    found = []
    for seat, (sign, held) in enumerate(zip(DYNASTIES, state.hands, strict=False)):
        won = zip((*COLOURS, "treasures"), (*state.points[seat], state.treasures_won[seat]), strict=True)
        points = tuple(won) if may_see_points(state, view, seat) else ()
        found.append(SeatDisplay(sign, say(sign, view.lang), held, points))
    return tuple(found)


def joining(state: State) -> Spaces:
    """The space of the tile that joins two kingdoms as long as wars are fought over it, or 0."""
    return next((SPACE[frame.cell] for frame in state.frames if isinstance(frame, f.Wars)), 0)


def running(state: State) -> f.Commit | None:
    """The conflict that is fought now, if there is one."""
    frame = state.frames[-1] if state.frames else None
    return frame if isinstance(frame, f.Commit) else None


def contest(state: State) -> ConflictState | None:
    """Both sides of the conflict that is fought now, if there is one."""
    frame = running(state)
    return contest_of(state, frame) if frame is not None else None


def contest_of(state: State, frame: f.Commit) -> ConflictState:
    """Both sides of a conflict: who, where, how many tiles count and which."""

    def side(seat: Seat, strength: int, added: int | None) -> ConflictStateSide:
        place = LABEL[state.leaders[4 * seat + COLOUR_NUMBER[frame.colour]]]
        return ConflictStateSide(
            seat, place, strength, labels(supporters(state, frame, seat)), state.hands[seat], added
        )

    attacker, defender = side(frame.attacker, frame.attack, frame.added), side(frame.defender, frame.defence, None)
    return ConflictState(conflict_kind(frame), attacker, defender)


def supporters(state: State, frame: f.Commit, seat: Seat) -> Spaces:
    """The face-up tiles that count for a side: beside the leader in a revolt, on its side of the tile in a war."""
    leader = state.leaders[4 * seat + COLOUR_NUMBER[frame.colour]]
    tiles = state.tiles[KIND_NUMBER[conflict_kind(frame)]]
    if not frame.joining:
        return tiles & neighbours(leader)
    return tiles & region_of(leader, state.pieces & ~SPACE[frame.joining])


def headline(state: State, view: Viewer) -> str:
    """Whose turn it is and which action, or how the game ended."""
    if state.ended:
        return say("over", view.lang, reason=say(f"ended {state.ended}", view.lang))
    name = view.names[state.active]
    return say("turn", view.lang, turn=state.turn + 1, name=name, action=state.action + 1)


def turn_heading(state: State, view: Viewer) -> str:
    """Whose turn it is, with the actions that are left while one is asked for; or how the game ended."""
    whose = say("whose", view.lang, turn=state.turn + 1, name=view.names[state.active])
    left = "" if open_question(state, view) else say("actions", view.lang, count=ACTIONS_PER_TURN - state.action)
    return headline(state, view) if state.ended else whose + left


def taken_actions(state: State) -> tuple[int, int]:
    """How many actions the running turn has had, and how many it has in all (TE 3.2)."""
    return state.action, ACTIONS_PER_TURN


def open_question(state: State, view: Viewer) -> str:
    """The question that is open beside the turn itself, or nothing."""
    return _question(state, view, state.frames[-1]) if state.frames else ""


def asks(state: State, view: Viewer) -> tuple[str, ...]:
    """What the reader is asked, in one or two sentences; () if nothing."""
    if not state.frames or view.seat not in asked(state):
        return ()
    frame, lang = state.frames[-1], view.lang
    match frame:
        case f.Commit():
            return _how_many(state, view, frame)
        case f.ChooseWar(colours):
            return (say("asks war", lang, colours=colours),)
        case f.PlaceBuilding(colour, cells):
            return (say("asks building", lang, colour=colour, cells=cells),)
        case f.BuildMonument(_, squares, names, crosses):
            build = say("asks monument", lang, names=(*names, *(("ziggurat",) if crosses else ())))
            return (build, say("asks corner", lang, cells=squares)) if len(squares) > 1 else (build,)
        case f.TakeTreasures(_, count, first, others):
            take = say("asks treasure", lang, count=count, cells=(*first, *others))
            return (take, say("asks first", lang, cells=first)) if first and others else (take,)
        case f.NameColour():
            return (say("asks colour", lang),)
    return (say(f"asks turn {state.action + 1}", lang),)


def _how_many(state: State, view: Viewer, frame: f.Commit) -> tuple[str, str]:
    """How many tiles are added, and how many would do: of a hand that is not all seen only the need is said."""
    how_many = say(f"asks commit {COLOURS[KIND_NUMBER[conflict_kind(frame)]]}", view.lang)
    return how_many, result_text.needed_to_win(contest_of(state, frame), view).told(view.lang)


def remains(state: State, view: Viewer) -> tuple[str, ...]:
    """What is left in the bag and on the board, and the pieces of the options, in few words."""
    lang = view.lang
    texts = [say("remains", lang, bag=state.bag, count=state.treasures.bit_count())]
    if state.setting.buildings:
        texts.append(_buildings(state, lang))
    if state.setting.ziggurat and not state.ziggurat:
        texts.append(say("ziggurat", lang, cell=say("none", lang)))
    return tuple(texts)


def _question(state: State, view: Viewer, frame: f.AnyFrame) -> str:
    lang, name = view.lang, view.names[state.active]
    match frame:
        case f.Commit():
            return _conflict(view, frame)
        case f.ChooseWar(colours):
            return say("wars", lang, name=name, colours=_list(colours, lang))
        case f.PlaceBuilding(colour, cells):
            return say("line", lang, name=name, colour=say(colour, lang), cells=" ".join(cells))
        case f.BuildMonument(_, squares, names, crosses):
            asked = []
            if squares:
                corners = ", ".join(" ".join(labels(square_at(SPACE[cell]))) for cell in squares)
                asked.append(say("square", lang, name=name, cells=corners, names=_list(names, lang)))
            if crosses:
                asked.append(say("cross", lang, name=name, cells=" ".join(crosses)))
            return "; ".join(asked)
        case f.TakeTreasures(seat, count, first, others):
            there = " ".join(labels(sum(SPACE[cell] for cell in (*first, *others))))
            taken = say("take", lang, name=view.names[seat], count=count, cells=there)
            return taken + (say("take first", lang, cells=" ".join(first)) if first and others else "")
        case f.NameColour():
            return say("colour", lang, name=name)
    return ""


def _conflict(view: Viewer, frame: f.Commit) -> str:
    lang, number = view.lang, COLOURS.index(frame.colour)
    word = "war" if frame.joining else "revolt"
    kind = say(word, lang, leaders=say(f"{ROLES[number]}s", lang), tiles=say(f"{KINDS[number]}s", lang))
    added = "" if frame.added is None else f" + {frame.added}"
    sides = say(
        "sides",
        lang,
        attacker=view.names[frame.attacker],
        attack=f"{frame.attack}{added}",
        defender=view.names[frame.defender],
        defence=frame.defence,
    )
    return f"{kind}: {sides}; {say('asked', lang, name=view.names[frame.seat])}"


def _list(words: tuple[str, ...], lang: str) -> str:
    return ", ".join(say(word, lang) for word in words)


def _buildings(state: State, lang: str) -> str:
    """Which buildings stand where, and which are left beside the board."""
    pairs = [(say(colour, lang), space) for colour, space in zip(COLOURS, state.buildings, strict=True)]
    built = [say("at", lang, what=colour, cell=LABEL[space]) for colour, space in pairs if space]
    left = [colour for colour, space in pairs if not space]
    none = say("none", lang)
    return say("buildings", lang, built=", ".join(built) or none, left=", ".join(left) or none)


def result(state: State, view: Viewer) -> tuple[str, ...]:
    """Why the game is over, who won and by what, and each player's points; () while it runs."""
    return result_text.result_lines(outcome(state), headline(state, view), view, _points_to_compare(state, view.lang))


def points_table(state: State, view: Viewer) -> Picture:
    """The points of a finished game as a table."""
    return result_text.result_table(outcome(state), view, _points_to_compare(state, view.lang))


def _points_to_compare(state: State, lang: str) -> result_text.Points:
    words = tuple(say(colour, lang) for colour in COLOURS)
    return result_text.Points("tigris", COLOURS, words, state.points, state.treasures_won)


def colours(state: State) -> tuple[tuple[int, ...], ...]:
    """The points of each seat by colour, then its treasures."""
    return tuple((*each, jokers) for each, jokers in zip(state.points, state.treasures_won, strict=True))


def course(state: State) -> tuple[int, ...]:
    """The lowest colour of each seat, treasures spread (TE 13.3, TE 13.4)."""
    return tuple(lowest_first(*each)[0] for each in zip(state.points, state.treasures_won, strict=True))


def tallies(state: State, told: Told, names: Sequence[str]) -> tuple[Tally, ...]:
    """Points by colour and treasures, conflicts won, monuments built."""
    by_colour = zip(COLOURS, zip(*state.points, strict=True), strict=True)
    return (
        *(Tally(colour, tuple(points)) for colour, points in by_colour),
        Tally("treasures", state.treasures_won),
        count_events("revolts", told, names, word="won", why="revolt"),
        count_events("wars", told, names, word="won", why="war"),
        count_events("monuments", told, names, word="built"),
    )
