"""A player signs exactly what was read, once: whatever was signed, received or pressed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder
from referee.record.file_names import OUTBOX, step_name
from referee.record.note import read_bundle
from referee.record.notes import Move
from referee.record.store import DataFolder, effects
from referee.service.answers import table_stamp
from referee.service.ask import Ask
from referee.service.errors import Changed, Stale
from referee.service.moves.move_drafts import keep_draft, store_draft, stored_draft
from referee.service.moves.own_moves import ask_sign, sign_orders
from referee.service.moves.standing_answers import ask_standing, set_standing
from referee.service.reader import Reader
from referee.service.signed_notes import Signed
from referee.service.table import OpenTable, open_table
from referee.service.views.view import view_table
from referee.session.signing_guard import SigningGuard
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.record.store.disk import PowerCut, count_effects

PASS, BOTH = ("pass",), ("pass", "pass")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return lay(tmp_path / "game", running().files)


def opened(folder: Path, name: str | None = None) -> OpenTable:
    return open_table(Reader(DataFolder(home_of(folder.parent, name or asked(running())))), folder)


def ask(table: OpenTable, orders: tuple[str, ...] = BOTH, say: tuple[str, ...] = ()) -> tuple[str, Ask]:
    stamp = table_stamp(table)
    return stamp, ask_sign(table, stamp, orders, say=say)


def sign(table: OpenTable, orders: tuple[str, ...] = BOTH, say: tuple[str, ...] = ()) -> Signed:
    stamp, found = ask(table, orders, say)
    return sign_orders(table, stamp, orders, (), say, found.digest)


def outbox(folder: Path) -> dict[str, bytes]:
    place = folder / OUTBOX
    return {path.name: path.read_bytes() for path in place.iterdir()} if place.is_dir() else {}


def test_the_question_writes_nothing_and_is_that_of_the_view(folder: Path) -> None:
    table = opened(folder)
    _, found = ask(table, BOTH)

    in_view = view_table(table, BOTH).ask

    assert in_view is not None
    assert msgspec.structs.replace(found, sentence=in_view.sentence) == in_view
    assert (found.sentence, in_view.sentence) == ("you sign: pass, pass", "you sign: Pass; Pass")
    assert outbox(folder) == {}


def test_the_yes_signs_and_says_what_is_to_be_sent(folder: Path) -> None:
    table = opened(folder)
    store_draft(table.session, BOTH)
    signed = sign(table, BOTH, ("hello",))
    (data,) = outbox(folder).values()
    (note,) = read_bundle(data)

    assert (note.id, note.read(Move).do, note.read(Move).say) == (signed.id, BOTH, ("hello",))
    assert (signed.to, signed.do, signed.again, signed.way, signed.led) == ("host", BOTH, False, "files", ())
    assert stored_draft(table.session) is None


def test_the_same_yes_again_signs_once(folder: Path) -> None:
    """A lost answer, a double click and a retry, in the same window or another."""
    table = opened(folder)
    stamp, found = ask(table)
    first = sign_orders(table, stamp, BOTH, (), (), found.digest)
    before = outbox(folder)
    for at in (table, opened(folder)):
        again = sign_orders(at, stamp, BOTH, (), (), found.digest)
        assert again == msgspec.structs.replace(first, again=True)
    seen = sign(opened(folder))

    assert (seen.id, seen.again, outbox(folder)) == (first.id, True, before)


@pytest.mark.parametrize("digest", ["", "other"])
def test_a_yes_to_something_else_signs_nothing(folder: Path, digest: str) -> None:
    table = opened(folder)
    stamp, now = ask(table)
    yes = digest and ask(table, PASS)[1].digest
    with pytest.raises(Changed) as changed:
        sign_orders(table, stamp, BOTH, (), (), yes)
    assert (changed.value.ask, outbox(folder)) == (now, {})
    with pytest.raises(Changed):
        sign_orders(table, stamp, BOTH, (), ("and a word",), now.digest)


def test_what_was_signed_in_another_window_is_not_replaced_unseen(folder: Path) -> None:
    here, there = opened(folder), opened(folder)
    stamp, found = ask(here)
    first = sign(there, PASS)
    for at in (here, opened(folder)):
        with pytest.raises(Stale) as stale:
            sign_orders(at, stamp, BOTH, (), (), found.digest)
    with pytest.raises(Stale):
        ask_sign(here, stamp, BOTH)
    assert stale.value.stamp == table_stamp(opened(folder)) != stamp
    second = sign(opened(folder))
    (data,) = outbox(folder).values()

    assert read_bundle(data)[-1].read(Move).instead == (first.id,)
    assert (second.again, second.id == first.id) == (False, False)


def test_a_move_that_is_not_to_be_replaced_is_not(folder: Path) -> None:
    sign(opened(folder), PASS)
    table = opened(folder)
    with pytest.raises(OutOfOrder) as refused:
        ask_sign(table, table_stamp(table), BOTH, instead=False)
    assert refused.value.code == "already-signed"


def test_a_letter_between_reading_and_pressing_asks_again(tmp_path: Path) -> None:
    """Under the lock: the table was opened before the letter came."""
    files = running().files
    folder = lay(tmp_path / "game", files, without=[step_name(5)])
    table = opened(folder, asked(running(steps=4)))
    stamp, found = ask(table)
    (folder / "record" / step_name(5)).write_bytes(files[step_name(5)])
    with pytest.raises(Stale) as stale:
        sign_orders(table, stamp, BOTH, (), (), found.digest)

    assert (stale.value.stamp, outbox(folder)) == (table_stamp(opened(folder, asked(running(steps=4)))), {})


def test_standing_answers_that_changed_meanwhile_are_read_again(folder: Path) -> None:
    table = opened(folder)
    stamp, found = ask(table)
    other = opened(folder)
    set_standing(other, ("defend min 2",), ask_standing(other, ("defend min 2",)).digest)
    with pytest.raises(Changed) as changed:
        sign_orders(table, stamp, BOTH, (), (), found.digest)
    signed = sign_orders(table, stamp, BOTH, (), (), changed.value.ask.digest)

    assert signed.standing


def test_who_is_not_asked_and_what_is_not_allowed_is_refused(folder: Path) -> None:
    table = opened(folder)
    with pytest.raises(IllegalMove):
        ask(table, ("pass", "pass", "pass"))
    with pytest.raises(OutOfOrder):
        ask(opened(folder, "bert"))
    with pytest.raises(NotAuthentic):
        ask(opened(folder, "zoe"))


def test_a_power_cut_at_any_write_leaves_one_move_and_the_same_yes_finishes_it(
    tmp_path: Path, stop_at: Callable[[int, BaseException], object]
) -> None:
    match = running()
    whole = lay(tmp_path / "whole" / "game", match.files)
    table = opened(whole)
    stamp, found = ask(table)
    total = count_effects(lambda: sign_orders(table, stamp, BOTH, (), (), found.digest))
    assert total > 4
    for cut in range(total):
        folder = lay(tmp_path / str(cut) / "game", match.files)
        table = opened(folder)
        stamp, found = ask(table)
        stop_at(cut, PowerCut())
        with pytest.raises(PowerCut):
            sign_orders(table, stamp, BOTH, (), (), found.digest)
        effects.clear()
        signed = sign_orders(opened(folder), stamp, BOTH, (), (), found.digest)
        assert outbox(folder) == outbox(whole), cut
        assert signed.type == "move"


def test_the_newest_click_is_the_draft(folder: Path) -> None:
    table = opened(folder)
    stamp = table_stamp(table)
    keep_draft(table, stamp, PASS)
    keep_draft(table, stamp, PASS, ("win pass", "pass"), ("hi",))
    found = stored_draft(table.session)
    assert found is not None
    assert (found.orders, found.plan, found.say) == (PASS, ("win pass", "pass"), ("hi",))
    keep_draft(table, stamp, ())
    assert stored_draft(table.session) is None
    sign(opened(folder))
    with pytest.raises(Stale):
        keep_draft(table, stamp, PASS)


def test_a_home_that_has_forgotten_reads_the_outbox(folder: Path) -> None:
    """The stamp tells of the move that lies there, and it is replaced as one that was read."""
    first = sign(opened(folder), PASS)
    table = opened(folder)
    table.session.write_guard(SigningGuard())
    second = sign(opened(folder))
    (data,) = outbox(folder).values()

    assert (read_bundle(data)[-1].read(Move).instead, second.again) == ((first.id,), False)
