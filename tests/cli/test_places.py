"""Thirty wrong places: whatever is typed wherever, the sentence helps, and nobody is locked out of anything."""

from __future__ import annotations

import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.games import find
from referee.protocol.opening.charter import make_offer
from referee.record.note import render_bundle
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import test_key, test_nonce
from tests.table.players_on_disk import snapshot

MATCH = running()
LAST = MATCH.host.step
OFFER = make_offer(test_key("host"), find("ur"), 3, (), test_nonce("a place of its own"), title="Ur on Sundays")


@dataclass
class Person:
    """Anna's own folder with her home in it, two games, mails, and folders for other things."""

    root: Path

    @property
    def home(self) -> Path:
        return self.root / "home-anna"

    def at(self, place: str, *arguments: str | Path) -> tuple[int, str, str]:
        where = self.root / place if not place.startswith("/") else Path(place)
        return inside([str(word).replace("~", str(self.root)) for word in arguments], self.home, where)


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    monkeypatch.setenv("HOME", str(tmp_path))
    person = Person(tmp_path)
    home_of(tmp_path, "anna")
    lay(tmp_path / "games" / "tigris", MATCH.files, without=[f"{LAST:04d}.step"])
    lay(tmp_path / "games" / "cards", running("cards", 1).files)
    for folder in ("empty", "papers", "mail", "odd", "games/tigris/letters/deep", "games/tigris/outbox"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "papers" / "tax.ods").write_bytes(b"1")
    (tmp_path / "mail" / "shopping.txt").write_text("milk")
    (tmp_path / "mail" / "offer.eml").write_bytes(b"Dear all,\n\n" + render_bundle((OFFER,)))
    (tmp_path / "mail" / "step.eml").write_bytes(MATCH.files[f"{LAST:04d}.step"])
    (tmp_path / "odd" / "charter.eml").write_bytes(running("ur", 1).files["charter.note"])
    (tmp_path / "odd" / "strange.eml").write_bytes(running("ur", 1).files["0001.step"])
    for game in ("tigris", "cards"):
        assert person.at(f"games/{game}", "status")[0] == 0
    return person


JOIN = ("join", "~/mail/offer.eml", "--name", "Anna")
MADE = "You join as Anna. Your folder: "
PLACES: dict[str, tuple[str, tuple[str, ...], int, str]] = {
    # where, what is typed, exit code, what is said
    "status around the home": (".", (), 0, "There is no game in this folder. Your games:"),
    "games around the home": (".", ("games",), 0, "Tigris & Euphrates   "),
    "an invitation received around the home": (
        ".",
        ("receive", "~/mail/offer.eml"),
        5,
        "this is an invitation to a game you have not joined yet\nhint: referee join ",
    ),
    "joined around the home": (".", JOIN, 0, f"{MADE}ur-on-sundays"),
    "joined into the very folder of the home": (
        ".",
        (*JOIN, "--folder", "."),
        74,
        "hint: choose a separate folder for the game: --folder DIR",
    ),
    "offered around the home": (".", ("offer", "ur", "--seats", "3"), 0, "folder: ur"),
    "a letter received around the home": (".", ("receive", "~/mail/step.eml"), 0, f"step {LAST} is recorded"),
    "a folder of mails received around the home": (".", ("receive", "~/mail"), 0, " not for your games"),
    "a move around the home": (".", ("move", "pass"), 5, "name the game with --game TITLE, or cd into its folder"),
    "a move by title": (".", ("hand", "--game", "tigris"), 0, " market"),
    "a title that is none": (
        ".",
        ("hand", "--game", "chess"),
        3,
        "there is no folder and no game of yours called chess; there are: Euphrates & Tigris: the card game, ",
    ),
    "a title of two games": (".", ("hand", "--game", "euphrates"), 3, "several games called euphrates: "),
    "the charter of a game where the own key sits, around the home": (
        ".",
        ("receive", "~/odd/charter.eml"),
        0,
        "charter received: Anna, Bert, Carl",
    ),
    "the same in a folder with other things": (
        "papers",
        ("receive", "~/odd/charter.eml"),
        0,
        "charter received: Anna, Bert, Carl",
    ),
    "a letter of a game that is not known": (
        "papers",
        ("receive", "~/odd/strange.eml"),
        5,
        "this mail is for a game that is not known here; nothing was received\nhint: cd into the game's folder",
    ),
    "an invitation received among other things": ("papers", ("receive", "~/mail/offer.eml"), 5, "hint: referee join "),
    "joined among other things": ("papers", JOIN, 0, f"{MADE}ur-on-sundays"),
    "joined in an empty folder": ("empty", (*JOIN, "--folder", "."), 0, f"{MADE}."),
    "joined in the folder of another game": (
        "games/tigris",
        JOIN,
        5,
        "this is inside the folder of another game, .\nhint: choose another folder: --folder ../ur-on-sundays",
    ),
    "joined below the folder of another game": (
        "games/tigris/letters/deep",
        JOIN,
        5,
        "hint: choose another folder: --folder ~/games/ur-on-sundays",
    ),
    "joined onto another game": (
        "games",
        (*JOIN, "--folder", "cards"),
        5,
        "cards already holds a game\nhint: choose another folder: --folder ur-on-sundays-2",
    ),
    "joined where a folder of that name is": ("papers+taken", JOIN, 5, "the folder ur-on-sundays already"),
    "joined inside the home": ("home-anna/keys", JOIN, 74, "hint: change to another folder first: cd ~"),
    "status inside the home": ("home-anna", (), 0, "There is no game in this folder. Your games:"),
    "the letter of another game": ("games/cards", ("receive", "~/mail/step.eml"), 0, f"step {LAST} is recorded"),
    "an invitation in the folder of another game": (
        "games/cards",
        ("receive", "~/mail/offer.eml"),
        5,
        "this is an invitation to a game you have not joined yet\nhint: referee join ",
    ),
    "status inside the record": ("games/tigris/record", (), 0, f"Tigris & Euphrates, step {LAST - 1}, Anna: "),
    "status far below the record": ("games/tigris/letters/deep", (), 0, "Tigris & Euphrates, step "),
    "status above the games": ("games", (), 0, "Tigris & Euphrates   "),
    "a folder of mails, with an invitation": ("empty", ("join", "~/mail", "--name", "Anna"), 0, "You join as Anna"),
    "a folder without an invitation": ("empty", ("join", "~/papers", "--name", "Anna"), 3, "invitation"),
    "a mail that is not there": ("empty", ("receive", "letter.eml"), 74, "letter.eml: no such file or directory"),
    "a mail without a note": ("empty", ("receive", "~/mail/shopping.txt"), 3, "there is no note in this mail"),
    "below a record that lies around the home": ("papers+record", (), 0, "There is no game in this folder"),
    "joined below it": ("papers+record", JOIN, 0, f"{MADE}ur-on-sundays"),
    "beside it": (".+record", (), 74, "which others get to see\nhint: a record was put there by mistake; move it"),
    "a folder that was removed": ("gone", (), 74, "the current folder no longer exists: it was deleted or renamed"),
    "joined in a folder that was removed": ("gone", JOIN, 74, "the current folder no longer exists"),
    "received in a folder that was removed": (
        "gone",
        ("receive", "~/mail/step.eml"),
        74,
        "the current folder no longer exists",
    ),
    "games from a folder that was removed": ("gone", ("games",), 74, "the current folder no longer exists"),
    "joined where nothing can be written": ("sealed", JOIN, 74, "ur-on-sundays"),
    "received where nothing can be written": ("sealed", ("receive", "~/mail/step.eml"), 0, f"step {LAST} is recorded"),
}


def test_there_are_thirty_of_them() -> None:
    assert len(PLACES) >= 30


@pytest.mark.parametrize(("place", "typed", "code", "said"), PLACES.values(), ids=PLACES.keys())
def test_in_a_wrong_place_the_sentence_helps_and_nobody_is_locked_out(
    anna: Person, place: str, typed: tuple[str, ...], code: int, said: str
) -> None:
    where, _, made = place.partition("+")
    if made == "record":
        lay(anna.root, {"offer.note": render_bundle((OFFER,))})
    if made == "taken":
        (anna.root / where / "ur-on-sundays" / "photos").mkdir(parents=True)
    before = snapshot(anna.root / "papers"), sorted(anna.root.iterdir())
    found, out, errors = _typed(anna, where, typed)

    assert found == code != 70, out + errors
    assert said in out + errors
    assert "Traceback" not in out + errors
    if code:
        assert (snapshot(anna.root / "papers"), sorted(anna.root.iterdir())) == before
    for game in ("tigris", "cards"):
        assert anna.at("empty", "status", "--game", anna.root / "games" / game)[0] == 0


def _typed(anna: Person, where: str, typed: tuple[str, ...]) -> tuple[int, str, str]:
    if where == "gone":
        return _in_a_removed_folder(anna, typed)
    if where != "sealed":
        return anna.at(where, *typed)
    if os.geteuid() == 0:  # nothing stops root, but there nobody can make a folder
        return anna.at("/proc", *typed)
    (anna.root / "empty").chmod(0o555)
    try:
        return anna.at("empty", *typed)
    finally:
        (anna.root / "empty").chmod(0o755)


def _in_a_removed_folder(anna: Person, typed: tuple[str, ...]) -> tuple[int, str, str]:
    gone = anna.root / "gone"
    gone.mkdir()
    before = Path.cwd()
    os.chdir(gone)
    gone.rmdir()
    try:
        return inside([word.replace("~", str(anna.root)) for word in typed], anna.home, None)
    finally:
        os.chdir(before)


@pytest.mark.parametrize("lies_as", ["NFC", "NFD"])
@pytest.mark.parametrize("typed_as", ["NFC", "NFD"])
def test_a_folder_is_found_however_its_accents_are_written(tmp_path: Path, lies_as: str, typed_as: str) -> None:
    """A Mac writes them apart, and what came from it is named here by a keyboard that does not."""
    game = lay(tmp_path / unicodedata.normalize(lies_as, "Gäste"), MATCH.files)  # type: ignore[arg-type]
    home, typed = home_of(tmp_path, "anna"), unicodedata.normalize(typed_as, "Gäste")  # type: ignore[arg-type]
    code, _, errors = inside(("status", "-g", typed), home, tmp_path)
    assert code == 0, errors
    (tmp_path / "elsewhere").mkdir()
    code, _, errors = inside(("status", "-g", typed), home, tmp_path / "elsewhere")
    assert (code, game.is_dir()) == (0, True), errors


@pytest.mark.parametrize(("lang", "told"), [("en", "there are: none"), ("it", "ci sono: nessuna")])
def test_where_there_is_no_game_that_is_said(tmp_path: Path, lang: str, told: str) -> None:
    code, _, errors = inside(("status", "-g", "friday", "--lang", lang), home_of(tmp_path, "anna"), tmp_path)

    assert (code, told in errors) == (3, True), errors
