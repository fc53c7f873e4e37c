"""Two requests at once: what somebody waits for at a click goes before a long look."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from referee.web import json_answers
from referee.web.json_answers import first_of_all, let_others_pass


@pytest.fixture
def click() -> Event:
    """Something that is answered on another thread until this is set."""
    done, begun = Event(), Event()

    @first_of_all()
    def answer() -> None:
        begun.set()
        done.wait(20)

    Thread(target=answer, daemon=True).start()
    assert begun.wait(20)
    return done


def test_a_step_of_an_audit_waits_until_a_click_is_answered(click: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_answers, "_TURNS", 9000)
    steps = Thread(target=let_others_pass)
    steps.start()
    steps.join(0.05)
    waits = steps.is_alive()
    click.set()
    steps.join(20)

    assert (waits, steps.is_alive()) == (True, False)


def test_an_audit_goes_on_behind_answers_that_take_long(click: Event) -> None:
    assert not click.is_set()
    let_others_pass()
    click.set()
