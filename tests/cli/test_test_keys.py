"""The test keys of `examples/` are anybody's: wherever one sits at a table this is said, and nothing is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.crypto.keys import SigningKey, fingerprint, format_private, is_test_key
from referee.crypto.openssh import format_public, public_of
from referee.record.store import DataFolder
from tests.cli.games_on_disk import finished, home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import test_key as key_called

ROOT = Path(__file__).resolve().parents[2]
SEATS = "the keys of the host, Anna, Bert, Carl are public test keys from the examples: anyone can use them"


def test_every_key_of_the_examples_is_known_as_public_and_no_other_is() -> None:
    """Attack 120, F17."""
    kept = {
        path.stem: public_of(path.with_suffix("").read_bytes()) for path in (ROOT / "examples" / "keys").glob("*.pub")
    }

    assert sorted(kept) == ["anna", "bert", "carl", "dora", "host"]
    assert [name for name, public in kept.items() if not is_test_key(public)] == []
    assert not is_test_key(key_called("mallory").public)


@pytest.mark.parametrize("command", ["status", "audit"])
def test_it_is_said_in_text_and_data_and_refuses_nothing(tmp_path: Path, command: str) -> None:
    match = finished() if command == "audit" else running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "anna")
    code, out, _ = inside([command], home, game)
    printed = json.loads(inside([command, "--json"], home, game)[1])

    assert code == 0
    assert [line for line in out.splitlines() if line.endswith(SEATS)] != []
    assert printed["test_keys"] == ["anna", "bert", "carl", "referee"]


def test_the_host_hears_it_with_the_charter_and_a_player_with_the_accept(tmp_path: Path) -> None:
    places = {who: tmp_path / who for who in ("host", "anna", "zoe")}
    homes = {who: home_of(tmp_path, who) for who in places}
    for place in places.values():
        place.mkdir()
    inside(["offer", "tigris", "--seats", "2", "--folder", "."], homes["host"], places["host"])
    for seat in ("anna", "zoe"):
        inside(["join", "../host/record/offer.note", "--seat", seat, "--folder", "."], homes[seat], places[seat])
    inside(["receive", "../anna/outbox/join-anna.note", "../zoe/outbox/join-zoe.note"], homes["host"], places["host"])
    said = inside(["charter"], homes["host"], places["host"])
    inside(["receive", "../host/record/charter.note"], homes["zoe"], places["zoe"])
    accepted = inside(["accept"], homes["zoe"], places["zoe"])
    sentence = "the keys of the host, Anna are public test keys from the examples: anyone can use them"

    assert (said[0], accepted[0]) == (0, 0)
    assert sentence in said[2].splitlines()
    assert sentence in accepted[2].splitlines()


def test_the_list_of_keys_marks_a_public_one(tmp_path: Path) -> None:
    home, own = DataFolder(home_of(tmp_path, "anna")), SigningKey.from_seed(bytes(32))
    home.write_key("own", format_private(own, "own"), format_public(own.public, "own"))
    _, out, _ = inside(["key", "list"], home.path, tmp_path)
    listed = json.loads(inside(["key", "list", "--json"], home.path, tmp_path)[1])["keys"]

    assert out.splitlines() == [
        f"anna: {fingerprint(key_called('anna').public)}, a public test key from the examples: anyone can use it",
        f"own: {fingerprint(own.public)}",
    ]
    assert [(key["name"], key["test"]) for key in listed] == [("anna", True), ("own", False)]
