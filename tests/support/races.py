"""Two real processes of one person at once, again and again: what was signed must agree with what can be sent.

`scripts/races.py` runs them for as long as one likes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.disputes.judging import judge
from referee.kernel.dice import stream
from referee.protocol.history.read_record import step_name
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.support import ROOT
from tests.support.rehearse import Match, open_match, play_out, sensible_order, test_key

Command = tuple[str, ...]

STEPS = 4
GAMES, SEATS, LABEL = ("tigris", "cards"), 3, "races"  # only the cards know standing answers
RUN = "from referee.cli.main import main; main()"


@dataclass(frozen=True)
class Race:
    """Two commands that one party runs at once, in a game of which it has all steps but the last `behind`."""

    name: str
    match: Match
    party: str
    commands: tuple[Command, Command]
    behind: int = 0


def asked(match: Match) -> str:
    """The seat that is asked now."""
    request = match.host.request
    assert request is not None
    return match.table.names[request.seat]


def order_of(match: Match) -> str:
    """An order of the seat that is asked."""
    position = match.players[asked(match)]
    seat = match.table.seat(asked(match))
    own = position.knowledge.own(seat)
    assert own is not None
    return sensible_order(position, seat, own, stream(LABEL.encode(), "order"))


def races() -> Iterator[Race]:
    """Every pair of commands whose crossing could hurt."""
    for game in GAMES:
        match = play_out(open_match(game, SEATS, LABEL), LABEL, steps=STEPS)
        seat, other = asked(match), next(name for name in match.table.names if name != asked(match))
        first = ("move", order_of(match), "--yes")
        second, third = (*first, "--say", "second"), (*first, "--say", "third", "--instead")
        mail, move = ("receive", "mail"), ("receive", "move", "--yes")
        if game == "cards":
            yield Race("move, standing", match, seat, (first, ("standing", "score always", "--yes")))
            yield Race(
                "standing, standing", match, seat, (("standing", "score always", "--yes"), ("standing", "--yes"))
            )
            continue
        yield Race("move, move", match, seat, (first, second))
        yield Race("move, move --instead", match, seat, (first, third))
        yield Race("move --instead, move --instead", match, seat, (third, (*first, "--instead")))
        yield Race("the same move twice", match, seat, (first, first))
        yield Race("receive, receive", match, other, (mail, mail), behind=2)
        yield Race("receive, move", match, seat, (mail, first), behind=1)
        yield Race("receive, receive of the host", match, "host", (move, move))


def lay(race: Race, root: Path) -> None:
    """Folder, home and mails of the party before a round."""
    match = race.match
    folder, home, key = GameFolder(root / "game"), DataFolder(root / "home"), test_key(race.party)
    home.write_key(race.party, format_private(key, race.party), format_public(key.public, race.party))
    late = [step_name(step) for step in range(STEPS - race.behind + 1, STEPS + 1)]
    for name, data in match.files.items():
        if name not in late:
            folder.commit(name, data)
    (root / "mail").write_bytes(b"".join(match.files[name] for name in late))
    (root / "move").write_bytes(render_bundle((match.write(asked(match), [order_of(match)]),)))
    session = open_session(folder, home)
    session.keep_comparison(list(session.word_comparisons()), "equal")
    session.change_guard(lambda guard: guard.seen(session.position.step, session.position.head))


AtOnce = Callable[[Race, Path], tuple[list[int], list[str]]]
"""What starts both commands of a race together, and gives their exit codes and what they said on stderr."""


def run_at_once(race: Race, root: Path) -> tuple[list[int], list[str]]:
    """Both commands, started together: their exit codes and what they said on stderr."""
    environment = {**os.environ, "REFEREE_HOME": str(root / "home"), "PYTHONPATH": str(ROOT), "LC_ALL": "C"}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", RUN, *command, "--game", "game"],
            cwd=root,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for command in race.commands
    ]
    said = [process.communicate()[1] for process in started]
    return [process.returncode for process in started], said


def broken(root: Path, codes: Sequence[int], said: Sequence[str]) -> str | None:
    """What a round has broken, or None: exit codes, guard and outbox, and what a judge makes of all that was signed."""
    if not set(codes) <= {0, 5} or 0 not in codes:
        return f"exit codes {codes}: {' | '.join(said)}"
    session = open_session(GameFolder(root / "game"), DataFolder(root / "home"))
    session.check_history()
    guard, notes = session.guard(), tuple(outbox(session.folder))
    if guard.unwritten is not None:
        return f"the guard still holds {guard.unwritten.name}"
    newest = sorted(row[-1] for slot, row in guard.signed.items() if slot.split()[0] in ("move", "standing"))
    # A standing note may lie there twice: as its own file, and along with the move that names it.
    if newest != sorted({signed.id for signed in notes}):
        return f"the guard knows {guard.signed}, the outbox holds {[signed.id for signed in notes]}"
    strays = [signed for signed in notes if signed.type in ("move", "standing")]
    upheld = [verdict.sentence() for verdict in judge(session.folder.record(), strays) if verdict.upheld]
    if upheld:
        return f"upheld: {upheld}"
    left = list(root.rglob("*.tmp"))
    return f"left behind: {left}" if left else None


def outbox(folder: GameFolder) -> Iterator[SignedNote]:
    """Every note in an outbox."""
    for name in folder.list_outbox():
        yield from read_bundle(folder.read_outbox(name))


def round_of(race: Race, root: Path, run: AtOnce = run_at_once) -> str | None:
    """One round in an empty folder; what it has broken, or None."""
    lay(race, root)
    return broken(root, *run(race, root))


def main() -> int:
    """Read the command line and run the rounds."""
    parser = argparse.ArgumentParser(description="Two processes of one person at once.")
    parser.add_argument("--rounds", type=int, default=200, help="how many (default 200), all pairs in turn")
    given = parser.parse_args()
    pairs = list(races())
    failures = 0
    for number in range(given.rounds):
        race = pairs[number % len(pairs)]
        root = Path(tempfile.mkdtemp(prefix=f"race-{number}-"))
        found = round_of(race, root)
        if found is None:
            shutil.rmtree(root)
        else:
            failures += 1
            print(f"{root}: {race.name}: {found}", file=sys.stderr)
    print(f"{given.rounds} rounds of {len(pairs)} pairs of commands: {failures} broke a promise")
    return 1 if failures else 0
