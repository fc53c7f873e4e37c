"""What was signed and seen here before is remembered, whatever became of the folder."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from referee.audit.recompute import audit
from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import BrokenState, NotAuthentic, OutOfOrder
from referee.record.note import read_bundle, render_bundle
from referee.record.note_slots import equivocation
from referee.record.notes import Move
from tests.table.intake.mails import fork, good_move, mover, three_steps, waiter
from tests.table.players_on_disk import Person
from tests.table.small_games import HOST, key_of, signed_again, small, step_name, swap_all


def test_a_folder_put_back_to_an_older_step_is_noticed_before_anything_is_signed(table: dict[str, Person]) -> None:
    """Attack 23: the record is consistent, but the guard has seen more."""
    player = table[mover()]
    player.take(small().files[step_name(4)], small().files[step_name(5)])
    for step in (4, 5):
        (player.folder.path / "record" / step_name(step)).unlink()

    with pytest.raises(OutOfOrder, match="this folder ends before step 5"):
        player.session().check_history()
    with pytest.raises(OutOfOrder, match="this folder ends before step 5"):
        player.move("pass")
    assert player.outbox() == []
    player.take(small().files[step_name(4)] + small().files[step_name(5)])
    player.session().check_history()


def test_a_folder_with_another_history_is_noticed_before_anything_is_signed(table: dict[str, Person]) -> None:
    """Attack 23, with a fork in place of a rollback."""
    ours, theirs = fork()
    player = table[waiter()]
    player.take(ours)
    path = player.folder.path / "record" / step_name(4)
    path.write_bytes(theirs)

    with pytest.raises(NotAuthentic, match="step 4 in this folder is not the one seen here before"):
        player.session().signer()


def test_a_host_put_back_signs_nothing_until_the_players_have_shown_the_newest_step(table: dict[str, Person]) -> None:
    """Attack 112: restored from step 3 after step 5 was mailed."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    host.take(render_bundle(small().signed_notes[step_name(5)][:1]))
    for step in (4, 5):
        (host.folder.path / "record" / step_name(step)).unlink()
    correction = three_steps().write(mover(), ["pass"])
    before = host.files()
    for move in (correction, good_move()):
        with pytest.raises(OutOfOrder):
            host.take(render_bundle((move,)))
    assert host.files() == before

    host.take(small().files[step_name(4)] + small().files[step_name(5)])
    host.take(render_bundle(small().signed_notes[step_name(6)][:1]))
    assert host.record()[step_name(6)] == small().files[step_name(6)]


def test_a_host_who_has_lost_his_guard_asks_the_players_first(table: dict[str, Person]) -> None:
    """Attack 126: on a new machine nothing is signed before a player's newest step was taken in."""
    host = table[HOST]
    for path in (host.root / HOST / "home" / "games").rglob("guard-*"):
        path.unlink()
    with pytest.raises(OutOfOrder, match="has no memory of"):
        host.take(render_bundle((good_move(),)))
    assert step_name(4) not in host.record()

    host.take(table["anna"].record()[step_name(3)])
    assert host.take(render_bundle((good_move(),))) == ["recorded as step 4"]


def test_a_player_signs_one_move_for_a_step_and_replaces_it_by_name(table: dict[str, Person]) -> None:
    """Attacks 78 and 111."""
    player = table[mover()]
    first = player.move("pass")
    with pytest.raises(OutOfOrder, match="already signed another note"):
        player.move("leader king C8")
    assert player.move("pass") == first
    second = player.move("leader king C8", instead=True)

    note = read_bundle(second)[0].note()
    assert isinstance(note, Move)
    assert note.instead == (read_bundle(first)[0].id,)
    assert table[HOST].take(first + second) == ["recorded as step 4"]


def test_every_correction_names_all_moves_that_were_signed_before(table: dict[str, Person]) -> None:
    """Findings H-1 and F2: oldest first, whatever the host has seen of them."""
    player = table[mover()]
    row = [read_bundle(player.move("pass"))[0]]
    for number in range(3):
        row.append(read_bundle(player.move("pass", instead=True, say=(f"again {number}",)))[0])
    named = [note.instead for note in (signed.note() for signed in row) if isinstance(note, Move)]

    assert named == [tuple(signed.id for signed in row[:number]) for number in range(4)]
    assert equivocation(row) == ()


def test_a_correction_that_was_signed_and_never_written_is_named_too(table: dict[str, Person]) -> None:
    """The guard knows it after a crash; it may have left the machine all the same."""
    player = table[mover()]
    first = read_bundle(player.move("pass"))[0]
    lost = read_bundle(player.move("pass", instead=True, say=("lost",)))[0]
    (player.folder.path / "outbox" / f"0004-{mover()}-2.move").unlink()
    third = read_bundle(player.move("pass", instead=True, say=("third",)))[0].note()

    assert isinstance(third, Move)
    assert third.instead == (first.id, lost.id)


def test_a_move_is_corrected_64_times_and_not_once_more(table: dict[str, Person]) -> None:
    player = table[mover()]
    session = player.session()
    names = [encode_b64(bytes([number]) * 32) for number in range(64)]
    full = signed_again(three_steps().write(mover(), ["pass"]), key_of(mover()), instead=tuple(names))
    player.folder.write_outbox(f"0004-{mover()}.move", render_bundle((full,)))
    session.write_guard(msgspec.structs.replace(session.guard(), signed={"move 4": (*names, full.id)}))

    with pytest.raises(OutOfOrder, match="at most 64 earlier ones"):
        player.move("pass", instead=True, say=("once more",))


def test_an_unreadable_mail_is_sent_again_as_it_is_and_accuses_nobody(table: dict[str, Person]) -> None:
    """Attack 111: the resent file has the same bytes, and so the audit of both sides finds nothing."""
    player, host = table[mover()], table[HOST]
    first = player.move(*(swap_all(three_steps()),))
    with pytest.raises(NotAuthentic):
        host.take(first.replace(b"do swap", b"do  swap").replace(b"swap 6", b"swap 5"))
    assert player.outbox()[0] == first
    host.take(player.outbox()[0])

    for person in (player, host):
        assert audit(person.record()).findings == ()


def test_two_games_whose_ids_begin_alike_have_two_guards(tmp_path: Path) -> None:
    """Attack 132: guards are kept under whole ids."""
    host = Person(HOST, tmp_path)
    one, other = "A" * 42 + "A", "A" * 42 + "E"
    host.home.write_guard(one, b"one", "guard-referee")
    host.home.write_guard(other, b"other", "guard-referee")

    assert (host.home.guard(one, "guard-referee"), host.home.guard(other, "guard-referee")) == (b"one", b"other")


def test_the_guard_refuses_every_step_below_the_newest_and_every_other_list(tmp_path: Path) -> None:
    """Attacks 112 and 126."""
    from referee.session.signing_guard import SigningGuard, read_guard, write_guard

    guard = SigningGuard().entering(4, "step", ("move",))

    assert guard.entering(4, "step", ("move",)) == guard
    assert guard.seen(4, "step").entering(4, "step", ("move",)) == guard.seen(4, "step")
    with pytest.raises(OutOfOrder, match="closed, with a different note"):
        SigningGuard().seen(4, "theirs").entering(4, "ours", ("move",))
    with pytest.raises(OutOfOrder, match="already knows step 7"):
        guard.seen(7, "theirs").entering(5, "next", ("other",))
    assert guard.entering(5, "next", ("other",)).listed == {"step 5": ("other",)}
    with pytest.raises(OutOfOrder, match="already knows step 4"):
        guard.entering(3, "step", ("move",))
    with pytest.raises(OutOfOrder, match="signed with other notes"):
        guard.entering(4, "step", ("correction",))
    with pytest.raises(BrokenState):
        guard.entering(4, "another", ("move",))
    assert read_guard(write_guard(guard)) == guard
    assert read_guard(None) == SigningGuard()
    assert write_guard(guard) == write_guard(msgspec.structs.replace(guard))
