"""Standing answers: sealed to the referee, used without delay, never opened, checked by their owner and at the end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Standing, Step
from referee.table.audit import audit
from referee.table.history import enter, with_standing
from referee.table.produce import make_step, produce
from referee.table.standing import StandingOrders, check_standing, standing_note
from scripts.rehearse import Match, open_match, play_out

POLICY = ("score always", "defend min 3", "convert yes", "swap ABCDEFGH")


def standing_match(label: str, steps: int | None = 40) -> Match:
    match = open_match("cards", 3, label)
    for seat in match.players:
        match.stand(seat, POLICY)
    return play_out(match, label, steps=steps)


def answered(match: Match) -> list[str]:
    """Orders that were carried out though no move note holds them and no line was opened for them."""
    found = []
    for name, signed_notes in match.signed_notes.items():
        if name.endswith(".step"):
            step_note = next(signed.note() for signed in signed_notes if signed.type == "step")
            clear = sum(len(signed.note().do) for signed in signed_notes if signed.type == "move")  # type: ignore[union-attr]
            assert isinstance(step_note, Step)
            found += [did.order for did in step_note.did[clear + len(step_note.opened) :]]
    return found


def test_standing_answers_close_questions_in_the_step_that_asks_them() -> None:
    match = standing_match("standing answers")

    assert "score yes" in answered(match)


def test_a_finished_game_with_standing_answers_is_clean() -> None:
    match = standing_match("standing end", steps=None)
    match.acknowledge()

    assert audit(match.files).verdict == "clean"


def test_a_policy_answers_in_the_same_form_whether_or_not_the_hand_could() -> None:
    """`score no` of a policy that always scores tells what a typed `score no` tells: nobody scored."""
    match = standing_match("standing forms", steps=120)

    assert {"score yes", "score no"} <= set(answered(match))


@pytest.mark.parametrize("lines", [(), ("score always",), POLICY])
def test_every_policy_has_one_size(lines: tuple[str, ...]) -> None:
    match = open_match("cards", 3, "standing size")
    signed = standing_note(match.players["anna"], match.keys["anna"], lines)

    assert len(signed.body) == len(standing_note(match.players["anna"], match.keys["anna"], POLICY).body)


def test_a_standing_note_is_entered_once() -> None:
    match = standing_match("standing replay", steps=3)
    old = match.signed_notes["0001.step"][0]

    assert old.type == "standing"
    with pytest.raises(OutOfOrder, match="newer standing answers"):
        check_standing(match.host, old)


def _note(match: Match, **changes: object) -> Standing:
    note = standing_note(match.players["anna"], match.keys["anna"], POLICY).note()
    assert isinstance(note, Standing)
    return Standing(**{name: changes.get(name, getattr(note, name)) for name in note.__struct_fields__})  # type: ignore[arg-type]


FLAWS: list[tuple[str, dict[str, object], type[RefereeError]]] = [
    ("another game", {"game": "A" * 43}, OutOfOrder),
    ("another history", {"head": "A" * 43}, OutOfOrder),
    ("a later step", {"step": 7}, OutOfOrder),
    ("another seat", {"seat": "bert"}, NotAuthentic),
    ("no seal", {"seal": None}, Unreadable),
    ("a seal of three blocks", {"seal": bytes(784)}, Unreadable),
    ("a pin too few", {"pin": (bytes(32),)}, Unreadable),
]


@pytest.mark.parametrize(("flaw", "changes", "layer"), FLAWS, ids=[flaw for flaw, _, _ in FLAWS])
def test_a_standing_note_for_anything_else_is_refused(
    flaw: str, changes: dict[str, object], layer: type[RefereeError]
) -> None:
    match = open_match("cards", 3, "standing flaws")
    signed = sign_note(_note(match, **changes), match.keys["anna"])

    with pytest.raises(layer):
        with_standing(match.host, [signed], match.host_eyes)


def test_pins_that_bind_another_policy_are_found_by_whoever_can_open_the_seal() -> None:
    match = open_match("cards", 3, "standing pins")
    other = standing_note(match.players["anna"], match.keys["anna"], ("score never",)).note()
    assert isinstance(other, Standing)
    signed = sign_note(_note(match, pin=other.pin), match.keys["anna"])

    with pytest.raises(NotAuthentic, match="pinned"):
        with_standing(match.host, [signed], match.host_eyes)


def _forged(
    match: Match, key: SigningKey, move: SignedNote, standing: tuple[SignedNote, ...], lines: tuple[str, ...] = ()
) -> tuple[SignedNote, ...]:
    """The step as a referee writes it who reads the policies of all seats as other ones; without lines as none."""
    position = with_standing(match.host, standing, match.host_eyes)
    policies = match.table.game.policies
    assert policies is not None
    read = policies.parse(lines) if lines else None
    deaf = tuple(orders and StandingOrders(orders.step, read) for orders in position.standing)
    run = produce(replace(position, standing=deaf), move.note(), match.host_eyes)  # type: ignore[arg-type]
    notes = (*standing, move)
    return (*notes, sign_note(make_step(run, notes, match.host_eyes), key))


def test_a_player_refuses_a_step_note_that_answers_otherwise_than_his_policy() -> None:
    """The referee answers for a seat what it did not say: others cannot see it before the end, the seat can at once."""
    for steps in range(8, 60):
        match, before = (play_out(open_match("cards", 3, "deaf"), "deaf", steps=steps) for _ in range(2))
        for seat in match.players:
            match.stand(seat, POLICY)
        play_out(match, "deaf answers", steps=1)
        standing, move = match.signed_notes[f"{steps + 1:04d}.step"][:3], match.signed_notes[f"{steps + 1:04d}.step"][3]
        forged = _forged(before, match.keys["host"], move, standing, ("score never",))
        step_note, honest = forged[-1].note(), match.signed_notes[f"{steps + 1:04d}.step"][4].note()
        assert isinstance(step_note, Step)
        assert isinstance(honest, Step)
        changed = [(ours, theirs) for ours, theirs in zip(honest.did, step_note.did, strict=False) if ours != theirs]
        if changed and changed[0][0].order == "score yes" and changed[0][1].order == "score no":
            seat = changed[0][0].seat
            with pytest.raises(NotAuthentic, match="is not what the standing answers of"):
                enter(before.players[seat], forged, before.eyes[seat])
            with pytest.raises(NotAuthentic):
                enter(before.host, forged, before.host_eyes)
            return
    raise AssertionError("no step in which the two policies answer differently")


def test_a_player_refuses_a_step_note_that_leaves_his_standing_answer_out() -> None:
    """The referee asks a seat although its policy answers: the seat's own client sees it at once."""
    for steps in range(8, 60):
        match, before = (play_out(open_match("cards", 3, "deaf"), "deaf", steps=steps) for _ in range(2))
        for seat in match.players:
            match.stand(seat, POLICY)
        play_out(match, "deaf answers", steps=1)
        signed_notes = match.signed_notes[f"{steps + 1:04d}.step"]
        standing, move, step_note = signed_notes[:3], signed_notes[3], signed_notes[4].note()
        assert isinstance(step_note, Step)
        asked = [
            did.seat for did in step_note.did if did.order.startswith("score") and did.seat != step_note.note[-1].seat
        ]
        if asked:
            forged = _forged(before, match.keys["host"], move, standing)

            with pytest.raises(NotAuthentic, match="not carried out"):
                enter(before.players[asked[0]], forged, before.eyes[asked[0]])
            return
    raise AssertionError("no step in which a policy answers for somebody else")
