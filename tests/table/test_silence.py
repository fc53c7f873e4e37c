"""Words about a seat that is silent: whose are needed, when they are enough, and what counts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.protocol.agreements.silence import check_line, counts, is_neutral, may_be_left_out, wanted_words
from referee.protocol.agreements.table_lines import Absent, KeyChange, read_table_line, write_table_line
from referee.protocol.step.position import AWAY, Position
from referee.record.notes import Bot
from tests.long_runs import of
from tests.support.rehearse import open_match

PEOPLE = (2, 3, 4, 5, 6)
PROGRAM = Bot("first", 1)


@cache
def dealt(seats: int) -> Position:
    """A game of so many with an open deal, before anybody has moved."""
    return open_match("civilization", seats, "words").host


def position_of(
    seats: int, host: int | None, missed: Sequence[int] = (), left: Sequence[int] = (), programs: Collection[int] = ()
) -> Position:
    """Such a game with `absence agreed`: the host at a seat or at none, and programs at seats."""
    now = dealt(seats)
    terms = replace(now.table.terms, absence="agreed", host="" if host is None else now.table.names[host])
    bots = tuple(PROGRAM if seat in programs else None for seat in range(seats))
    return replace(now, table=replace(now.table, terms=terms, bots=bots), missed=tuple(missed), left=tuple(left))


def line_of(position: Position, seat: int, without: Collection[int] = ()) -> Absent:
    names = position.table.names
    return Absent(names[seat], tuple(names[at] for at in sorted(without)))


def said_by(position: Position, line: Absent, seats: Collection[int]) -> set[tuple[str, str]]:
    """The words with which these seats stand behind a line."""
    return {(position.table.names[seat], to) for seat in seats for to in wanted_words(line)}


def refusal(position: Position, line: Absent, words: Collection[tuple[str, str]], beside: Collection[int] = ()) -> str:
    """The code with which a line is refused by these words, "" if it stands."""
    try:
        check_line(position, line, words, beside)
    except RefereeError as refused:
        return refused.code
    return ""


def subsets(seats: Collection[int]) -> Iterator[tuple[int, ...]]:
    for count in range(len(seats) + 1):
        yield from combinations(sorted(seats), count)


def passes(position: Position, seat: int, speaking: Collection[int]) -> list[Absent]:
    """The lines by which a seat can be let pass where these alone say whatever is asked."""
    free = set(may_be_left_out(position, seat)) - {*speaking}
    lines = [line_of(position, seat, without) for without in subsets(free)]
    speakers = {*speaking} - {seat}
    return [line for line in lines if not refusal(position, line, said_by(position, line, speakers))]


def test_a_line_leaves_out_seats_behind_a_word_of_its_own() -> None:
    for line, text in (
        (Absent("carl"), "absent carl"),
        (Absent("carl", ("dora",)), "absent carl without dora"),
        (Absent("without", ("without",)), "absent without without without"),
        (Absent("without"), "absent without"),
        (KeyChange("referee", ("anna", "dora")), "key referee without anna dora"),
    ):
        assert write_table_line(line) == text
        assert read_table_line(text) == line
    for text in ("absent carl without", "absent carl  without dora", "absent carl without dora ", "absent carl dora"):
        with pytest.raises(RefereeError):
            read_table_line(text)
    for text in ("key bert without carl", "left carl without dora", "absent carl without referee"):
        with pytest.raises(RefereeError):
            read_table_line(text)


# -- whether words are enough, said a second time, of plain sets


def second(
    n: int, host: int | None, missed: Sequence[int], left: set[int], bots: set[int], case: tuple
) -> tuple[str, bool]:
    """The refusal of a line, "" if it stands, and whether it counts; `case` is who is let pass, who is left out, who
    says all that is asked, and who passes beside.
    """
    seat, out, said, beside = case
    others = set(range(n)) - left - {seat}
    people = others - bots
    need = {at for at in people if missed[at] == 0} - beside
    neutral = host is None or host in left
    free = {at for at in others if missed[at] == 0} - beside - {host}
    if not set(out) <= free or list(out) != sorted(set(out)):
        return "absent-without-whom", False
    if len(people) + neutral <= 1:
        return "absent-word-of-one", False
    voice = (people & set(said)) - set(out) - beside
    if need - set(out) - voice:
        return "words-missing", False
    count = len(voice) + neutral
    if count < 2 or count <= len(out) + len(beside):
        return "absent-word-of-one", False
    there = voice | {at for at in people if missed[at] < 3}
    return "", 2 * count > len(there) + neutral + (seat not in bots)


def test_of_tables_by_chance_the_rules_say_what_a_second_reading_says() -> None:
    chance, codes = Random(45), dict[str, int]()
    for _ in range(of(4000, 60000)):
        n = chance.choice(PEOPLE)
        host = chance.choice([None, *range(n)])
        missed = [chance.choice((0, 0, 0, 1, 3)) for _ in range(n)]
        left = {at for at in range(n) if chance.random() < 0.1}
        bots = {at for at in range(n) if chance.random() < 0.1 and at != host}
        seats = [at for at in range(n) if at not in left]
        if not seats:
            continue
        seat = chance.choice(seats)
        others = [at for at in range(n) if at != seat]
        beside = {at for at in others if at not in left and chance.random() < 0.15}
        said = {at for at in others if chance.random() < 0.8}
        out = [at for at in others if chance.random() < 0.2]
        if len(out) > 1 and chance.random() < 0.2:
            chance.shuffle(out)
        position = position_of(n, host, missed, sorted(left), bots)
        line = Absent(position.table.names[seat], tuple(position.table.names[at] for at in out))
        words = said_by(position, line, said)
        code = refusal(position, line, words, beside)
        marks = not code and counts(position, line, words, beside)
        assert (code, marks) == second(n, host, missed, left, bots, (seat, tuple(out), said, beside))
        codes[code] = codes.get(code, 0) + 1
    assert codes.keys() == {"", "absent-without-whom", "absent-word-of-one", "words-missing"}


# -- who can go on without whom, over all cases

TOO_FEW = {(4, True): 3, (5, True): 4, (5, False): 3, (6, True): 4, (6, False): 4}
"""For a table of so many seats, with a neutral host or a playing one: so many people gone stop it."""


@pytest.mark.parametrize("seats", PEOPLE)
@pytest.mark.parametrize("neutral", [True, False])
def test_whoever_is_gone_the_game_goes_on_wherever_two_people_are_there(seats: int, neutral: bool) -> None:
    host = None if neutral else 0
    before = list(product((0, 1, 3), repeat=seats)) if seats <= 4 else [(0,) * seats]
    for gone in subsets(range(0 if neutral else 1, seats)):
        there = [at for at in range(seats) if at not in gone]
        most = TOO_FEW.get((seats, neutral), seats + neutral)
        goes_on = len(there) + neutral >= 2 and len(gone) < most and not (seats == 2 and not neutral)
        for missed in before:
            position = position_of(seats, host, missed)
            for seat in gone:
                found = passes(position, seat, there)
                assert found or not goes_on, (gone, missed, seat)
                if not any(missed):
                    assert bool(found) == goes_on, (gone, seat)


@pytest.mark.parametrize("seats", PEOPLE)
@pytest.mark.parametrize("neutral", [True, False])
def test_half_of_the_people_never_make_the_other_half_late_for_good(seats: int, neutral: bool) -> None:
    """The host and his friends drop whatever the others sign, and let them pass by every line that goes through."""
    host = None if neutral else 0
    for friends in subsets(range(1 - neutral, seats)):
        side = {*friends, *(() if neutral else (0,))}
        if 2 * (len(side) + neutral) > seats + neutral:
            continue
        victims = [at for at in range(seats) if at not in side]
        begins = [(0,) * seats, *(tuple(int(at == marked) for at in range(seats)) for marked in victims)]
        seen, waiting = set(begins), list(begins)
        while waiting:
            missed = waiting.pop()
            position = position_of(seats, host, missed)
            for seat in victims:
                for line in passes(position, seat, side):
                    if not counts(position, line, said_by(position, line, side)):
                        continue
                    after = tuple(count + (at == seat) for at, count in enumerate(missed))
                    assert max(after) < AWAY, (side, line)
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)


def test_a_seat_that_was_let_pass_and_is_back_is_a_second_voice() -> None:
    position = position_of(3, 0, (0, 0, 1))
    line = line_of(position, 1)
    assert refusal(position, line, said_by(position, line, (0,))) == "absent-word-of-one"
    assert refusal(position, line, said_by(position, line, (0, 2))) == ""


def test_a_program_at_a_seat_has_no_voice_and_can_be_left_out() -> None:
    position = position_of(3, None, programs=(2,))
    line = line_of(position, 1)
    assert refusal(position, line, said_by(position, line, (0,))) == ""
    assert refusal(position, line, said_by(position, line, (2,))) == "words-missing"
    assert 2 in may_be_left_out(position, 1)
    assert refusal(position_of(2, None, programs=(1,)), Absent(position.table.names[0]), ()) == "absent-word-of-one"


def test_the_word_of_one_thing_is_not_that_of_another() -> None:
    position = position_of(4, 0)
    line, plain = line_of(position, 1, (3,)), line_of(position, 1)
    names = position.table.names
    assert refusal(position, line, said_by(position, line, (0, 2))) == ""
    assert refusal(position, line, said_by(position, plain, (0, 2))) == "words-missing"
    crossed = {(names[at], f"unheard {names[1]}") for at in (0, 2, 3)}
    assert refusal(position, plain, crossed) == "words-missing"
    assert is_neutral(replace(position, left=(0,)))


def test_a_host_leaves_his_own_seat_out_of_nothing() -> None:
    position = position_of(4, 0)
    line = line_of(position, 1, (0,))
    assert refusal(position, line, said_by(position, line, (2, 3))) == "absent-without-whom"
    with pytest.raises(OutOfOrder):
        check_line(position, line, ())
