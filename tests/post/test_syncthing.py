"""A game through real Syncthing: two clients and a host, two instances, copies in conflict and halves on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.post.sharing import Client
from tests.post.syncthing import two_instances, until
from tests.support.rehearse import open_match

STEPS = 3


@pytest.mark.long
@pytest.mark.needs("syncthing")
def test_a_game_goes_through_syncthing_with_conflicts_and_halves(tmp_path: Path) -> None:
    match, here, there = open_match("tigris", 2, "sync"), tmp_path / "here", tmp_path / "there"
    for shared in (here, there):
        shared.mkdir()
    host, anna = Client(tmp_path, "host", match, here), Client(tmp_path, "anna", match, there)
    bert = Client(tmp_path, "bert", match, here)
    host.sync()
    (deal,) = here.glob("0000-*.txt")
    (there / deal.name).write_bytes(deal.read_bytes()[:-40])  # both have a file of this name before they meet
    (there / "0001-half.txt").write_bytes(deal.read_bytes()[:300])
    with two_instances(tmp_path, (here, there)):
        until(lambda: list(there.glob("offer-*.txt")), "the offer on the other side")
        for step in range(1, STEPS + 1):
            mover = next(player for player in (anna, bert) if player.is_asked())
            mover.swap()
            mover.sync()
            until(lambda step=step: all(moved(client, step) for client in (host, anna, bert)), f"step {step} for all")
        until(lambda: conflicts(here) and conflicts(there), "the copies in conflict on both sides")
        for client in (host, anna, bert):
            client.sync()

    assert {client.step() for client in (host, anna, bert)} == {STEPS}
    assert len({client.head() for client in (host, anna, bert)}) == 1


def moved(client: Client, step: int) -> bool:
    """Whether a client has a step, after one more look."""
    client.sync()
    return client.step() == step


def conflicts(folder: Path) -> list[Path]:
    return list(folder.glob("*.sync-conflict-*"))
