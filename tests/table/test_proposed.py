"""What is proposed, as data: what it would undo, what was learned in that, why it is asked, and who is still asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.protocol.agreements.new_key import make_rekey
from referee.record.note import render_bundle
from referee.session.todo.status import Proposal, status_for
from tests.cli.terminal import inside
from tests.support.rehearse import test_key, test_nonce
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST
from tests.table.take_backs import ASKER_SAYS
from tests.table.test_back_desk import agrees, two_swaps

NONCE = test_nonce("a new key")
HOSTILE = "<b>give up</b>"


def proposed(person: Person, lang: str = "en") -> Proposal:
    (one,) = status_for(person.session(), lang).proposed
    return one


def asked_to_go_back(place: Path, reason: str = ASKER_SAYS) -> dict[str, Person]:
    """Anna asks to go back before step 1, and bert and the host have read it."""
    people = materialize(two_swaps(), place, ("anna", "bert", HOST))
    note = agrees(people["anna"], "back 1", reason)
    for name in ("bert", HOST):
        people[name].take(note)
    return people


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_step_back_says_what_it_undoes_as_the_command_says_it_before_it_is_signed(tmp_path: Path, lang: str) -> None:
    bert = asked_to_go_back(tmp_path)["bert"]
    one = proposed(bert, lang)
    code, _, told = inside(["consent", "back", "--lang", lang], bert.home.path, bert.folder.path)
    lines = told.splitlines()

    assert code == 5 and [each.step for each in one.undone] == [1, 2]
    assert all(f"  {each.step}. {each.told}" in lines for each in one.undone)
    assert all(each.told.startswith("Anna: ") for each in one.undone)
    assert len(one.learned) == 2 and all(line in lines for line in (*one.learned, *one.told))
    assert any("12" in line or "6" in line for line in one.learned)  # tiles that anna has drawn since


def test_it_says_why_and_who_is_still_asked_and_only_they_have_a_command(tmp_path: Path) -> None:
    people = asked_to_go_back(tmp_path)
    found = {name: proposed(people[name]) for name in ("bert", HOST)}

    for one in found.values():
        assert [(each.seat, each.called, each.reason) for each in one.reasons] == [("anna", "Anna", ASKER_SAYS)]
        assert (one.to, one.agreed, one.missing, one.besides) == ("back 1", ("anna",), ("bert",), ())
    assert {name: one.command for name, one in found.items()} == {"bert": "referee consent back", HOST: ""}
    assert found["bert"].command in {task.command for task in status_for(people["bert"].session(), "en").next}


@pytest.mark.needs("starlette")
def test_the_page_of_the_game_tells_it_all_and_no_words_of_a_stranger_are_markup(tmp_path: Path) -> None:
    from tests.web.in_process_page import page_of

    bert = asked_to_go_back(tmp_path, HOSTILE)["bert"]
    inside(["status"], bert.home.path, bert.folder.path)
    with page_of(bert.home.path, tmp_path) as page:
        at = f"/table/{bert.session().table.offer_id}"
        (shown,), text = page.start(at)["view"]["proposed"], page.ask(at).text
    one = proposed(bert)

    assert (shown["told"], shown["learned"]) == ([*one.told], [*one.learned])
    assert [(each["step"], each["told"]) for each in shown["undone"]] == [(each.step, each.told) for each in one.undone]
    assert [each["reason"] for each in shown["reasons"]] == [each.reason for each in one.reasons]
    assert HOSTILE not in text


def test_a_draw_undoes_nothing(tmp_path: Path) -> None:
    people = materialize(two_swaps(), tmp_path, ("anna", "bert"))
    people["bert"].take(agrees(people["anna"], "end draw"))
    one = proposed(people["bert"])

    assert (one.undone, one.learned, one.reasons, one.besides) == ((), (), (), ())
    assert (one.command, one.told) == (
        "referee consent draw",
        ("proposed: a draw; agreed so far: Anna; still to agree: Bert",),
    )


def test_a_new_key_says_who_asks_for_it_and_why(tmp_path: Path) -> None:
    people = materialize(two_swaps(), tmp_path, ("anna", HOST))
    session = people["anna"].session()
    note = make_rekey(session.position, test_key("carla"), "bert", NONCE, reason="I sit in for him", name="Carla")
    people["anna"].take(render_bundle((note,)))
    one = proposed(people["anna"], "it")

    assert [(each.seat, each.called, each.reason) for each in one.reasons] == [("bert", "Carla", "I sit in for him")]
    assert (one.agreed, one.undone) == ((), ()) and "anna" in one.missing
    assert "una chiave nuova per Bert" in one.told[0]
    assert one.command == "referee consent bert"
