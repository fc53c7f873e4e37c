"""A view is all that one reader sees and may do: what it offers is accepted, and nothing of others is in it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.kernel.errors import OutOfOrder
from referee.record.store import DataFolder
from referee.service.answers import check_stamp
from referee.service.errors import Refused
from referee.service.moves.own_moves import move_ask
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from referee.service.views.board_view import symbols_with_digest
from referee.service.views.view import View, view_table
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.masked_story import Evening
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.service.golden_views import FOLDER, GAMES, LANGUAGES, moments, shortened, table_of, views

SAMPLE = of(8, 40)
"""So many choices of a moment are carried out."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_what_it_was(tmp_path: Path, game: str, lang: str) -> None:
    """Read what differs, then write them anew: `python -m tests.service.golden_views`."""
    for what, view in views(tmp_path, game, lang):
        assert shortened(view) == (FOLDER / f"{game}-{what}-{lang}.json").read_text("utf-8"), what


@pytest.mark.parametrize("game", GAMES)
def test_the_choices_are_the_legal_orders_and_each_is_accepted(tmp_path: Path, game: str) -> None:
    for what, match in moments(game):
        table = table_of(tmp_path / what, match, asked(match))
        position, seat, rules = table.session.position, table.session.eyes.seat, match.table.game
        assert seat is not None
        view = view_table(table)
        orders = list(rules.legal_orders(position.state, seat, position.knowledge.own(seat)))
        whole = {rules.notation.format_order(move) for move in orders if not rules.secret(move)}
        hidden = {rules.notation.format_order(move).split()[0] for move in orders if rules.secret(move)}

        assert {one.id for one in view.choices if one.verb not in hidden} == whole
        assert {one.verb for one in view.choices} >= hidden
        for choice in Random(game).sample(view.choices, min(SAMPLE, len(view.choices))):
            (chosen,) = view_table(table, [choice.id]).orders
            assert chosen.refused is None, choice
            assert chosen.sentence == choice.label


@pytest.mark.parametrize("game", GAMES)
def test_what_is_picked_for_a_choice_is_there_to_be_picked(tmp_path: Path, game: str) -> None:
    for what, match in moments(game):
        view = view_table(table_of(tmp_path / what, match, asked(match)))
        there = {one.id for one in view.dock} | {one.id for one in (view.board.places if view.board else ())}
        there |= {one.id for one in view.offers}

        assert {name for choice in view.choices for name in choice.picks} <= there
        assert len({choice.id for choice in view.choices}) == len(view.choices)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_symbol_of_a_view_is_in_the_document_that_its_digest_names(tmp_path: Path, game: str, lang: str) -> None:
    for what, match in moments(game):
        view = view_table(table_of(tmp_path / what, match, asked(match), lang))
        assert view.board is not None
        document = symbols_with_digest(view.board.symbols) or ""
        shapes = msgspec.json.encode(view.board.shapes).decode()
        used = {*re.findall(r'"href","#([^"]+)"', shapes), *(one.symbol for one in view.dock if one.symbol)}

        assert used <= {*re.findall(r'<symbol id="([^"]+)"', document)}
        assert {*re.findall(r'href="#([^"]+)"', document)} <= {*re.findall(r'<symbol id="([^"]+)"', document)}
    assert symbols_with_digest("0" * 32) is None


@pytest.mark.parametrize("game", GAMES)
def test_what_an_order_changes_on_the_board_is_named_by_its_shapes(tmp_path: Path, game: str) -> None:
    for what, match in moments(game):
        table = table_of(tmp_path / what, match, asked(match))
        before = view_table(table)
        for choice in before.choices[:: max(1, len(before.choices) // of(4, 9))]:
            after = view_table(table, [choice.id])
            assert before.board is not None
            assert after.board is not None
            lay, lie = ({shape.key: shape for shape in one.board.shapes} for one in (before, after) if one.board)
            (chosen,) = after.orders

            assert all(lie[key] != lay.get(key) for key in chosen.lays)
            assert all(lay[shape.key] == shape and shape.key not in lie for shape in chosen.leaves)


def test_a_tile_that_is_placed_is_laid_by_its_order_alone(tmp_path: Path) -> None:
    table = _table(tmp_path)
    orders = [one.id for one in view_table(table).choices if one.id.startswith("place")][:1]
    orders.append(next(one.id for one in view_table(table, orders).choices if one.id.startswith("place")))
    view = view_table(table, orders)

    assert [one.lays for one in view.orders] == [(f"tiles {order.rpartition(' ')[2]}",) for order in orders]
    assert [one.leaves for one in view.orders] == [(), ()]
    assert view_table(table, [orders[0], "place temple Z99"]).orders[1].lays == ()


def _table(folder: Path, lang: str = "en") -> OpenTable:
    match = running()
    return table_of(folder, match, asked(match), lang)


def _whole(table: OpenTable) -> list[str]:
    """Orders until nothing more can be said openly."""
    orders: list[str] = []
    while True:
        choices = [one for one in view_table(table, orders).choices if not one.stays]
        if not choices:
            return orders
        orders.append(next(one.id for one in choices if one.rank == "main"))


def test_orders_are_carried_out_and_can_then_be_signed(tmp_path: Path) -> None:
    table = _table(tmp_path)
    orders = _whole(table)
    view = view_table(table, orders)

    assert [one.number for one in view.orders] == [*range(1, len(orders) + 1)]
    assert all(one.led and one.refused is None for one in view.orders)
    assert view.ask is not None
    assert all(one.sentence in view.ask.sentence for one in view.orders)
    assert (view.ask.then, view.ask.secret) == (("your turn ends; Bert is next",), False)
    assert view_table(table).ask is None


def test_a_refused_order_is_shown_and_those_before_it_stay(tmp_path: Path) -> None:
    table = _table(tmp_path)
    first, *_ = _whole(table)
    view = view_table(table, [first, "place temple Z99", "pass"])

    assert [one.refused is None for one in view.orders] == [True, False, True]
    assert isinstance(view.orders[1].refused, Refused)
    assert view.orders[2].led == ()
    assert view.ask is None
    assert [one.id for one in view.choices] == [one.id for one in view_table(table, [first]).choices]


def test_the_digest_is_one_of_everything_that_would_be_signed(tmp_path: Path) -> None:
    table = _table(tmp_path)
    one, other = _whole(table), [view_table(table).choices[-1].id]
    asks = [view_table(table, orders).ask for orders in (one, one[:1], other)]
    digests = {ask.digest for ask in asks if ask is not None}
    again = view_table(table, one)
    assert again.ask is not None
    assert (len(digests), again.ask.digest) == (3, asks[0].digest if asks[0] else "")
    check_stamp(table, again.stamp)


def test_a_plan_may_be_sealed_where_something_is_not_known(tmp_path: Path) -> None:
    match = next(match for what, match in moments("tigris") if what == "commit")
    table = table_of(tmp_path, match, asked(match))
    view = view_table(table, ["commit 0"])

    assert (view.can.allows("ends"), view.ask is not None) == (True, True)
    assert view.plan is None or set(view.plan.moments) <= {"win", "lose"}


def test_a_moment_of_the_plan_shows_what_may_be_sealed_for_it_and_no_other_word_does(tmp_path: Path) -> None:
    match = running("tigris", 38)
    table, orders = table_of(tmp_path, match, asked(match)), ["leader farmer P1", "commit 1"]
    now, win, lose = (view_table(table, orders, moment=moment) for moment in (None, "win", "lose"))
    others = [view_table(table, orders, moment=moment) for moment in ("then", "", "<script>", "win lose")]
    early = view_table(table, orders[:1], moment="win")

    assert now.plan is not None
    assert (now.plan.moments, now.plan.shown, now.choices) == (("win", "lose"), None, ())
    assert [one.plan.shown if one.plan is not None else None for one in (win, lose)] == ["win", "lose"]
    assert {one.ask.digest for one in (now, win, lose, *others) if one.ask is not None} == {now.ask and now.ask.digest}
    assert ("leader farmer A2" in {one.id for one in lose.choices}, len(win.choices) > 100) == (True, True)
    assert [(one.choices, one.board) for one in others] == [((), now.board)] * len(others)
    assert early.plan is None


def test_who_looks_back_sees_what_there_was_and_answers_nothing(tmp_path: Path) -> None:
    table = _table(tmp_path)
    view = view_table(table, step=3)

    assert (view.step, view.last, view.choices, view.question, view.ask) == (3, 5, (), None, None)
    assert view.board != view_table(table).board
    with pytest.raises(OutOfOrder):
        view_table(table, step=99)


@pytest.mark.parametrize("name", ["bert", "host", "zoe"])
def test_who_is_not_asked_is_offered_no_answer(tmp_path: Path, name: str) -> None:
    view = view_table(table_of(tmp_path, running(), name), ["pass"])

    assert (view.choices, view.orders, view.question, view.ask, view.plan) == ((), (), None, None, None)


def test_what_others_hold_is_in_no_view(tmp_path: Path) -> None:
    """A view of one seat is the same whatever the others hold: it is made of public facts and the own hand."""
    table = _table(tmp_path)
    position, seat = table.session.position, table.session.eyes.seat
    assert seat is not None
    assert all(position.knowledge.own(other) is None for other in range(3) if other != seat)
    stranger = view_table(table_of(tmp_path, running(), "zoe"))

    assert stranger.dock == ()
    assert all(one.points == () for one in stranger.seats)


def test_a_game_that_is_over_has_a_result_and_no_answers(tmp_path: Path) -> None:
    view = view_table(table_of(tmp_path, finished(), "anna"))

    assert view.result is not None
    assert (view.table.stage, view.choices, view.ask) == ("over", (), None)


def test_a_practice_table_has_a_view(tmp_path: Path) -> None:
    assert inside(["practice", "ur", "--seed", "11"], tmp_path / "home", tmp_path)[0] == 0
    view = view_table(open_table(Reader(DataFolder(tmp_path / "home")), tmp_path / "practice-ur"))

    assert (view.can.practice, bool(view.choices)) == (True, True)


def test_before_the_deal_a_view_says_what_is_to_be_done(tmp_path: Path) -> None:
    files = {name: data for name, data in running().files.items() if name == "offer.note"}
    place = lay(tmp_path / "game", files)
    view = view_table(open_table(Reader(DataFolder(home_of(tmp_path, "host"))), place))

    assert (view.table.stage, view.step, view.board, view.choices) == ("offer", None, None, ())
    assert view.tasks


def test_a_masked_table_offers_no_plan(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "now", ("anna", "bert")).opens().dealt()
    who = evening.asked()
    table = open_table(Reader(DataFolder(evening.home(who))), evening.game(who))
    view = view_table(table, [view_table(table).choices[0].id])

    assert (view.plan, view.can.allows("plan"), view.can.end_opens) == (None, False, "nothing")


def test_words_to_the_others_are_in_the_digest(tmp_path: Path) -> None:
    from referee.protocol.step.draft import draft

    table = _table(tmp_path)
    drafted = draft(table.session.position, table.session.eyes, _whole(table))
    silent, said = (move_ask(table, "stamp", drafted, say) for say in ((), ("hello",)))

    assert silent.digest != said.digest


def test_a_view_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    view = view_table(_table(tmp_path, "it"))

    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
