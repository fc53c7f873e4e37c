"""The few words on a picture of the board, English and Italian, and the sentences made of them."""

from __future__ import annotations

from referee.games.ur.board import NAMES
from referee.games.ur.data import ACTIONS
from referee.games.ur.state import State
from referee.kernel.game import View

WORDS: dict[str, tuple[str, str]] = {
    "agriculture": ("Agriculture", "Agricoltura"),
    "trade": ("Trade", "Commercio"),
    "war": ("War", "Guerra"),
    "culture": ("Culture", "Cultura"),
    "politics": ("Politics", "Politica"),
    "seat": ("player", "giocatore"),
    "hand": ("tile", "tessera"),
    "supply": ("cubes left", "cubetti"),
    "ziggurats": ("ziggurats", "ziggurat"),
    "points": ("points", "punti"),
    "spare": ("spare tile: {tile}", "tessera avanzata: {tile}"),
    "of five": ("ziggurats built: {count} of 5", "ziggurat costruite: {count} di 5"),
    "place": ("{seat} places a cube", "{seat} piazza un cubetto"),
    "exchange": ("{seat} may exchange the hand tile", "{seat} può cambiare la propria tessera"),
    "turn": ("{seat} is on turn", "tocca a {seat}"),
    "share": ("{seat} says where cubes go: {tiles}", "{seat} dice dove vanno i cubetti: {tiles}"),
    "no-swap": ("the game is over: no legal swap", "la partita è finita: nessuno scambio valido"),
    "five-ziggurats": ("the game is over: five ziggurats stand", "la partita è finita: ci sono cinque ziggurat"),
    "done": ("done so far: {steps}", "fatto finora: {steps}"),
    "cubes": ("substitute cubes: {count}", "cubetti sostitutivi: {count}"),
    "built": ("ziggurats: {count}", "ziggurat: {count}"),
    "passed": ("phase 1 over", "fase 1 finita"),
    "entered": ("back on the board", "rientro"),
    "free": ("{place}: {tile}, free", "{place}: {tile}, libera"),
    "held": ("{place}: {tile}, {seat} {count}", "{place}: {tile}, {seat} {count}"),
    "marked": ("{place}: {tile}, ziggurat of {seat}", "{place}: {tile}, ziggurat di {seat}"),
    "legend": (
        "A Agriculture, T Trade, W War, C Culture, P Politics; # ziggurat; * starts, > is on turn",
        "A Agricoltura, T Commercio, W Guerra, C Cultura, P Politica; # ziggurat; * inizia, > è di turno",
    ),
}
"""(English, Italian)."""


def say(word: str, view: View, **values: object) -> str:
    """One of `WORDS` in the reader's language, its places filled."""
    return WORDS[word][view.lang == "it"].format(**values)


def open_question(state: State, view: View) -> str:
    """Who is asked what, or how the game ended."""
    if state.ending:
        return say("no-swap" if state.ending == "no-swap" else "five-ziggurats", view)
    tiles = " ".join(f"{NAMES[cell]}:{count}" for cell, count in state.work.owed)
    return say(state.phase, view, seat=view.names[state.seat], tiles=tiles)


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
