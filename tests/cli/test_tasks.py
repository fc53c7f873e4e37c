"""What is to do, as data: what stands on its button, how soon it is done, and what is signed when it is done."""

from __future__ import annotations

import ast
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.i18n.catalogue import HOUSE, catalogue_text, languages
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.terminal import ROOT, inside
from tests.support.rehearse import open_match

LANGS = ("en", "it")
UNDONE = {
    *("send-host-if-unsent", "send-all-if-unsent", "mail-all-players"),  # a room has what lies there
    *("step-awaited",),  # somebody else can
}
"""What has a label without a command, or a command without a label."""


def tasks(game: Path, home: Path, lang: str = "en") -> list[dict[str, Any]]:
    """What the reader should do in a game."""
    code, out, errors = inside(["status", "--json", "--lang", lang], home, game)
    assert code == 0, errors
    return list(json.loads(out)["next"])


def by_code(found: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {task["code"]: task for task in found}


def made() -> Iterator[tuple[str, bool]]:
    """(code, whether a command does it) of every task in the source whose code stands where it is made."""
    for path in [*(ROOT / "referee/session").rglob("*.py"), ROOT / "referee/service/views/deadlines.py"]:
        for node in ast.walk(ast.parse(path.read_text())):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if name == "_told" and isinstance(node.args[1], ast.Constant):  # type: ignore[attr-defined]
                yield node.args[1].value, True  # type: ignore[attr-defined]
            if name != "Task":
                continue
            said = node.args[0]  # type: ignore[attr-defined]
            if isinstance(said, ast.Call) and isinstance(said.args[0], ast.Constant):
                yield str(said.args[0].value), len(node.args) > 1  # type: ignore[attr-defined]


def test_every_task_that_somebody_can_do_has_a_label_in_every_language_and_no_other_has() -> None:
    found = dict(made())
    assert len(found) > 25

    for code, done in found.items():
        labels = {catalogue_text(HOUSE, "label", code, lang) is not None for lang in languages()}
        assert labels == {done != (code in UNDONE)}, code


@pytest.mark.parametrize(
    ("lang", "labels", "signs"),
    [
        ("en", ("Compare the words", "Play my turn", "Type your orders"), "you sign: "),
        ("it", ("Confronta le parole", "Gioca il mio turno", "Scrivi i tuoi ordini"), "firmi: "),
    ],
)
def test_the_four_words_stand_before_the_turn_and_the_turn_before_what_may_wait(
    tmp_path: Path, lang: str, labels: tuple[str, ...], signs: str
) -> None:
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    words, turn, example = tasks(game, home, lang)

    assert (words["label"], turn["label"], example["label"]) == labels
    assert [task["rank"] for task in (words, turn, example)] == [1, 2, 3]
    assert (words["signs"], turn["signs"]) == ("", "")
    order = example["command"].removeprefix("referee move ")
    code, out, errors = inside(["try", order, "--lang", lang], home, game)
    assert code == 0, errors
    assert example["signs"].startswith(signs)
    assert example["signs"].removeprefix(signs) in out + errors


def test_who_waits_has_nothing_to_press(tmp_path: Path) -> None:
    match = running()
    other = next(seat for seat in match.table.names if seat != asked(match))
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, other)
    four = json.loads(inside(["words", "--json"], home, game)[1])["words"]
    assert inside(["words", *four, "--from", "all"], home, game)[0] == 0
    waits = by_code(tasks(game, home))["waiting-for-seat"]

    assert (waits["label"], waits["rank"], waits["signs"]) == ("", 4, "")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("what", ["draw", "end", "back"])
def test_what_a_consent_signs_is_said_where_it_is_asked_as_the_command_says_it(
    tmp_path: Path, what: str, lang: str
) -> None:
    match = running()
    games = {seat: lay(tmp_path / seat, match.files) for seat in match.table.names}
    homes = {seat: home_of(tmp_path, seat) for seat in games}
    anna, bert = games["anna"], games["bert"]
    typed = ["back", "5", "--why", "a slip"] if what == "back" else ["consent", what]
    assert inside([*typed, "--yes"], homes["anna"], anna)[0] == 0
    (note,) = (anna / "outbox").glob("consent-*")
    assert inside(["receive", str(note)], homes["bert"], bert)[0] == 0
    task = by_code(tasks(bert, homes["bert"], lang))["consent-is-asked"]
    _, _, told = inside(["consent", what, "--lang", lang], homes["bert"], bert)

    assert (task["label"], task["rank"]) == ({"en": "Agree", "it": "Accetto"}[lang], 3)
    if what == "back":
        assert task["signs"] in {
            "by signing you agree to: taking back everything from step 5 on",
            "firmi che acconsenti: annullare tutto dal passo 5 in poi",
        }
    else:
        assert task["signs"] in told, told


@pytest.mark.parametrize(
    ("days", "lang", "label", "signs"),
    [
        (7.1, "en", "Remind {}", ""),
        (7.1, "it", "Ricorda a {}", ""),
        (10.1, "en", "Skip {}", "by signing you skip {}; hand, points and pieces stay"),
        (10.1, "it", "Salta {}", "firmi un passo che salta {}; mano, punti e pezzi restano"),
    ],
)
def test_a_button_names_who_is_reminded_or_let_pass(
    tmp_path: Path, days: float, lang: str, label: str, signs: str
) -> None:
    match = open_match("tigris", 3, "late", (("deadline", "7"), ("grace", "3")))
    game, then = lay(tmp_path / "game", match.files), time.time() - days * 86_400
    os.utime(game / "record" / "0000.deal", (then, then))
    name = match.table.called[match.table.seat(str(match.asked()))]
    task = next(task for task in tasks(game, home_of(tmp_path, "host"), lang) if task["code"].startswith("late"))

    assert (task["label"], task["signs"], task["rank"]) == (label.format(name), signs.format(name), 3)


def test_before_and_after_a_game_it_is_said_what_is_signed_as_well(tmp_path: Path) -> None:
    home, over = home_of(tmp_path, "anna"), lay(tmp_path / "over", finished().files)
    end = by_code(tasks(over, home))
    begun = lay(
        tmp_path / "new",
        {name: data for name, data in running().files.items() if name in ("offer.note", "charter.note")},
    )
    accept = by_code(tasks(begun, home))["look-then-accept"]

    assert (accept["rank"], accept["label"]) == (2, "Read the charter, then accept")
    assert accept["signs"] == "by signing you agree to the charter: seating, options, deadlines"
    assert end["acknowledge-end"]["signs"] == "by signing you confirm this result"
    assert [end[code]["rank"] for code in ("acknowledge-end", "not-acknowledged-yet", "check-it-all")] == [2, 4, 3]


@pytest.mark.needs("starlette")
def test_the_page_says_them_as_they_are_and_the_gold_is_on_what_comes_first(tmp_path: Path) -> None:
    from tests.web.in_process_page import page_of

    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))

    def shown() -> dict[str, Any]:
        with page_of(home, tmp_path) as page:
            return by_code(page.start(f"/table/{match.table.offer_id}")["view"]["tasks"])

    words = by_code(tasks(game, home))["hear-words-from"]
    assert shown()["hear-words-from"] == words
    four = json.loads(inside(["words", "--json"], home, game)[1])["words"]
    assert inside(["words", *four, "--from", "all"], home, game)[0] == 0
    for seat in (seat for seat in match.table.names if seat != asked(match)):
        other, theirs = home_of(tmp_path, seat), lay(tmp_path / seat, match.files)
        assert inside(["consent", "draw", "--yes"], other, theirs)[0] == 0
        (note,) = (theirs / "outbox").glob("consent-*")
        assert inside(["receive", str(note)], home, game)[0] == 0
    now, there = by_code(tasks(game, home)), shown()

    assert there["answer-in-order"]["label"] == now["answer-in-order"]["label"]
    assert {key: there["consent-is-asked"][key] for key in ("label", "signs", "sentence")} == {
        key: now["consent-is-asked"][key] for key in ("label", "signs", "sentence")
    }
