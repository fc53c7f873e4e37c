"""Verdicts speak of keys, and convict only where signatures contradict each other."""

from __future__ import annotations

from functools import cache
from itertools import count, permutations

import pytest

from referee import games
from referee.crypto.keys import SigningKey
from referee.disputes.evidence import Evidence, read_evidence
from referee.disputes.judging import judge, judge_evidence
from referee.disputes.opened_claims import check_claim_or_answer
from referee.kernel.errors import NotAuthentic
from referee.protocol.step.draft import draft, move_note
from referee.protocol.step.standing_orders import standing_note
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Accept, Claim, Move
from tests.support.rehearse import Match, open_match, play_out, random_note, sensible_order, test_key
from tests.table.tampered_records import second_charter


@pytest.fixture(scope="module")
def match() -> Match:
    return play_out(open_match("tigris", 2, "disputes"), "disputes", steps=4)


def _second_move(match: Match, typed: list[str], **options: object) -> SignedNote:
    """Another move for step 5 by whoever is asked, beside the one that is then entered."""
    request = match.host.request
    assert request is not None
    seat = match.table.names[request.seat]
    position = match.players[seat]
    return move_note(position, match.keys[seat], draft(position, match.eyes[seat], typed), **options)  # type: ignore[arg-type]


def test_two_moves_for_one_step_are_a_fact_about_the_key() -> None:
    match = play_out(open_match("tigris", 2, "two moves"), "two moves", steps=4)
    stray = _second_move(match, ["pass", "pass"])
    match.enter(_second_move(match, ["pass"]))
    (verdict,) = judge(match.files, [stray])

    assert (verdict.upheld, verdict.party) == (True, stray.note().seat)  # type: ignore[union-attr]
    assert "cheat" not in verdict.sentence()


def test_a_correction_is_no_contradiction() -> None:
    match = play_out(open_match("tigris", 2, "correction"), "correction", steps=4)
    first = _second_move(match, ["pass", "pass"])
    match.enter(_second_move(match, ["pass"], instead=(first.id,)))

    assert [verdict.upheld for verdict in judge(match.files, [first])] == [False]


def test_a_move_that_had_to_be_refused_proves_nothing(match: Match) -> None:
    entered = match.signed_notes["0004.step"][0]
    note = entered.note()
    assert isinstance(note, Move)
    illegal = sign_note(replace_note(note, do=("place farm A1",), pin=(), seal=None), match.keys[note.seat])
    (verdict,) = judge(match.files, [illegal])

    assert not verdict.upheld
    assert "refused" in verdict.sentence()


def test_two_step_notes_of_one_step_are_a_fact_about_the_referees_key(match: Match) -> None:
    """Both follow from a note that the seat that was asked has signed: each is right, and there may be one."""
    other = play_out(open_match("tigris", 2, "disputes"), "disputes", steps=2)
    other.enter(_second_move(other, ["pass"], say=("the other history",)))
    (verdict,) = judge(match.files, other.signed_notes["0003.step"][-1:], other.signed_notes["0003.step"])

    assert (verdict.upheld, verdict.party, verdict.said.values) == (
        True,
        "referee",
        {"type": "step", "slot": "3", "party": "referee"},
    )
    assert verdict.against == match.signed_notes["0003.step"][-1].id


def test_two_accepts_for_one_offer_are_a_fact_about_the_key(match: Match) -> None:
    """Finding M-4: the second charter stands in no record, so it is taken from among the notes shown."""
    charter, accept = second_charter(match)
    verdicts = judge(match.files, [accept, charter])

    assert [(verdict.upheld, verdict.party) for verdict in verdicts] == [(True, "anna"), (True, "referee")]
    assert verdicts[0].against == match.signed_notes["0000.deal"][0].id


def test_an_accept_says_nothing_without_the_charter_it_is_for(match: Match) -> None:
    _, accept = second_charter(match)

    assert [verdict.upheld for verdict in judge(match.files, [accept])] == [False]


def test_a_charter_that_the_key_of_the_offer_has_not_signed_makes_no_second_accept(match: Match) -> None:
    charter, _ = second_charter(match)
    forged = sign_note(charter.note(), test_key("mallory"))
    note = match.signed_notes["0000.deal"][0].note()
    accept = sign_note(replace_note(note, game=forged.id, head=forged.id), match.keys["anna"])

    assert [verdict.upheld for verdict in judge(match.files, [accept, forged])] == [False, False]


def test_an_accept_with_a_wrong_opening_beside_the_right_one_proves_nothing(match: Match) -> None:
    """Finding L-3: nobody could have entered it."""
    note = match.signed_notes["0000.deal"][0].note()
    assert isinstance(note, Accept)
    wrong = sign_note(replace_note(note, open=bytes(32)), match.keys[note.seat])
    charter, accept = second_charter(match)
    wrong_there = sign_note(replace_note(accept.note(), open=bytes(32)), match.keys["anna"])

    assert [verdict.upheld for verdict in judge(match.files, [wrong])] == [False]
    assert [verdict.upheld for verdict in judge(match.files, [wrong_there, charter])] == [False, True]


def test_two_standing_notes_of_one_step_are_no_contradiction() -> None:
    """Finding M-2: the one that the next move names counts."""
    match = open_match("cards", 2, "standing twice")
    one = standing_note(match.players["anna"], match.keys["anna"], ["score never"])
    other = standing_note(match.players["anna"], match.keys["anna"], ["score always"])
    strays = [one, other, sign_note(replace_note(one.note(), pin=()), match.keys["anna"])]
    verdicts = judge(match.files, strays)

    assert [verdict.upheld for verdict in verdicts] == [False] * 3
    assert "had to be refused" in verdicts[2].sentence()


def test_a_text_that_nobody_signed_is_no_rival(match: Match) -> None:
    """Two notes are needed, both signed: one that only quotes the key of an honest player stands against nothing."""
    honest = _second_move(match, ["pass"])
    other = _second_move(match, ["pass", "pass"])
    forged = SignedNote(other.body, other.key, other.namespace, honest.signature)

    assert [verdict.upheld for verdict in judge(match.files, [honest, forged])] == [False, False]
    assert [verdict.upheld for verdict in judge(match.files, [honest, other])] == [True, True]


def test_a_note_and_one_that_had_to_be_refused_do_not_contradict_each_other(match: Match) -> None:
    honest = _second_move(match, ["pass"])
    refused = sign_note(
        replace_note(honest.note(), do=("place farm A1",), pin=(), seal=None), honest_key(match, honest)
    )
    verdicts = judge(match.files, [honest, refused])

    assert [verdict.upheld for verdict in verdicts] == [False, False]
    assert all("had to be refused" in verdict.sentence() for verdict in verdicts)


def honest_key(match: Match, signed: SignedNote) -> SigningKey:
    return match.keys[signed.note().seat]  # type: ignore[union-attr]


def test_a_copy_of_a_note_under_another_key_hides_nothing(match: Match) -> None:
    """Whoever signs the text of another's note again, with a key of his own, does not shield it."""
    one, other = _second_move(match, ["pass"]), _second_move(match, ["pass", "pass"])
    for copier in ("mallory", "host"):
        copies = [sign_note(signed.note(), test_key(copier)) for signed in (one, other)]
        verdicts = judge(match.files, [*copies, one, other])

        assert [verdict.upheld for verdict in verdicts] == [False, False, True, True], copier


def three_steps(game: str) -> Match:
    """A game in which one seat alone is asked now: its answer enters the record, with nobody's to wait for."""
    match = play_out(open_match(game, games.find(game).info.seats[0], "corrected"), f"corrected {game}", steps=3)
    while len(match.host.asked) > 1:
        match = play_out(match, f"corrected {game} {match.host.step}", steps=1)
    return match


@cache
def corrected(game: str, entered: int) -> tuple[Evidence, tuple[SignedNote, ...]]:
    """A record that has entered one of the five moves that an honest player has signed for one step."""
    match = three_steps(game)
    seat = match.table.names[match.host.request.seat]  # type: ignore[union-attr]
    orders = random_note(match, seat, iter(count()), sensible_order)
    row: list[SignedNote] = []
    for number in range(5):
        said = (f"version {number}",)
        earlier = [signed.id for signed in row]
        row.append(move_note(match.players[seat], match.keys[seat], orders, say=said, instead=earlier))
    match.enter(row[entered])
    return read_evidence(match.files), tuple(row)


@pytest.mark.parametrize(
    ("game", "entered"),
    [
        pytest.param(game, entered, marks=() if entered == number % 5 else pytest.mark.long)
        for number, game in enumerate(games.names())
        for entered in range(5)
    ],
)
def test_whatever_is_shown_of_an_honest_players_corrections_nothing_is_upheld(game: str, entered: int) -> None:
    """Findings H-1 and F2, attack 111: all subsets in all orders, whichever of the moves was entered."""
    docket, row = corrected(game, entered)
    shown = [some for size in range(6) for some in permutations(row, size)]
    upheld = [some for some in shown if any(verdict.upheld for verdict in judge_evidence(docket, some))]

    assert len(shown) == 326
    assert upheld == []


@pytest.mark.parametrize("game", games.names())
def test_a_correction_that_leaves_one_note_out_is_a_fact_about_the_key(game: str) -> None:
    """Two notes decide it, whoever shows them and whatever else is shown or kept back."""
    docket, (first, second, *_) = corrected(game, 0)
    match = three_steps(game)
    seat = second.note().seat  # type: ignore[union-attr]
    half = sign_note(replace_note(second.note(), instead=(second.id,)), match.keys[seat])

    for shown in ((half,), (half, second), (second, half)):
        found = {verdict.note: verdict.against for verdict in judge_evidence(docket, shown) if verdict.upheld}
        assert found == {half.id: first.id}, shown


def test_a_note_of_the_record_and_a_note_of_another_game_prove_nothing(match: Match) -> None:
    other = play_out(open_match("tigris", 2, "another game"), "another game", steps=1)
    strays = [match.signed_notes["0002.step"][0], other.signed_notes["0001.step"][0]]

    assert [verdict.upheld for verdict in judge(match.files, strays)] == [False, False]


def test_a_claim_speaks_for_the_seat_whose_key_has_signed_it(match: Match) -> None:
    """Or one player could complain, and open what is sealed, in the name of another."""
    anna, bert = match.table.names
    claim = Claim(game=match.table.game_id, step=4, seat=anna, head=match.host.head)

    assert check_claim_or_answer(match.table, sign_note(claim, match.keys[anna])) == claim
    with pytest.raises(NotAuthentic) as refusal:
        check_claim_or_answer(match.table, sign_note(claim, match.keys[bert]))
    assert refusal.value.code == "claim-other-key"


def test_a_text_whose_signature_does_not_fit_accuses_nobody(match: Match) -> None:
    entered = match.signed_notes["0002.step"][0]
    body = entered.body.replace(b"step 2\n", b"step 3\n")
    changed = SignedNote(body, entered.key, entered.namespace, entered.signature)
    (verdict,) = judge(match.files, [changed])

    assert not verdict.upheld
    assert "does not hold" in verdict.sentence()


def replace_note(note: object, **changes: object) -> object:
    fields = {name: changes.get(name, getattr(note, name)) for name in note.__struct_fields__}  # type: ignore[attr-defined]
    return type(note)(**fields)


def test_an_answer_that_turns_up_an_unknown_card_is_judged_like_any_other() -> None:
    """Nobody but the referee knows where such an answer leads; whether it was allowed is public all the same."""
    match = open_match("cards", 2, "disputed face")
    for _ in range(400):
        play_out(match, f"disputed face {match.host.step}", steps=1)
        asked = match.host.request
        if asked is not None and match.host.covered and match.host.covered[0].seat != asked.seat:
            break
    else:
        raise AssertionError("nobody was asked while another seat's card lay face down")
    stray, entered = _second_move(match, ["commit 0"]), _second_move(match, ["commit 0"], say=("once more",))
    match.enter(entered)

    assert [verdict.upheld for verdict in judge(match.files, [stray])] == [True]
