"""The words on a picture of the board, from the catalogues of the game: context `board`."""

from __future__ import annotations

from referee.games.ur.board import NAMES
from referee.games.ur.data import ACTIONS, ZIGGURATS
from referee.games.ur.state import State
from referee.kernel.game import View
from referee.kernel.sentence import Sentence


def say(word: str, view: View, **values: object) -> str:
    """A word or sentence of the picture in the reader's language, its places filled."""
    return Sentence(f"ur/board/{word}", **values).told(view.lang)


def open_question(state: State, view: View) -> str:
    """Who is asked what, or how the game ended."""
    if state.ending:
        return say("no-swap" if state.ending == "no-swap" else "five-ziggurats", view)
    tiles = " ".join(f"{NAMES[cell]}:{count}" for cell, count in state.work.owed)
    return say(state.phase, view, seat=view.names[state.seat], tiles=tiles)


def heading(state: State, view: View) -> str:
    """Who is asked, or how the game ended, as the beginning of a line."""
    text = open_question(state, view)
    return text[:1].upper() + text[1:]


def last_round(state: State, view: View) -> str:
    """That the round in which the game ends is running, and whose turn is the last; empty before that."""
    if state.ending or state.board.ziggurat_count < ZIGGURATS:
        return ""
    return say("last round", view, seat=view.names[(state.first - 1) % state.seats])


def done_so_far(state: State, view: View) -> str:
    """What the seat on turn has done in phase 1; empty if nothing, or if the game is over."""
    work = state.work
    steps = [say(ACTIONS[letter], view) for letter in work.actions]
    if work.adds or work.founded:
        steps.append(say("cubes", view, count=work.adds or 1))
    if work.built:
        steps.append(say("built", view, count=work.built))
    steps += [say(word, view) for word in ("entered", "passed") if getattr(work, word)]
    return say("done", view, steps=", ".join(steps)) if steps and not state.ending else ""


def pair_text(pair: str) -> str:
    """A tile off the board: `W/P`."""
    return f"{pair[0]}/{pair[1]}"
