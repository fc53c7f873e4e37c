"""A host or relay who puts keys of his own on other seats is found by the four words before anybody moves."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.games_on_disk import home_of
from tests.cli.terminal import inside


class Table:
    """A game of two opened by real commands; each party has a home and a folder of its own."""

    def __init__(self, root: Path, host: str, players: dict[str, str]) -> None:
        self.root, self.parties = root, {"host": host, **players}
        root.mkdir()
        self.run("host", "offer", "tigris", "--seats", "2", "--folder", ".")
        for seat in players:
            self.run(seat, "join", str(self.at("host") / "record" / "offer.note"), "--seat", seat, "--folder", ".")
        self.run("host", "receive", *self.mails("join"))
        self.run("host", "charter")
        for seat in players:
            self.run(seat, "receive", str(self.at("host") / "record" / "charter.note"))
            self.run(seat, "accept")
        self.run("host", "receive", *self.mails("accept"))
        for seat in players:
            self.run(seat, "receive", str(self.at("host") / "letters" / "0000.txt"))

    def at(self, party: str) -> Path:
        place = self.root / party
        place.mkdir(exist_ok=True)
        return place

    def mails(self, kind: str) -> list[str]:
        return [str(self.at(seat) / "outbox" / f"{kind}-{seat}.note") for seat in self.parties if seat != "host"]

    def run(self, party: str, *arguments: str) -> None:
        code, _, errors = self.tell(party, *arguments)
        assert code == 0, errors

    def tell(self, party: str, *arguments: str) -> tuple[int, str, str]:
        return inside(arguments, home_of(self.root, self.parties[party]), self.at(party))

    def words(self, party: str) -> str:
        found = re.search(r"your words: (.+)", self.tell(party, "words")[1])
        assert found is not None
        return found[1]

    def hears(self, party: str, who: str, said: str) -> int:
        return self.tell(party, "words", *said.split(), "--from", who)[0]

    def moves(self, party: str) -> int:
        return self.tell(party, "move", "pass", "--yes")[0]


def test_a_host_with_keys_of_his_own_on_two_seats_is_found_before_anybody_moves(tmp_path: Path) -> None:
    """H-3, F3: he reads each player the words of that player's charter; the players hear each other."""
    to_anna = Table(tmp_path / "1", "host", {"anna": "anna", "bert": "mallory-b"})
    to_bert = Table(tmp_path / "2", "host", {"anna": "mallory-a", "bert": "bert"})
    for table, player in ((to_anna, "anna"), (to_bert, "bert")):
        assert table.hears(player, "host", table.words("host")) == 0

    assert (to_anna.moves("anna"), to_bert.moves("bert")) == (5, 5)
    assert to_anna.hears("anna", "bert", to_bert.words("bert")) == 4
    assert to_bert.hears("bert", "anna", to_anna.words("anna")) == 4
    assert (to_anna.moves("anna"), to_bert.moves("bert")) == (4, 4)


def test_a_relay_who_plays_the_host_to_everybody_is_found_before_anybody_moves(tmp_path: Path) -> None:
    """Attack 121: the players' words agree; those of the true host do not."""
    at_players = Table(tmp_path / "1", "mallory", {"anna": "anna", "bert": "bert"})
    at_host = Table(tmp_path / "2", "host", {"anna": "mallory-a", "bert": "mallory-b"})
    for player, other in (("anna", "bert"), ("bert", "anna")):
        assert at_players.hears(player, other, at_players.words(other)) == 0

    assert (at_players.moves("anna"), at_players.moves("bert")) == (5, 5)
    assert [at_players.hears(player, "host", at_host.words("host")) for player in ("anna", "bert")] == [4, 4]
    assert at_host.hears("host", "anna", at_players.words("anna")) == 4
    assert (at_players.moves("anna"), at_players.moves("bert")) == (4, 4)
    assert "before you move, compare the safety words with Anna" in at_host.tell("host", "status")[1]
