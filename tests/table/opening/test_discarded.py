"""The hand of a host who plays, in a masked deal that he has thrown away: shown by the next offer, checked and told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.crypto.deck import group, masking
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.goods import Holder
from referee.protocol.masked.hidden_tiles import with_visible_hand
from referee.protocol.masked.key_share_notes import with_unlocks
from referee.protocol.opening.charter import check_offer, make_offer
from referee.protocol.opening.deal import read_deal
from referee.protocol.seating import Table, author_role, eyes_of_key, own_game_secret
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Mix, Offer, Unlock
from referee.record.store import GameFolder
from referee.session.opening.discarded_hand import is_untold, shown_secret
from referee.session.opening.reoffer import check_reoffer, hand_of_cancelled_deal
from tests.support.dishonest.light import light
from tests.support.rehearse import test_nonce
from tests.table.opening.masked_openings import MASKED, Opening, accepted, mix
from tests.table.opening.openings import flip
from tests.table.second_masks import check_given_up
from tests.table.second_notes import Wrong, read
from tests.table.small_games import HOST, key_of, signed_again

PLAYS = (("absence", "agreed"), *MASKED, ("host", "anna"))
NEUTRAL = (("absence", "agreed"), *MASKED)


@pytest.fixture
def quick() -> Iterator[None]:
    with light():
        yield


def opened(seats: int = 3) -> Opening:
    return mix(accepted(seats, "thrown away", PLAYS))


def secret_of(table: Table, seat: str = "anna") -> bytes:
    return group.written_scalar(masking.deck_secret(own_game_secret(table, key_of(seat))))


def again(table: Table, chosen: Any = PLAYS, **values: Any) -> SignedNote:
    """The offer that gives up the charter of a table, with some lines changed."""
    voided = (table.game_id, key_of(HOST), table.offer_nonce)
    seats, nonce = len(table.names), test_nonce("thrown away again")
    offer = make_offer(key_of(HOST), table.game, seats, chosen, nonce, attempt=2, voided=voided)
    return signed_again(offer, key_of(HOST), **values)


def folder_with(place: Path, *notes: SignedNote) -> GameFolder:
    """A folder in which these mixes and unlocks wait."""
    folder = GameFolder(place / "game")
    folder.begin()
    for at, signed in enumerate(notes):
        seat = signed.note().seat  # type: ignore[attr-defined]
        name = f"mix-{seat}.note" if signed.type == "mix" else f"unlock-0000-{seat}-{at:08x}.note"
        folder.write_pending(name, render_bundle((signed,)))
    return folder


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_hand_that_the_host_had_is_told_from_what_lies_here(tmp_path: Path, seats: int) -> None:
    """It is the one that he would have got, had he dealt; nobody needs his own locks for that."""
    opening = opened(seats)
    table, offer = opening.table, again(opening.table, olddeck=secret_of(opening.table)).read(Offer)
    others = [signed for signed in opening.unlocks if signed.read(Unlock).seat != "anna"]
    folder = folder_with(tmp_path, *opening.mixes, *others)

    assert check_reoffer(again(table, olddeck=secret_of(table)), table) == offer
    assert sorted(hand_of_cancelled_deal(table, offer, folder) or ()) == sorted(dealt_to_anna(opening))


def dealt_to_anna(opening: Opening) -> list[str]:
    """The hand of Anna in the deal, with all unlocks entered."""
    position = read_deal(opening.table, opening.closed.signed_notes, eyes_of_key(opening.table, key_of("anna"), {}))
    position = with_unlocks(position, sorted(opening.unlocks, key=lambda one: opening.table.seat(author_role(one))))
    knowledge = with_visible_hand(position, eyes_of_key(opening.table, key_of("anna"), {})).knowledge
    assert isinstance(knowledge, Holder)
    return [kind for at, kind in knowledge.faces if at in knowledge.counts.hands[0]]


@pytest.mark.usefixtures("quick")
def test_without_every_mix_and_every_lock_of_the_others_no_hand_is_told(tmp_path: Path) -> None:
    opening = opened()
    table, offer = opening.table, again(opening.table, olddeck=secret_of(opening.table)).read(Offer)
    less = {"lock": (*opening.mixes, *opening.unlocks[:2]), "mix": (*opening.mixes[:2], *opening.unlocks)}
    for what, notes in less.items():
        folder = folder_with(tmp_path / what, *notes)
        assert hand_of_cancelled_deal(table, offer, folder) is None
        assert not is_untold(table, folder)  # no locks of the reader's own were sent
        folder.write_outbox("unlock-0000-bert.note", render_bundle((opening.unlocks[1],)))
        assert is_untold(table, folder)


@pytest.mark.usefixtures("quick")
def test_a_lock_or_a_mix_that_does_not_hold_is_as_none(tmp_path: Path) -> None:
    opening = opened()
    table, offer = opening.table, again(opening.table, olddeck=secret_of(opening.table)).read(Offer)
    locks = opening.unlocks[2].read(Unlock).locks or b""
    bent = signed_again(opening.unlocks[2], key_of("carl"), locks=flip(locks))
    assert (
        hand_of_cancelled_deal(table, offer, folder_with(tmp_path / "lock", *opening.mixes, *opening.unlocks[:2], bent))
        is None
    )
    bent = signed_again(opening.mixes[1], key_of("bert"), proof=flip(opening.mixes[1].read(Mix).proof))
    mixes = (opening.mixes[0], bent, opening.mixes[2])
    assert hand_of_cancelled_deal(table, offer, folder_with(tmp_path / "mix", *mixes, *opening.unlocks)) is None


def test_only_the_deck_secret_of_the_hosts_seat_is_shown_and_it_must_be() -> None:
    """G-14."""
    table = accepted(2, "thrown away", PLAYS).table
    wrong = {
        "voided-deck-missing": {"olddeck": None},
        "voided-deck-differs": {"olddeck": secret_of(table, "bert")},
        "bad-scalar": {"olddeck": b"\xff" * 32},
    }
    for code, values in wrong.items():
        with pytest.raises(NotAuthentic) as refusal:
            check_reoffer(again(table, **values), table)
        assert refusal.value.code == code, code
    assert check_reoffer(again(table, NEUTRAL, olddeck=secret_of(table)), table)  # who hosts and plays no more as well


@pytest.mark.parametrize("chosen", [NEUTRAL, MASKED, (), (("host", "anna"),)], ids=str)
def test_an_offer_that_voids_anything_else_shows_no_deck_secret(chosen: Any) -> None:
    """G-14."""
    table = accepted(2, f"thrown away {chosen}", chosen).table
    assert check_reoffer(again(table), table)
    with pytest.raises(Unreadable) as refusal:
        check_reoffer(again(table, olddeck=bytes(32)), table)
    assert refusal.value.code == "deck-line-surplus"


def test_a_first_offer_shows_no_deck_secret() -> None:
    with pytest.raises(Unreadable) as refusal:
        check_offer(signed_again(accepted(2, "thrown away", PLAYS).offer, key_of(HOST), olddeck=bytes(32)))
    assert refusal.value.code == "deck-line-surplus"


def test_the_program_shows_the_secret_of_the_hosts_seat_by_its_own_key_alone() -> None:
    table = accepted(2, "thrown away", PLAYS).table
    assert shown_secret(table, None, key_of("anna")) == secret_of(table)
    for key in (key_of("bert"), key_of(HOST), key_of("mallory"), None):
        with pytest.raises(NotAuthentic) as refusal:
            shown_secret(table, None, key)
        assert refusal.value.code == "voided-deck-missing"
    assert shown_secret(accepted(2, "thrown away neutral", NEUTRAL).table, None, None) is None


def test_the_second_checker_reads_the_secret_alike() -> None:
    opening = accepted(2, "thrown away", PLAYS)
    table, rules = opening.table, read(render_bundle((opening.charter,)))[0]
    good = again(table, olddeck=secret_of(table))
    check_given_up(read(render_bundle((good,)))[0], rules)
    for bent in (again(table), again(table, olddeck=secret_of(table, "bert"))):
        with pytest.raises(Wrong):
            check_given_up(read(render_bundle((bent,)))[0], rules)
    with pytest.raises(Wrong):
        other = read(render_bundle((accepted(2, "thrown away neutral", NEUTRAL).charter,)))[0]
        check_given_up(read(render_bundle((good,)))[0], other)
