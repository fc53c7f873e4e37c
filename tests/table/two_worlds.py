"""One game in two worlds: another r_0, and so another bag and other hands, under the same public orders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import count

from referee.crypto.keys import SigningKey
from referee.kernel.bot import GOOD, GREEDY
from referee.kernel.dice import below, stream
from referee.kernel.goods import OwnGoods
from referee.kernel.sentence import Sentence
from referee.protocol.history.read_record import read_history, record_positions
from referee.protocol.step.bot_orders import reason_of_bot
from referee.protocol.step.draft import draft, move_note
from referee.protocol.step.position import Position
from referee.record.note import SignedNote
from tests.support.rehearse import Match, open_match
from tests.table.small_games import asked, hand, sealed_note


def masked(data: bytes) -> str:
    """A published file in which every value that must differ, or is sealed, is replaced by its length.

    What stays is what everybody may read: orders, events, questions, the state's digest, the faces of all lines.
    """
    lines, inside = [], False
    for line in data.decode().split("\n"):
        if line.startswith("-----"):
            inside = "BEGIN SSH" in line
            lines.append(line)
            continue
        key, _, value = line.partition(" ")
        if inside:
            lines.append(f"armour {len(line)}")
        elif key in ("opened", "order"):
            seat, step, _number, rest = value.split(" ", 3)  # the number of a pin is drawn from the texts and the key
            lines.append(f"{key} {seat} {step} # {len(rest) if key == 'opened' else rest}")
        elif key in HIDDEN:
            *words, last = value.split(" ")
            lines.append(" ".join((key, *words, str(len(last)))))
        else:
            lines.append(line)
    return "\n".join(lines)


HIDDEN = {"bag", "hand", "pin", "seal", "head", "note", "game", "toss", "accept", "opened", "open", "standing"}
"""Values behind these words are locks, seals, keys or ids; what stands before them in a line (pile, seat) is public."""


class Worlds:
    """One game in two worlds that nobody at the table but the referee can tell apart, seat by seat."""

    def __init__(self, one: Match, other: Match) -> None:
        self.matches = (one, other)

    def play(self, words: Iterator[int], steps: int) -> None:
        """The same public orders in both; secret kinds and unused plans as each world gives them."""
        for _ in range(steps):
            if self.matches[0].host.over:
                return
            seat = asked(self.matches[0])
            chosen = self._common_order(seat, words)
            for match in self.matches:
                self._move(match, seat, chosen, words)

    def _move(self, match: Match, seat: str, chosen: str, words: Iterator[int]) -> None:
        typed = with_secret(match, seat, chosen, words)
        drafted = draft(match.players[seat], match.eyes[seat], typed)
        plans = ("then war green", "then colour red", "win war red")[: below(words, 4)]
        if drafted.covered:
            drafted = draft(match.players[seat], match.eyes[seat], [*typed, *plans])
        match.enter(move_note(match.players[seat], match.keys[seat], drafted))

    def _common_order(self, seat: str, words: Iterator[int]) -> str:
        games = [(match.players[seat], match.table.seat(seat)) for match in self.matches]
        legal = [
            {game.table.game.notation.format_order(move) for move in orders_of(game, index)} for game, index in games
        ]
        common = sorted(legal[0] & legal[1])
        loud = [text for text in common if text.startswith(("leader", "swap", "commit"))]
        return draw(loud, words) if loud and below(words, 3) else draw(common, words)


def draw(values: list[str], words: Iterator[int]) -> str:
    return values[below(words, len(values))]


def orders_of(position: Position, seat: int) -> Iterator[object]:
    own = position.knowledge.own(seat)
    assert isinstance(own, OwnGoods)
    return position.table.game.legal_orders(position.state, seat, own)


def with_secret(match: Match, seat: str, text: str, words: Iterator[int]) -> list[str]:
    if not text.startswith("swap"):
        return [text]
    held = list(hand(match, seat))
    kinds = [held.pop(below(words, len(held))) for _ in range(int(text.split()[1]))]
    return [" ".join(("swap", *kinds))]


@cache
def worlds() -> Worlds:
    """Four seats, sixty steps, with conflicts, swaps and plans; first seat and orders are the same, the bag is not."""
    one = open_match("tigris", 4, "world 0")
    other = next(
        match
        for match in (open_match("tigris", 4, f"world {number}") for number in count(1))
        if asked(match) == asked(one)
    )
    both = Worlds(one, other)
    both.play(stream(sha256(b"worlds").digest(), "orders"), 60)
    return both


def attempts(match: Match, seat: str) -> Iterator[SignedNote]:
    """Notes of a seat, good and bad: some that the public superset of orders allows, and some that it does not."""
    position, index = match.players[seat], match.table.seat(seat)
    game = position.table.game
    texts = [game.notation.format_order(move) for move in game.legal_orders(position.state, index, None)]
    for number, text in enumerate(
        [*texts[:: max(1, len(texts) // 12)], "place temple A1", "commit 6", "withdraw king"]
    ):
        kinds = hand(match, seat)
        lines: tuple[str, ...] | None = ("pass",) if number % 2 else ()
        if text.startswith("swap"):
            lines = (f"swap: {' '.join(kinds[: int(text.split()[1])])}", "place temple A1")
        yield sealed_note(match, seat, (text,), lines)
        yield sealed_note(match, seat, (text,), None)


def reasons(match: Match, key: SigningKey | None = None) -> list[tuple[int, int, str, Sentence | None]]:
    """What is said of every seat at every step if a bot of each level sat there, as the holder of a key reads it."""
    seen: dict[int, Position] = {}
    read_history(match.files, key, watch=record_positions(seen))
    steps = [(step, seen[step - 1], after) for step, after in seen.items() if step - 1 in seen]
    return [
        (step, seat, level, reason_of_bot(before, after, seat, level))
        for step, before, after in steps
        for seat in range(len(after.table.seats))
        for level in (GREEDY, GOOD)
    ]
