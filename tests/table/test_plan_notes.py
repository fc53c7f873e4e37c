"""Notes with sealed lines that the referee refuses, what it means to find one in a bundle, and drafts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.crypto import sealing
from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.protocol.step.draft import draft
from referee.protocol.step.record_step import record_step_file
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Entered, Move, Step
from referee.session.close_step import close_step
from tests.table.plan_games import before_revolt, lacking, sides
from tests.table.small_games import HOST, STRANGER, asked, copy_of, hand, key_of, order, seal_key, sealed_note, small

# Notes that the referee refuses, and what it means to find one in a bundle


def covered(do: tuple[str, ...], lines: tuple[str, ...] | None, **values: Any) -> SignedNote:
    """A note of the attacker before his revolt."""
    return sealed_note(before_revolt(), asked(before_revolt()), do, lines, **values)


REVOLT = ("leader king B9", "commit 2")


def sealed_texts(texts: tuple[str, ...] | None) -> bytes:
    """A seal that opens at its place and holds so many lines; None: too few bytes to be lines at all."""
    match = before_revolt()
    seat, position = asked(match), match.host
    ad = sealing.associated_data("seal", match.table.game_id, position.head, position.step + 1, seat)
    plain = b"short" if texts is None else sealing.pack_lines(bytes(16), texts)
    return sealing.seal(seal_key(match, seat), plain, ad)


def _good() -> Move:
    note = covered(REVOLT, ()).note()
    assert isinstance(note, Move)
    return note


FLAWED: Mapping[str, tuple[Callable[[], SignedNote], type[RefereeError], str | None, bool]] = {
    # what: (note, layer, rule, whether a reader without keys can see it)
    "no order at all": (lambda: covered((), None), Unreadable, None, True),
    "a seal where none belongs": (lambda: covered(("pass", "pass"), ()), IllegalMove, "PM 3", True),
    "no seal where one must be": (lambda: covered(REVOLT, None), IllegalMove, "PM 3", True),
    "pins without a seal": (lambda: covered(REVOLT, (), seal=None), Unreadable, None, True),
    "a seal without pins": (lambda: covered(REVOLT, (), pin=()), Unreadable, None, True),
    "three pins": (lambda: covered(REVOLT, (), pin=_good().pin[:3]), Unreadable, None, True),
    "five pins": (lambda: covered(REVOLT, (), pin=(*_good().pin, bytes(32))), Unreadable, None, True),
    "two blocks": (lambda: covered(REVOLT, (), seal=bytes(528)), Unreadable, None, True),
    "garbage in the seal": (lambda: covered(REVOLT, (), seal=bytes(272)), NotAuthentic, None, False),
    "pins of other lines": (lambda: covered(REVOLT, (), pin=_good().pin[::-1]), NotAuthentic, None, False),
    "a line in other spelling": (lambda: covered(REVOLT, ("PASS",)), Unreadable, None, False),
    "a line with two blanks": (lambda: covered(REVOLT, ("win  pass",)), Unreadable, None, False),
    "a line that is no order": (lambda: covered(REVOLT, ("win",)), Unreadable, None, False),
    "a condition twice": (lambda: covered(REVOLT, ("win win pass",)), Unreadable, None, False),
    "kinds out of order": (lambda: covered(REVOLT, ("swap: temple farm",)), Unreadable, None, False),
    "a secret part of nothing": (lambda: covered(REVOLT, ("swap: ",)), Unreadable, None, False),
    "a line of 45 columns": (lambda: covered(REVOLT, ("then " + "x" * 40,)), Unreadable, None, False),
    "a seal of three lines": (
        lambda: covered(REVOLT, (), seal=sealed_texts(("pass", "", ""))),
        Unreadable,
        None,
        False,
    ),
    "a seal of five lines": (lambda: covered(REVOLT, (), seal=sealed_texts(("",) * 5)), Unreadable, None, False),
    "a seal of no text at all": (lambda: covered(REVOLT, (), seal=sealed_texts(None)), NotAuthentic, None, False),
    "a gap before a line": (lambda: covered(REVOLT, ("", "pass")), Unreadable, None, False),
    "a clear order behind a question to another": (lambda: covered((*REVOLT, "pass"), ()), IllegalMove, "PM 2", True),
    "a clear order behind a swap": (
        lambda: covered(("swap 1", "pass"), (f"swap: {hand(before_revolt(), asked(before_revolt()))[0]}",)),
        IllegalMove,
        "PM 2",
        True,
    ),
    "a clear order behind the turn": (lambda: covered(("pass", "pass", "pass"), None), IllegalMove, "PM 1", True),
    "a swap without its kinds": (lambda: covered(("swap 1",), ()), IllegalMove, "PM 4", False),
    "a swap without any seal": (lambda: covered(("swap 1",), None), IllegalMove, "PM 4", True),
    "a swap with too few kinds": (lambda: covered(("swap 2",), ("swap: temple",)), IllegalMove, "PM 4", False),
    "a swap of what the hand lacks": (
        lambda: covered(("swap 1",), (f"swap: {lacking(before_revolt())}",)),
        IllegalMove,
        "TE 3.5",
        False,
    ),
    "an order in other spelling": (lambda: covered(("leader king b9", "commit 2"), ()), Unreadable, None, True),
    "an order that the rules forbid": (
        lambda: covered(("leader king B8", "commit 2"), ()),
        IllegalMove,
        "TE 4.1",
        True,
    ),
}


@pytest.mark.parametrize("size", [0, 16, 144, 273])
def test_no_note_can_hold_a_seal_that_is_no_whole_number_of_blocks(size: int) -> None:
    """Attack 131."""
    with pytest.raises(Unreadable):
        covered(REVOLT, (), seal=bytes(size))


@pytest.mark.parametrize("what", FLAWED)
def test_a_flawed_note_is_refused_as_a_whole(what: str) -> None:
    """Attacks 116, 125 and 131: in its layer, under its rule."""
    make, layer, rule, _ = FLAWED[what]
    match = before_revolt()

    with pytest.raises(layer) as refusal:
        close_step(match.host, make(), match.host_eyes, key_of(HOST))

    assert (type(refusal.value), refusal.value.rule) == (layer, rule)


@pytest.mark.parametrize("what", FLAWED)
def test_a_flawed_note_in_a_bundle_is_a_finding_that_names_both_signers(what: str) -> None:
    """Attack 116: who signed it, and the referee, who entered it. Whoever can see the flaw refuses the step."""
    make, layer, rule, public = FLAWED[what]
    match, move = before_revolt(), make()
    attacker, _defender = sides(match)
    step_note = Step(
        game=match.table.game_id,
        step=match.host.step + 1,
        head=match.host.head,
        note=(Entered(attacker, move.id),),
        state=bytes(32),
    )
    signed_notes = (move, sign_note(step_note, key_of(HOST)))

    for eyes, position in (
        (match.host_eyes, match.host),
        (match.eyes[attacker], match.players[attacker]),
        *(((match.eyes[STRANGER], match.players[STRANGER]),) if public else ()),
    ):
        with pytest.raises(layer) as refusal:
            record_step_file(position, signed_notes, eyes)
        assert (type(refusal.value), refusal.value.rule) == (layer, rule)
        assert f"{attacker} signed, and the host recorded" in refusal.value.sentence()


def test_a_refused_note_changes_no_byte_of_what_is_published() -> None:
    """Attack 116: garbage first, the good note behind it, or the good note alone."""
    match = before_revolt()
    good = match.write(asked(match), [*REVOLT, "lose pass"])
    alone = close_step(match.host, good, match.host_eyes, key_of(HOST))
    for make, *_ in FLAWED.values():
        with pytest.raises(RefereeError):
            close_step(match.host, make(), match.host_eyes, key_of(HOST))

    assert close_step(match.host, good, match.host_eyes, key_of(HOST)).signed_notes == alone.signed_notes


def test_the_players_own_client_refuses_what_the_referee_would_refuse() -> None:
    """Attack 125: a clear order behind something new cannot even be drafted; it is sealed."""
    match = before_revolt()
    attacker = asked(match)
    drafted = draft(match.players[attacker], match.eyes[attacker], [*REVOLT, "pass"])

    assert (drafted.do, drafted.lines) == (REVOLT, ("pass",))
    with pytest.raises(IllegalMove, match="nothing new becomes known"):
        draft(match.players[attacker], match.eyes[attacker], ["leader trader B9", "win pass"])
    with pytest.raises(OutOfOrder):
        draft(match.players[sides(match)[1]], match.eyes[sides(match)[1]], ["pass"])


def test_the_same_order_gives_other_bytes_at_every_step_line_and_seat() -> None:
    """Attack 116: nobody can tell from pins or seals that the same thing was planned again."""
    seen: list[bytes] = []
    match = copy_of(before_revolt())
    for _ in range(3):
        for seat in match.table.names:
            for lines in (("pass", "pass", "pass", "pass"), ("pass",)):
                note = sealed_note(match, seat, ("commit 0",), lines).note()
                assert isinstance(note, Move)
                assert note.seal is not None
                seen += [*note.pin, note.seal]
        order(match, "pass", "pass")

    assert len(set(seen)) == len(seen)


def test_a_corrected_note_stays_closed_when_its_correction_is_opened() -> None:
    """The salts come from all texts together, so the same line in a replaced note has another pin."""
    first = covered(REVOLT, ("win pass", "lose pass")).note()
    second = covered(
        REVOLT, ("win pass", "lose swap 1"), instead=(covered(REVOLT, ("win pass", "lose pass")).id,)
    ).note()
    assert isinstance(first, Move)
    assert isinstance(second, Move)

    assert first.pin[0] != second.pin[0]


# Drafts


LONG = "win treasure " + " ".join(f"{column}1" for column in "ABCDEFGHIJKLM")

DRAFTS: Mapping[str, tuple[tuple[str, ...], type[RefereeError], str | None]] = {
    "nothing": ((), Unreadable, None),
    "blanks": ((" ; ", "\n"), Unreadable, None),
    "five planned orders": ((*REVOLT, *("win pass",) * 5), IllegalMove, "PM 5"),
    "a sealed order that is too long": ((*REVOLT, LONG), IllegalMove, "PM 5"),
    "an order behind the turn": (("pass", "pass", "pass"), IllegalMove, "PM 1"),
    "a plan where nothing new becomes known": (("pass", "win pass"), IllegalMove, "PM 3"),
    "a word of no order": (("castle",), Unreadable, None),
}


@pytest.mark.parametrize("what", DRAFTS)
def test_what_cannot_be_signed_is_said_when_it_is_typed(what: str) -> None:
    typed, layer, rule = DRAFTS[what]
    match = before_revolt()
    attacker = asked(match)

    with pytest.raises(RefereeError) as refusal:
        draft(match.players[attacker], match.eyes[attacker], typed)
    assert (type(refusal.value), refusal.value.rule) == (layer, rule)


def test_only_a_player_of_a_running_game_drafts() -> None:
    match = before_revolt()
    with pytest.raises(OutOfOrder, match="only players"):
        draft(match.host, match.host_eyes, ["pass"])
    with pytest.raises(OutOfOrder, match="the game is over"):
        draft(small().players["anna"], small().eyes["anna"], ["pass"])
