"""Where nobody sees the deck nothing is sealed, planned or left standing: no screen offers it, and no door signs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.prompts import move_prompt
from referee.cli.prompts.move_prompt import MovePrompt
from referee.messages.letters import step_letter
from referee.protocol.step.draft import CONFLICT, draft
from referee.session.todo.waiting_for import standing_example, standing_suggestions
from tests.cli.masked_story import Evening
from tests.support.dishonest.light import light

OFFERED = ("seal", "plan", "standing", "everything is public", "opens everything")
"""What an open table says of answers before they are asked for, and of an end that opens; never this one."""


@pytest.fixture(autouse=True)
def in_numbers() -> Iterator[None]:
    with light():
        yield


@pytest.fixture(scope="module")
def put_away(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Anna hosts and plays with Bert, and has placed a leader beside a temple; put away for each test to go on with."""
    with light():
        evening = Evening(tmp_path_factory.mktemp("masked") / "now", ("anna", "bert")).opens().dealt()
        first = evening.asked()
        evening.does(first, "move", _order(evening, first, "leader king", fights=False), "pass", "--yes")
        evening.look((first, evening.host, "bert", evening.host, "bert"))
    evening.root = evening.root.rename(evening.root.with_name("put-away"))
    return evening


@pytest.fixture
def evening(tmp_path: Path, put_away: Evening) -> Evening:
    copytree(put_away.root, tmp_path, dirs_exist_ok=True)
    evening = Evening(tmp_path, put_away.players, put_away.host_plays, fresh=put_away.fresh)
    for who in evening.people:
        evening.does(who, "status")
    return evening


def _order(evening: Evening, who: str, beginning: str, *, fights: bool) -> str:
    """The first order of this kind that leads to a conflict, or to none."""
    session = evening.session(who)
    game, state, seat = session.table.game, session.position.state, session.eyes.seat
    assert seat is not None
    for move in game.legal_orders(state, seat, session.own):
        order = game.notation.format_order(move)
        if order.startswith(beginning):
            asked = draft(session.position, session.eyes, [order]).run.requests
            if fights == any(request.question == CONFLICT for request in asked) and order != beginning:
                return order
    raise AssertionError(f"no {beginning} where fights is {fights}")


def _revolt(evening: Evening) -> tuple[str, str]:
    """Who begins a revolt now, and by which order."""
    who = evening.asked()
    return who, _order(evening, who, "leader king", fights=True)


def _enter(evening: Evening, who: str, *orders: str) -> str:
    """A move that is signed and entered; what its author and then everybody has read."""
    said = evening.does(who, "move", *orders, "--yes")
    others = [one for one in evening.people if one != evening.host]
    return said + evening.look((who, evening.host, *others, evening.host, *others))


def _unsaid(text: str) -> list[str]:
    return [word for word in OFFERED if word in text.casefold()]


def test_standing_answers_are_refused_where_they_would_be_signed_and_the_move_counts(evening: Evening) -> None:
    who = evening.asked()
    outbox = set((evening.game(who) / "outbox").iterdir())
    for words in (("standing", "defend min 2", "--yes"), ("standing",)):
        code, out, errors = evening.types(who, *words)
        assert (code, out) == (6, "")
        assert "with a masked deck there are no standing orders" in errors
    assert set((evening.game(who) / "outbox").iterdir()) == outbox
    before = evening.stands.position.step
    _enter(evening, who, "pass", "pass")

    assert evening.stands.position.step == before + 1


def test_a_standing_note_of_an_earlier_release_is_named_by_no_move(evening: Evening) -> None:
    """It lies in the outbox, the host has refused it, and the game goes on all the same."""
    who = evening.asked()
    session = evening.session(who)
    session.write_guard(replace(session.guard(), standing="A" * 43))
    before = evening.stands.position.step
    _enter(evening, who, "pass", "pass")

    assert evening.stands.position.step == before + 1


def test_whoever_answers_a_revolt_is_offered_no_standing_answer(evening: Evening) -> None:
    who, order = _revolt(evening)
    _enter(evening, who, order, "commit 0")
    other = evening.asked()
    session = evening.session(other)
    assert other != who and session.table.game.policies is not None

    assert standing_suggestions(session, ("commit 0",)) == ()
    assert standing_example(session, ("commit 0",)) == ""
    for lang in ("en", "it"):
        notes = session.history.signed_notes[f"{session.position.step:04d}.step"]
        assert b"referee standing" not in step_letter(session.position, notes, lang)


def test_the_prompt_asks_for_nothing_behind_a_conflict(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    who, order = _revolt(evening)
    talk = MovePrompt(Context(lang="en"), evening.session(who))
    monkeypatch.setattr(move_prompt, "is_terminal", lambda: True)
    for line in (order, "commit 0"):
        talk.take(line)

    assert talk.is_done and talk.drafted is not None and talk.drafted.lines == ()
    assert _unsaid("".join(capsys.readouterr())) == []


@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_comes_too_early_is_put_off_to_a_move_of_its_own(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    who, order = _revolt(evening)
    code, _, errors = evening.types(who, "move", order, "pass", "--lang", lang)
    assert code == 6 and _unsaid(errors) == []
    assert ("a separate move" if lang == "en" else "è una mossa a parte") in errors.replace("\n ", "")
    talk = MovePrompt(Context(lang=lang), evening.session(who))
    monkeypatch.setattr(move_prompt, "is_terminal", lambda: True)
    talk.take(f"{order}, pass")
    told = "".join(capsys.readouterr())
    assert ("when it is your turn again" if lang == "en" else "quando tocca di nuovo a te") in told
    assert (talk.typed, talk.waiting) == ([order], "")


def test_screens_and_letters_of_a_revolt_speak_of_no_plan(evening: Evening) -> None:
    who, order = _revolt(evening)
    said = _enter(evening, who, order, "commit 0")
    for one in evening.people:
        for words in ((), ("status", "--full"), ("log",), ("letter",)):
            said += evening.does(one, *words)

    assert _unsaid(said) == []
    assert "then" in said


def test_the_end_opens_nothing_and_says_nothing_of_it(evening: Evening) -> None:
    for who in evening.players:
        evening.does(who, "consent", "draw", "--yes")
    evening.look()
    evening.look()
    assert evening.stands.position.over
    for one in evening.people:
        said = evening.does(one) + evening.does(one, "status", "--full")
        assert _unsaid(said) == []
        assert "the game is over; check all of it" in said
