"""A host hands a game over, last of all; and goes on when the other one does not and all have taken it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.protocol.agreements.new_key import six_words
from tests.cli.games_on_disk import asked, home_of, lay, mail_with, remember
from tests.cli.terminal import inside
from tests.table.new_hosts import SEATS, asks_to_host, plain
from tests.table.small_games import HOST

REKEY = asks_to_host(plain())


class Party:
    """A home and a folder of the game, and what is typed there."""

    def __init__(self, root: Path, name: str) -> None:
        self.home, self.game = home_of(root, name), lay(root / name, plain().files)
        remember(self.game, self.home, plain(), plain().host.step)

    def types(self, *words: str | Path) -> tuple[int, str, str]:
        return inside(list(words), self.home, self.game)

    def sent(self, begins: str) -> list[Path]:
        return sorted(self.game.glob(f"outbox/{begins}*"))


@pytest.fixture
def table(tmp_path: Path) -> dict[str, Party]:
    parties = {name: Party(tmp_path, name) for name in (*SEATS, HOST)}
    mail = mail_with(tmp_path / "gina.eml", REKEY)
    for party in parties.values():
        assert party.types("receive", mail)[0] == 0
    return parties


def agrees(party: Party) -> tuple[int, str, str]:
    return party.types("consent", "host", "--words", " ".join(six_words(REKEY.id)), "--yes")


def test_the_host_s_consent_is_refused_until_all_others_have_agreed_and_writes_nothing(table: dict[str, Party]) -> None:
    code, out, errors = agrees(table[HOST])

    assert (code, out, table[HOST].sent("consent-")) == (5, "", [])
    assert "the others agree first (Anna, Bert, Carl), then you" in errors


def test_a_host_whose_successor_does_nothing_goes_on_when_all_have_said_no(table: dict[str, Party]) -> None:
    host, late = table[HOST], ["absent", asked(plain()), "--no-time", "--yes"]
    for name in SEATS:
        assert agrees(table[name])[0] == 0
    assert host.types("receive", *(table[name].sent("consent-key-")[0] for name in SEATS))[0] == 0
    assert agrees(host)[0] == 0
    caught = host.types(*late)
    for name in SEATS:
        code, _, errors = table[name].types("consent", "host", "--no", "--yes")
        assert code == 0, errors
    host.types("receive", *(table[name].sent("consent-no-")[0] for name in SEATS))
    code, _, errors = host.types(*late)
    took = [table[name].types("receive", host.game / "letters" / "0007.txt")[0] for name in SEATS]

    assert caught[0] == 5 and "all players withdraw it with `referee consent host --no`" in caught[2]
    assert (code, took) == (0, [0, 0, 0]), errors
    assert host.types("audit", ".")[0] == 0
