"""The board as plain text: lines of (text, style) spans."""

from __future__ import annotations

from referee.games.tigris.board import COLUMNS, LABEL, singles
from referee.games.tigris.data import COLOURS, DYNASTIES, ROLES
from referee.games.tigris.plain import draw_rows
from referee.games.tigris.state import State
from referee.kernel.game import View

Line = tuple[tuple[str, str], ...]
_LEADER_SIGNS = "pktf"


def draw(state: State, view: View) -> tuple[Line, ...]:
    """The board, two columns a space: a leader is its role's letter and the number of its seat, `*` a treasure."""
    cells = {LABEL[space]: (f"{_LEADER_SIGNS[n % 4]}{n // 4 + 1}") for n, space in enumerate(state.leaders) if space}
    marks = {LABEL[space]: "*" for space in singles(state.treasures)}
    marks |= {LABEL[space]: "^" for space in state.buildings if space}
    lines: list[Line] = [(("    " + "  ".join(COLUMNS), ""),)]
    for row, signs in enumerate(draw_rows(state), start=1):
        drawn = (
            cells.get(f"{column}{row}", sign + marks.get(f"{column}{row}", " "))
            for column, sign in zip(COLUMNS, signs, strict=True)
        )
        lines.append(((f"{row:>2}  " + " ".join(drawn).rstrip(), ""),))
    for seat, name in enumerate(view.names):
        home = " ".join(role for i, role in enumerate(ROLES) if not state.leaders[4 * seat + i])
        text = f"{seat + 1} {name} ({DYNASTIES[seat]}): {state.hands[seat]} tiles"
        if state.setting.open_scores or state.ended or seat == view.seat:
            points = " ".join(f"{colour} {n}" for colour, n in zip(COLOURS, state.points[seat], strict=True))
            text += f", {points}, treasures {state.treasures_won[seat]}"
        lines.append(((f"{text}; home: {home or '-'}", ""),))
    lines.append(((f"bag {state.bag}", ""),))
    return tuple(lines)
