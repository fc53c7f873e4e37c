"""What a mail makes due is asked once for each game, in however many parts its mails came."""

from __future__ import annotations

from referee.cli.prompts.due_prompts import due_commands
from referee.service.incoming.taken import ReceivedItem, ReceiveResult
from referee.session.todo.status import Status
from referee.session.todo.task import TaskText


def came(folder: str, *codes: str, you: str = "anna", new: bool = True) -> ReceiveResult:
    """Mails of a game that were taken in, and what is to do after them."""
    status = Status(stage="charter", you=you, seats=("anna", "bert"), next=tuple(TaskText(code, "") for code in codes))
    return ReceiveResult((ReceivedItem("mail", "charter-taken", {}, ""),) if new else (), (), (), status, folder=folder)


def test_a_charter_and_an_accept_behind_it_ask_once() -> None:
    assert due_commands([came("a", "look-then-accept"), came("a", "look-then-accept")]) == {"a": "accept"}


def test_what_was_done_meanwhile_is_not_asked() -> None:
    assert due_commands([came("a", "look-then-accept"), came("a", "wait-deal")]) == {}


def test_each_game_has_its_own_and_a_host_or_a_reader_none() -> None:
    two = [came("a", "look-then-accept"), came("b", "hear-words-from"), came("c", "hear-words-from", you="referee")]

    assert due_commands(two) == {"a": "accept", "b": "words"}
    assert due_commands([came("a", "look-then-accept", new=False)]) == {}
