"""A host who plays with a masked deck looks at his hand, signs nothing, and deals again until he likes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from referee.record.note import read_bundle, render_bundle, sign_note
from referee.record.notes import Offer
from referee.record.store import GameFolder
from tests.cli.masked_story import Evening
from tests.support.dishonest.light import light
from tests.support.dishonest.signing import changed

DARK = "not all key shares are here, so this computer cannot say which; the host may have known it"


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    with light():
        yield


def looked_at(tmp_path: Path, seats: int = 3, others: int = 4) -> tuple[Evening, list[str]]:
    """All but Anna have looked so often after the accepts; and the hand that Anna sees on a copy of her folder, which
    she throws away: at the table she has signed nothing.
    """
    evening = Evening(tmp_path / "table", ("anna", "bert", "carl")[:seats]).opens()
    evening.look(("anna",))
    for _ in range(others):
        evening.look(evening.players[1:])
    copy = Evening(copytree(evening.root, tmp_path / "copy"), evening.players, fresh=evening.fresh)
    for _ in range(2):
        copy.does("anna", "status")
        copy.look(("anna",))
    return evening, sorted(copy.does("anna", "hand").splitlines()[0].partition(": ")[2].split(", "))


def deals_again(evening: Evening) -> Path:
    """The invitation to the second attempt."""
    again = evening.root / "anna" / "again"
    evening.does(
        "anna", "offer", "tigris", "--seats", str(len(evening.players)), "--title", "Again", "-o", "deal=masked",
        "--play", "--name", "Anna", "--void", evening.game("anna"), "--why", "Carl cannot play", "--folder", again,
    )  # fmt: skip
    return again / "letters" / "invitation.txt"


def told_of(errors: str) -> list[str]:
    """The hand that was thrown away, as the next offer tells it."""
    line = next((line for line in errors.splitlines() if "had given Anna" in line), ": ")
    return sorted(line.partition("had given Anna: ")[2].split(", "))


def test_the_next_offer_shows_everybody_the_hand_that_the_host_had_seen(tmp_path: Path) -> None:
    """It cost him nothing to look: nobody had to sign for it. Now it shows, and nobody joins without saying yes."""
    evening, hand = looked_at(tmp_path)
    invitation = deals_again(evening)

    for who in ("bert", "carl"):
        code, _, errors = evening.types(who, "join", invitation, "--name", who.title())
        assert (code, told_of(errors)) == (5, hand), errors
        evening.does(who, "join", invitation, "--name", who.title(), "--yes", "--folder", "../again")


def test_where_a_lock_is_missing_here_it_says_that_the_host_may_have_known(tmp_path: Path) -> None:
    """Carl's locks have reached Anna alone."""
    evening, _ = looked_at(tmp_path)
    game = GameFolder(evening.game("bert"))
    for name in game.list_pending():
        if name.startswith("unlock-0000-carl"):
            (game.path / "pending" / name).unlink()
    code, _, errors = evening.types("bert", "join", deals_again(evening), "--name", "Bert")

    assert code == 5 and DARK in errors and told_of(errors) == [""]


def test_where_nobody_could_know_a_hand_none_is_told(tmp_path: Path) -> None:
    """Carl has not accepted, so nobody has all mixes, or any lock."""
    evening = Evening(tmp_path / "table", ("anna", "bert", "carl")).opens(accepts=False)
    evening.does("bert", "accept", "--yes")
    evening.look(("bert",))
    code, _, errors = evening.types("bert", "join", deals_again(evening), "--name", "Bert")

    assert code == 5 and "had given" not in errors


def test_an_offer_that_shows_no_secret_or_another_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    evening, _ = looked_at(tmp_path, seats=2)
    invitation = deals_again(evening)
    signed = read_bundle((evening.root / "anna" / "again" / "record" / "offer.note").read_bytes())[0]
    key = evening.stands.signer()
    for olddeck, code in ((None, "does not show the deck secret"), (b"\1" + bytes(31), "shows a deck secret")):
        lie = sign_note(changed(signed.read(Offer), olddeck=olddeck), key)
        invitation.write_bytes(render_bundle((lie,)))
        found, out, errors = evening.types("bert", "join", invitation, "--name", "Bert", "--yes")
        assert (found, out) == (4, "") and code in errors, errors
        assert not (evening.root / "bert" / "again").exists()
