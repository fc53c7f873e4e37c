"""A person signs one note for one thing, whatever crashes and however many processes are at it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.disputes.judging import judge
from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record import locks
from referee.record.note import read_bundle
from referee.record.store import effects
from referee.session.send import finish_sending
from referee.session.signing_guard import PendingFile
from tests.cli.terminal import environment, started
from tests.long_runs import of
from tests.record.test_file_systems import mounted
from tests.support.races import Race, races, round_of
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import asked, dealt, small, step_name

__all__ = ["mounted"]

RACES = {race.name: race for race in races()}
MOVE = "0001-{seat}.move"


@pytest.fixture
def player(tmp_path: Path) -> Person:
    """The seat that is asked first, before its first move."""
    seat = asked(dealt())
    return materialize(small(), tmp_path, (seat,), steps=0)[seat]


def ids(player: Person) -> tuple[str, ...]:
    """The ids of the notes in the outbox, by file name."""
    return tuple(signed.id for data in player.outbox() for signed in read_bundle(data))


def id_of(data: bytes) -> str:
    return read_bundle(data)[0].id


# One note for one thing


def test_the_same_move_again_is_the_same_file(player: Person) -> None:
    first = player.move("pass")
    before = player.files()

    assert (player.move("pass"), player.files()) == (first, before)


def test_a_file_that_was_taken_out_of_the_outbox_is_written_again_by_the_same_command(player: Person) -> None:
    first = player.move("pass")
    player.folder.drop_outbox(MOVE.format(seat=player.name))

    assert (player.move("pass"), player.outbox()) == (first, [first])


def test_another_move_is_refused_and_the_cure_is_named(player: Person) -> None:
    player.move("pass")
    before = player.files()
    with pytest.raises(OutOfOrder, match=r"already signed another note for this \(move 1\)") as refusal:
        player.move("pass", say=("Sorry",))

    assert "referee move --instead" in str(refusal.value.hint)
    assert player.files() == before


def test_only_a_move_is_told_that_it_can_be_replaced(tmp_path: Path) -> None:
    """The hint once named `referee move --instead` for accepts, acks and standing notes too."""
    from referee.session.send import OutgoingNote, send

    seat = asked(dealt())
    player = materialize(small(), tmp_path, (seat,), steps=0)[seat]
    (one,), (other,) = read_bundle(player.move("pass")), read_bundle(player.move("pass", say=("x",), instead=True))
    session, game_id = player.session(), player.session().table.game_id
    hints = []
    for slot, part in (("accept", "outbox"), ("standing 1", "outbox"), ("ack", "record"), ("charter", "record")):
        name = {"ack": f"ack-{seat}.note", "charter": "ack-zoe.note"}.get(slot, f"{slot[:3]}.note")
        send(session, OutgoingNote(game_id, slot, lambda _: (one,), name, part))
        with pytest.raises(OutOfOrder, match="already signed another note") as refusal:
            send(session, OutgoingNote(game_id, slot, lambda _: (other,), name, part))
        hints.append(refusal.value.hint)
    outbox, record = Sentence("send-outbox-again"), Sentence("send-record-again")

    assert hints == [outbox, outbox, record, record]


def test_a_correction_names_what_stands_in_the_outbox_and_takes_its_place(player: Person) -> None:
    first = player.move("pass")
    second = player.move("pass", say=("Sorry",), instead=True)
    third = player.move("pass", say=("Really",), instead=True)

    assert player.folder.list_outbox() == (f"0001-{player.name}-3.move",)
    assert player.outbox() == [third]
    assert player.session().guard().signed == {"move 1": (id_of(first), id_of(second), id_of(third))}
    assert read_bundle(third)[0].note().instead == (id_of(first), id_of(second))  # type: ignore[union-attr]
    assert player.move("pass", say=("Really",), instead=True) == third


def test_a_correction_after_a_lost_home_still_names_what_stands_in_the_outbox(player: Person) -> None:
    """The outbox may know more than the guard: an older copy of the home, or a new machine."""
    first, guard = player.move("pass"), player.session().guard()
    player.session().change_guard(lambda _: guard.__class__(head=guard.head, step=guard.step))
    with pytest.raises(OutOfOrder, match="already signed another note"):
        player.move("pass", say=("Sorry",))
    second = player.move("pass", say=("Sorry",), instead=True)

    assert player.outbox() == [second]
    assert player.session().guard().signed == {"move 1": (id_of(first), id_of(second))}


def test_a_foreign_file_in_the_outbox_is_neither_named_nor_written_over(player: Person) -> None:
    name = MOVE.format(seat=player.name)
    player.folder.write_outbox(name, b"a shopping list\n")
    with pytest.raises(OutOfOrder, match="already exists with different content"):
        player.move("pass")

    assert player.folder.read_outbox(name) == b"a shopping list\n"
    assert player.session().guard().signed == {}


def test_a_session_that_is_behind_its_folder_signs_nothing(player: Person) -> None:
    """Another process has taken a step in between the look at the board and the yes."""
    session = player.session()
    player.take(small().files[step_name(1)])
    before = player.files()
    with pytest.raises(OutOfOrder, match=r"the game has moved on: 0001\.step is here now"):
        player.move("pass", session=session)

    assert player.files() == before


def test_while_another_process_signs_nothing_is_signed(player: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.1)
    session, before = player.session(), player.files()
    with session.home.locked(session.table.game_id), pytest.raises(OutOfOrder, match="another process is using"):
        player.move("pass")

    assert player.files() == before


def test_while_another_process_writes_what_was_signed_nobody_else_does(
    player: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a process that is still there has signed and not written is not finished by the next command beside it."""
    monkeypatch.setattr(locks, "PATIENCE", 0.1)
    session, under = player.session(), player.session().table.game_id
    session.write_guard(replace(session.guard(), unwritten=PendingFile("outbox", "0001-x.move", "signed")), under)
    before = player.files()
    with session.home.locked(under), pytest.raises(OutOfOrder, match="another process is using"):
        finish_sending(session, under)
    assert player.files() == before

    finish_sending(session, under)
    assert session.guard().unwritten is None and b"signed" in player.outbox()


# Crashes: whatever is typed next, guard and outbox agree


def test_after_a_death_anywhere_even_another_command_leaves_guard_and_outbox_agreeing(tmp_path: Path) -> None:
    """The second command is another than the one that died: it signs, is refused, or replaces by name."""
    seat = asked(dealt())
    seen: list[str] = []
    calm = materialize(small(), tmp_path / "calm", (seat,), steps=0)[seat]
    effects[:] = [seen.append]
    calm.move("pass")
    effects.clear()
    for number in range(0, len(seen), of(2, 1)):
        player = materialize(small(), tmp_path / str(number), (seat,), steps=0)[seat]
        die(player, number)
        try:
            player.move("pass", say=("Sorry",))
        except OutOfOrder:
            assert ids(player) == (id_of(calm.outbox()[0]),)
            player.move("pass", say=("Sorry",), instead=True)
        guard = player.session().guard()
        assert (guard.signed["move 1"][-1:], guard.unwritten) == (ids(player), None), seen[number]
        stood = [note for data in (*calm.outbox(), *player.outbox()) for note in read_bundle(data)]
        signed = tuple(note for note in stood if note.id in guard.signed["move 1"])
        assert len(signed) == len(guard.signed["move 1"]), seen[number]
        assert not any(verdict.upheld for verdict in judge(player.session().folder.record(), signed)), seen[number]


def die(player: Person, number: int) -> None:
    """A copy of this process moves, and is gone before its change on disk of this number."""
    left = iter(range(number))
    child = os.fork()
    if child == 0:
        effects[:] = [lambda _: next(left, None) is None and os._exit(9)]
        try:
            player.move("pass")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_an_outbox_that_cannot_be_written_loses_nothing(player: Person) -> None:
    def full(effect: str) -> None:
        if effect == f"write 0001-{player.name}.move":
            raise OSError(28, "No space left on device")

    effects[:] = [full]
    try:
        with pytest.raises(FileTrouble, match="no space left on device"):
            player.move("pass")
    finally:
        effects.clear()
    held = player.session().guard().unwritten
    with pytest.raises(OutOfOrder, match="already signed another note"):
        player.move("pass", say=("Sorry",))

    assert held is not None
    assert [data.decode() for data in player.outbox()] == [held.text]


def test_a_full_disk_is_one_sentence_and_the_next_run_goes_on(mounted: Callable[..., Path]) -> None:
    """For real, wherever the last free page ends: nothing is lost, and what is signed at last is one note."""
    place = mounted("a small tmpfs", "-t", "tmpfs", "-o", "size=256k", "tmpfs")
    seat = asked(dealt())
    player = materialize(small(), place, (seat,), steps=0)[seat]
    before, said = player.record(), []
    fill = place / "fill"
    with fill.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    for pages in range(6):
        with fill.open("r+b") as file:
            file.truncate(max(0, fill.stat().st_size - 4096 * (pages > 0)))
        try:
            player.move("pass")
        except FileTrouble as trouble:
            said.append((trouble.exit_code, "no space left on device" in trouble.sentence()))
    fill.unlink()
    move = player.move("pass")

    assert said
    assert set(said) == {(74, True)}
    assert (player.record(), player.outbox(), player.session().guard().unwritten) == (before, [move], None)


# Two real processes


def copies_at_once(race: Race, root: Path) -> tuple[list[int], list[str]]:
    """Both commands, started together out of a process that has loaded the program."""
    said = [root / f"said by {number}" for number in range(2)]
    with said[0].open("wb") as one, said[1].open("wb") as other, Path(os.devnull).open("r+b") as none:
        both = [
            started(
                [*command, "--game", "game"],
                environment(root / "home"),
                root,
                (none.fileno(),) * 2 + (errors.fileno(),),
            )
            for command, errors in zip(race.commands, (one, other), strict=True)
        ]
        codes = [process.wait() for process in both]
    return codes, [errors.read_text("utf-8") for errors in said]


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_two_processes_at_once_sign_one_note_and_nobody_is_accused(tmp_path: Path, race: Race) -> None:
    """Guard and outbox agree, a judge upholds nothing, exit codes are 0 and 5; `scripts/races.py` plays hundreds."""
    assert round_of(race, tmp_path, copies_at_once) is None
