"""`referee mail` from the offer to the deal: whatever the stage, what is due is written for those who need it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.games_on_disk import home_of
from tests.cli.terminal import inside


class Party:
    """Somebody with a home and a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self.home, self.name = home_of(folder, name), name
        self.game = folder / name
        self.game.mkdir()

    def run(self, *words: str | Path) -> str:
        """A command that is carried out; what it prints."""
        code, out, errors = inside(words, self.home, self.game)
        assert code == 0, errors
        return out

    def mail(self, *words: str) -> list[tuple[str, Path]]:
        """(reader, file) of the mails that are due."""
        mails: list[dict[str, Any]] = json.loads(self.run("mail", *words, "--json"))["mails"]
        return [(mail["address"] or mail["name"], self.game / mail["file"]) for mail in mails]


def test_a_game_is_opened_by_mails_alone(tmp_path: Path) -> None:
    host, anna, bert = (Party(tmp_path, name) for name in ("host", "anna", "bert"))
    offered = host.game / "ours"
    host.run("offer", "tigris", "--seats", "2", "--title", "Ours", "--folder", offered)
    host.game = offered
    ((address, invitation),) = host.mail("--to", "anna@example.org")

    assert address == "anna@example.org"
    for party in (anna, bert):
        party.run("join", invitation, "--name", party.name.title(), "--folder", party.game / "ours")
        party.game = party.game / "ours"
    joins = [file for party in (anna, bert) for _, file in party.mail()]
    host.run("receive", *joins)
    host.run("charter")
    charters = dict(host.mail())

    assert sorted(charters) == ["Anna", "Bert"]
    for party in (anna, bert):
        party.run("receive", charters[party.name.title()])
        party.run("accept")
    accepts = dict(anna.mail())

    assert sorted(accepts) == ["Bert", "the host"]
    host.run("receive", accepts["the host"], *(file for _, file in bert.mail("--to", "host")))
    letters = dict(host.mail())
    for party in (anna, bert):
        party.run("receive", letters[party.name.title()])

    assert (anna.game / "record" / "0000.deal").read_bytes() == (bert.game / "record" / "0000.deal").read_bytes()
