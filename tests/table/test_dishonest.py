"""Hosts and players who lie under valid keys: no tool falls over, nothing false is clean, nobody honest is accused.

`scripts/fuzz.py dishonest` goes on for hours; what it has found once stands in `tests/dishonest/found.json` and is told
again here, and once more with the flaw put back that let it through. A name and a seed are the whole case.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.crypto.deck import deck_key_shares as crypto_shares
from referee.crypto.deck import masking, shuffle_proof
from referee.disputes import evidence
from referee.games import find
from referee.kernel.packs import pack_hash
from referee.protocol.masked import deck_escrow, key_share_notes
from referee.protocol.masked.key_shares import KeyShares
from referee.protocol.opening.charter import check_offer
from referee.protocol.opening.data_packs import shipped_packs
from referee.protocol.step.position import Position
from referee.record.file_names import step_name
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Unlock
from tests.long_runs import of
from tests.support.dishonest import escrow_lies, masked_lies
from tests.support.dishonest.mixed import Honest
from tests.support.dishonest.run import LIES, main, tell
from tests.support.dishonest.story import Found
from tests.table.planted_flaws import FLAWS
from tests.table.players_on_disk import Person

pytestmark = pytest.mark.usefixtures("remembered_proofs")

KEPT = json.loads((Path(__file__).parents[1] / "dishonest" / "found.json").read_text("utf-8"))
OCCASIONS = 24
"""Of so many stories at least one gives the occasion for its lie."""

HONEST = of(4, 20)
"""So many honest games."""

ACCUSED = 18
"""The honest game in which a judge who accuses is noticed soonest."""

MASKED = of(0, 42)
"""So many games with a deck that nobody sees, beside one, for each lie that is told of them: five hundred."""

GAMES = int(os.environ.get("REFEREE_DISHONEST_GAMES", of(6, 40)))

TOLD = {(case["finding"], case["lie"]): case for case in reversed(KEPT)}.values()
"""The first case of each finding and lie; the others go the same way."""

every_case = pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if case in TOLD else pytest.mark.long) for case in KEPT],
    ids=lambda case: f"{case['finding']} {case['lie']} {case['seed']}",
)


@every_case
def test_what_a_liar_once_achieved_is_not_achieved_again(case: dict[str, str | int]) -> None:
    assert tell(int(case["seed"]), str(case["lie"])).found == []


@every_case
def test_a_liar_achieves_it_where_the_cure_is_missing(
    case: dict[str, str | int], monkeypatch: pytest.MonkeyPatch
) -> None:
    FLAWS[str(case["finding"])](monkeypatch)

    assert case["promise"] in {found.promise for found in tell(int(case["seed"]), str(case["lie"])).found}


@pytest.mark.parametrize("first", range(0, HONEST, 4))
def test_nobody_honest_is_accused_whatever_happens_in_a_game(first: int) -> None:
    """New keys and hosts, steps back, let-passes, regrets and old boxes, mixed; `fuzz.py dishonest --honest 500`."""
    assert [(seed, found) for seed in range(first, first + 4) if (found := Honest(seed).tell().found)] == []


def test_an_honest_game_notices_a_judge_who_accuses(monkeypatch: pytest.MonkeyPatch) -> None:
    FLAWS["K-5"](monkeypatch)

    assert any(
        "an honest key is convicted" in {each.promise for each in Honest(seed).tell().found}
        for seed in (ACCUSED, *range(20))
    )


def test_no_liar_achieves_anything() -> None:
    assert [(seed, story.lie, story.found) for seed in range(GAMES) if (story := tell(seed)).found] == []


def _shown(position: Position, note: Unlock) -> KeyShares:
    """The locks with what a note opens, whatever it is and whenever."""
    locks, table = position.past.locks, position.table
    assert locks is not None
    opened = {table.seat(name): int.from_bytes(data, "little") for name, data in note.open.items()}
    return replace(locks, opened={**locks.opened, **opened}) if opened else locks


MISSED: dict[str, tuple[object, str, Callable[..., object]]] = {
    "mix that is none": (shuffle_proof, "holds", lambda *_: True),
    "lock that is none": (masking, "read_lock", lambda place, key, entry, record: masking.known_share(record)),
    "new key that is none": (masking, "check_key", lambda *_: None),
    "mix of false shares": (crypto_shares, "check_points", lambda *_: None),
    "seat opened for nothing": (deck_escrow, "check_seats_to_reveal", lambda *_: None),
    "share that is none": (key_share_notes, "with_revealed_key_shares", lambda position, note: _shown(position, note)),
    "key by false shares": (masking, "check_key", lambda *_: None),
    "copies of notes": (evidence.Evidence, "_find_listed_note", lambda self, note_id: self.known.get(note_id)),
}
"""A lie in a masked game, and what lets it through in place of a check."""

TOLD_AT = {
    "mix of false shares": 1,
    "copies of notes": 2,
    "lock that is none": 3,
    "new key that is none": 3,
    "key by false shares": 14,
}
"""The story in which a lie is told that a missing check lets through, where it is not the first one."""


@pytest.mark.parametrize("lie", MISSED)
def test_a_lie_of_a_masked_game_is_noticed_where_its_check_is_missing(
    lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*MISSED[lie])

    assert any(tell(seed, lie).found for seed in (TOLD_AT.get(lie, 0), *range(OCCASIONS)))


@pytest.mark.parametrize("lie", [lie.__name__.replace("_", " ") for lie in (*masked_lies.EVERY, *escrow_lies.EVERY)])
def test_no_lie_of_a_masked_game_achieves_anything(lie: str) -> None:
    seeds = dict.fromkeys((TOLD_AT.get(lie, 0), *range(MASKED)))

    assert [(seed, found) for seed in seeds if (found := tell(seed, lie).found)] == []


BROUGHT = {
    "second attempt bent": (
        "tests.support.dishonest.host_seat_lies.check_reoffer",
        lambda signed, _: check_offer(signed),
    ),
    "pack exchanged": ("referee.protocol.opening.data_packs.packs.pack_hash", lambda _: PACK_HASH),
    "letter of steps bent": (
        "tests.support.dishonest.file_lies.Person.take",
        lambda reader, mail: _believe(reader, mail),
    ),
}
"""A lie about what travels, and what lets it through in place of a check."""

PACK_HASH = next(map(pack_hash, shipped_packs(find("civilization")).values()))


def _believe(reader: Person, mail: bytes) -> None:
    """Whatever is signed is the next step."""
    step = max((int(name[:4]) for name in reader.record() if name[0].isdigit()), default=0)
    bundle: list[SignedNote] = []
    for signed in read_bundle(mail):
        bundle.append(signed)
        if signed.type == "step":
            step += 1
            (reader.folder.path / "record" / step_name(step)).write_bytes(render_bundle(bundle))
            bundle.clear()


@pytest.mark.parametrize("lie", BROUGHT)
def test_nobody_is_taken_in_by_another_attempt_pack_or_letter(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [(seed, found) for seed in range(of(6, 120)) if (found := tell(seed, lie).found)] == []

    monkeypatch.setattr(*BROUGHT[lie])
    monkeypatch.setattr("tests.support.dishonest.run.look", lambda story, slow: None)
    assert any(tell(seed, lie).found for seed in range(OCCASIONS))


@pytest.mark.parametrize("lie", sorted(LIES))
def test_every_lie_is_told(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lie that no story comes to finds nothing, and nobody would notice."""
    monkeypatch.setattr("tests.support.dishonest.run.look", lambda story, slow: None)

    assert any(story.lied and not story.untold for story in (tell(seed, lie) for seed in range(OCCASIONS)))


def test_a_story_is_the_same_whenever_it_is_told() -> None:
    for seed in range(0, len(LIES), of(24, 4)):
        once, again = tell(seed), tell(seed)

        assert (once.files, once.loose, once.mails, once.found) == (again.files, again.loose, again.mails, again.found)


def test_what_is_found_is_said_kept_and_told_by_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "tests.support.dishonest.run.look", lambda story, slow: story.found.append(Found("false clean", "a test"))
    )
    code = main(["--games", "1", "--seed", "5", "--lie", "corrections", "--keep", str(tmp_path)])

    assert code == 1
    assert "seed 5, corrections: false clean: a test" in capsys.readouterr().out
    assert (tmp_path / "corrections-5" / "record" / "0000.deal").is_file()
    assert (tmp_path / "corrections-5" / "found.txt").read_text("utf-8") == "false clean: a test\n"


def test_a_run_that_finds_nothing_ends_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.support.dishonest.run.look", lambda story, slow: None)

    assert main(["--games", "2", "--lie", "corrections"]) == 0
    assert "2 games" in capsys.readouterr().out
