"""The example games, played anew: the same bytes every time. `scripts/make_example.py` writes them.

`examples/tigris-4p/` is a finished game of four test keys with every note; `examples/tigris-running/` stands in the
middle of one; `examples/ur-3p/`, `examples/cards-2p/` and `examples/civilization-2p/` are finished games of the others.
`examples/dispute/` is a record that two tell differently, and what they sent in.
`examples/keys/` holds the test keys. Anybody can make them: never use them in a real game.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.messages.letters import step_letter
from referee.protocol.step.draft import draft, move_note
from referee.record.file_names import step_name
from referee.record.note import SignedNote, render_bundle
from tests.support import ROOT
from tests.support.rehearse import SEATS, Match, open_match, play_out, sensible_order, test_key

FINISHED, RUNNING, UR, CARDS = "example 1", "example 12", "ur example 13", "cards example"
CIVILIZATION = "civilization example 5"
RULES = 1
"""The rules version in which the examples are written; a later one leaves their bytes as they are."""
RUNNING_STEPS = 42
STANDING = ("score always", "defend min 3", "convert yes")


def opened(game: str, seats: int, label: str, options: Sequence[tuple[str, str]] = ()) -> Match:
    """A game of an example, dealt under the rules in which all of them are written."""
    return open_match(game, seats, label, options, version=RULES)


def finished() -> Match:
    """The finished game, acknowledged by all seats."""
    match = play_out(opened("tigris", 4, FINISHED), FINISHED, policy=sensible_order)
    match.acknowledge()
    return match


def running() -> Match:
    """The game that stands in the middle."""
    return play_out(opened("tigris", 4, RUNNING), RUNNING, steps=RUNNING_STEPS, policy=sensible_order)


def ur() -> Match:
    """A short game without anything hidden: one mail a turn."""
    match = play_out(opened("ur", 3, UR), UR, policy=sensible_order)
    match.acknowledge()
    return match


def cards() -> Match:
    """A game with cards laid face down, and with standing answers of both seats."""
    match = opened("cards", 2, CARDS)
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
    match = play_out(opened("civilization", 2, CIVILIZATION, options), CIVILIZATION, policy=sensible_order)
    match.acknowledge()
    return match


DISPUTE, DISPUTED, AFTER = "dispute", 12, 3
"""A short game, the step that two tell differently, and how many steps the record has behind it."""


def dispute() -> dict[str, bytes]:
    """A host who tells one step in two ways, and a correction that came too late: the record, and what two sent in."""
    match = play_out(opened("ur", 3, DISPUTE), DISPUTE, steps=DISPUTED - 1, policy=sensible_order)
    seat = match.asked()
    assert seat is not None
    first = _ordered(match, seat, 0, ())
    second = _ordered(match, seat, 1, (first.id,))
    other = replace(match, files=dict(match.files), players=dict(match.players), signed_notes=dict(match.signed_notes))
    match.enter(first)
    other.enter(second)
    play_out(match, f"{DISPUTE} on", steps=AFTER, policy=sensible_order)
    mail = render_bundle(other.signed_notes[step_name(DISPUTED)])
    sent = {
        "carls-mail.txt": b"This is step 12 as it came to me on Sunday.\nCarl\n\n" + mail,
        "berts-correction.txt": b"I had changed my mind, see below.\n\n" + render_bundle((second,)),
    }
    return {**{f"record/{name}": data for name, data in match.files.items()}, **sent}


def _ordered(match: Match, seat: str, number: int, instead: tuple[str, ...]) -> SignedNote:
    """The first legal order of a seat, or another one, as a note."""
    position, own = match.players[seat], match.host.table.seat(seat)
    orders = position.table.game.legal_orders(position.state, own, position.knowledge.own(own))
    spelled = [position.table.game.notation.format_order(order) for order in orders]
    drafted = draft(position, match.eyes[seat], [spelled[number]])
    return move_note(position, match.keys[seat], drafted, instead=instead)


GAMES = {
    "tigris-4p": finished,
    "tigris-running": running,
    "ur-3p": ur,
    "cards-2p": cards,
    "civilization-2p": civilization,
}
"""The games of the examples, by their folders."""


def example_files(left_out: Sequence[str] = ()) -> dict[str, bytes]:
    """Every generated file by its path below `examples/`, but for those of games that are left out."""
    files: dict[str, bytes] = {}
    for name in (*SEATS[:MOST], "host"):
        key = test_key(name)
        comment = f"TEST KEY {name}: anybody has it"
        files[f"keys/{name}"] = format_private(key, comment)
        files[f"keys/{name}.pub"] = f"{format_public(key.public, comment)}\n".encode()
    for folder, match in ((folder, make()) for folder, make in GAMES.items() if folder not in left_out):
        files |= {f"{folder}/record/{name}": data for name, data in match.files.items()}
        last = f"{match.host.step:04d}"
        files[f"{folder}/letters/{last}.txt"] = step_letter(match.host, match.signed_notes[f"{last}.step"])
    return files | {f"dispute/{name}": data for name, data in dispute().items()}


def write(files: Mapping[str, bytes], examples: Path) -> None:
    """Write files into the folders of games, and remove there what is no longer generated; what lies beside stays."""
    for folder in sorted({name.partition("/")[0] for name in files}):
        for path in (examples / folder).rglob("*"):
            if path.is_file() and path.name != "README.md" and path.relative_to(examples).as_posix() not in files:
                path.unlink()
    for name, data in files.items():
        (examples / name).parent.mkdir(parents=True, exist_ok=True)
        (examples / name).write_bytes(data)


def main() -> None:
    """Write all files."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    files = example_files()
    write(files, ROOT / "examples")
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")
