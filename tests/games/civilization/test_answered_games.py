"""Random games in which everybody has random standing answers agree with the second reading after every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.games import find
from referee.games.civilization.pack import shipped_components
from referee.kernel.dice import below, stream
from referee.kernel.goods import OwnGoods
from referee.kernel.sentence import Sentence
from tests.games.civilization import literal
from tests.games.contract.playout import (
    DECISION_LIMIT,
    Table,
    advance,
    attempt,
    key_of,
    next_order,
    open_table,
    option_sets,
)
from tests.games.contract.test_policies import policies_of
from tests.long_runs import of

GAME = find("civilization")
SETS = option_sets("civilization")
CARDS = tuple(f"c10{number}" for number in range(1, 10)) + tuple(f"c20{number}" for number in range(1, 7))
TECHNOLOGIES = tuple(shipped_components().technologies)
DECLINED, BEST = ("box", "peek", "strike", "symbol"), ("colonist", "place", "grow", "build")


def some(of_these: tuple[str, ...], words: Iterator[int]) -> str:
    """Some of these words in some order, none twice, seven at most."""
    left, found = list(of_these), list[str]()
    for _ in range(1 + below(words, min(7, len(left)))):
        found.append(left.pop(below(words, len(left))))
    return " ".join(found)


def random_lines(words: Iterator[int]) -> tuple[str, ...]:
    """Standing answers of a seat; a line of each kind is there more often than not."""
    but = f" but {some(CARDS, words)}" if below(words, 3) == 0 else ""
    lines = (
        f"pick {some(CARDS, words)}",
        f"decline {some(DECLINED, words)}{but}",
        f"tech {10 * below(words, 10)} {some(TECHNOLOGIES, words)}",
        f"best {some(BEST, words)}",
    )
    return tuple(line for line in lines if below(words, 4))


def answered_game(number: int) -> tuple[str, Counter[str]]:
    """How a game ends, and how often each verb was given by a standing answer; every step is read a second time."""
    options = SETS[number % len(SETS)]
    words = stream(key_of(GAME, options, number), "answered")
    table, spoken = open_table(GAME, options, number), Counter[str]()
    minds = [policies_of(GAME).parse(random_lines(words)) for _ in range(options.seats)]
    for _ in range(DECISION_LIMIT):
        if not GAME.requests(table.state):
            return table.state.ended, spoken
        after = _answered(table, minds, words, spoken) or advance(table, *next_order(table, words))
        literal.every_step(table, after)
        table = after
    raise AssertionError(f"game {number} is endless")


def _answered(table: Table, minds: list[object], words: Iterator[int], spoken: Counter[str]) -> Table | None:
    """The step of a standing answer; None if nobody's speaks."""
    policies, state = policies_of(GAME), table.state
    for request in GAME.requests(state):
        seat = request.seat
        if not policies.may_answer(request):
            continue
        move = policies.answer(state, seat, OwnGoods(()), minds[seat])
        assert move == policies.answer(state, seat, OwnGoods(("",) * 3), minds[seat])
        if isinstance(move, Sentence | None):
            continue
        assert move in table.superset(seat), GAME.notation.format_order(move)
        played = attempt(table, seat, move, words)
        assert isinstance(played, tuple), played
        spoken[GAME.notation.format_order(move).split()[0]] += 1
        return advance(table, (seat, move, ()), played[0])
    return None


def test_random_games_with_random_standing_answers_agree_with_the_text_after_every_step() -> None:
    spoken = Counter[str]()
    for number in range(of(4, 40)):
        ended, given = answered_game(number)
        spoken += given
        assert ended in GAME.info.endings

    assert {"pick", "pass", "tech", "build"} <= set(spoken)
