"""The board in plain text, with style names for those who see colour. Everything can be read without them.

A tile takes two lines: the type that lies up and the one on the back (`A/t`), then whose cubes stand on it and how
many (`anna 3`), or `anna #` for a ziggurat. The seat whose turn it is has `>`, the starting player `*`.
"""

from __future__ import annotations

from referee.games.ur.board import NAMES, Cell
from referee.games.ur.data import ACTIONS, LETTERS, SIDE
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import State, Work
from referee.kernel.game import View

Span = tuple[str, str]
Line = tuple[Span, ...]

_WIDTH = 7
_RULE = "   +" + ("-" * _WIDTH + "+") * SIDE

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
    "spare": ("spare tile", "tessera avanzata"),
    "of five": ("ziggurats built: {count} of 5", "ziggurat costruite: {count} di 5"),
    "place": ("{seat} places a cube", "{seat} piazza un cubetto"),
    "exchange": ("{seat} may exchange the hand tile", "{seat} può cambiare la propria tessera"),
    "turn": ("{seat} is on turn", "tocca a {seat}"),
    "share": ("{seat} says where scarce cubes go: {tiles}", "{seat} distribuisce i cubetti: {tiles}"),
    "over": ("the game is over", "la partita è finita"),
    "done": ("done so far: {steps}", "fatto finora: {steps}"),
    "cube": ("{count} cube(s)", "{count} cubetto/i"),
    "ziggurat": ("{count} ziggurat(s)", "{count} ziggurat"),
    "passed": ("phase 1 over", "fase 1 finita"),
    "entered": ("back on the board", "rientro"),
    "legend": (
        "A Agriculture, T Trade, W War, C Culture, P Politics; # ziggurat; * starts, > is on turn",
        "A Agricoltura, T Commercio, W Guerra, C Cultura, P Politica; # ziggurat; * inizia, > è di turno",
    ),
}
"""(English, Italian)."""


def text(state: State, view: View) -> tuple[Line, ...]:
    """The board, the players, and what is asked, as lines of (text, style) spans."""
    labels = short_names(view.names)
    lines: list[Line] = [(("   " + "".join(f"{column:^{_WIDTH + 1}}" for column in "abcdef"), "dim"),)]
    for row in range(SIDE):
        cells = [column * SIDE + row for column in range(SIDE)]
        lines += [
            ((_RULE, "dim"),),
            _row(f" {row + 1} ", [_tile(state, cell) for cell in cells]),
            _row("   ", [_holder(state, cell, labels) for cell in cells]),
        ]
    lines += [((_RULE, "dim"),), ((_say("legend", view), "dim"),), (("", ""),)]
    lines += _players(state, view)
    return (*lines, (("", ""),), *_asked(state, view))


def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Four signs or fewer for each name, all different: the beginning, or with a number where two begin alike."""
    short = tuple(name[:4] for name in names)
    if len(set(short)) == len(short):
        return short
    return tuple(f"{name[:3]}{index}" for index, name in enumerate(names, 1))


def _say(word: str, view: View, **values: object) -> str:
    return WORDS[word][view.lang == "it"].format(**values)


def _row(head: str, spans: list[Span]) -> Line:
    line: list[Span] = [(head, "bold"), ("|", "dim")]
    for content, style in spans:
        line += [(f" {content:<{_WIDTH - 1}}", style), ("|", "dim")]
    return tuple(line)


def _tile(state: State, cell: Cell) -> Span:
    board = state.board
    return f"{board.faces[cell]}/{board.backs[cell].lower()}", "dim" if board.is_ziggurat(cell) else "bold"


def _holder(state: State, cell: Cell, labels: tuple[str, ...]) -> Span:
    seat = state.board.owner(cell)
    if seat is None:
        return "", ""
    count = "#" if state.board.is_ziggurat(cell) else str(state.board.cubes[cell])
    return f"{labels[seat]} {count}", f"seat{seat + 1}"


def _players(state: State, view: View) -> list[Line]:
    width = max(len(name) for name in (*view.names, _say("seat", view)))
    heads = [_say(word, view) for word in ("hand", "supply", "ziggurats", "points")]
    lines: list[Line] = [((f"    {_say('seat', view):<{width}}  " + "  ".join(heads), "dim"),)]
    for seat, name in enumerate(view.names):
        hand = state.hands[seat]
        values = [
            f"{hand[0]}/{hand[1]}",
            str(state.board.supply[seat]),
            str(state.board.marked[seat].bit_count()),
            str(score(state.board, seat, hand).points),
        ]
        on_turn = ">" if seat == state.seat and not state.ending else " "
        mark = f"  {on_turn}{'*' if seat == state.first else ' '}"
        columns = "  ".join(f"{value:<{len(head)}}" for value, head in zip(values, heads, strict=True))
        lines.append(((mark, "bold"), (f"{name:<{width}}  ", f"seat{seat + 1}"), (columns.rstrip(), "")))
    if state.spare:
        lines.append(((f"    {_say('spare', view)}: {state.spare[0]}/{state.spare[1]}", ""),))
    lines.append(((f"    {_say('of five', view, count=state.board.ziggurat_count)}", ""),))
    return lines


def _asked(state: State, view: View) -> list[Line]:
    if state.ending:
        return [((_say("over", view), "title"),)]
    tiles = " ".join(f"{NAMES[cell]}:{count}" for cell, count in state.work.owed)
    asked = _say(state.phase, view, seat=view.names[state.seat], tiles=tiles)
    steps = _steps(state.work, view)
    lines: list[Line] = [((asked, "title"),)]
    return lines + ([((_say("done", view, steps=steps), ""),)] if steps else [])


def _steps(work: Work, view: View) -> str:
    """What the seat on turn has done, as words."""
    steps = [_say(ACTIONS[letter], view) for letter in LETTERS if letter in work.actions]
    if work.adds or work.founded:
        steps.append(_say("cube", view, count=work.adds or 1))
    if work.built:
        steps.append(_say("ziggurat", view, count=work.built))
    steps += [_say(word, view) for word in ("entered", "passed") if getattr(work, word)]
    return ", ".join(steps)
