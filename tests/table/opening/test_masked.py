"""The opening of a game whose deck nobody sees: join, charter, mixes, deal, and the locks of the first hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from referee.crypto.curve25519 import GROUP
from referee.crypto.deck import masking
from referee.games import find
from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.goods import Counts, Holder
from referee.protocol.masked import key_share_notes
from referee.protocol.masked.hidden_tiles import with_visible_hand
from referee.protocol.masked.key_share_notes import check_first_unlock, first_hands, positions_of_others, ranges_of
from referee.protocol.masked.shuffling import check_mix, check_mixes, make_mix, unshuffled_deck
from referee.protocol.opening.charter import check_join, make_charter, read_charter
from referee.protocol.opening.deal import read_deal, seed_shares_by_seat
from referee.protocol.seating import Eyes, eyes_of_key, own_game_secret, stranger_eyes
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Range
from referee.session.close_step import close_deal
from tests.table.opening.masked_openings import ESCROW, MASKED, Opening, mixed, offer_of, values_of
from tests.table.opening.openings import OTHER_ID, flip
from tests.table.small_games import HOST, key_of, signed_again

NUMBERS = [2, *(pytest.param(seats, marks=pytest.mark.long) for seats in (3, 4))]


def code(call: Callable[[], object]) -> str:
    with pytest.raises(RefereeError) as refusal:
        call()
    return refusal.value.code


def fail(*_: object) -> Any:
    raise AssertionError("arithmetic")


# Offer, join, charter


@pytest.mark.parametrize("game", ["ur", "cards"])
def test_a_deck_that_cannot_be_mixed_before_the_deal_is_not_masked(game: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        offer_of(find(game).info.seats[0], game=game)
    assert refusal.value.code == "deal-not-for-game"


@pytest.mark.parametrize("absence", [(), (("absence", "skip"),)])
def test_a_host_who_plays_with_a_masked_deck_lets_nobody_pass_alone(absence: tuple[tuple[str, str], ...]) -> None:
    assert code(lambda: offer_of(3, (*MASKED, *absence, ("host", "anna")))) == "skip-needs-neutral-host"
    for agreed in ("agreed", "pause"):
        assert offer_of(3, (*MASKED, ("absence", agreed), ("host", "anna")))


def test_a_masked_deck_goes_with_listed_seats_and_with_shares_of_three() -> None:
    """D22: whose tiles are whose is clear before the deal; and of two players nobody holds a share."""
    assert code(lambda: offer_of(3, (*MASKED, ("seating", "drawn")))) == "term-not-masked"
    assert code(lambda: offer_of(2, ESCROW)) == "escrow-too-few"
    assert offer_of(3, (*MASKED, ("escrow", "no"))) and offer_of(3, ESCROW)


def joined(opening: Opening, seat: str, **values: Any) -> SignedNote:
    at = opening.table.seat(seat)
    return signed_again(opening.joins[at], key_of(seat), **values)


def test_a_join_needs_a_deck_key_that_is_proven() -> None:
    """D1, D2."""
    opening = mixed(2)
    anna = values_of(opening.joins[0])
    check_join(opening.offer, opening.joins[0])
    refusals = {
        "none": ({"deck": None, "pok": None}, "deck-line-missing"),
        "no proof": ({"pok": None}, "deck-line-missing"),
        "copied": ({"deck": anna.deck, "pok": anna.pok}, "deck-key-unproven"),
        "bent": ({"pok": values_of(opening.joins[1]).pok[:32] + bytes(32)}, "deck-key-unproven"),
        "short": ({"pok": bytes(32)}, "deck-key-unproven"),
        "no point": ({"deck": bytes(32)}, "bad-point"),
    }
    for values, expected in refusals.values():
        other = joined(opening, "bert", **values)
        assert code(lambda other=other: check_join(opening.offer, other)) == expected


def test_two_who_work_together_cannot_leave_a_deck_unmasked() -> None:
    """D2: each proves a key of its own, and together they are nothing."""
    opening = mixed(2)
    secret = GROUP - masking.deck_secret(own_game_secret(opening.table, key_of("anna")))
    nonce, key = values_of(opening.offer).nonce, key_of("bert")
    proof = masking.prove_key(secret, nonce, "bert", key.public)
    bert = joined(opening, "bert", deck=masking.deck_key(secret), pok=proof)
    check_join(opening.offer, bert)
    joins = (opening.joins[0], bert)
    assert code(lambda: make_charter(key_of(HOST), opening.offer, joins, ("anna", "bert"))) == "deck-keys-cancel"


@pytest.mark.parametrize(
    "change",
    [
        lambda keys: {**keys, "anna": keys["bert"], "bert": keys["anna"]},
        lambda keys: {"anna": keys["anna"]},
        lambda keys: {**keys, "anna": masking.deck_key(5)},
    ],
    ids=["swapped", "one less", "another"],
)
def test_a_charter_quotes_the_deck_keys_of_its_joins(change: Callable[[Any], Any]) -> None:
    """D2."""
    opening = mixed(2)
    other = signed_again(opening.charter, key_of(HOST), deck=change(dict(values_of(opening.charter).deck)))
    assert code(lambda: read_charter((opening.offer, *opening.joins, other))) == "charter-line-differs"
    assert read_charter((opening.offer, *opening.joins, opening.charter)).deck_keys == opening.table.deck_keys


# Mixes


def test_a_mix_is_made_by_the_seat_that_is_due_alone() -> None:
    """D5."""
    opening = mixed(2)
    for name, before in (("bert", opening.decks[0]), ("anna", opening.decks[1]), ("anna", opening.decks[2])):
        assert code(lambda at=before, name=name: make_mix(opening.table, at, key_of(name))) == "mix-not-due"
    assert code(lambda: make_mix(opening.table, opening.decks[0], key_of(HOST))) == "mix-not-due"
    assert make_mix(opening.table, opening.decks[1], key_of("bert")).id == opening.mixes[1].id


MIX_LIES: dict[str, tuple[dict[str, Any], str, str]] = {
    "another game": ({"game": OTHER_ID}, "bert", "mix-of-other-game"),
    "another pile": ({"pile": "cards"}, "bert", "mix-of-other-game"),
    "out of turn": ({"seat": "anna"}, "anna", "mix-not-due"),
    "under another key": ({}, "anna", "mix-other-key"),
    "another head": ({"head": OTHER_ID}, "bert", "mix-other-head"),
    "the deck before": ({"head": ""}, "bert", "mix-other-head"),
    "shares": ({"share": {"anna": bytes(32)}}, "bert", "mix-with-shares"),
    "short deck": ({"deck": bytes(64)}, "bert", "deck-size"),
    "short proof": ({"proof": bytes(32)}, "bert", "proof-size"),
}


@pytest.mark.parametrize("lie", MIX_LIES)
def test_a_mix_that_is_none_is_refused_before_any_arithmetic(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """D5, D8."""
    values, signer, expected = MIX_LIES[lie]
    opening = mixed(2)
    if values.get("head") == "":
        values = {"head": opening.table.game_id}
    other = signed_again(opening.mixes[1], key_of(signer), **values)
    monkeypatch.setattr(masking.group, "read_point", fail)
    monkeypatch.setattr(masking.shuffle_proof, "holds", fail)

    assert code(lambda: check_mix(opening.table, opening.decks[1], other)) == expected


def test_a_mix_that_does_not_hold_is_refused_whoever_has_seen_another_hold() -> None:
    """D5, D7: a mix of what the charter begins with, told as one of what anna has made."""
    opening = mixed(2)
    bent = values_of(opening.mixes[1])
    other = signed_again(opening.mixes[1], key_of("bert"), proof=bent.proof[:-32] + flip(bent.proof[-32:]))
    assert code(lambda: check_mix(opening.table, opening.decks[1], other, opening.proven)) == "mix-unproven"
    moved = signed_again(opening.mixes[1], key_of("bert"), head=opening.table.game_id)
    assert code(lambda: check_mixes(opening.table, (opening.mixes[1],))) == "mix-not-due"
    start = replace(unshuffled_deck(opening.table), done=1)
    assert code(lambda: check_mix(opening.table, start, moved)) == "mix-unproven"
    forged = SignedNote(opening.mixes[1].body, opening.mixes[1].key, "mix@referee.pbem", bytes(64))
    for proven in ((), opening.proven):
        found = code(lambda proven=proven: check_mix(opening.table, opening.decks[1], forged, proven))
        assert found == "bad-signature"


def test_a_mix_that_has_held_is_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    opening = mixed(2)
    monkeypatch.setattr(masking.shuffle_proof, "holds", fail)
    again = check_mixes(opening.table, opening.mixes, opening.proven)

    assert masking.write_deck(again.deck) == masking.write_deck(opening.last.deck)
    assert (again.head, again.done, again.due(opening.table)) == (opening.mixes[-1].id, 2, None)


# The deal


def readers(opening: Opening) -> dict[str, Eyes]:
    table = opening.table
    own = {name: eyes_of_key(table, key_of(name), {}) for name in table.names}
    return {"stranger": stranger_eyes(table), "host": eyes_of_key(table, key_of(HOST), {}), **own}


@pytest.mark.parametrize("seats", NUMBERS)
def test_everybody_knows_after_the_deal_what_lies_in_which_hand_and_no_more(seats: int) -> None:
    """The host too: he has no secret, so he may play."""
    opening = mixed(seats)
    closed = opening.closed
    hands = first_hands(opening.table).hands
    assert hands == tuple(tuple(range(6 * seat, 6 * seat + 6)) for seat in range(seats))
    for name, eyes in readers(opening).items():
        position = read_deal(opening.table, closed.signed_notes, eyes, opening.proven)
        known = position.knowledge
        assert isinstance(known, Holder if name in opening.table.names else Counts)
        counts = known.counts if isinstance(known, Holder) else known
        assert isinstance(counts, Counts) and counts.hands == hands
        assert (position.stocks, position.bag) == ((counts.stock,), ())
    deal = values_of(closed.step_note)
    assert (dict(deal.mix), deal.bag, deal.hand) == ({m.note().seat: m.id for m in opening.mixes}, (), {})  # type: ignore[union-attr]


def test_draws_of_the_set_up_are_served_in_seat_order_whatever_the_order_of_its_events() -> None:
    """So that a lock of a first hand may be signed before anybody knows that order."""
    opening = mixed(2)
    table = opening.table

    def turned(options: Any, dice: Any) -> Any:
        step = table.game.setup(options, dice)
        return replace(step, events=step.events[::-1])

    other = replace(table, game=replace(table.game, setup=turned))
    eyes = eyes_of_key(other, key_of(HOST), seed_shares_by_seat(other, opening.accepts))
    closed = close_deal(other, opening.accepts, eyes, key_of(HOST), opening.mixes, opening.proven)
    known = read_deal(other, closed.signed_notes, stranger_eyes(other), opening.proven)
    assert isinstance(known.knowledge, Counts)
    assert known.knowledge.hands == first_hands(table).hands == first_hands(other).hands
    assert known.stocks == (known.knowledge.stock,)


def dealt(opening: Opening, mixes: Sequence[SignedNote] | None = None, **values: Any) -> tuple[SignedNote, ...]:
    *before, deal = opening.closed.signed_notes
    accepts = before[: len(opening.table.names)]
    return (*accepts, *(opening.mixes if mixes is None else mixes), signed_again(deal, key_of(HOST), **values))


def test_a_deal_with_other_mixes_is_refused() -> None:
    """D24: at step 0, before any move is signed on it."""
    opening = mixed(2)
    table, (one, two) = opening.table, opening.mixes
    bent = signed_again(two, key_of("bert"), proof=flip(values_of(two).proof))
    by_seat = {"anna": one.id, "bert": two.id}
    cases: dict[str, tuple[tuple[SignedNote, ...], str]] = {
        "another mix": (dealt(opening, mix={**by_seat, "bert": OTHER_ID}), "deal-line-differs"),
        "one less": (dealt(opening, mix={"anna": one.id}), "deal-line-differs"),
        "none told": (dealt(opening, mix={}), "deck-line-missing"),
        "none there": (dealt(opening, ()), "bad-deal-file"),
        "one there": (dealt(opening, (one,)), "bad-deal-file"),
        "another order": (dealt(opening, (two, one)), "mix-not-due"),
        "one that does not hold": (dealt(opening, (one, bent), mix={**by_seat, "bert": bent.id}), "bad-scalar"),
        "a bag": (dealt(opening, bag=(("tiles", bytes(32)),)), "deck-line-surplus"),
        "a hand": (dealt(opening, hand={"anna": bytes(272)}), "deck-line-surplus"),
    }
    for name, (signed_notes, expected) in cases.items():
        found = code(lambda notes=signed_notes: read_deal(table, notes, stranger_eyes(table), opening.proven))
        assert found in (expected, "bad-point"), name
    read_deal(table, dealt(opening), stranger_eyes(table))


# The first hands


def shares_of(opening: Opening) -> dict[int, Any]:
    table, last = opening.table, opening.last
    return {
        seat: check_first_unlock(table, last.deck, last.head, signed) for seat, signed in enumerate(opening.unlocks)
    }


def lit_for(opening: Opening, name: str, shares: Mapping[int, Any]) -> tuple[tuple[int, str], ...]:
    """What the deal shows to a seat once these locks are there."""
    table, eyes = opening.table, eyes_of_key(opening.table, key_of(name), {})
    position = read_deal(table, opening.closed.signed_notes, eyes, opening.proven)
    assert position.past.locks is not None
    locks = replace(position.past.locks, shares=tuple(shares.get(seat, {}) for seat in range(len(table.names))))
    knowledge = with_visible_hand(replace(position, past=replace(position.past, locks=locks)), eyes).knowledge
    assert isinstance(knowledge, Holder)
    return tuple(knowledge.lit().items())


@pytest.mark.parametrize("seats", NUMBERS)
def test_the_locks_of_all_others_light_a_hand_for_its_owner(seats: int) -> None:
    """D18: with one of them missing not a single tile."""
    opening = mixed(seats)
    table, shares, hands = opening.table, shares_of(mixed(seats)), first_hands(mixed(seats).table).hands
    seen = []
    for seat, name in enumerate(table.names):
        found = lit_for(opening, name, shares)
        assert [position for position, _ in found] == list(hands[seat])
        seen += [kind for _, kind in found]
        for missing in set(shares) - {seat}:
            fewer = {other: found for other, found in shares.items() if other != missing}
            assert lit_for(opening, name, fewer) == ()
    counts = dict(table.piles[0].kinds)
    assert all(seen.count(kind) <= counts[kind] for kind in set(seen)) and len(seen) == 6 * seats


def test_the_first_hands_of_a_rehearsal_are_these() -> None:
    """Whatever changes in mixes or locks is seen here: the same keys give the same tiles."""
    opening = mixed(2)
    hands = [" ".join(kind for _, kind in lit_for(opening, name, shares_of(opening))) for name in opening.table.names]
    assert hands == FIRST_HANDS


FIRST_HANDS = ["temple settlement settlement temple temple farm", "temple temple temple market farm temple"]

UNLOCK_LIES: dict[str, tuple[dict[str, Any], str, str]] = {
    "another game": ({"game": OTHER_ID}, "bert", "unlock-elsewhere"),
    "another step": ({"step": 1}, "bert", "unlock-elsewhere"),
    "another deck": ({"head": OTHER_ID}, "bert", "unlock-elsewhere"),
    "a secret beside": ({"open": {"anna": bytes(32)}}, "bert", "unlock-elsewhere"),
    "under another key": ({}, "anna", "unlock-other-key"),
    "its own tiles": ({"lock": (Range("tiles", 6, 6),)}, "bert", "lock-own"),
    "undrawn": ({"lock": (Range("tiles", 12, 6),)}, "bert", "lock-not-drawn"),
    "beyond the pile": ({"lock": (Range("tiles", 9999, 6),)}, "bert", "lock-not-drawn"),
    "of another pile": ({"lock": (Range("cards", 0, 6),)}, "bert", "lock-not-drawn"),
}


@pytest.mark.parametrize("lie", UNLOCK_LIES)
def test_an_unlock_that_is_none_is_refused_before_any_arithmetic(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """D10, D31: what was shown under one deck opens nothing under another."""
    values, signer, expected = UNLOCK_LIES[lie]
    opening = mixed(2)
    other = signed_again(opening.unlocks[1], key_of(signer), **values)
    monkeypatch.setattr(key_share_notes.masking, "read_lock", fail)

    assert code(lambda: check_first_unlock(opening.table, opening.last.deck, opening.last.head, other)) == expected


def test_an_unlock_whose_locks_are_of_other_positions_is_refused() -> None:
    """D9: each stands for its own."""
    opening = mixed(2)
    locks = values_of(opening.unlocks[1]).locks
    other = signed_again(opening.unlocks[1], key_of("bert"), locks=locks[96:] + locks[:96])
    assert code(lambda: check_first_unlock(opening.table, opening.last.deck, opening.last.head, other)) == (
        "lock-unproven"
    )


def test_an_unlock_that_its_seat_has_not_signed_is_refused() -> None:
    """D9."""
    opening, signed = mixed(2), mixed(2).unlocks[1]
    forged = SignedNote(signed.body, signed.key, signed.namespace, bytes(64))
    assert code(lambda: check_first_unlock(opening.table, opening.last.deck, opening.last.head, forged)) == (
        "bad-signature"
    )


def test_a_tile_of_another_deck_is_none() -> None:
    """A share that was not checked: what comes out is no tile of the pile, and is never taken for one."""
    opening, hand = mixed(2), first_hands(mixed(2).table).hands[0]
    shares = {1: dict.fromkeys(hand, opening.last.deck[0][0])}
    found = code(lambda: lit_for(opening, "anna", shares))
    assert found == "no-tile-there"


def test_locks_under_one_deck_are_none_under_another() -> None:
    """D31: a second last mix, with the same tiles drawn."""
    opening = mixed(2)
    note = values_of(opening.unlocks[0])
    told = sign_note(replace(note, head=encode_b64(bytes(32))), key_of("anna"))
    assert (
        code(lambda: check_first_unlock(opening.table, opening.last.deck, encode_b64(bytes(32)), told))
        == "lock-unproven"
    )


def test_positions_are_told_in_ranges_that_no_gap_parts() -> None:
    others = positions_of_others(Counts((tuple(range(6)), tuple(range(6, 12)), (12, 14))), 1)
    assert others == (0, 1, 2, 3, 4, 5, 12, 14)
    assert ranges_of("tiles", others) == (Range("tiles", 0, 6), Range("tiles", 12, 1), Range("tiles", 14, 1))
    assert values_of(mixed(2).unlocks[1]).lock == (Range("tiles", 0, 6),)
