"""A host who plays with a masked deck vanishes: all others replace him, and his own seat has no say in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import copytree, rmtree
from typing import NoReturn

import pytest

from referee.record.note import read_bundle
from referee.record.notes import Rekey
from referee.record.store import effects
from tests.cli.masked_story import Evening, PutAway, dealt
from tests.long_runs import of
from tests.support.dishonest.light import light
from tests.table.killed_processes import KILLED, dies_at, run_in_a_child

NAMES = ("anna", "bert", "carl")
DAYS = ("deadline=7", "grace=3")


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    with light():
        yield


def never() -> NoReturn:
    raise AssertionError("a seat that sees nothing")


def begun(*options: str, names: tuple[str, ...] = NAMES) -> Evening:
    """Anna hosts and plays, and has entered a turn."""
    return _begun(names, options).again()


@cache
def _begun(names: tuple[str, ...], options: tuple[str, ...]) -> PutAway:
    def played() -> Evening:
        evening = dealt(names, *DAYS, *options)
        evening.swaps()
        return evening

    return PutAway(played)


@cache
def _annas_turn(names: tuple[str, ...]) -> PutAway:
    def played() -> Evening:
        evening = begun(names=names)
        while evening.asked() != "anna":
            evening.swaps()
        evening.look()
        return evening

    return PutAway(played)


def annas_turn(names: tuple[str, ...] = NAMES) -> Evening:
    """Anna, who hosts and plays, is asked, and everybody knows it."""
    return _annas_turn(names).again()


def asks(evening: Evening, who: str) -> list[str]:
    """The six words of a request to host; it lies in the shared folder."""
    told = json.loads(evening.does(who, "rekey", "host", "--yes", "--json"))
    evening.look((who,))
    return list(told["words"])


def agrees(evening: Evening, who: str, words: list[str]) -> str:
    """Somebody takes the request in and agrees to it."""
    evening.look((who,))
    return evening.does(who, "consent", "host", "--words", " ".join(words), "--yes")


ALONE = ("escrow=yes",), ("quorum=majority",), ("absence=pause",)
"""What a table may have agreed to beside; in a usual run one of three has agreed to all of it."""


@pytest.mark.parametrize(
    "options", [(), sum(ALONE, ()), *(pytest.param(one, marks=pytest.mark.long) for one in ALONE)], ids=str
)
def test_the_others_replace_a_host_who_plays_and_is_gone(options: tuple[str, ...]) -> None:
    """His own seat cannot be let pass, since he alone enters steps: with a say it would have a veto for ever."""
    evening = begun(*options)
    words = asks(evening, "bert")
    agrees(evening, "carl", words)
    evening.look(("carl", "bert", "carl"))

    table = evening.session("carl").table
    assert (table.host.since, table.host_seat) == (evening.session("carl").position.step, "bert"), evening.told[-3:]
    assert "audit: no fault so far" in evening.does("carl", "audit")
    for _ in range(3):  # she is back, and follows
        evening.look()
    who = evening.session("carl").table.names[evening.session("carl").position.asked[0].seat]
    evening.does("anna", "words", *words, "--from", "host")  # who has not agreed hears them before a move
    evening.does(who, "move", "swap", *(evening.session(who).own or never()).hand, "--yes")
    for _ in range(2):
        evening.look(("bert", "anna", "carl"))
    assert [evening.session(one).position.step for one in NAMES] == [table.host.since + 1] * 3
    for one in NAMES:
        assert "audit: no fault so far" in evening.does(one, "audit")


def test_whoever_asks_to_host_says_who_and_where_without_being_told_to() -> None:
    """A player by the name and seat that all know; somebody from outside by the own name, and at no seat."""
    evening = begun()
    (evening.root / "dora").mkdir()
    evening.does("dora", "key", "new", "dora")
    copytree(evening.game("carl") / "record", evening.game("dora") / "record")
    said = {}
    for who in ("bert", "dora"):
        told = json.loads(evening.does(who, "rekey", "host", "--yes", "--json"))
        note = read_bundle((evening.game(who) / told["file"]).read_bytes())[-1].read(Rekey)
        said[who] = (note.name, note.plays)
    assert said == {"bert": ("Bert", "bert"), "dora": ("Dora", None)}
    told_first = evening.does("carl", "rekey", "host", "--yes")
    assert "all the other players agree (the host's own seat does not count)" in " ".join(told_first.split())


def closes_alone(evening: Evening) -> int:
    """Anna was there after all: she closes a step, which the others get; its number."""
    who = evening.asked()
    own = evening.session(who).own or never()
    evening.does(who, "move", "swap", *own.hand, "--yes")
    evening.look(("anna",))
    return evening.stands.position.step


def test_who_has_agreed_to_another_host_takes_in_nothing_more_of_the_present_one() -> None:
    """So no two of those who have agreed stand in two histories. A `no` goes on with her."""
    evening = annas_turn()
    words, before = asks(evening, "bert"), evening.session("bert").position.step
    told = agrees(evening, "carl", words)
    assert (
        "Until Bert has taken over, or you withdraw your consent, "
        "this program receives no further step that Anna closes" in told
    )
    step = closes_alone(evening)
    said = evening.look(("carl", "bert", "carl"))

    assert step == before + 1 and f"Anna has closed step {step}, which is on hold here: you have agreed to Bert" in said
    assert [evening.session(who).position.step for who in NAMES] == [step, before, before]
    assert f"Anna has closed step {step}" in evening.does("carl", "status")
    for who in ("bert", "carl"):
        evening.does(who, "consent", "host", "--no", "--yes")
    evening.look(("bert", "carl", "anna"))
    assert [evening.session(who).position.step for who in NAMES] == [step] * 3
    for who in NAMES:
        assert "audit: no fault so far" in evening.does(who, "audit")


def test_the_new_host_goes_on_without_a_host_who_is_back_only_if_he_says_so_again() -> None:
    """Bert's program closes nothing by itself then; what Anna had closed is kept beside."""
    evening = annas_turn()
    words = asks(evening, "bert")
    step = closes_alone(evening)
    evening.look(("bert",))
    agrees_blind(evening, "carl", words)
    evening.look(("carl", "bert"))
    assert evening.session("bert").table.host.since == 0

    said = evening.does("bert", "consent", "host", "--words", " ".join(words), "--yes")
    assert evening.session("bert").table.host.since == step, said
    evening.look(("bert", "carl"))
    assert [evening.session(who).table.host_seat for who in ("bert", "carl")] == ["bert"] * 2
    for who in ("bert", "carl"):
        kept = [path.name for path in (evening.game(who) / "pending").iterdir() if path.name.startswith("evidence")]
        assert len(kept) == 1, kept
        assert "audit: no fault so far" in evening.does(who, "audit")


def agrees_blind(evening: Evening, who: str, words: list[str]) -> None:
    """Somebody agrees whom the request alone has reached yet."""
    (request,) = (path for path in evening.shared.iterdir() if path.name.startswith("rekey"))
    evening.does(who, "receive", request)
    evening.does(who, "consent", "host", "--words", " ".join(words), "--yes")


def test_one_who_is_asked_and_lets_the_days_go_by_is_left_out_by_name() -> None:
    """The host and Dora are gone; Bert and Carl go on. A move from before the request speaks for nobody."""
    evening = begun(names=(*NAMES, "dora"))
    words = asks(evening, "bert")
    agrees(evening, "carl", words)
    evening.look(("bert", "carl", "bert"))
    assert evening.session("bert").table.host.since == 0
    evening.days += 9.9
    evening.look(("bert", "carl", "bert", "carl"))
    assert evening.session("bert").table.host.since == 0
    evening.days += 0.2
    evening.look(("bert", "carl", "bert", "carl"))

    for who in ("bert", "carl"):
        session = evening.session(who)
        note = session.history.signed_notes[f"{session.table.host.since:04d}.step"][-1].note()
        assert (session.table.host_seat, "key referee without dora" in getattr(note, "table", ())) == ("bert", True)
        assert "audit: no fault so far" in evening.does(who, "audit")
    evening.look(("dora", "dora"))
    assert evening.session("dora").position.step == evening.session("bert").position.step


def test_one_who_has_said_no_or_moved_behind_the_request_is_not_left_out() -> None:
    evening = begun(names=(*NAMES, "dora"))
    words = asks(evening, "bert")
    agrees(evening, "carl", words)
    evening.look(("dora",))
    evening.does("dora", "consent", "host", "--no", "--yes")
    evening.look(("bert", "carl"))
    evening.days += 20
    evening.look(("bert", "carl", "bert", "carl"))

    assert evening.session("bert").table.host.since == 0


def killed_and_done_again(before: Path, evening: Evening, who: str, *words: str | Path) -> Iterator[str]:
    """Once for each change on disk, or some of them in the usual run: a command was killed before it, and typed once
    more. Everything lies where it lay, for homes know where their games and folders are.
    """
    done = list[str]()
    copytree(evening.root, before)
    effects.append(done.append)
    evening.types(who, *words)
    effects.remove(done.append)
    for number in range(0, len(done), of(13, 1)):
        rmtree(evening.root)
        copytree(before, evening.root)

        def work(number: int = number) -> None:
            effects.append(dies_at(number))
            evening.types(who, *words)

        assert run_in_a_child(work) == KILLED, done[number]
        evening.types(who, *words)
        yield done[number]


def test_a_new_host_killed_before_any_change_on_disk_takes_over_all_the_same(tmp_path: Path) -> None:
    """Attack 29: the program that closes the step by which it hosts."""
    evening = begun()
    words = asks(evening, "bert")
    agrees(evening, "carl", words)
    evening.look(("carl",))
    for effect in killed_and_done_again(
        tmp_path / "before", evening, "bert", "watch", evening.shared, "--once", "--yes"
    ):
        evening.look(("bert", "carl", "anna"))
        assert [evening.session(who).table.host_seat for who in NAMES] == ["bert"] * 3, effect
        assert "audit: no fault so far" in evening.does("carl", "audit")


def test_who_says_no_and_is_killed_goes_on_with_the_present_host_all_the_same(tmp_path: Path) -> None:
    """Attack 29: a step that was held back is entered by the same command."""
    evening = annas_turn()
    agrees(evening, "carl", asks(evening, "bert"))
    step = closes_alone(evening)
    evening.look(("carl",))
    for _ in killed_and_done_again(tmp_path / "before", evening, "carl", "consent", "host", "--no", "--yes"):
        evening.look(("carl",))
        assert evening.session("carl").position.step == step
        assert "audit: no fault so far" in evening.does("carl", "audit")


def plays_on(evening: Evening) -> None:
    """Who is asked moves, the new host enters it, and all have their locks."""
    who = evening.session("carl").table.names[evening.session("carl").position.asked[0].seat]
    evening.does(who, "move", "swap", *(evening.session(who).own or never()).hand, "--yes")
    for one in (who, "bert", "carl", "anna", "bert", who):
        evening.types(one, "watch", evening.shared, "--once", "--yes")


def crossed(evening: Evening) -> tuple[int, list[str]]:
    """The others have another host, and Anna, who was asked and has not heard of it, closes the step of the same
    number.
    """
    words = asks(evening, "bert")
    agrees(evening, "carl", words)
    evening.look(("carl", "bert"))
    step = evening.session("bert").table.host.since
    own = evening.session("anna").own or never()
    evening.does("anna", "move", "swap", *own.hand, "--yes")
    assert step == evening.stands.position.step
    return step, words


def test_one_who_goes_over_is_killed_before_any_change_on_disk_and_goes_over_all_the_same(tmp_path: Path) -> None:
    """Attack 29."""
    evening = annas_turn()
    crossed(evening)
    for effect in killed_and_done_again(
        tmp_path / "before", evening, "anna", "watch", evening.shared, "--once", "--yes"
    ):
        evening.look(("anna",))
        assert evening.session("anna").table.host_seat == "bert", effect
        assert "audit: no fault so far" in evening.does("anna", "audit")


def test_a_host_who_had_closed_a_step_goes_over_to_the_others_who_had_replaced_her() -> None:
    """Two histories, each signed once: without it three honest people never play on together."""
    evening = annas_turn()
    step, words = crossed(evening)
    said = evening.look(("anna",))

    assert f"the others go on with Bert as the host from step {step}, and so does this computer" in said, said
    assert evening.session("anna").table.host_seat == "bert"
    kept = [path for path in (evening.game("anna") / "pending").iterdir() if path.name.startswith("evidence")]
    assert len(kept) == 1
    for who in ("bert", "carl", "anna", "bert", "carl"):
        evening.types(who, "watch", evening.shared, "--once", "--yes")
    assert [evening.session(who).position.step for who in NAMES] == [step] * 3
    evening.does("anna", "words", *words, "--from", "host")
    for _ in range(3):
        plays_on(evening)
    assert [evening.session(who).position.step for who in NAMES] == [step + 3] * 3
    for who in NAMES:
        assert "audit: no fault so far" in evening.does(who, "audit")


def test_one_who_was_left_out_goes_over_by_hand_once_it_is_shown_what_is_undone() -> None:
    """G-32: she was there, and on the side of the old host; by itself her program goes nowhere, and accuses nobody."""
    evening = annas_turn((*NAMES, "dora"))
    words = asks(evening, "bert")
    agrees(evening, "carl", words)
    evening.look(("carl", "bert"))
    evening.days += 10.1
    evening.look(("bert", "carl", "bert", "carl"))
    step = evening.session("bert").table.host.since
    evening.does("anna", "move", "swap", *(evening.session("anna").own or never()).hand, "--yes")
    evening.does("dora", "receive", evening.game("anna") / "record" / f"{step:04d}.step")
    assert "WARNING" in evening.types("dora", "watch", evening.shared, "--once", "--yes")[1]
    code, out, errors = evening.types("dora", "receive", evening.game("bert") / "record" / f"{step:04d}.step")

    told = " ".join((out + errors).split())
    assert (
        code == 4
        and f"from step {step} on Bert hosts, with the consent of Bert, Carl, but Anna has closed step {step} too"
        in told
    )
    assert "Bert, Carl report that nothing has arrived from Dora" in told
    assert evening.session("dora").table.host.since == 0
    (file,) = (path for path in (evening.game("dora") / "pending").iterdir() if path.name.startswith("evidence"))
    assert f"referee receive pending/{file.name} --over" in told
    asked = evening.types("dora", "receive", file, "--over")
    assert (asked[0], evening.session("dora").table.host.since) == (5, 0)
    assert f"step {step} would no longer count: Anna: " in asked[2]

    said = evening.does("dora", "receive", file, "--over", "--yes")
    assert f"the others go on with Bert as the host from step {step}, and so does this computer" in said
    assert (evening.session("dora").position.step, evening.session("dora").table.host_seat) == (step, "bert")
    assert "audit: no fault so far" in evening.does("dora", "audit")
    again = evening.types("dora", "receive", file, "--over", "--yes")
    assert again[0] == 5 and "no step in this file replaces" in again[2]
