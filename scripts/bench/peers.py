"""The same operations in other programs: `python scripts/bench/peers.py chess|gin_rummy [SECONDS]`.

It runs in any interpreter that has python-chess or OpenSpiel and needs nothing of this project. Prints a JSON line for
each operation, and nothing where the other program is missing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

try:
    from resource import RUSAGE_SELF, getrusage

    def cpu() -> float:
        """Seconds of user CPU that this process has used."""
        return getrusage(RUSAGE_SELF).ru_utime

except ImportError:  # not on Windows
    cpu = process_time


def out(peer: str, operation: str, per_s: float) -> None:
    """Print one rate."""
    print(json.dumps({"peer": peer, "op": operation, "per_s": round(per_s, 1)}), flush=True)


def often(seconds: float, round_of: Callable[[], int]) -> float:
    """How many a second, if `round_of` does so many each time; it is called at least once."""
    start = cpu()
    count = round_of()
    while cpu() - start < seconds:
        count += round_of()
    return count / since(start)


def since(start: float) -> float:
    """Seconds of user CPU since `start`; never nothing, for the clock is coarse."""
    return max(cpu() - start, 1e-6)


def chess_rates(seconds: float) -> None:
    """python-chess: random games from the legal list; replay with `is_legal` and `push`, and by `push` alone; lists."""
    import chess

    random = Random(3)
    records: list[list[Any]] = []
    boards: list[Any] = []
    moves = 0

    def play_out() -> int:
        nonlocal moves
        board, record = chess.Board(), []
        while not board.is_game_over() and len(record) < 2000:
            move = random.choice(list(board.legal_moves))
            board.push(move)
            record.append(move)
            if len(boards) < 300 and len(record) % 11 == 0:
                boards.append(board.copy(stack=False))
        moves += len(record)
        if len(records) < 20:
            records.append(record)
        return 1

    def replay() -> int:
        for record in records[:5]:
            board = chess.Board()
            for move in record:
                assert board.is_legal(move)
                board.push(move)
        return sum(map(len, records[:5]))

    def pushed() -> int:
        for record in records[:5]:
            board = chess.Board()
            for move in record:
                board.push(move)
        return sum(map(len, records[:5]))

    def listed() -> int:
        for board in boards:
            list(board.legal_moves)
        return len(boards)

    games, start = 0, cpu()
    while games == 0 or cpu() - start < seconds:
        games += play_out()
    spent = since(start)
    out("python-chess", "playout", games / spent)
    out("python-chess", "move_in_playout", moves / spent)
    out("python-chess", "replay_move_validated", often(seconds, replay))
    out("python-chess", "replay_move", often(seconds, pushed))
    out("python-chess", "movegen_list", often(seconds, listed))


def gin_rates(seconds: float) -> None:
    """OpenSpiel's gin rummy (C++ driven from Python): random games, chance included, and replay with `apply_action`."""
    import pyspiel

    random = Random(7)
    game = pyspiel.load_game("gin_rummy")
    records: list[list[int]] = []
    moves = decisions = 0

    def replay() -> int:
        for record in records:
            state = game.new_initial_state()
            for action in record:
                state.apply_action(action)
        return sum(map(len, records))

    games, start = 0, cpu()
    while games == 0 or cpu() - start < seconds:
        state, record = game.new_initial_state(), []
        while not state.is_terminal() and len(record) < 5000:
            decisions += not state.is_chance_node()
            action = random.choice(state.legal_actions())
            state.apply_action(action)
            record.append(action)
        games += 1
        moves += len(record)
        if len(records) < 20:
            records.append(record)
    spent = since(start)
    out("gin_rummy", "playout", games / spent)
    out("gin_rummy", "move_in_playout", moves / spent)
    out("gin_rummy", "decision_in_playout", decisions / spent)
    out("gin_rummy", "replay_move", often(seconds, replay))


if __name__ == "__main__":
    rates = {"chess": chess_rates, "gin_rummy": gin_rates}[sys.argv[1]]
    try:
        rates(float(sys.argv[2]) if len(sys.argv) > 2 else 1.0)
    except ImportError as missing:
        print(f"not measured: {missing}", file=sys.stderr)
