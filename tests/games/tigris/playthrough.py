"""Golden games: one for each way a game can end and one with every option, printed to be read.

`python -m tests.games.tigris.playthrough` writes them anew; a change of these files is a change of the rules, of the
spelling of orders or of the events, and says so in its commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from referee.games.tigris import GAME
from referee.games.tigris import moves as m
from referee.games.tigris.data import COLOURS
from referee.games.tigris.plain import draw_rows, to_json
from referee.games.tigris.state import State
from referee.kernel.events import event_words
from referee.kernel.game import Options
from referee.kernel.goods import Dealer
from referee.kernel.play import play
from referee.kernel.requests import TURN
from tests.games.tigris.playing import SUMMARY, Turned, options, random_game

NAMES = ("anna", "bert", "carl", "dora")
FOLDER = Path(__file__).parent / "golden"
EVERYTHING = ("advanced", "agreement", "buildings", "english", "ziggurat")

GAMES: dict[str, tuple[Options, int, int]] = {
    "treasures-2": (options(2), 51, 4),
    "refill-3": (options(3), 9, 4),
    "swap-2": (options(2), 5, 0),
    "agreement-2": (options(2, "agreement"), 2, 0),
    "everything-3": (options(3, *EVERYTHING), 10, 12),
    "summary-3": (options(3, *SUMMARY), 0, 4),
}


def orders(name: str) -> Iterator[Turned]:
    """The orders of a golden game. In the one that ends by agreement everybody passes after sixteen orders."""
    chosen, seed, keen = GAMES[name]
    game = random_game(seed, chosen, keen=keen)
    if not name.startswith("agreement"):
        yield from game
        return
    for turned in islice(game, 16):
        yield turned
    state, dealer = turned.after, known_after(turned)
    while asked := GAME.requests(state):
        seat = asked[0].seat
        move = m.Pass() if asked[0].question == TURN else next(iter(GAME.legal_orders(state, seat, dealer.own(seat))))
        played = play(GAME, state, seat, move, dealer)
        yield Turned(state, dealer, seat, move, (), played.state, played.events)
        assert isinstance(played.knowledge, Dealer)
        state, dealer = played.state, played.knowledge


def known_after(turned: Turned) -> Dealer:
    """What the referee knows after an order."""
    knowledge = play(GAME, turned.before, turned.seat, turned.move, turned.dealer, secret=turned.secret).knowledge
    assert isinstance(knowledge, Dealer)
    return knowledge


def playthrough(name: str) -> str:
    """The game as text: every order with what came of it, the board every twelve turns and at the end."""
    chosen, _, _ = GAMES[name]
    later = {(option.name, option.default) for option in GAME.info.options if option.since > 1}
    on = [f"{key} {value}" for key, value in chosen.values if value not in ("no", "closed")]
    on = [told for told in on if tuple(told.split()) not in later]
    lines = [f"{chosen.seats} seats, {', '.join(on)}", ""]
    turn = -1
    for turned in orders(name):
        if turned.before.turn != turn:
            turn = turned.before.turn
            if turn % 12 == 0:
                lines += [*picture(turned.before), ""]
            lines.append(f"turn {turn + 1}")
        told = "; ".join(event_words(event, NAMES) for event in turned.events)
        secret = f" ({' '.join(turned.secret)})" if turned.secret else ""
        lines.append(f"  {NAMES[turned.seat]} {GAME.notation.format_order(turned.move)}{secret}")
        lines.append(f"      {told}")
        last = turned.after
    outcome = GAME.outcome(last)
    assert outcome is not None
    lines += ["", *picture(last), "", f"over: {outcome.reason}"]
    for seat in range(chosen.seats):
        lines.append(f"  {NAMES[seat]} rank {outcome.ranks[seat]}, {outcome.scores[seat]}")
    return "\n".join(lines) + "\n"


def picture(state: State) -> list[str]:
    plain = to_json(state)
    lines = ["     A B C D E F G H I J K L M N O P"]
    lines += [f"  {number:>2} {' '.join(row)}" for number, row in enumerate(draw_rows(state), start=1)]
    for seat, leaders in enumerate(plain["leaders"]):
        points = " ".join(f"{colour} {n}" for colour, n in zip(COLOURS, state.points[seat], strict=True))
        standing = ", ".join(f"{role} {cell}" for role, cell in leaders.items()) or "no leaders"
        lines.append(f"  {NAMES[seat]}: {standing}; {points}, treasures {state.treasures_won[seat]}")
    pieces = {**plain["monuments"], **plain["buildings"]} | ({"ziggurat": plain["ziggurat"]} if state.ziggurat else {})
    standing = ", ".join(f"{piece} {cell}" for piece, cell in pieces.items())
    return [*lines, f"  treasures {' '.join(plain['treasures'])}; bag {state.bag}" + (f"; {standing}" * bool(standing))]


def retold(text: str) -> str:
    """The golden game with this text, played again."""
    return playthrough(next(name for name in GAMES if (FOLDER / f"{name}.txt").read_text(encoding="utf-8") == text))


if __name__ == "__main__":
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
