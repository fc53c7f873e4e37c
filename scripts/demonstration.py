"""The main job on the embedded examples, from verification to a signed and answered move, which `demo.py` shows.

A finished game is verified and its last turns are replayed on the screen; in a second, running game one more move is
written, signed, received and answered; then the audit report of the finished game is printed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import ROOT

EXAMPLES = ROOT / "examples"


def referee(arguments: list[str], *, home: Path | None = None, quiet: bool = False) -> str:
    """Run one command as a person would, show it, and give what it printed; stop the demo if it fails."""
    print(f"\n$ referee {' '.join(_shown(argument) for argument in arguments)}", flush=True)
    environment = {**os.environ, "REFEREE_LANG": os.environ.get("REFEREE_LANG", "en")}
    environment["REFEREE_HOME"] = str(home or ROOT / "examples" / "no-home")
    command = [sys.executable, "-m", "referee.cli.main", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, check=False)
    if not quiet or done.returncode:
        print(done.stdout + done.stderr, end="", flush=True)
    if done.returncode:
        raise SystemExit(done.returncode)
    return done.stdout


def _shown(argument: str) -> str:
    short = argument.replace(str(ROOT) + os.sep, "")
    for part in Path(argument).parts:
        if part.startswith("referee-demo-"):
            short = argument.partition(part + os.sep)[2]
    return f'"{short}"' if " " in short else short


def homes(work: Path) -> dict[str, Path]:
    """A home for each party with its TEST key, readable by its owner only, as a real one must be."""
    found = {}
    for name in ("anna", "bert", "carl", "dora", "host"):
        keys = work / name / "home" / "keys"
        keys.mkdir(parents=True)
        shutil.copy(EXAMPLES / "keys" / name, keys / name)
        (keys / name).chmod(0o600)
        shutil.copytree(EXAMPLES / "tigris-running" / "record", work / name / "game" / "record")
        found[name] = work / name
    return found


def replay_last_turns(folder: Path, count: int) -> None:
    """The last turns of the finished game on the screen."""
    last = max(int(path.name[:4]) for path in (folder / "record").glob("*.step"))
    for step in range(last - count + 1, last + 1):
        print(f"\n--- after step {step}")
        referee(["show", str(step), "--game", str(folder)])
    referee(["log", "--last", str(count), "--game", str(folder)])


def answer_one_turn(work: Path) -> None:
    """One more move in the running game: written and signed by the player, entered by the host, taken in by all."""
    import json

    parties = homes(work)
    host = parties["host"]
    status = json.loads(referee(["status", "--json", "--game", str(host / "game")], home=host / "home", quiet=True))
    seat = status["asked"]["seat"]
    player = parties[seat]
    at = ["--game", str(player / "game")]
    orders = json.loads(referee(["moves", "place", "--json", *at], home=player / "home", quiet=True))["orders"]
    referee(["hand", *at], home=player / "home")
    referee(["try", orders[0], *at], home=player / "home")
    step = status["step"] + 1
    # A host on a new machine takes in the newest step before he signs the next one.
    newest = EXAMPLES / "tigris-running" / "letters" / f"{status['step']:04d}.txt"
    referee(["receive", str(newest), "--game", str(host / "game")], home=host / "home", quiet=True)
    referee(["move", f"{orders[0]}; pass", "--yes", "--say", "Greetings from the demo!", *at], home=player / "home")
    note = player / "game" / "outbox" / f"{step:04d}-{seat}.move"
    referee(["receive", str(note), "--game", str(host / "game")], home=host / "home")
    letter = host / "game" / "letters" / f"{step:04d}.txt"
    for name, party in parties.items():
        if name != "host":
            referee(["receive", str(letter), "--game", str(party / "game")], home=party / "home", quiet=name != seat)
    print("\n--- the letter that everybody got begins:\n")
    print("\n".join(letter.read_text().splitlines()[:20]))
    referee(["audit", str(host / "game")], home=parties["anna"] / "home")


def main() -> None:
    """Run the demo."""
    finished = EXAMPLES / "tigris-4p"
    print("A finished game of four, verified by a stranger:")
    referee(["audit", str(finished)], quiet=True)
    replay_last_turns(finished, 2)
    print("\nA running game, one more move:")
    with tempfile.TemporaryDirectory(prefix="referee-demo-") as folder:
        answer_one_turn(Path(folder))
    print("\nThe audit of the finished game:")
    referee(["audit", str(finished)])
