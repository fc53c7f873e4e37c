"""`referee move` alone, where several seats are asked at once: everybody is asked the own question."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.lines import order_reading_lines
from referee.cli.prompts import move_prompt
from referee.cli.prompts.move_prompt import MovePrompt
from referee.protocol.step.draft import draft
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.cli.games_on_disk import home_of, lay
from tests.games.typed_positions import position
from tests.support.rehearse import open_match
from tests.table.simultaneous_game import asking
from tests.table.small_games import asked


@pytest.mark.parametrize("seat", ["anna", "bert", "carl"])
def test_every_seat_asked_at_once_reads_its_own_question(tmp_path: Path, seat: str) -> None:
    folder = lay(tmp_path / "game", asking().files)
    session = open_session(GameFolder(folder), DataFolder(home_of(tmp_path, seat)))

    assert MovePrompt(Context(lang="en"), session).label() == "claim high, claim low, claim red, pass"


def test_a_pass_that_would_only_end_the_plan_is_not_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last to set up plays first: the first pass is the upper box of Colonisation, and no box is left after it."""
    match = open_match("civilization", 3, "passing")
    for orders in (["take c104", "settle yuc"], ["take c102", "settle ger"]):
        match.enter(match.write(asked(match), orders))
    folder = lay(tmp_path / "game", match.files)
    talk = MovePrompt(Context(lang="en"), open_session(GameFolder(folder), DataFolder(home_of(tmp_path, asked(match)))))
    monkeypatch.setattr(move_prompt, "is_terminal", lambda: True)

    for line in ("take c107", "settle gal", "pass", "pass", "pick c109"):
        talk.take(line)

    assert talk.drafted is not None
    assert talk.drafted.lines == ("pass", "pick c109")


def test_an_alternative_is_told_by_name_before_it_is_signed() -> None:
    match = open_match("civilization", 3, "passing")
    (name,) = (name for name in match.players if match.table.seat(name) == 0)
    at = replace(match.players[name], state=position(match.table.game, "ways"), active=0)
    drafted = draft(at, match.eyes[name], ["strutture", "passo"])

    assert (drafted.do, drafted.lines) == (("choose 1", "pass"), ())
    assert order_reading_lines(Context(lang="it"), match.table.game, drafted)[:2] == [
        "ordine     scegli strutture",
        "ordine     passa",
    ]
