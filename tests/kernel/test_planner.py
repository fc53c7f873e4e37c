"""The search through a whole turn: what a first order loses and a second one wins, within a budget of orders."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.bot import DeepPlanner, Likeliest, Planner, first_order, worth_by_level
from referee.kernel.dice import stream
from referee.kernel.goods import Hand

Steps = tuple[str, ...]
WORTHS = {("dig",): -5, ("dig", "plant"): 20, ("rest",): 3, ("rest", "rest"): 4}
"""What some turns of two orders each are worth; all others nothing."""


def planner(tried: list[str], *, expected: int = 0, stuck: bool = False) -> Planner[Steps, str]:
    """Two orders are a turn. `expected` is added to `dig`, as if others might answer it in several ways."""

    def follow(state: Steps, order: str, seat: int, hand: Hand) -> Likeliest[Steps]:
        tried.append(order)
        after = (*state, order)
        more = expected if order == "dig" else 0
        return Likeliest(after, hand, worth(after, seat, hand), worth(after, seat, hand) + more, stuck=stuck)

    def worth(state: Steps, seat: int, hand: Hand) -> int:
        return WORTHS.get(state, 0)

    return Planner(
        follow=follow, orders=lambda *_: ("dig", "plant", "rest"), ends=lambda state, _: len(state) == 2, worth=worth
    )


def test_an_order_that_loses_is_given_for_the_one_that_it_makes_room_for() -> None:
    best = planner([]).plans((), 0, (), 3, 100)[0]

    assert (best.orders, best.worth) == (("dig", "plant"), 20)
    assert planner([]).plans((), 0, (), 1, 100)[0].orders == (
        "rest",
        "rest",
    )  # a greedy one goes on with one plan alone


def test_what_others_may_answer_counts_to_the_end_of_the_line() -> None:
    worths = {plan.orders: plan.worth for plan in planner([], expected=-18).plans((), 0, (), 3, 100)}

    assert (worths["dig", "plant"], worths["rest", "rest"]) == (2, 4)


def test_nothing_is_foreseen_behind_what_has_to_be_turned_up() -> None:
    assert {len(plan.orders) for plan in planner([], stuck=True).plans((), 0, (), 3, 100)} == {1}


def test_the_budget_is_in_orders_tried_and_no_time() -> None:
    """A layer that was begun is finished, so that no order is passed over for its place in the list."""
    tried: list[str] = []
    planner(tried).plans((), 0, (), 3, 2)

    assert tried == ["dig", "plant", "rest"]


def test_chance_decides_between_lines_that_are_worth_the_same_and_no_others() -> None:
    def words(word: int) -> Iterator[int]:
        while True:
            yield word

    plans = planner([]).plans((), 0, (), 3, 100)
    even = [plan for plan in plans if plan.worth == 0]

    assert {first_order(plans, words(word)) for word in range(4)} == {"dig"}
    assert {first_order(even, words(word)) for word in range(4)} == {plan.orders[0] for plan in even}
    assert len({plan.orders[0] for plan in even}) > 1


Turns = tuple[str, ...]
"""Two seats give an order each in turns, three turns long."""


def deep(unseen: tuple[str, ...]) -> DeepPlanner[Turns, str]:
    """The first seat grabs or waits; the second one hits who has grabbed, if it holds a sword."""

    def orders(state: Turns, seat: int, hand: Hand) -> list[str]:
        return ["grab", "wait"] if seat == 0 else [*(["hit"] if "sword" in hand else []), "let"]

    def worth(state: Turns, seat: int, hand: Hand) -> int:
        first = 10 * state.count("grab") - 100 * (state[:2] == ("grab", "hit"))
        return first if seat == 0 else -first

    def follow(state: Turns, order: str, seat: int, hand: Hand) -> Likeliest[Turns]:
        after = (*state, order)
        return Likeliest(after, hand, worth(after, seat, hand), worth(after, seat, hand))

    turns = Planner[Turns, str](
        follow=follow, orders=orders, ends=lambda state, seat: len(state) % 2 != seat or len(state) == 3, worth=worth
    )
    return DeepPlanner(
        planner=turns,
        asked=lambda state: () if len(state) == 3 else (len(state) % 2,),
        unseen=lambda state, seat, hand: unseen,
        sizes=lambda state: (0, 1),
        first=(3, 100),
        later=(1, 100),
        plans=4,
        worlds=3,
    )


def test_what_others_may_do_next_with_what_they_may_hold_decides() -> None:
    def order(*unseen: str) -> str:
        return deep(unseen).order((), 0, (), stream(b"key", "deep"))

    assert (order("stone", "stone"), order("sword", "sword")) == ("grab", "wait")


def test_the_worlds_are_dealt_by_chance_from_what_is_not_seen() -> None:
    found = [deep(("sword", *["stone"] * 9)).order((), 0, (), stream(bytes([key]), "deep")) for key in range(30)]

    assert set(found) == {"grab", "wait"}
    assert found.count("grab") > found.count("wait")


def test_a_hand_that_was_thought_to_add_goods_to_a_conflict_holds_fewer_later() -> None:
    """The second seat attacks, the first one adds a stone to it, and is asked again with what it still holds."""
    held: set[tuple[Turns, int]] = set()

    def sizes(state: Turns) -> tuple[int, int]:
        return 2 - ("hit" in state), 1

    def orders(state: Turns, seat: int, hand: Hand) -> list[str]:
        held.add((state, len(hand) - sizes(state)[seat]))
        return ["hit", "let"]

    def follow(state: Turns, order: str, seat: int, hand: Hand) -> Likeliest[Turns]:
        return Likeliest((*state, order), hand, order == "hit", order == "hit")

    DeepPlanner(
        planner=Planner[Turns, str](follow=follow, orders=orders, ends=lambda *_: True, worth=lambda *_: 0),
        asked=lambda state: () if len(state) == 3 else (len(state) % 2,),
        unseen=lambda *_: ("stone", "stone"),
        sizes=sizes,
        first=(3, 100),
    ).order((), 0, ("stone", "stone"), stream(b"key", "deep"))

    assert {state for state, _ in held} == {(), ("hit",), ("let",), ("hit", "hit"), ("let", "hit")}
    assert {more for _, more in held} == {0}


def test_points_to_come_and_jokers_fill_the_lowest_colours() -> None:
    """Up to a level of 2, of 3 with a joker, of 4 with two points to come beside it: 100 for each of 4 colours."""
    assert worth_by_level((200, 200, 500, 900), 0, 0, (100, 0))[0] == 800
    assert worth_by_level((200, 300, 500, 900), 1, 0, (100, 0))[0] == 1200
    assert worth_by_level((200, 300, 400, 900), 1, 200, (100, 0))[0] == 1600


def test_any_point_is_worth_more_than_none() -> None:
    for points in ((0, 0, 0, 0), (100, 900, 900, 900), (600, 700, 900, 900)):
        for colour in range(4):
            more = (*points[:colour], points[colour] + 100, *points[colour + 1 :])
            for coming in (0, 300, 2000):
                both = [worth_by_level(parts, 2, coming, (100, 40))[0] for parts in (points, more)]
                assert both[1] >= both[0] + 40
