"""Step notes that lie about sealed lines and faces, and plans left undone: every reader refuses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from referee.audit.recompute import audit
from referee.kernel.errors import IllegalMove, NotAuthentic, RefereeError, Unreadable
from referee.kernel.goods import Stranger
from referee.protocol.seating import stranger_eyes
from referee.protocol.step.planned_orders import ORDER_COLUMNS
from referee.protocol.step.record_step import record_step_file
from referee.record.note import SignedNote
from referee.record.notes import Did, Opened, Order, Proof, Step
from referee.session.close_step import close_step
from tests.support.rehearse import Match, open_match, play_out
from tests.table.plan_games import before_revolt, sides
from tests.table.plan_liars import closed_plan, truth, undone, undone_to_the_end
from tests.table.small_games import HOST, STRANGER, changed, copy_of, key_of, order, signed_again, step_name

# Step notes that lie about sealed lines: every reader refuses


def lie(**values: Callable[[Any], Any]) -> SignedNote:
    """The true turn with some fields changed by functions of their values."""
    note = truth()[2].note()
    return signed_again(truth()[2], key_of(HOST), **{name: make(getattr(note, name)) for name, make in values.items()})


def both(**values: Any) -> dict[str, Callable[[Any], Any]]:
    """The same change in the first opening and in its text."""

    def change(rows: tuple[Any, ...]) -> tuple[Any, ...]:
        return (changed(rows[0], **values), *rows[1:])

    return {"opened": change, "order": change}


def text_of(text: str) -> Callable[[tuple[Order, ...]], tuple[Order, ...]]:
    return lambda rows: (changed(rows[0], text=text),)


def other_line() -> int:
    """The number of a pin that the turn does not open."""
    note = truth()[2].note()
    assert isinstance(note, Step)
    return note.opened[0].line % 4 + 1


def other_seat() -> str:
    return sides(before_revolt())[1]


LIES: Mapping[str, Callable[[], SignedNote]] = {
    "wrong salt": lambda: lie(opened=lambda rows: (changed(rows[0], salt=bytes(16)),)),
    "another step": lambda: lie(**both(step=1)),
    "the step of the answer": lambda: lie(**both(step=3)),
    "another seat": lambda: lie(**both(seat=other_seat())),
    "another line": lambda: lie(**both(line=other_line())),
    "line 0": lambda: lie(**both(line=0)),
    "line 5": lambda: lie(**both(line=5)),
    "opening and text of different lines": lambda: lie(order=lambda rows: (changed(rows[0], line=other_line()),)),
    "opening and text of different seats": lambda: lie(order=lambda rows: (changed(rows[0], seat=other_seat()),)),
    "opening and text of different steps": lambda: lie(order=lambda rows: (changed(rows[0], step=1),)),
    "another text": lambda: lie(order=text_of("win place temple B1")),
    "another condition": lambda: lie(order=text_of("lose place temple A1")),
    "no condition": lambda: lie(order=text_of("place temple A1")),
    "a text that no plan may hold": lambda: lie(order=text_of("swap: temple")),
    "no opening": lambda: lie(opened=lambda rows: ()),
    "no text": lambda: lie(order=lambda rows: ()),
    "an order that is not in any note": lambda: lie(opened=lambda rows: (), order=lambda rows: ()),
    "another order than the text": lambda: lie(did=lambda rows: (rows[0], changed(rows[1], order="pass"))),
    "another seat than the text": lambda: lie(did=lambda rows: (rows[0], changed(rows[1], seat=other_seat()))),
    "opened and not carried out": lambda: lie(did=lambda rows: rows[:1]),
    "opened twice": lambda: lie(opened=lambda rows: rows * 2, order=lambda rows: rows * 2),
    "carried out twice": lambda: lie(
        opened=lambda rows: rows * 2, order=lambda rows: rows * 2, did=lambda rows: (*rows, rows[1])
    ),
    "sealed before clear": lambda: lie(did=lambda rows: rows[::-1]),
    "without the clear order": lambda: lie(did=lambda rows: rows[1:]),
    "a clear order twice": lambda: lie(did=lambda rows: (rows[0], *rows)),
    "a line whose condition does not hold, truly opened": lambda: lie(**opening_of(2, ("pass",))),
    "a face shown that nobody laid": lambda: lie(show=lambda rows: (("A1", "temple"),)),
    "a position of the bag opened": lambda: lie(proof=lambda rows: (Proof("tiles", 0, 0, bytes(16)),)),
    "another clear order": lambda: lie(did=lambda rows: (changed(rows[0], order="commit 1"), *rows[1:])),
}

READERS = ("host", "owner", "opponent", STRANGER)


def opening_of(line: int, orders: tuple[str, ...]) -> dict[str, Callable[[Any], Any]]:
    """The turn as if the referee had carried out another line of the plan: truly opened, with its right salt."""
    match = truth()[0]
    attacker = sides(before_revolt())[0]
    plan = match.host.plans[match.table.seat(attacker)]
    assert plan is not None
    assert plan.texts is not None
    number, text = plan.places[line - 1] + 1, plan.texts[line - 1]
    opened = Opened(attacker, plan.step, number, plan.salts[line - 1])
    return {
        "opened": lambda rows: (opened,),
        "order": lambda rows: (Order(attacker, plan.step, number, text),),
        "did": lambda rows: (rows[0], *(Did(attacker, order) for order in orders)),
    }


def reads_as(match: Match, reader: str, signed_notes: tuple[SignedNote, ...]) -> None:
    """Enter a step as one of those who read it."""
    attacker, defender = sides(before_revolt())
    if reader == "host":
        record_step_file(match.host, signed_notes, match.host_eyes)
        return
    seat = {"owner": attacker, "opponent": defender}.get(reader, reader)
    record_step_file(match.players[seat], signed_notes, match.eyes[seat])


@pytest.mark.parametrize("reader", READERS)
def test_the_true_step_is_taken_by_every_reader(reader: str) -> None:
    match, move, step_note = truth()

    reads_as(match, reader, (move, step_note))


@pytest.mark.parametrize("what", LIES)
@pytest.mark.parametrize("reader", READERS)
def test_a_step_note_that_lies_about_sealed_lines_is_refused_by_every_reader(reader: str, what: str) -> None:
    """Attacks 116 and 128: no key is needed to see it."""
    match, move, _ = truth()

    with pytest.raises(NotAuthentic):
        reads_as(match, reader, (move, LIES[what]()))


def test_a_later_line_carried_out_in_place_of_the_one_that_was_due_is_refused_by_its_owner() -> None:
    """Attack 124: both lines apply, and others cannot see the first; the owner and the audit can."""
    attacker, defender = sides(before_revolt())
    match = copy_of(before_revolt())
    order(match, "leader king B9", "commit 2", "win place temple A1", "win pass")
    before = copy_of(match)
    plan = match.host.plans[match.table.seat(attacker)]
    assert plan is not None
    assert plan.texts is not None
    shortened, passed_over = changed(plan, following=1), plan.places[1] + 1
    crooked = replace(match.host, plans=tuple(shortened if held is plan else held for held in match.host.plans))
    answer = match.write(defender, ["commit 0"])
    closed = close_step(crooked, answer, match.host_eyes, key_of(HOST))

    assert [text for _, text in closed.position.orders] == ["commit 0", "pass"]
    for seat in (defender, STRANGER):
        record_step_file(before.players[seat], closed.signed_notes, before.eyes[seat])
    with pytest.raises(NotAuthentic, match=f"planned order {passed_over} was not due yet"):
        record_step_file(before.players[attacker], closed.signed_notes, before.eyes[attacker])
    with pytest.raises(NotAuthentic):
        record_step_file(before.host, closed.signed_notes, before.host_eyes)


def test_no_step_note_can_hold_a_sealed_order_of_45_columns() -> None:
    """Attack 128: such a text is no line of a note, so nobody can sign it."""
    assert ORDER_COLUMNS == 44
    with pytest.raises(Unreadable):
        lie(order=text_of("win " + "x" * 41))


def test_an_opening_of_an_older_note_of_the_seat_is_refused_by_every_reader() -> None:
    """Attack 122: after the seat's next note its old lines are nothing, even if they would fit."""
    attacker, defender = sides(before_revolt())
    match = copy_of(before_revolt())
    order(match, "leader king B9", "commit 2", "lose pass", "lose commit 2")
    older = match.host.plans[match.table.seat(attacker)]
    assert older is not None
    order(match, "commit 0")
    order(match, "leader priest C8", "commit 0")
    after = order(copy_of(match), "commit 0")
    move, step_note = after.signed_notes[step_name(after.host.step)]
    assert older.texts is not None
    forged = signed_again(
        step_note,
        key_of(HOST),
        opened=(Opened(attacker, older.step, 1, older.salts[0]),),
        order=(Order(attacker, older.step, 1, older.texts[0]),),
        did=(Did(defender, "commit 0"), Did(attacker, "pass")),
    )

    for reader in READERS:
        with pytest.raises(NotAuthentic):
            reads_as(match, reader, (move, forged))


# The referee and a seat together leave a plan undone


def test_the_owner_refuses_a_step_in_which_his_plan_was_left_undone() -> None:
    """Attack 124: others cannot see it yet."""
    match = truth()[0]
    _, signed_notes = undone(False)
    attacker, defender = sides(before_revolt())

    for seat in (defender, STRANGER):
        record_step_file(match.players[seat], signed_notes, match.eyes[seat])
    with pytest.raises(NotAuthentic, match="a planned order that applied was not carried out"):
        record_step_file(match.players[attacker], signed_notes, match.eyes[attacker])


def test_the_audit_names_the_step_in_which_a_plan_was_left_undone() -> None:
    """Attack 124: with the owner's connivance it goes unnoticed until the referee opens his box."""
    crooked = truth()[0].host.step + 1
    report = audit(undone_to_the_end().files)

    (finding,) = report.findings
    assert (report.verdict, finding.at, finding.layer) == ("fault", step_name(crooked), "wrong ruling")
    assert (finding.fact.code, finding.fact.party) == ("R-PLAN", "referee")
    assert "a planned order that applied was not carried out" in finding.sentence


# Faces: what lies face down is opened from its pin, and shows what was laid there


@cache
def with_a_face() -> tuple[Match, tuple[SignedNote, ...], str]:
    """A card game before a step that turns up a card, and that step; and another kind of card than the one shown."""
    match = open_match("cards", 2, "faces")
    while True:
        before = with_stranger_at(match)
        play_out(match, f"faces {match.host.step}", steps=1)
        signed_notes = match.signed_notes[step_name(match.host.step)]
        step_note = signed_notes[-1].note()
        if isinstance(step_note, Step) and step_note.show:
            kinds = sorted({kind for pile in match.table.piles for kind, _ in pile.kinds})
            return before, signed_notes, next(kind for kind in kinds if kind != step_note.show[0][1])


def with_stranger_at(match: Match) -> Match:
    """The game as it stands, with a reader who can open nothing."""
    before = copy_of(match)
    closed = tuple(closed_plan(plan) for plan in match.host.plans)
    covered_cards = tuple(changed(card, text=None, salt=None) for card in match.host.covered)
    before.players[STRANGER] = replace(match.host, knowledge=Stranger(), plans=closed, covered=covered_cards)
    before.eyes = {**match.eyes, STRANGER: stranger_eyes(match.table)}
    return before


FACES: Mapping[str, Callable[[Step, str], dict[str, Any]]] = {
    "another kind": lambda step_note, kind: {"show": ((step_note.show[0][0], kind), *step_note.show[1:])},
    "another place": lambda step, kind: {"show": (("A-A", step.show[0][1]), *step.show[1:])},
    "nothing shown": lambda step, kind: {"show": ()},
    "nothing opened": lambda step, kind: {"opened": (), "order": ()},
    "another kind in the line": lambda step, kind: {
        "order": (*step.order[:-1], changed(step.order[-1], text=step.order[-1].text.replace(step.show[-1][1], kind)))
    },
    "another kind in both": lambda step, kind: {
        "show": (*step.show[:-1], (step.show[-1][0], kind)),
        "order": (*step.order[:-1], changed(step.order[-1], text=step.order[-1].text.replace(step.show[-1][1], kind))),
    },
    "another salt": lambda step, kind: {"opened": (*step.opened[:-1], changed(step.opened[-1], salt=bytes(16)))},
}


@pytest.mark.parametrize("what", FACES)
def test_a_face_that_was_not_laid_there_is_refused_by_every_reader(what: str) -> None:
    """Attacks 128 and 130: opened from its pin, so that nobody learns when the card was drawn."""
    match, (*notes, step_note), kind = with_a_face()
    note = step_note.note()
    assert isinstance(note, Step)
    forged = (*notes, signed_again(step_note, key_of(HOST), **FACES[what](note, kind)))

    for seat in match.players:
        record_step_file(match.players[seat], (*notes, step_note), match.eyes[seat])
        with pytest.raises(RefereeError) as refusal:
            record_step_file(match.players[seat], forged, match.eyes[seat])
        assert type(refusal.value) in (NotAuthentic, IllegalMove)
    with pytest.raises(RefereeError):
        record_step_file(match.host, forged, match.host_eyes)
