"""What disputed notes prove and what an audit finds, as their rooms tell it: what accuses first."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import finished, home_of, lay, running
from tests.cli.reported_games import MATCH, crooked
from tests.cli.terminal import inside
from tests.support import ROOT
from tests.web.chromium import TOOLS, visited
from tests.web.in_process_page import page_of
from tests.web.pages import served
from tests.web.rooms import table_of

pytestmark = pytest.mark.needs("starlette")

PAPERS = ("berts-correction.txt", "carls-mail.txt")


def disputed(folder: Path) -> tuple[Path, Path]:
    """The home of Carl, and the game whose disputed papers he keeps."""
    game = shutil.copytree(ROOT / "examples" / "dispute", folder / "game")
    home = home_of(folder, "carl")
    assert inside(["status"], home, game)[0] == 0
    assert inside(["judge", *PAPERS], home, game)[0] == 1
    return home, game


def looked(home: Path, game: Path, what: str, lang: str = "en") -> Any:
    """What a look at the only table of a home is answered."""
    with page_of(home, game, lang) as page:
        said = page.post(f"/data{table_of(home)}/{what}", {})
    assert said.status == 200
    return json.loads(said.text)


@pytest.mark.parametrize(
    ("lang", "headings"),
    [
        ("en", ["Upheld against the host's key", "Not upheld; nothing here speaks against Bert's key"]),
        ("it", ["Accolto contro la chiave dell'arbitro", "Non accolto; qui niente parla contro la chiave di Bert"]),
    ],
)
def test_disputed_papers_accuse_before_they_clear(lang: str, headings: list[str], tmp_path: Path) -> None:
    home, game = disputed(tmp_path)
    with page_of(home, game, lang) as page:
        menu = json.loads(page.ask(f"/data{table_of(home)}/menu").text)
    verdicts = looked(home, game, "judge", lang)

    assert [one["heading"] for one in verdicts] == headings
    assert [one["upheld"] for one in verdicts] == [True, False]
    assert all(one["sentence"] for one in verdicts)
    assert menu["disputed"] == {"en": "Judge the disputed notes", "it": "Giudica le note contestate"}[lang]


def test_a_disputed_paper_that_cannot_be_read_is_named_below_the_verdicts(tmp_path: Path) -> None:
    home, game = disputed(tmp_path)
    (game / "disputes" / "claim-0001-00000000.note").write_bytes(b"no note at all\n")
    *verdicts, unread = looked(home, game, "judge")

    assert [one["upheld"] for one in verdicts] == [True, False]
    assert unread["upheld"] is None
    assert unread["heading"] == "disputes/claim-0001-00000000.note"
    assert unread["sentence"]


def test_where_nothing_is_disputed_nobody_is_offered_a_judge(tmp_path: Path) -> None:
    game, home = lay(tmp_path / "game", running().files), home_of(tmp_path, "anna")
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, game) as page:
        menu = json.loads(page.ask(f"/data{table_of(home)}/menu").text)

    assert (menu["disputed"], looked(home, game, "judge")) == ("", [])


@pytest.mark.needs("uvicorn", *TOOLS)
def test_the_tab_of_the_table_judges_what_is_disputed(tmp_path: Path, chromium: Any) -> None:
    home, game = disputed(tmp_path)
    with served(home, game) as page, visited(chromium, page, table_of(home)) as seen:
        seen.page.get_by_role("tab", name="Table").click()
        seen.page.get_by_role("button", name="Judge the disputed notes").click()
        seen.page.wait_for_selector(".verdict")

        assert seen.page.locator(".verdict").all_inner_texts()[0] == "Upheld against the host's key"
        assert seen.faults == []


@pytest.mark.parametrize(
    ("lang", "right", "so_far"),
    [
        ("en", "Every move was legal", "No fault found so far"),
        ("it", "Ogni mossa era regolare", "Finora nessuna irregolarità"),
    ],
)
def test_an_audit_begins_with_its_verdict(lang: str, right: str, so_far: str, tmp_path: Path) -> None:
    found = []
    for match in (finished(), running()):
        folder = tmp_path / str(len(found))
        game, home = lay(folder / "game", match.files), home_of(folder, "anna")
        assert inside(["status"], home, game)[0] == 0
        audit = looked(home, game, "audit", lang)
        found.append((audit["verdict"], audit["good"], audit["findings"]))

    assert found == [(right, True, []), (so_far, True, [])]


def test_a_fault_that_is_found_is_no_refusal(tmp_path: Path) -> None:
    game, home = lay(tmp_path / "sound", MATCH.files), home_of(tmp_path, MATCH.table.names[0])
    assert inside(["status"], home, game)[0] == 0
    shutil.copytree(crooked(tmp_path), game, dirs_exist_ok=True)
    audit = looked(home, game, "audit")

    assert (audit["verdict"], audit["good"]) == ("A fault was found", False)
    assert audit["findings"]
