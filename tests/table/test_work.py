"""What a position can tell is computed once, and an example is sought no further than needed: people wait for both."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.crypto import boxes, curve25519
from referee.kernel.play import play
from referee.kernel.requests import Request
from referee.messages import order_choices as telling
from referee.messages.order_choices import OrderChoice, example_answer, legal_choices
from referee.protocol import seating
from referee.protocol.opening import charter
from referee.protocol.step.position import Position
from referee.record.file_names import CHARTER
from referee.session.todo.status import status_for
from tests.cached_reads import forget
from tests.support.rehearse import Match, open_match, play_out
from tests.table.players_on_disk import materialize
from tests.table.small_games import asked


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The orders that are tried out from now on, as they are spelled."""
    found: list[str] = []

    def listed(game: Any, state: Any, seat: int, move: Any, *more: Any, **secret: Any) -> Any:
        found.append(game.notation.format_order(move))
        return play(game, state, seat, move, *more, **secret)

    monkeypatch.setattr(telling, "play", listed)
    return found


@cache
def running() -> Match:
    """A game in which some orders, though not the first of them, are nothing but good for the seat that is asked."""
    return play_out(open_match("tigris", 4, "work 2"), "work 2", steps=20)


def on_turn() -> tuple[Position, Request]:
    """This game as the seat sees it that is asked."""
    position = running().players[asked(running())]
    assert position.request is not None
    return position, position.request


def likely(position: Position, request: Request) -> list[OrderChoice]:
    """The orders that look like the example of the game, in their order."""
    return [choice for choice in legal_choices(position, request.seat) if choice.order.startswith("place ")]


def test_an_example_is_sought_no_further_than_to_the_first_order_that_is_nothing_but_good(tried: list[str]) -> None:
    position, request = on_turn()
    spelled = [choice.order for choice in likely(position, request)]
    tried.clear()
    best = example_answer(position, request)

    assert spelled.index(best) > 0
    assert tried == spelled[: spelled.index(best) + 1]


def test_an_example_is_the_first_order_that_is_nothing_but_good() -> None:
    position, request = on_turn()

    assert example_answer(position, request) == next(
        choice.order for choice in likely(position, request) if choice.gains
    )


def test_a_status_tries_no_order_twice(tried: list[str], tmp_path: Path) -> None:
    name = asked(running())
    status_for(materialize(running(), tmp_path, (name,))[name].session(), "en")

    assert tried
    assert [spelled for spelled, times in Counter(tried).items() if times > 1] == []


def test_what_people_are_called_is_not_worked_out_for_each_order(monkeypatch: pytest.MonkeyPatch) -> None:
    position, request = on_turn()
    worked_out: list[str] = []
    slug = seating.slug
    monkeypatch.setattr(seating, "slug", lambda name, most: worked_out.append(name) or slug(name, most))
    found = legal_choices(position, request.seat)

    assert len(worked_out) < len(found)


def test_what_a_position_asks_is_sought_once() -> None:
    position, _ = on_turn()

    assert position.asked is position.asked


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The keys and boxes that are looked at from now on, as by a program that has just started."""
    found: list[bytes] = []
    decode, on_curve = curve25519.decode, boxes.is_on_montgomery_curve
    monkeypatch.setattr(curve25519, "decode", lambda key: found.append(key) or decode(key))
    monkeypatch.setattr(boxes, "is_on_montgomery_curve", lambda u: found.append(b"box") or on_curve(u))
    start_again()
    return found


def start_again() -> None:
    forget()
    for known in (charter.check_offer, charter.read_charter):
        known.cache_clear()
    for module, cached in ((curve25519, curve25519.check_point), (boxes, boxes._checked_product)):
        module._let_in.clear()
        cached.cache_clear()


def test_the_keys_of_a_charter_that_was_kept_are_not_looked_at_again(looked_at: list[bytes], tmp_path: Path) -> None:
    anna = materialize(running(), tmp_path, ("anna",))["anna"]
    anna.home.drop_guard(running().table.game_id, CHARTER)  # as if it had come just now
    looked_at.clear()
    start_again()
    anna.session().change_guard(lambda guard: guard.seen(1, "head"))
    seen_first = len(looked_at)
    looked_at.clear()
    start_again()
    anna.session()

    assert seen_first == 2 * (1 + len(running().players))  # a key and a box of each, the host's too
    assert looked_at == []


def test_the_keys_of_a_charter_that_differs_from_the_kept_one_are_looked_at(
    looked_at: list[bytes], tmp_path: Path
) -> None:
    anna = materialize(running(), tmp_path, ("anna",))["anna"]
    session = anna.session()
    session.change_guard(lambda guard: guard.seen(1, "head"))
    kept = session.home.guard(session.table.game_id, CHARTER)
    assert kept is not None
    session.home.write_guard(session.table.game_id, kept + b"\n", CHARTER)
    session.home.drop_guard(session.table.game_id, "checkpoint-anna")  # by which they were looked at
    looked_at.clear()
    start_again()
    anna.session()

    assert {party.key for party in (session.table.host, *session.table.seats)} <= set(looked_at)
