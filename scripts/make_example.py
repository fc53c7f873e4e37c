"""Write the example games anew: `python scripts/make_example.py`. The same bytes every time; a test compares.

`examples/tigris-4p/` is a finished game of four test keys with every note; `examples/tigris-running/` stands in the
middle of one; `examples/ur-3p/`, `examples/cards-2p/` and `examples/civilization-2p/` are finished games of the others.
`examples/keys/` holds the test keys. Anybody can make them: never use them in a real game.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee.crypto.keys import format_private, format_public  # noqa: E402
from referee.table.telling.letters import letter  # noqa: E402
from scripts.rehearse import SEATS, Match, open_match, play_out, sensible_order, test_key  # noqa: E402

FINISHED, RUNNING, UR, CARDS = "example 1", "example 12", "ur example 13", "cards example"
CIVILIZATION = "civilization example 5"
RUNNING_STEPS = 42
STANDING = ("score always", "defend min 3", "convert yes")


def finished() -> Match:
    """The finished game, acknowledged by all seats."""
    match = play_out(open_match("tigris", 4, FINISHED), FINISHED, policy=sensible_order)
    match.acknowledge()
    return match


def running() -> Match:
    """The game that stands in the middle."""
    return play_out(open_match("tigris", 4, RUNNING), RUNNING, steps=RUNNING_STEPS, policy=sensible_order)


def ur() -> Match:
    """A short game without anything hidden: one mail a turn."""
    match = play_out(open_match("ur", 3, UR), UR, policy=sensible_order)
    match.acknowledge()
    return match


def cards() -> Match:
    """A game with cards laid face down, and with standing answers of both seats."""
    match = open_match("cards", 2, CARDS)
    for seat in match.players:
        match.stand(seat, STANDING)
    play_out(match, CARDS, policy=sensible_order)
    match.acknowledge()
    return match


MOST = 4
"""So many play in the largest example."""


def civilization() -> Match:
    """A short game of two eras from the pack that comes with it; the seats are asked at once many a time."""
    options = (("free-tech", "next"), ("rounds", "20"))
    match = play_out(open_match("civilization", 2, CIVILIZATION, options), CIVILIZATION, policy=sensible_order)
    match.acknowledge()
    return match


def example_files() -> dict[str, bytes]:
    """Every generated file by its path below `examples/`."""
    files: dict[str, bytes] = {}
    for name in (*SEATS[:MOST], "host"):
        key = test_key(name)
        comment = f"TEST KEY {name}: anybody has it"
        files[f"keys/{name}"] = format_private(key, comment)
        files[f"keys/{name}.pub"] = f"{format_public(key.public, comment)}\n".encode()
    games = {"tigris-4p": finished(), "tigris-running": running(), "ur-3p": ur(), "cards-2p": cards()}
    games["civilization-2p"] = civilization()
    for folder, match in games.items():
        files |= {f"{folder}/record/{name}": data for name, data in match.files.items()}
        last = f"{match.host.step:04d}"
        files[f"{folder}/letters/{last}.txt"] = letter(match.host, match.signed_notes[f"{last}.step"])
    return files


def main() -> None:
    """Write all files; what is no longer generated is removed."""
    examples = ROOT / "examples"
    files = example_files()
    for path in sorted(examples.rglob("*")):
        if path.is_file() and path.name != "README.md" and str(path.relative_to(examples)) not in files:
            path.unlink()
    for name, data in files.items():
        (examples / name).parent.mkdir(parents=True, exist_ok=True)
        (examples / name).write_bytes(data)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")


if __name__ == "__main__":
    main()
