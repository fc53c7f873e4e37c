"""A process may die, or a disk be full, before any single change on disk: whoever runs it again ends as if not."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.protocol.seating import author_role
from referee.record.note import read_bundle, render_bundle, sign_note
from referee.record.notes import Comment
from referee.record.store import effects
from referee.session.send import finish_sending
from referee.session.session import EVERY
from tests.long_runs import of
from tests.table.killed_processes import KILLED, NAMES, Laid, Work, dies_at, run_in_a_child, whole_files
from tests.table.players_on_disk import Person, materialize, snapshot
from tests.table.small_games import DEAL, HOST, asked, dealt, key_of, signed_again, small, step_name, swap_all

LAST = max(name for name in small().files if name.endswith(".step"))
COMMENTS = render_bundle(
    sign_note(
        Comment(
            game=small().table.game_id,
            step=step,
            seat="anna",
            head=small().signed_notes[LAST][-1].id,
            number=1,
            say=("so",),
        ),
        key_of("anna"),
    )
    for step in (0, 1)
)


def first_move() -> bytes:
    return render_bundle(small().signed_notes[step_name(1)][:1])


def sign_first_move(people: dict[str, Person]) -> None:
    people[asked(dealt())].move(swap_all(dealt()))


def correct_first_move(people: dict[str, Person]) -> None:
    people[asked(dealt())].move("pass", say=("Sorry",), instead=True)


def host_offers(people: dict[str, Person]) -> None:
    if "offer.note" not in people[HOST].record():  # the command says that this folder holds a game already
        people[HOST].offer(2, "small")


def player_joins(people: dict[str, Person]) -> None:
    people["anna"].join(small().files["offer.note"], "small")


def host_has_joins(people: dict[str, Person]) -> None:
    people[HOST].folder.commit("offer.note", small().files["offer.note"])
    for signed in small().signed_notes["charter.note"][1:-1]:
        people[HOST].folder.write_pending(f"join-{author_role(signed)}.note", render_bundle((signed,)))


def host_charters(people: dict[str, Person]) -> None:
    host = people[HOST]
    if "charter.note" in host.record():
        finish_sending(host.session(), host.session().table.offer_id)
    else:
        host.charter(small().table.names)


def player_accepts(people: dict[str, Person]) -> None:
    people["anna"].accept()


def host_takes_a_move(people: dict[str, Person]) -> None:
    people[HOST].take(first_move())


def player_takes_turns(people: dict[str, Person]) -> None:
    people["anna"].take(small().files[step_name(1)] + small().files[step_name(2)])


def host_takes_the_last_move(people: dict[str, Person]) -> None:
    people[HOST].take(render_bundle(small().signed_notes[LAST][:1]))


def player_acknowledges(people: dict[str, Person]) -> None:
    people["anna"].ack()


def host_takes_acks(people: dict[str, Person]) -> None:
    people[HOST].take(small().files["ack-anna.note"] + small().files["ack-bert.note"])


def player_comments(people: dict[str, Person]) -> None:
    people["anna"].comment(2, "well played")


def host_takes_comments(people: dict[str, Person]) -> None:
    people[HOST].take(COMMENTS)


def host_deals(people: dict[str, Person]) -> None:
    people[HOST].take(render_bundle(dealt().signed_notes[DEAL][:2]))


def player_takes_the_deal(people: dict[str, Person]) -> None:
    people["anna"].take(dealt().files[DEAL])


def stranger_takes_the_charter(people: dict[str, Person]) -> None:
    people["stranger"].take(dealt().files["charter.note"])


WORKS: Mapping[str, tuple[Work, int | None]] = {
    # what is done, and after which step (None: before the deal, -1: before the charter)
    "the host offers": (host_offers, -1),
    "a player joins": (player_joins, -1),
    "the host makes the charter": (host_charters, -1),
    "a player accepts": (player_accepts, None),
    "for one, host": (host_deals, None),
    "a player takes the deal in": (player_takes_the_deal, None),
    "a stranger takes the charter in": (stranger_takes_the_charter, -1),
    "a player signs a move": (sign_first_move, 0),
    "a player corrects a move": (correct_first_move, 0),
    "the host enters a move": (host_takes_a_move, 0),
    "a player takes two turns in": (player_takes_turns, 0),
    "the host enters the last move": (host_takes_the_last_move, int(LAST[:4]) - 1),
    "a player confirms the result": (player_acknowledges, int(LAST[:4])),
    "the host takes acks in": (host_takes_acks, int(LAST[:4])),
    "a player comments a step": (player_comments, int(LAST[:4])),
    "the host takes comments in": (host_takes_comments, int(LAST[:4])),
}

BEFORE: Mapping[Work, Work] = {correct_first_move: sign_first_move, host_charters: host_has_joins}
"""What has been done before a piece of work."""


def lay_out(step: int | None, root: Path) -> dict[str, Person]:
    """Everybody's folders before a piece of work."""
    if step is not None and step >= 0:
        people = materialize(small(), root, NAMES, steps=step)
        for person in people.values() if step >= EVERY - 1 else ():
            person.session()  # what a command keeps of a long game is kept by now
        return people
    people = {name: Person(name, root, keyless=name == "stranger") for name in NAMES}
    if step is None:
        for person in people.values():
            for name in ("offer.note", "charter.note"):
                person.folder.commit(name, small().files[name])
    return people


@pytest.fixture(scope="module", params=WORKS)
def laid(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Laid:
    work, step = WORKS[request.param]
    before = BEFORE.get(work, lambda _: None)
    place, turn = tmp_path_factory.mktemp("crash"), [*WORKS].index(request.param)
    return Laid(work, lambda root: before(lay_out(step, root)), place, apart=of(8, 1), turn=turn)


def test_there_is_something_to_disturb(laid: Laid) -> None:
    """Each piece of work passes the hooks for writing, syncing and linking or replacing its files."""
    words = {effect.split()[0] for effect in laid.effects}

    assert {"write", "sync"} <= words
    assert words & {"link", "replace"}


def test_a_process_killed_before_any_change_on_disk_can_be_run_again(laid: Laid) -> None:
    """Attack 29: files are whole or absent at every moment, and the second run ends where a calm one would have."""
    for number, effect in laid.disturbed(0):
        people = laid.copy(f"killed-{number}")

        def work(people: dict[str, Person] = people, number: int = number) -> None:
            effects.append(dies_at(number))
            laid.work(people)

        assert run_in_a_child(work) == KILLED, effect
        assert whole_files(laid.root / f"killed-{number}"), effect
        laid.work(people)
        assert snapshot(laid.root / f"killed-{number}") == laid.after, effect


def test_a_disk_that_fails_before_any_change_is_a_clean_refusal(laid: Laid) -> None:
    """Attack 67: one sentence, whole files, and the second run ends where a calm one would have."""
    for number, effect in laid.disturbed(1):
        people = laid.copy(f"full-{number}")
        left = [number]

        def hook(_: str, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == -1:
                raise OSError(errno.ENOSPC, "No space left on device")

        effects.append(hook)
        try:
            with pytest.raises(FileTrouble) as refusal:
                laid.work(people)
        finally:
            effects.clear()
        assert refusal.value.exit_code == 74
        assert "no space left on device" in refusal.value.sentence(), effect
        assert whole_files(laid.root / f"full-{number}"), effect
        assert not [name for name in snapshot(laid.root / f"full-{number}") if name.endswith(".tmp")], effect
        laid.work(people)
        assert snapshot(laid.root / f"full-{number}") == laid.after, effect


def test_the_work_done_twice_changes_nothing(laid: Laid) -> None:
    """Idempotent: the same mails again, or the same command again."""
    people = laid.copy("twice")
    laid.work(people)
    laid.work(people)

    assert snapshot(laid.root / "twice") == laid.after


# A correction between crash and second run


def host_killed_at(effect: str, root: Path) -> Person:
    people = materialize(small(), root, (HOST,), steps=0)

    def work() -> None:
        effects.append(lambda name: os._exit(KILLED) if name == effect else None)
        people[HOST].take(first_move())

    assert run_in_a_child(work) == KILLED
    return people[HOST]


def correction() -> bytes:
    """Another move of the same seat for step 1, which replaces the first by name."""
    first = small().signed_notes[step_name(1)][0]
    return render_bundle((signed_again(first, small().keys[asked(dealt())], instead=(first.id,), say=("sorry",)),))


def test_a_correction_between_guard_and_link_does_not_make_a_second_step(tmp_path: Path) -> None:
    """Attack 126: what was signed may have left the machine, so it is this or nothing."""
    host = host_killed_at(f"link {step_name(1)}", tmp_path)
    assert step_name(1) not in host.record()

    with pytest.raises(OutOfOrder, match="signed with other notes") as refusal:
        host.take(correction())

    assert read_bundle(first_move())[0].id in str(refusal.value.hint)
    assert step_name(1) not in host.record()
    host.take(first_move())
    assert host.record()[step_name(1)] == small().files[step_name(1)]


def test_a_correction_before_anything_was_signed_is_entered(tmp_path: Path) -> None:
    """The other side of attack 126: before the guard is written nothing is fixed."""
    host = host_killed_at("replace guard-referee", tmp_path)

    assert host.take(correction()) == ["recorded as step 1"]
    assert read_bundle(correction())[0].id in {signed.id for signed in read_bundle(host.record()[step_name(1)])}


# Real processes, really killed


SLOW = """
import sys, time
from pathlib import Path
from referee.record.store import effects
from tests.table.players_on_disk import Person

def slowly(name):
    print(name, flush=True)
    time.sleep(0.2)

effects.append(slowly)
Person("host", Path(sys.argv[1])).take(Path(sys.argv[2]).read_bytes())
"""


@pytest.mark.parametrize("number", [0, 2, *(pytest.param(number, marks=pytest.mark.long) for number in (1, 3, 4))])
def test_a_process_killed_with_signal_9_can_be_run_again(tmp_path: Path, number: int) -> None:
    """Attack 29, for real: at the guard and at the link of the step's file; in a long run at five places."""
    materialize(small(), tmp_path / "calm", (HOST,), steps=0)[HOST].take(first_move())
    people = materialize(small(), tmp_path / "killed", (HOST,), steps=0)
    mail = tmp_path / "mail"
    mail.write_bytes(first_move())
    name = step_name(1)
    stops = ("replace guard-referee", f"write {name}", f"link {name}", "sync folder record", "write 0001.txt")
    command = [sys.executable, "-c", SLOW, str(tmp_path / "killed"), str(mail)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2], text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == stops[number]:
                process.send_signal(signal.SIGKILL)
                break
    assert process.returncode == -signal.SIGKILL
    people[HOST].take(first_move())

    assert snapshot(tmp_path / "killed") == snapshot(tmp_path / "calm")
