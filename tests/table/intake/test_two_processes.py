"""Two processes with mail for one game."""

from __future__ import annotations

import pytest

from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import BrokenState, OutOfOrder
from referee.record.note import render_bundle
from referee.session.incoming.receive import receive
from tests.table.intake.mails import good_move, mover, three_steps
from tests.table.players_on_disk import Person
from tests.table.small_games import HOST, key_of, signed_again, small, step_name


def test_of_two_processes_with_different_mails_one_is_out_of_order(table: dict[str, Person]) -> None:
    """Attack 127: both have read the folder at step 3; nobody shouts, and there is one step 4."""
    host = table[HOST]
    one, other = host.session(), host.session()
    correction = signed_again(three_steps().write(mover(), ["pass"]), key_of(mover()), instead=(good_move().id,))
    receive(one, render_bundle((good_move(),)))

    with pytest.raises(OutOfOrder):
        receive(other, render_bundle((correction,)))
    assert host.record()[step_name(4)] == small().files[step_name(4)]


def test_of_two_processes_with_the_same_mail_both_are_right(table: dict[str, Person]) -> None:
    """Attack 29: the same bytes again are no second step."""
    host = table[HOST]
    one, other = host.session(), host.session()
    receive(one, render_bundle((good_move(),)))
    said, _ = receive(other, render_bundle((good_move(),)))

    assert [notice.sentence() for notice in said] == ["already recorded as step 4"]
    assert host.record()[step_name(4)] == small().files[step_name(4)]


def test_while_another_process_holds_the_lock_nothing_is_signed(table: dict[str, Person]) -> None:
    """Attack 29."""
    host = table[HOST]
    before = host.files()
    with host.home.locked(small().table.game_id), pytest.raises(OutOfOrder, match="another process"):
        host.take(render_bundle((good_move(),)))

    assert host.files() == before


def test_the_same_notes_with_other_bytes_stop_and_shout(
    table: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacks 30 and 127: a changed engine or a bad disk; the step that was signed is not signed differently."""
    host = table[HOST]
    session = host.session()
    session.write_guard(session.guard().entering(4, encode_b64(bytes(32)), (good_move().id,)))
    before = host.record()

    with pytest.raises(BrokenState):
        host.take(render_bundle((good_move(),)))
    assert host.record() == before
