"""Games that earlier releases finished: their bytes stay, and they audit clean for ever."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.games import built_in, versions
from referee.record.file_names import CHARTER
from referee.record.note import read_bundle
from referee.record.notes import Charter

FROZEN = Path(__file__).parents[1] / "frozen"
GAMES = {
    "notes-1/cards-2p": "b79daae25db956d62888fcbf52b4434fadcc4af0369f218e30f026acb4b84194",
    "notes-1/cards-3p": "624b8eddd63e6338e0fb91301b3530bd4b211b22c4977e514984a531b1a34fa6",
    "notes-1/civilization-2p": "f79784f332eb7459ae3c7a265d218e9ac9d87593a4b14b0dd6bf241608677e1e",
    "notes-1/civilization-2p-20": "b87741eaf49bb0b620b15033e017d2a1eb8eb7ccf847b69c990183e5bc4e88d6",
    "notes-1/tigris-2p": "1e917aa1198e5132a72facf34434ccb174155b060738766282875d8510d5c945",
    "notes-1/tigris-4p": "c07c0fbe9f1eebb10e2db7d2ffe5f5346f13365d43082fd8bf12ca824957d4a6",
    "notes-1/ur-3p": "a1770c9fa490f835f2b98071385d4c6560b1939583c2f8550439380b4a85b63b",
}


def files_of(game: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (FROZEN / game / "record").iterdir()}


def test_every_frozen_game_is_known_here() -> None:
    assert sorted(path.parent.relative_to(FROZEN).as_posix() for path in FROZEN.glob("*/*/record")) == sorted(GAMES)


def test_every_rules_version_of_every_game_has_a_frozen_game() -> None:
    rules = [read_bundle(files_of(game)[CHARTER])[-1].read(Charter).rules for game in GAMES]
    here = {(game.info.name, game.info.rules_version) for name in built_in() for game in versions(name)}

    assert {(each.game, each.version) for each in rules} == here


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_of_an_earlier_release_keeps_its_bytes(game: str) -> None:
    files = files_of(game)
    whole = b"".join(f"{name} {len(files[name])}\n".encode() + files[name] for name in sorted(files))

    assert sha256(whole).hexdigest() == GAMES[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_of_an_earlier_release_is_clean(game: str) -> None:
    report = audit(files_of(game))

    assert (report.verdict, report.depth, report.findings) == ("clean", 5, ())
