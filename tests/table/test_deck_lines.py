"""Lines and notes of a masked game in one that is not, and the other way round: refused by whoever reads them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.audit.recompute import audit
from referee.disputes.judging import judge
from referee.kernel.errors import RefereeError, Unreadable
from referee.protocol.agreements.consent import check_consent
from referee.protocol.masked.note_rules import check_deck_lines
from referee.protocol.opening.charter import read_charter
from referee.protocol.opening.deal import read_deal
from referee.protocol.seating import stranger_eyes
from referee.protocol.step.record_step import check_move, record_step_file
from referee.record.file_names import CHARTER, DEAL
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import AnyNote, At, Consent, Mix, Step, Unlock
from referee.record.notes.kinds import MASKED_ONLY
from referee.session.incoming.receive import receive
from tests.record.examples import FULL, HOSTING, MASKED, SMALL, plain, word
from tests.support.rehearse import Match
from tests.table.players_on_disk import materialize, snapshot
from tests.table.small_games import HOST, copy_of, dealt, key_of, signed_again

pytestmark = pytest.mark.usefixtures("remembered_proofs")


@cache
def match() -> Match:
    return dealt()


def code(call: object) -> str:
    with pytest.raises(RefereeError) as refusal:
        call()  # type: ignore[operator]
    return refusal.value.code


def move_of(**values: object) -> SignedNote:
    game = match()
    seat = game.asked()
    assert seat is not None
    return signed_again(game.write(seat, ("pass",)), game.keys[seat], **values)


def test_a_join_or_charter_with_a_deck_key_is_none_of_an_open_game() -> None:
    """D22."""
    offer, *joins, charter = match().signed_notes[CHARTER]
    first = joins[0].note().seat  # type: ignore[union-attr]
    for values in ({"deck": word("deck")}, {"pok": plain("pok", 64)}):
        other = signed_again(joins[0], match().keys[first], **values)
        assert code(lambda other=other: read_charter((offer, other, *joins[1:], charter))) == "deck-line-surplus"
    other = signed_again(charter, key_of(HOST), deck={first: word("deck")})
    assert code(lambda: read_charter((offer, *joins, other))) == "deck-line-surplus"


def test_a_deal_with_mixes_is_none_of_an_open_game() -> None:
    """D22."""
    *accepts, deal = match().signed_notes[DEAL]
    other = signed_again(deal, key_of(HOST), mix={"anna": accepts[0].id})
    table = match().table
    assert code(lambda: read_deal(table, (*accepts, other), stranger_eyes(table))) == "deck-line-surplus"


@pytest.mark.parametrize(
    "values",
    [{"give": (At("tiles", 3),), "locks": plain("lock", 96)}, {"drop": (At("tiles", 3),)}],
    ids=["give", "drop"],
)
def test_a_move_that_names_positions_is_none_of_an_open_game(values: dict[str, object]) -> None:
    """D22."""
    assert code(lambda: check_move(match().host, move_of(**values))) == "deck-line-surplus"
    check_move(match().host, move_of())


def test_a_consent_that_proves_a_deck_key_is_none_of_an_open_game() -> None:
    """D22."""
    position = match().host
    note = Consent(**position.addressed("anna"), to="end draw")
    check_consent(position, sign_note(note, match().keys["anna"]))
    other = sign_note(replace(note, pok=plain("pok", 64)), match().keys["anna"])
    assert code(lambda: check_consent(position, other)) == "deck-line-surplus"


def of_masked_games(game: Match) -> tuple[SignedNote, ...]:
    """A mix, another one for its slot, and an unlock, signed by a seat of an open game."""
    mix = Mix(
        game=game.table.game_id, pile="tiles", seat="anna", head=game.table.game_id, deck=bytes(64), proof=bytes(32)
    )
    unlock = Unlock(**game.host.addressed("anna"), open={"anna": word("x")})
    return tuple(sign_note(note, game.keys["anna"]) for note in (mix, replace(mix, deck=bytes(128)), unlock))


def test_a_mail_with_a_mix_or_unlock_is_refused_whole(tmp_path: Path) -> None:
    """D22: and leaves everything as it was, whatever else is in the mail."""
    session = materialize(match(), tmp_path, (HOST,))[HOST].session()
    before = snapshot(tmp_path)
    for signed in of_masked_games(match()):
        mail = render_bundle((move_of(), signed))
        assert code(lambda mail=mail: receive(session, mail)) == "deal-without-such-notes"
    assert snapshot(tmp_path) == before


def test_a_mix_or_unlock_in_a_file_of_the_record_is_a_fault() -> None:
    """D22."""
    game = copy_of(match())
    move = move_of()
    game.enter(move)
    for signed in of_masked_games(game):
        bundle = (signed, *game.signed_notes["0001.step"])
        assert code(lambda bundle=bundle: record_step_file(match().host, bundle, stranger_eyes(game.table))) == (
            "bad-step-file"
        )
        assert audit({**game.files, "0001.step": render_bundle(bundle)}).verdict == "fault"


def test_two_mixes_in_a_game_without_a_mixed_deck_accuse_nobody() -> None:
    """D22: neither could be entered, so nobody was misled."""
    one, two, unlock = of_masked_games(match())
    verdicts = judge(match().files, [one, two, unlock])
    assert {verdict.upheld for verdict in verdicts} == {False}


# The other way round


@pytest.mark.parametrize("name", ["join", "charter", "deal"])
def test_a_note_of_a_masked_game_needs_its_lines(name: str) -> None:
    """D22."""
    check_deck_lines(MASKED[name], masked=True)
    lines = {"join": {"deck": None}, "charter": {"deck": {}}, "deal": {"mix": {}}}[name]
    assert code(lambda: check_deck_lines(replace(MASKED[name], **lines), masked=True)) == "deck-line-missing"
    assert code(lambda: check_deck_lines(MASKED[name], masked=False)) == "deck-line-surplus"
    assert code(lambda: check_deck_lines(replace(SMALL[name]), masked=True)) == "deck-line-missing"


def foreign() -> dict[str, AnyNote]:
    """What an open game has and a masked one has not."""
    deal, move = MASKED["deal"], MASKED["move"]
    step = FULL["step"]
    assert isinstance(step, Step)
    return {
        "bag": replace(deal, bag=FULL["deal"].bag),  # type: ignore[union-attr]
        "hand": replace(deal, hand=FULL["deal"].hand),  # type: ignore[union-attr]
        "share": replace(deal, share=HOSTING["deal"].share),  # type: ignore[union-attr]
        "pins": replace(move, pin=(word("pin"),)),
        "seal": replace(move, seal=FULL["move"].seal),  # type: ignore[union-attr]
        "standing": replace(move, standing=FULL["move"].head),  # type: ignore[union-attr]
        "opened": replace(SMALL["step"], opened=step.opened),
        "shown": replace(SMALL["step"], show=step.show),
        "hand of a step": replace(SMALL["step"], hand=step.hand),
        "end": FULL["end"],
    }


@pytest.mark.parametrize("name", foreign())
def test_a_note_of_a_masked_game_has_no_line_of_a_host_who_deals(name: str) -> None:
    """D22."""
    with pytest.raises(Unreadable) as refusal:
        check_deck_lines(foreign()[name], masked=True)
    assert refusal.value.code == "deck-line-surplus"


def test_what_only_a_masked_game_has_is_named() -> None:
    assert set(MASKED_ONLY) <= set(SMALL)
