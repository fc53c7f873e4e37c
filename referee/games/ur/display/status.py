"""What the pictures of the board say: what is going on, how the game stands and how it ended, what can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from referee.drawing.result_text import by_place
from referee.games.ur.board import NAMES
from referee.games.ur.data import ACTIONS, LETTERS, SERIES_POINTS, ZIGGURATS
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.phases import open_actions
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import SHARE, TURN, State
from referee.kernel.game import SeatDisplay, Viewer, with_capital
from referee.kernel.sentence import Sentence
from referee.kernel.tallies import Tally, Told, count_events


def say(word: str, view: Viewer, **values: object) -> str:
    """A word or sentence of the picture in the reader's language, its places filled."""
    return Sentence(f"ur/board/{word}", **values).told(view.lang)


def open_question(state: State, view: Viewer) -> str:
    """Who is asked what, or how the game ended."""
    if state.ending:
        return say("no-swap" if state.ending == "no-swap" else "five-ziggurats", view)
    tiles = " ".join(f"{NAMES[cell]}:{count}" for cell, count in state.work.owed)
    return say(state.phase, view, seat=view.names[state.seat], tiles=tiles)


def asks(state: State, view: Viewer) -> tuple[str, ...]:
    """What the reader is asked, in one or two sentences; () if nothing."""
    if state.ending or view.seat != state.seat:
        return ()
    work = state.work
    if state.phase != SHARE:
        code = "swap" if state.phase == TURN and (work.entered or work.passed) else state.phase
        return (say(f"asks {code}", view),)
    tiles = tuple(say("asks up to", view, cell=NAMES[cell], count=count) for cell, count in work.owed)
    where = say("asks share", view, tiles=tiles)
    return (where, say("asks spare", view)) if work.sparing else (where,)


def holds(state: State, view: Viewer) -> str:
    """The reader's tile, and how many cubes are left."""
    assert view.seat is not None
    pair, cubes = state.hands[view.seat], state.board.supply[view.seat]
    return say("holds", view, tile=pair_text(pair, view.lang), first=pair[0], second=pair[1], cubes=cubes)


def heading(state: State, view: Viewer) -> str:
    """Who is asked, or how the game ended, as the beginning of a line."""
    return with_capital(open_question(state, view))


def turn_heading(state: State, view: Viewer) -> str:
    """The heading, with the actions that a turn still has while they are asked for."""
    asked = state.phase == TURN and not (state.ending or state.work.entered or state.work.passed)
    count = open_actions(state.work) if asked else 0
    return heading(state, view) + (say("actions", view, count=count) if count else "")


def last_round(state: State, view: Viewer) -> str:
    """That the round in which the game ends is running, and whose turn is the last; empty before that."""
    if state.ending or state.board.ziggurat_count < ZIGGURATS:
        return ""
    return say("last round", view, seat=view.names[(state.first - 1) % state.seats])


def done_so_far(state: State, view: Viewer) -> str:
    """What the seat to move has done in phase 1; empty if nothing, or if the game is over."""
    work = state.work
    steps = [say(ACTIONS[letter], view) for letter in work.actions]
    if work.adds or work.founded:
        steps.append(say("cubes", view, count=work.adds or 1))
    if work.built:
        steps.append(say("built", view, count=work.built))
    steps += [say(word, view) for word in ("entered", "passed") if getattr(work, word)]
    return say("done", view, steps=", ".join(steps)) if steps and not state.ending else ""


def letters_of(text: str, lang: str) -> str:
    """The letters of faces, of which each language has its own: `C/g` for `T/w` in Italian."""
    return "".join(_letter(sign, lang) if sign.upper() in LETTERS else sign for sign in text)


@cache
def _letter(face: str, lang: str) -> str:
    own = Sentence(f"ur/word-letter/{face.upper()}").told(lang)
    return own if face.isupper() else own.lower()


def pair_text(pair: str, lang: str) -> str:
    """A tile off the board: `W/P`."""
    return letters_of(f"{pair[0]}/{pair[1]}", lang)


def result(state: State, view: Viewer) -> tuple[str, ...]:
    """Why the game is over, who won, and each player's points with the series that make them."""
    ended = outcome(state)
    if ended is None:
        return ()
    winners = [view.names[seat] for seat, rank in enumerate(ended.ranks) if rank == 1]
    won = say("wins" if len(winners) == 1 else "share", view, names=", ".join(winners), points=max(ended.scores)[0])
    lines = [f"{heading(state, view)}.", won]
    for seat in by_place(ended):
        found = score(state.board, seat, state.hands[seat])
        series = ", ".join(f"{part} {SERIES_POINTS[len(part)]}" for part in found.series)
        values = {"place": ended.ranks[seat], "name": view.names[seat], "count": found.points, "series": series}
        lines.append(say("place of", view, **values))
    return tuple(lines)


def course(state: State) -> tuple[int, ...]:
    """What each seat would count now, with the better face of its hand tile (UR 10.1)."""
    return tuple(score(state.board, seat, hand).points for seat, hand in enumerate(state.hands))


def seat_faces(state: State, view: Viewer) -> tuple[SeatDisplay, ...]:
    """The colour of each seat, and what it would count now; its tile lies open."""
    return tuple(SeatDisplay(f"seat{seat + 1}", points=(("points", now),)) for seat, now in enumerate(course(state)))


def tallies(state: State, told: Told, names: Sequence[str]) -> tuple[Tally, ...]:
    """Points, tiles founded, buildings, attacks, exchanges of tiles."""
    points = {words[1]: int(words[2]) for words in told if words[0] == "scored"}
    return (
        Tally("points", tuple(points.get(name, 0) for name in names)),
        count_events("founded", told, names, word="founded"),
        count_events("built", told, names, word="built"),
        count_events("attacks", told, names, word="attacked"),
        count_events("swaps", told, names, word="swapped"),
    )
