"""No seat has a name that means something else where seats are typed, in whatever language."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.i18n.catalogue import in_any_language
from referee.record.note import read_bundle, sign_note
from referee.record.notes import Join
from tests.cli.games_on_disk import home_of, mail_with
from tests.cli.terminal import inside
from tests.support.rehearse import test_key as key_called
from tests.table.small_games import changed

HOUSE = {
    word
    for context, codes in (("party", ("host", "all")), ("agreement", ("draw", "end", "leave", "back")))
    for code in codes
    for word in in_any_language(context, code)
}
TAKEN = sorted(
    {"arbitro", "tutti", "me", "io", "key", "chiave", "left", "no"} | {word for word in HOUSE if word.isascii()}
)
JOIN = "join-anna.note"


@pytest.fixture
def offer(tmp_path: Path) -> Path:
    (tmp_path / "host").mkdir()
    code, _, errors = inside(
        ["offer", "tigris", "--seats", "2", "--folder", "."], home_of(tmp_path, "host"), tmp_path / "host"
    )
    assert code == 0, errors
    return tmp_path / "host" / "record" / "offer.note"


def joins(offer: Path, *named: str) -> tuple[int, str, str]:
    place = offer.parents[2] / "anna"
    place.mkdir(exist_ok=True)
    return inside(["join", offer, *named, "--folder", "."], home_of(offer.parents[2], "anna"), place)


@pytest.mark.parametrize("name", TAKEN)
def test_a_word_that_means_something_else_names_no_seat(offer: Path, name: str) -> None:
    code, _, errors = joins(offer, "--seat", name)

    assert (code, errors.splitlines()[0]) == (3, f"referee: {name} is reserved and names no seat")
    assert "--seat" in errors and not list(offer.parents[2].glob("anna/outbox/*"))


@pytest.mark.parametrize(("lang", "told"), [("en", "io is reserved"), ("it", "io è riservato")])
def test_a_person_who_is_called_so_is_told_to_name_a_seat(offer: Path, lang: str, told: str) -> None:
    code, _, errors = joins(offer, "--name", "Io", "--lang", lang)
    named = joins(offer, "--name", "Io", "--seat", "iolanda")

    assert (code, told in errors, named[0]) == (3, True, 0)


def test_a_host_takes_no_join_in_for_such_a_seat_whoever_has_made_it(offer: Path) -> None:
    assert joins(offer, "--seat", "anna")[0] == 0
    (signed,) = read_bundle((offer.parents[2] / "anna" / "outbox" / JOIN).read_bytes())
    forged = sign_note(changed(signed.read(Join), seat="arbitro"), key_called("anna"))
    mail = mail_with(offer.parents[2] / "mail.eml", forged)
    code, _, errors = inside(["receive", mail], home_of(offer.parents[2], "host"), offer.parents[1])

    assert (code, "arbitro is reserved" in errors) == (3, True), errors
    assert not list(offer.parents[1].glob("pending/join-*"))


@pytest.mark.parametrize("name", ["Апna", "Bert", "Ann\N{COMBINING ACUTE ACCENT}a"])
def test_the_host_reads_names_that_look_alike_as_everybody_does(offer: Path, name: str) -> None:
    """Beside the fingerprint the seat stands, where a name would pass for another one."""
    root = offer.parents[2]
    for who, called in (("anna", name), ("bert", "Bert")):
        place = root / who
        place.mkdir()
        typed = ["join", offer, "--seat", who, "--name", called, "--folder", "."]
        code, _, errors = inside(typed, home_of(root, who), place)
        assert code == 0, errors
        assert inside(["receive", place / "outbox" / f"join-{who}.note"], home_of(root, "host"), root / "host")[0] == 0
    code, out, errors = inside(["charter"], home_of(root, "host"), root / "host")

    assert code == 0, errors
    assert "\nanna signs with the key SHA256:" in out
    assert name == "Bert" or name not in out
