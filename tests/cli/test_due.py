"""What a mail makes due is asked once for each game, in however many parts its mails came."""

from __future__ import annotations

from referee.cli.asking.due import commands_due
from referee.cli.receiving.taking import Received, Taken
from referee.table.desk.status import Status
from referee.table.desk.task import Todo


def came(folder: str, *codes: str, you: str = "anna", new: bool = True) -> Received:
    """Mails of a game that were taken in, and what is to do after them."""
    status = Status(stage="charter", you=you, seats=("anna", "bert"), next=tuple(Todo(code, "") for code in codes))
    return Received((Taken("mail", "charter-taken", {}, ""),) if new else (), (), (), status, folder=folder)


def test_a_charter_and_an_accept_behind_it_ask_once() -> None:
    assert commands_due([came("a", "look-then-accept"), came("a", "look-then-accept")]) == {"a": "accept"}


def test_what_was_done_meanwhile_is_not_asked() -> None:
    assert commands_due([came("a", "look-then-accept"), came("a", "wait-deal")]) == {}


def test_each_game_has_its_own_and_a_host_or_a_reader_none() -> None:
    two = [came("a", "look-then-accept"), came("b", "hear-words-from"), came("c", "hear-words-from", you="referee")]

    assert commands_due(two) == {"a": "accept", "b": "words"}
    assert commands_due([came("a", "look-then-accept", new=False)]) == {}
