"""What a judge and a check find stands first in its room, and can be kept as a report."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.record.file_names import OFFER
from tests.cli.games_on_disk import finished, home_of, lay, running
from tests.cli.reported_games import MATCH, crooked
from tests.cli.terminal import inside
from tests.support import ROOT
from tests.web.in_process_page import page_of
from tests.web.rooms import game_of, pressed, seen

pytestmark = pytest.mark.needs("starlette")


@pytest.mark.parametrize(
    ("lang", "verdicts"),
    [
        ("en", ["Upheld against the host's key", "Not upheld, nothing here speaks against Bert's key"]),
        ("it", ["Accolto contro la chiave dell'arbitro", "Non accolto, qui niente parla contro la chiave di Bert"]),
    ],
)
def test_disputed_papers_accuse_before_they_clear_and_their_report_can_be_kept(
    lang: str, verdicts: list[str], tmp_path: Path
) -> None:
    game = shutil.copytree(ROOT / "examples" / "dispute", tmp_path / "game")
    home = home_of(tmp_path, "carl")
    assert inside(["status"], home, game)[0] == 0
    papers = [(name, (game / name).read_bytes()) for name in ("berts-correction.txt", "carls-mail.txt")]
    with page_of(home, game, lang) as page:
        room = pressed(page, f"{game_of(home)}/do/judge", {}, {"notes": papers})
        link = room.one("a", "go", download="report.html")["href"]
        report = page.ask(link)
        others = [page.ask(f"/kept/{name}").status for name in ("0", "x", "..%2f", str(int(link[6:]) + 1))]
        invited = pressed(page, "/do/receive", {}, {"files": ("mail.txt", running("ur").files[OFFER])})
        upload = invited.one(name="kept").text
        foreign = page.ask(f"/kept/{upload}").status

    assert [each.one("b").text for each in room.all("p", "verdict")] == verdicts
    assert "12" in room.heading and len(room.gold) == 1
    assert (report.status, report.text[:15]) == (200, "<!doctype html>")
    assert report.headers["content-security-policy"] == "sandbox"
    assert (others, foreign) == ([404] * 4, 404)  # what came is not given back
    assert room.text.count("exchange a1 T, ") == 2 or lang == "it"


@pytest.mark.parametrize(
    ("lang", "right", "all_of_it", "so_far"),
    [
        ("en", "Every move was right", "All that was hidden is open now", "No fault so far, as deep as can be looked"),
        ("it", "Ogni mossa era giusta", "era nascosto ora è aperto", "Finora nessun errore, fin dove si può guardare"),
    ],
)
def test_a_check_begins_with_its_verdict_and_its_report_can_be_kept(
    lang: str, right: str, all_of_it: str, so_far: str, tmp_path: Path
) -> None:
    """Only a check that has looked at all says that all is open."""
    found = []
    for match, given in ((finished(), {}), (finished(), {"quick": "1"}), (running(), {})):
        folder = tmp_path / str(len(found))
        game, home = lay(folder / "game", match.files), home_of(folder, "anna")
        assert inside(["status"], home, game)[0] == 0
        with page_of(home, game, lang) as page:
            room = pressed(page, f"{game_of(home)}/do/audit", given)
            report = page.ask(room.one("a", download="report.html")["href"])
        assert (report.status, report.text[:15]) == (200, "<!doctype html>")
        assert room.all(of="verdict")[0].classes == ["verdict", "good"]
        found.append((room.heading, all_of_it in room.without("details")))

    assert found == [(right, True), (right, False), (so_far, False)]


def test_a_fault_that_is_found_is_no_refusal(tmp_path: Path) -> None:
    game, home = lay(tmp_path / "sound", MATCH.files), home_of(tmp_path, MATCH.table.names[0])
    assert inside(["status"], home, game)[0] == 0
    shutil.copytree(crooked(tmp_path), game, dirs_exist_ok=True)
    with page_of(home, game) as page:
        room = pressed(page, f"{game_of(home)}/do/audit", {})
        report = seen(page, room.one("a", download="report.html")["href"])

    assert room.heading == "Something does not fit"
    assert any("audit: fault in step" in each.text for each in room.all("details", open=""))
    assert "audit: fault in step" in report.text and "Done" not in room.text
