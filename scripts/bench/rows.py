"""The rows of the table: what is compared with what, and what is wanted of it."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One figure: two readings and what is wanted of their ratio, or of one reading if there is no `below`.

    With `most`, larger is better; else smaller. Without a goal it is told and not judged. `floor` are two readings
    whose ratio nobody can come below who does this work with these libraries. `control` is the reading that shows
    whether two cores were there, for what cannot be judged without them; `rounds` how often it is measured at most.
    """

    id: str
    what: str
    above: str
    below: str | None = None
    goal: float | None = None
    most: bool = False
    floor: tuple[str, str | None] | None = None
    control: str | None = None
    rounds: int | None = None

    def readings(self) -> set[str]:
        """What has to be measured in the same round."""
        return {name for name in (self.above, self.below, self.control, *(self.floor or ())) if name is not None}


SOME, FEW = 5, 3
"""Rounds of what takes long, and of what takes very long."""

AUDIT = (
    Row("A1", "audit of the example game / its bare signature checks", "audit", "verify", 2.0,
        floor=("bytes", "verify")),
    Row("A1", "audit of a lively game of 500 steps / its bare signature checks", "audit long", "verify long", 2.0,
        floor=("bytes long", "verify long")),
    Row("AW", "clock of an audit of the example / of its signature checks one after another",
        "audit wall", "verify wall"),
    Row("AW", "the same, a lively game of 500 steps",
        "audit long wall", "verify long wall"),
    Row("A2", "audit command, 500 steps / git verify-commit, a commit for each note",
        "audit command", "git notes"),
    Row("A2", "the same, a commit for each move", "audit command", "git moves"),
    Row("A4", "audit command, 500 steps / minisign -V, once for each note", "audit command", "minisign notes"),
    Row("A4", "the same, once for each move", "audit command", "minisign moves"),
    Row("A7", "audit with the last signatures, example / bare checks of all", "audit last", "verify", 0.9,
        floor=("bytes", "verify")),
    Row("A7", "the same, a lively game of 500 steps", "audit long last", "verify long", 0.9,
        floor=("bytes long", "verify long")),
)  # fmt: skip
RULES = (
    Row("R1", "Tigris, validated replay / python-chess is_legal and push",
        "referee tigris replay_move_validated", "python-chess replay_move_validated", most=True),
    Row("R2", "Tigris, random games without lists / python-chess random games",
        "referee tigris playout_mask_policy", "python-chess playout", most=True),
    Row("R3", "Tigris, random games from the full list / python-chess random games",
        "referee tigris playout", "python-chess playout", most=True),
    Row("R5", "Tigris, validated replay / OpenSpiel gin_rummy apply_action",
        "referee tigris replay_move_validated", "gin_rummy replay_move", most=True),
    Row("R8", "legality of all spaces, asked of a position: naive dict and BFS / ours",
        "naive legality", "legality", most=True),
    Row("R8", "the same with the order before it, by all rules", "naive order", "order", most=True),
    Row("K1", "card game, orders in random games / OpenSpiel gin_rummy, actions, chance counted as such",
        "referee cards move_in_playout", "gin_rummy move_in_playout", most=True),
    Row("K1", "the same / gin_rummy, decisions of players alone",
        "referee cards move_in_playout", "gin_rummy decision_in_playout", most=True),
    Row("R9", "Ur, orders in random games / python-chess moves in random games",
        "referee ur move_in_playout", "python-chess move_in_playout", most=True),
    Row("V1", "Civilization, orders in validated replay / python-chess push",
        "referee civilization replay_move_validated", "python-chess replay_move", most=True),
)  # fmt: skip
_LIBRARIES = ("libraries", "typer")
USER = (
    Row("U1", "show, 10 steps / an empty Typer command", "show 10", "typer", 1.6, floor=_LIBRARIES),
    Row("U1", "status, 10 steps", "status 10", "typer", 1.6, floor=_LIBRARIES),
    Row("U2", "show, 200 steps", "show 200", "typer", 1.65, floor=_LIBRARIES),
    Row("U2", "status, 200 steps", "status 200", "typer", 1.65, floor=_LIBRARIES),
    Row("U3", "show, 500 steps", "show 500", "typer", 1.7, floor=_LIBRARIES),
    Row("U3", "status, 500 steps", "status 500", "typer", 1.7, floor=_LIBRARIES),
    Row("U4", "receive, the step after 10", "receive 10", "typer", 1.8, floor=_LIBRARIES),
    Row("U4", "receive, the step after 500", "receive 500", "typer", 2.0, floor=_LIBRARIES),
    Row("U5", "move, 500 steps", "move 500", "typer", 1.9, floor=_LIBRARIES),
    Row("U5", "moves, 500 steps", "moves 500", "typer", 1.9, floor=_LIBRARIES),
    Row("U5", "hand, 500 steps", "hand 500", "typer", 1.9, floor=_LIBRARIES),
    *(Row("U6", f"{command}, 500 steps / 10", f"{command} 500", f"{command} 10", 1.15)
      for command in ("show", "status", "receive", "move", "moves", "hand")),
    Row("U7", "log, 500 steps / an empty Typer command", "log 500", "typer", 2.5, floor=_LIBRARIES),
    Row("U7", "compose, 500 steps", "compose 500", "typer", floor=_LIBRARIES),
    Row("U8", "replay as a page, 500 steps, seconds", "replay 500", None, 0.5, rounds=SOME),
    Row("U9", "that page, kB", "page kB", None, 450, rounds=FEW),
    Row("U9", "of it up to the end of the first board, kB", "board kB", None, 100, rounds=FEW),
    Row("U10", "audit of a game of 500 steps, the whole command, ms", "audit command ms", None, 350),
    Row("U11", "audit of a club of 10,000 games with 2 workers, clock, minutes (so many times fewer games)",
        "club minutes", None, 5, rounds=SOME),
    Row("U11", "the same with an index that knows them, and 1,000 more, clock, seconds", "club index s", None, 35,
        rounds=SOME),
)  # fmt: skip
COMMANDS = (
    Row("C1", "show, 200 steps / python -c pass", "show 200", "pass", floor=("libraries", "pass")),
    Row("C1", "receive, 200 steps / python -c pass", "receive 200", "pass", floor=("libraries", "pass")),
    Row("C2", "receive, 200 steps / an empty Typer command", "receive 200", "typer", floor=_LIBRARIES),
    Row("C4", "--version / python -c pass", "version", "pass"),
    Row("C5", "--help / python -c pass", "help", "pass"),
    Row("C7", "peak memory of show, 200 steps, MB", "show 200 MB", None, 33, floor=("libraries MB", None)),
    Row("C7", "peak memory of receive, 200 steps, MB", "receive 200 MB", None, 33, floor=("libraries MB", None)),
)
PAGE = (
    Row("W1", "first paint of the board of 200 steps in Chromium, ms", "paint ms", None, 500, rounds=SOME),
    Row("W2", "answer to a click that leads to the game, ms", "click ms", None, 150, rounds=SOME),
    Row("W2", "the same / the clock of the command that it replaces", "click ms", "status ms", rounds=SOME),
    Row("W3", "peak memory of the server that has shown it / of the command", "server MB", "replay MB", rounds=SOME),
)
_LOOPS = "loops many"
MANY = (
    Row("S0", "control: two busy loops side by side / one after another, clock", _LOOPS),
    Row("S1", "audit of finished games, clock: 2 workers / 1, against the control",
        "many 2 / 1", _LOOPS, 1.1, control=_LOOPS),
    Row("S2", "the same, CPU: 2 workers / 1", "many 2 CPU", "many 1 CPU", 1.05),
    Row("S5", "peak memory of an audit of 1,000 games / of 100", "games 1000 MB", "games 100 MB", 1.1, rounds=FEW),
)  # fmt: skip
POST = (
    Row("P1", "receive, 10,000 mails that are for no game / 1,000", "junk 10000", "junk 1000", 12, rounds=FEW),
    Row("P2", "peak memory of receive, 10,000 such mails, MB", "junk 10000 MB", None, 40, rounds=FEW),
)
STEPS, GAMES = (100, 200, 500, 1000, 2000), (10, 100, 1000)
LENGTHS = (
    *(row for steps in STEPS for row in (
        Row("L1", f"audit of {steps:,} steps: milliseconds of CPU a step", f"steps {steps} ms", rounds=SOME),
        Row("L1", f"audit of {steps:,} steps: peak memory, MB", f"steps {steps} MB", rounds=SOME),
    )),
    *(row for games in GAMES for row in (
        Row("L2", f"audit of {games:,} games: milliseconds of CPU a game", f"games {games} ms", rounds=FEW),
        Row("L2", f"audit of {games:,} games: peak memory of a process, MB", f"games {games} MB", rounds=FEW),
    )),
)  # fmt: skip
SECTIONS = {
    "user": USER,
    "audit": AUDIT,
    "rules": RULES,
    "commands": COMMANDS,
    "page": PAGE,
    "many games": MANY,
    "post": POST,
    "lengths": LENGTHS,
}
ROWS = tuple(row for rows in SECTIONS.values() for row in rows)
