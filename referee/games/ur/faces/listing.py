"""The board in sentences: whose tiles lie where, by type, who has how much. It can be heard, and no font breaks it."""

from __future__ import annotations

from referee.games.ur.board import NAMES, Cell, Mask, cells_of
from referee.games.ur.data import ACTIONS, SERIES_POINTS
from referee.games.ur.faces.text import is_new
from referee.games.ur.faces.words import done_so_far, last_round, open_question, pair_text, say
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import SHARE, State
from referee.kernel.game import View
from referee.kernel.requests import Seat


def listing(state: State, view: View) -> tuple[str, ...]:
    """The players with their tiles, the free tiles by type, what is left, and what is open."""
    parts = [_player(state, view, seat) for seat in range(state.seats)]
    parts.append(f"{say('free tiles', view)} {' '.join(_by_type(state, view, state.board.free))}")
    facts = [say("of five", view, count=state.board.ziggurat_count), last_round(state, view)]
    facts.append(say("spare", view, tile=pair_text(state.spare)) if state.spare else "")
    parts.append(" ".join(f"{fact[:1].upper()}{fact[1:]}." for fact in facts if fact))
    fresh = [name for cell, name in enumerate(NAMES) if is_new(state, cell, view)]
    if fresh:
        parts.append(say("new places", view, cells=" ".join(fresh)))
    if state.phase == SHARE and not state.ending:
        parts.append(f"{open_question(state, view)}.")
    done = done_so_far(state, view)
    return (*parts, f"{done}.") if done else tuple(parts)


def result(state: State, view: View) -> tuple[str, ...]:
    """Why the game is over, who won, and each player's points with the series that make them."""
    if not state.ending:
        return ()
    scores = [score(state.board, seat, state.hands[seat]) for seat in range(state.seats)]
    best = max(found.points for found in scores)
    winners = [view.names[seat] for seat, found in enumerate(scores) if found.points == best]
    lines = [f"{say('no-swap' if state.ending == 'no-swap' else 'five-ziggurats', view)}."]
    lines.append(say("wins" if len(winners) == 1 else "share", view, names=", ".join(winners), points=best))
    for seat in sorted(range(state.seats), key=lambda seat: -scores[seat].points):
        series = ", ".join(f"{part} {_worth(part)}" for part in scores[seat].series)
        place = 1 + sum(found.points > scores[seat].points for found in scores)
        values = {"place": place, "name": view.names[seat], "count": scores[seat].points, "series": series}
        lines.append(say("place of", view, **values))
    return (f"{lines[0][:1].upper()}{lines[0][1:]}", *lines[1:])


def _worth(series: str) -> int:
    return SERIES_POINTS[len(series)]


def _player(state: State, view: View, seat: Seat) -> str:
    board, hand = state.board, state.hands[seat]
    own = _by_type(state, view, board.held[seat], counted=True)
    ziggurats = " ".join(NAMES[cell] for cell in cells_of(board.marked[seat]))
    parts = [f"{view.names[seat]}:", *(own or [say("no tiles", view)])]
    parts += [say("ziggurats at", view, cells=ziggurats)] if ziggurats else []
    points = score(board, seat, hand).points
    return " ".join((*parts, say("has", view, tile=pair_text(hand), cubes=board.supply[seat], points=points)))


def _by_type(state: State, view: View, cells: Mask, *, counted: bool = False) -> list[str]:
    """`Trade: c1/w 3.`: the tiles of each type that lie up, with the type on the back and the cubes."""
    told = []
    for letter, word in ACTIONS.items():
        found = [cell for cell in cells_of(cells) if state.board.faces[cell] == letter]
        if found:
            told.append(f"{say(word, view)}: {', '.join(_tile(state, cell, counted) for cell in found)}.")
    return told


def _tile(state: State, cell: Cell, counted: bool) -> str:
    tile = f"{NAMES[cell]}/{state.board.backs[cell].lower()}"
    return f"{tile} {state.board.cubes[cell]}" if counted else tile
