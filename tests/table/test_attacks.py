"""What must make no difference: the sender of a mail, words in a note, signatures, the machine a game is played on."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from referee.crypto import joint_randomness, sshsig
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.protocol.opening.charter import read_charter
from referee.protocol.opening.deal import seed_shares_by_seat
from referee.protocol.seating import own_game_secret
from referee.protocol.step.ending import check_end
from referee.protocol.step.record_step import record_step_file
from referee.record.note import render_bundle, sign_note
from referee.session.close_step import close_step
from tests.long_runs import of
from tests.needed_tools import posix
from tests.support.rehearse import Match
from tests.table.players_on_disk import materialize
from tests.table.signatures import second_signature
from tests.table.small_games import (
    CHARTER,
    DEAL,
    HOST,
    asked,
    copy_of,
    dealt,
    hand,
    key_of,
    order,
    signed_again,
    small,
    swap_all,
)

ROOT = Path(__file__).resolve().parents[2]
PATHS = os.pathsep.join(map(str, (ROOT, ROOT / "tests" / "oxo", ROOT / "tests" / "claims")))


# Senders


@pytest.mark.parametrize("sender", ["bert@example.org", "host@example.org", "mallory@example.org", "", "anna"])
def test_the_sender_of_a_mail_is_neither_trusted_nor_needed(tmp_path: Path, sender: str) -> None:
    """Attack 54: a right note from a wrong address is the note of whoever signed it."""
    host = materialize(dealt(), tmp_path, (HOST,), steps=0)[HOST]
    step = sorted(name for name in small().files if name[:4].isdigit())[1]
    head = f"From: {sender}\nReply-To: {sender}\nSubject: my move\n\n".encode()

    assert host.take(head + render_bundle(small().signed_notes[step][:1])) == ["recorded as step 1"]
    assert host.record()[step] == small().files[step]


def test_the_right_sender_helps_no_note_that_another_has_signed(tmp_path: Path) -> None:
    """Attack 54, the other way round."""
    host = materialize(dealt(), tmp_path, (HOST,), steps=0)[HOST]
    mover = asked(dealt())
    move = next(notes for name, notes in sorted(small().signed_notes.items()) if name.startswith("0001"))[0]
    forged = render_bundle((move,)).replace(b"do swap 6", b"do swap 5")
    before = host.files()

    with pytest.raises(NotAuthentic, match="the signature does not match the text"):
        host.take(f"From: {mover}@example.org\nSubject: my move\n\n".encode() + forged)
    assert host.files() == before


def test_a_note_under_another_key_is_refused_and_both_seats_are_named(tmp_path: Path) -> None:
    """Attack 13."""
    host = materialize(dealt(), tmp_path, (HOST,), steps=0)[HOST]
    mover = asked(dealt())
    other = next(name for name in dealt().table.names if name != mover)
    move = dealt().write(mover, ["pass", "pass"])

    with pytest.raises(NotAuthentic) as refusal:
        host.take(render_bundle((sign_note(move.note(), key_of(other)),)))
    assert mover in refusal.value.sentence() and other in refusal.value.sentence()


@pytest.mark.parametrize(("signer", "layer"), [("mallory", NotAuthentic), (None, Unreadable)])
def test_the_key_is_looked_at_before_the_text(tmp_path: Path, signer: str | None, layer: type[RefereeError]) -> None:
    """Attack 12: what a stranger has signed is not read at all, so it cannot be unreadable either."""
    host = materialize(dealt(), tmp_path, (HOST,), steps=0)[HOST]
    move = dealt().write(asked(dealt()), ["pass", "pass"])
    key = key_of(signer or asked(dealt()))
    body = move.body.replace(b"\ndo pass", b"\ndo  pass")
    forged = type(move)(body, key.public, move.namespace, sshsig.sign(key, move.namespace, body))

    with pytest.raises(layer) as refusal:
        host.take(render_bundle((forged,)))
    assert type(refusal.value) is layer


# Too early


def early_end() -> tuple[Match, tuple[Any, ...]]:
    """A game before a step in its middle, and that step with an end behind it that opens share and box."""
    before = copy_of(dealt())
    order(before, swap_all(before))
    after = order(copy_of(before), swap_all(before))
    step = max(name for name in after.signed_notes if name[:4].isdigit())
    last = max(name for name in small().signed_notes if name[:4].isdigit())
    end = signed_again(small().signed_notes[last][-1], key_of(HOST), step=after.host.step, head=after.host.head)
    return before, (*after.signed_notes[step], end)


def test_an_end_before_the_game_is_over_is_refused_by_every_reader() -> None:
    """Attack 79: what the referee keeps is opened once nobody moves any more."""
    before, notes = early_end()
    (*step, end) = notes
    readers = [(before.host, before.host_eyes), *((before.players[s], before.eyes[s]) for s in before.players)]

    for position, eyes in readers:
        with pytest.raises(OutOfOrder, match="the game is not over"):
            check_end(record_step_file(position, tuple(step), eyes)[0], end)
        with pytest.raises(RefereeError):
            record_step_file(position, notes, eyes)


# Words and signatures


def test_words_in_a_note_change_nothing_that_is_drawn() -> None:
    """Attack 95: a player who tries words until a hash suits draws the same tiles every time."""
    match = copy_of(dealt())
    mover = asked(match)
    notes = [match.write(mover, [swap_all(match)], say=(f"try {number}",)) for number in range(3)]
    closed = [close_step(match.host, note, match.host_eyes, key_of(HOST)).position for note in notes]

    assert len({position.head for position in closed}) == 3
    assert [position.knowledge for position in closed] == [closed[0].knowledge] * 3
    assert [position.state for position in closed] == [closed[0].state] * 3
    assert closed[0].knowledge != match.host.knowledge


def test_no_seed_hangs_on_a_signature() -> None:
    """Attacks 7 and 20: the same notes under other valid signatures give the same game."""
    keys = {key.public: key for key in small().keys.values()}
    seeds = set()
    for again in (False, True):
        charter, deal = (
            tuple(second_signature(note, keys[note.key]) if again else note for note in small().signed_notes[name])
            for name in (CHARTER, DEAL)
        )
        table = read_charter(charter)
        shares = list(seed_shares_by_seat(table, deal[:-1]).values())
        own = own_game_secret(table, key_of(HOST))
        seeds.add(joint_randomness.hidden_seed(table.charter, joint_randomness.seed_share_of(own), shares))
        seeds.add(joint_randomness.public_seed(table.charter, joint_randomness.toss_share_of(own), shares))

    assert len(seeds) == 2


def test_a_player_holds_what_the_seed_says_and_nothing_he_can_vary() -> None:
    """Attack 95, for the first hands: they are read off the bag, which was committed to before anybody moved."""
    match = dealt()
    seed = match.host_eyes.hidden_seed
    assert seed is not None
    (pile,) = match.table.piles
    tokens = joint_randomness.pile_order(seed, pile.name, pile.size)
    kinds = [kind for kind, count in pile.kinds for _ in range(count)]
    first = asked(match)

    assert sorted(kinds[token] for token in tokens[:6]) == sorted(hand(match, first))


# Machines

GAMES = """
import hashlib, sys
seconds = sys.argv[1]
if seconds:
    import time
    time.time, time.time_ns = (lambda: float(seconds)), (lambda: int(seconds) * 10**9)
    time.tzset()
from referee.games import find, names
from referee.audit.recompute import audit
from referee.messages.letters import step_letter
from tests.support.rehearse import open_match, play_out
total = hashlib.sha256()
for game in names():
    match = play_out(open_match(game, find(game).info.seats[0], "machines"), "machines", steps=6)
    for name, data in sorted(match.files.items()):
        total.update(name.encode() + data)
    last = sorted(name for name in match.signed_notes if name[:4].isdigit())[-1]
    for lang in ("en", "it"):
        total.update(step_letter(match.host, match.signed_notes[last], lang))
    total.update(repr(audit(match.files)).encode())
print(total.hexdigest())
"""


@cache
def played(*python: str, clock: str = "", **variables: str) -> str:
    """A digest of every game, with its letters and audit, on a machine of this kind."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    done = subprocess.run(
        [sys.executable, *python, "-c", GAMES, clock],
        env={**kept, "PYTHONPATH": PATHS, **variables},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def ordinary() -> str:
    return played(PYTHONHASHSEED="0")


STRANGE = {"PYTHONHASHSEED": "1", "LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "Pacific/Kiritimati"}
FUTURE = "4294944000" if os.name == "posix" else ""  # time zones by environment are those of POSIX


def played_on(*python: str, clock: str = "", **variables: str) -> str:
    """The same on a machine that is strange in one way; in a short run on one that is so in all ways at once."""
    return of(partial(played, "-OO", clock=FUTURE, **STRANGE), partial(played, *python, clock=clock, **variables))()


MACHINES: dict[str, dict[str, str]] = {
    "another hash seed": {"PYTHONHASHSEED": "1"},
    "any hash seed": {"PYTHONHASHSEED": "random"},
    "no locale": {"PYTHONHASHSEED": "0", "LC_ALL": "C", "PYTHONUTF8": "0"},
}


@pytest.mark.parametrize(
    "machine", [pytest.param(name, marks=pytest.mark.long if name == "any hash seed" else ()) for name in MACHINES]
)
def test_a_game_has_the_same_bytes_on_every_machine(machine: str) -> None:
    """Attack 50."""
    assert played_on(**MACHINES[machine]) == ordinary()


def test_a_game_has_the_same_bytes_when_python_leaves_checks_and_docstrings_out() -> None:
    """Attack 50: no rule is a bare `assert`."""
    assert played_on("-OO", PYTHONHASHSEED="0") == ordinary()


@posix  # time zones by environment
@pytest.mark.parametrize(
    ("clock", "zone"),
    [
        pytest.param("0", "UTC", id="1970", marks=pytest.mark.long),
        pytest.param("4294944000", "Pacific/Kiritimati", id="2106"),
    ],
)
def test_a_game_has_the_same_bytes_whatever_the_clock_says(clock: str, zone: str) -> None:
    """Attack 33."""
    assert played_on(clock=clock, TZ=zone, PYTHONHASHSEED="0") == ordinary()
