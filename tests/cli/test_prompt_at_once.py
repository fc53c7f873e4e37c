"""`referee move` alone, where several seats are asked at once: everybody is asked the own question."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.asking.dialogue import Dialogue
from referee.cli.context import Context
from referee.record.store import Folder, Home
from referee.table.desk.desk import open_desk
from tests.cli.folders import home_of, lay
from tests.table.asked_at_once import asking


@pytest.mark.parametrize("seat", ["anna", "bert", "carl"])
def test_every_seat_asked_at_once_reads_its_own_question(tmp_path: Path, seat: str) -> None:
    folder = lay(tmp_path / "game", asking().files)
    desk = open_desk(Folder(folder), Home(home_of(tmp_path, seat)))

    assert Dialogue(Context(lang="en"), desk).label() == "claim high, claim low, claim red, pass"
