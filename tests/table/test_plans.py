"""Sealed lines: when they are carried out, when never, what tells a step note that lies about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from referee.crypto import sealed
from referee.games.tigris.board import SPACE
from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.kernel.goods import Stranger
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Did, Entered, Move, Opened, Order, Proof, Step
from referee.table.desk.close import close_step
from referee.table.reading.audit import audit
from referee.table.seating import stranger_eyes
from referee.table.step.draft import draft
from referee.table.step.ending import make_ack
from referee.table.step.enter import enter
from referee.table.step.produce import make_step, produce, settle
from referee.table.step.sealed_lines import ORDER_COLUMNS
from scripts.rehearse import Match, open_match, play_out
from tests.table.matches import (
    HOST,
    STRANGER,
    asked,
    changed,
    copy_of,
    dealt_to,
    fresh_kinds,
    hand,
    key_of,
    order,
    seal_key,
    sealed_note,
    set_up,
    signed_again,
    small,
    step_name,
    swap_all,
    with_fresh_draw,
    with_stranger,
)

Did_ = tuple[str, str]
"""(seat, order) of something carried out."""


def did(match: Match) -> list[Did_]:
    """What was carried out in the last step."""
    return [(match.table.names[seat], text) for seat, text in match.host.orders]


def question(match: Match) -> Did_:
    """Who is asked what now."""
    request = match.host.request
    assert request is not None
    return match.table.names[request.seat], request.question


# A revolt: the attacker's king on B9 against the defender's on C8, one temple each; the defender's priest on A8.


@cache
def before_revolt() -> Match:
    """The defender has moved first and put king and priest beside B8; the attacker holds the temples he will add."""
    deal = dealt_to(("temple", "temple"), ("temple", "temple", "temple", "farm"))
    match = order(copy_of(deal), "leader king C8", "leader priest A8")
    assert "market" not in hand(match, asked(match)) or "settlement" not in hand(match, asked(match))
    return match


def sides(match: Match) -> tuple[str, str]:
    """(attacker, defender) of a game before its revolt."""
    attacker = asked(match)
    return attacker, next(name for name in match.table.names if name != attacker)


def lacking(match: Match) -> str:
    """A kind that the attacker does not hold and that may lie on land."""
    return next(kind for kind in ("market", "settlement") if kind not in hand(match, asked(match)))


def revolt(added: int, answer: int, *lines: str, then: tuple[str, ...] = ()) -> Match:
    """The revolt, played: what each side adds, the attacker's sealed lines, the defender's."""
    match = copy_of(before_revolt())
    order(match, "leader king B9", f"commit {added}", *lines)
    return order(match, f"commit {answer}", *then)


def test_a_revolt_without_a_plan_asks_the_attacker_again() -> None:
    match = revolt(2, 0)
    attacker, defender = sides(before_revolt())

    assert did(match) == [(defender, "commit 0")]
    assert question(match) == (attacker, "turn")


CONDITIONS = {
    "won": (2, 0, ("win place temple A1", "lose pass"), ["place temple A1"]),
    "lost": (0, 1, ("win place temple A1", "lose pass"), ["pass"]),
    "tied, which the defender wins": (1, 1, ("win place temple A1", "lose pass"), ["pass"]),
    "tied at the board": (0, 0, ("win place temple A1", "lose pass"), ["pass"]),
    "whatever happened": (2, 0, ("then place temple A1",), ["place temple A1"]),
    "lost, with a line for a victory only": (0, 1, ("win place temple A1",), []),
    "won, with a line for a defeat only": (2, 0, ("lose pass",), []),
    "an answer to a question not asked is skipped": (2, 0, ("then commit 1", "win pass"), ["pass"]),
    "an answer to a question not asked, with nothing behind": (2, 0, ("then commit 1",), []),
}


@pytest.mark.parametrize("case", CONDITIONS)
def test_a_sealed_line_is_carried_out_when_its_condition_holds(case: str) -> None:
    """Attack 123. Host, owner, opponent and stranger all follow, or the match would have stopped."""
    added, answer, lines, planned = CONDITIONS[case]
    attacker, defender = sides(before_revolt())
    match = revolt(added, answer, *lines)

    assert did(match) == [(defender, f"commit {answer}"), *((attacker, text) for text in planned)]
    assert question(match) == ((defender if planned else attacker), "turn")


def test_both_sides_of_two_conflicts_in_one_turn_speak_of_the_last_one() -> None:
    """Attack 123: the attacker wins with his king, attacks with his priest; the defender's line for a defeat answers
    the second conflict, in which he ties and wins.
    """
    attacker, defender = sides(before_revolt())
    match = copy_of(before_revolt())
    order(match, "leader king B9", "commit 2", "win leader priest C8", "win commit 0", "win pass")
    order(match, "commit 0", "win commit 2", "lose commit 0")

    assert did(match) == [
        (defender, "commit 0"),
        (attacker, "leader priest C8"),
        (attacker, "commit 0"),
        (defender, "commit 0"),
    ]
    assert question(match) == (defender, "turn")


@cache
def before_wars() -> Match:
    """Two kingdoms with king and trader each, joined by a tile on E5; black stands 2 : 1 and green 1 : 1."""
    deal = dealt_to(("settlement", "market", "temple", "farm"), ("farm",))
    first = deal.table.seat(asked(deal))
    second = 1 - first
    leaders = [0] * 8
    leaders[4 * first + 1], leaders[4 * first + 2] = SPACE["C5"], SPACE["D6"]
    leaders[4 * second + 1], leaders[4 * second + 2] = SPACE["G5"], SPACE["F6"]
    return _with_tiles(deal, ("D5", "F5"), ("B5", "C6", "G6"), ("B6", "F7"), tuple(leaders))


def _with_tiles(
    match: Match, temples: tuple[str, ...], settlements: tuple[str, ...], markets: tuple[str, ...], leaders: Any
) -> Match:
    red, black, green, blue = match.host.state.tiles
    added = [sum(SPACE[cell] for cell in cells) for cells in (temples, settlements, markets)]
    return set_up(match, tiles=(red | added[0], black | added[1], green | added[2], blue), leaders=leaders)


TWO_WARS = {
    "won, then lost": (
        ("win commit 0", "win place temple A1", "lose pass"),
        ("lose commit 0",),
        ["commit 0"],
        ["commit 0"],
        ["pass"],
    ),
    "won twice": (
        ("win commit 1", "win place temple A1", "lose pass"),
        ("lose commit 0",),
        ["commit 1"],
        ["commit 0"],
        ["place temple A1"],
    ),
    "the first one's line is used up by the second": (
        ("lose pass", "win commit 0", "lose place temple A1"),
        ("lose commit 0",),
        ["commit 0"],
        ["commit 0"],
        ["place temple A1"],
    ),
    "the other side answers by hand": (("win commit 0", "lose pass"), (), ["commit 0"], [], []),
}


@pytest.mark.parametrize("case", TWO_WARS)
def test_win_and_lose_speak_of_the_last_of_two_wars(case: str) -> None:
    """Attack 123."""
    attackers, defenders, first, second, last = TWO_WARS[case]
    match = copy_of(before_wars())
    attacker, defender = sides(match)
    order(match, "place settlement E5", "war black", "commit 0", *attackers)
    order(match, "commit 0", *defenders)

    planned = [*((attacker, o) for o in first), *((defender, o) for o in second), *((attacker, o) for o in last)]
    assert did(match) == [(defender, "commit 0"), *planned]


def test_a_war_between_others_is_neither_won_nor_lost_by_the_one_who_caused_it() -> None:
    """Attack 123: two other seats fight; only the line without a condition is carried out."""
    deal = dealt_to(("settlement", "temple"), ("farm",), seats=3)
    first = deal.table.seat(asked(deal))
    second, third = (first + 1) % 3, (first + 2) % 3
    leaders = [0] * 12
    leaders[4 * second + 1], leaders[4 * third + 1] = SPACE["C5"], SPACE["G5"]
    match = _with_tiles(deal, ("D5", "F5"), ("B5",), (), tuple(leaders))
    names = match.table.names

    order(match, "place settlement E5", "win pass", "lose pass", "then place temple A1")
    order(match, "commit 0")
    order(match, "commit 0")

    assert did(match) == [(names[third], "commit 0"), (names[first], "place temple A1")]


def test_without_a_conflict_neither_win_nor_lose_applies() -> None:
    """Attack 123: behind a swap nothing was fought."""
    match = with_stranger(with_fresh_draw())
    seat = asked(match)
    order(match, "swap temple" if "temple" in hand(match, seat) else swap_all(match), "win pass", "lose pass")

    assert [text.split()[0] for _, text in did(match)] == ["swap"]
    assert question(match) == (seat, "turn")


def test_a_sealed_order_may_spend_what_the_swap_before_it_drew() -> None:
    """The owner's client must take the goods of the step in before it looks at the order behind them."""
    match = with_stranger(with_fresh_draw())
    seat, kind = asked(match), fresh_kinds(match)[0]
    order(match, swap_all(match), f"then place {kind} A1")

    assert did(match) == [(seat, "swap 6"), (seat, f"place {kind} A1")]
    assert kind not in hand(with_fresh_draw(), seat)


# What is left over


def test_a_line_left_over_at_the_end_of_the_turn_is_never_carried_out() -> None:
    """Attack 122, first vector: the attacker passes as planned; asked again in the next turn, he is asked in person."""
    attacker, defender = sides(before_revolt())
    match = revolt(2, 0, "win pass", "then commit 0")
    order(match, "leader king C8", "commit 0")

    assert did(match) == [(defender, "leader king C8"), (defender, "commit 0")]
    assert question(match) == (attacker, "commit")


def test_a_line_left_over_is_never_carried_out_after_the_next_note_of_its_seat() -> None:
    """Attack 122, second vector: the line for a defeat stays unused; a new note does not bring it back."""
    _attacker, defender = sides(before_revolt())
    match = revolt(2, 0, "lose pass", "lose leader trader C8", "lose commit 2")
    order(match, "leader priest C8", "commit 0")
    order(match, "commit 0")

    assert did(match) == [(defender, "commit 0")]
    assert question(match) == (defender, "turn")
    assert not [step_note for name in match.signed_notes for step_note in _step_notes(match, name) if step_note.opened]


def test_after_an_action_that_fails_nothing_of_the_plan_is_carried_out() -> None:
    """Attack 122, third vector: B8 is taken, so the pass behind it is not made either."""
    attacker, defender = sides(before_revolt())
    match = revolt(2, 0, "win place temple B8", "then pass")

    assert did(match) == [(defender, "commit 0")]
    assert question(match) == (attacker, "turn")
    order(match, "leader priest C8", "commit 0")
    assert did(match) == [(attacker, "leader priest C8"), (attacker, "commit 0")]


def _step_notes(match: Match, name: str) -> list[Step]:
    return [note for note in (signed.note() for signed in match.signed_notes[name]) if isinstance(note, Step)]


def test_a_sealed_order_that_the_hand_does_not_cover_leaves_no_trace() -> None:
    """Attack 125: the turn says the same as if nothing had been planned."""
    kind = lacking(before_revolt())
    with_plan, without = revolt(2, 0, f"win place {kind} A1", "win pass"), revolt(2, 0)
    turns = [_step_notes(match, step_name(match.host.step))[0] for match in (with_plan, without)]
    hidden = {"head": "", "note": ()}

    assert changed(turns[0], **hidden) == changed(turns[1], **hidden)
    assert turns[0].opened == turns[0].order == ()
    assert with_plan.host.state == without.host.state


# Step notes that lie about sealed lines: every reader refuses


@cache
def truth() -> tuple[Match, SignedNote, SignedNote]:
    """A game before the answer to a revolt, and the move and turn of that answer: one sealed line was opened."""
    match = copy_of(before_revolt())
    order(match, "leader king B9", "commit 2", "win place temple A1", "lose pass")
    after = order(copy_of(match), "commit 0")
    move, step_note = after.signed_notes[step_name(after.host.step)]
    return match, move, step_note


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
    "an order that stands in no note": lambda: lie(opened=lambda rows: (), order=lambda rows: ()),
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
        enter(match.host, signed_notes, match.host_eyes)
        return
    seat = {"owner": attacker, "opponent": defender}.get(reader, reader)
    enter(match.players[seat], signed_notes, match.eyes[seat])


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
        enter(before.players[seat], closed.signed_notes, before.eyes[seat])
    with pytest.raises(NotAuthentic, match=f"sealed line {passed_over} was not due now"):
        enter(before.players[attacker], closed.signed_notes, before.eyes[attacker])
    with pytest.raises(NotAuthentic):
        enter(before.host, closed.signed_notes, before.host_eyes)


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


def undone(seat_colludes: bool) -> tuple[Match, tuple[SignedNote, ...]]:
    """The answer to the revolt, closed by a referee who does as if there were no plan."""
    match, move, _ = truth()
    blind = replace(match.host_eyes, order_keys=(None,) * len(match.table.names))
    note = move.note()
    assert isinstance(note, Move)
    position = replace(match.host, plans=tuple(_closed(plan) for plan in match.host.plans))
    own = replace(blind, order_keys=tuple(match.host_eyes.order_keys))
    run = produce(position, note, own)
    step_note = sign_note(make_step(run, (move,), match.host_eyes), key_of(HOST))
    played = copy_of(match)
    played.host = settle(run, step_note.note(), step_note.id)  # type: ignore[arg-type]
    played.keep(step_name(played.host.step), (move, step_note))
    return played, (move, step_note)


def _closed(plan: Any) -> Any:
    return plan if plan is None else changed(plan, texts=None, salts=())


def test_the_owner_refuses_a_step_in_which_his_plan_was_left_undone() -> None:
    """Attack 124: others cannot see it yet."""
    match = truth()[0]
    _, signed_notes = undone(False)
    attacker, defender = sides(before_revolt())

    for seat in (defender, STRANGER):
        enter(match.players[seat], signed_notes, match.eyes[seat])
    with pytest.raises(NotAuthentic, match="a sealed order that applied was not carried out"):
        enter(match.players[attacker], signed_notes, match.eyes[attacker])


def test_the_audit_names_the_step_in_which_a_plan_was_left_undone() -> None:
    """Attack 124: with the owner's connivance it goes unnoticed until the referee opens his box."""
    match, signed_notes = undone(True)
    attacker, _ = sides(before_revolt())
    before = truth()[0]
    blind = replace(before.eyes[attacker], order_keys=(None,) * len(match.table.names))
    for seat, position in before.players.items():
        eyes = blind if seat == attacker else before.eyes[seat]
        own = replace(position, plans=tuple(map(_closed, position.plans))) if seat == attacker else position
        match.players[seat], _ = enter(own, signed_notes, eyes)
    crooked = match.host.step
    while not match.host.over:
        order(match, swap_all(match))
    end = match.signed_notes[step_name(match.host.step)][-1]
    for seat in match.table.names:
        match.keep(f"ack-{seat}.note", (make_ack(match.keys[seat], match.table, end.id),))

    report = audit(match.files)

    (finding,) = report.findings
    assert (report.verdict, finding.at, finding.layer) == ("fault", step_name(crooked), "not authentic")
    assert "a sealed order that applied was not carried out" in finding.sentence


# Notes that the referee refuses, and what it means to find one in a bundle


def covered(do: tuple[str, ...], lines: tuple[str, ...] | None, **values: Any) -> SignedNote:
    """A note of the attacker before his revolt."""
    return sealed_note(before_revolt(), asked(before_revolt()), do, lines, **values)


REVOLT = ("leader king B9", "commit 2")


def sealed_texts(texts: tuple[str, ...] | None) -> bytes:
    """A seal that opens at its place and holds so many lines; None: too few bytes to be lines at all."""
    match = before_revolt()
    seat, position = asked(match), match.host
    ad = sealed.address("seal", match.table.game_id, position.head, position.step + 1, seat)
    plain = b"short" if texts is None else sealed.pack_lines(bytes(16), texts)
    return sealed.seal(seal_key(match, seat), plain, ad)


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
    "a clear order behind a question to another": (
        lambda: covered((*REVOLT, "pass"), ()),
        IllegalMove,
        "PM 2",
        True,
    ),
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
            enter(position, signed_notes, eyes)
        assert (type(refusal.value), refusal.value.rule) == (layer, rule)
        assert f"{attacker} signed, and the referee entered" in refusal.value.sentence()


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
    closed = tuple(_closed(plan) for plan in match.host.plans)
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
        enter(match.players[seat], (*notes, step_note), match.eyes[seat])
        with pytest.raises(RefereeError) as refusal:
            enter(match.players[seat], forged, match.eyes[seat])
        assert type(refusal.value) in (NotAuthentic, IllegalMove)
    with pytest.raises(RefereeError):
        enter(match.host, forged, match.host_eyes)


# Drafts


LONG = "win treasure " + " ".join(f"{column}1" for column in "ABCDEFGHIJKLM")

DRAFTS: Mapping[str, tuple[tuple[str, ...], type[RefereeError], str | None]] = {
    "nothing": ((), Unreadable, None),
    "blanks": ((" ; ", "\n"), Unreadable, None),
    "five sealed lines": ((*REVOLT, *("win pass",) * 5), IllegalMove, "PM 5"),
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
    with pytest.raises(OutOfOrder, match="only a player"):
        draft(match.host, match.host_eyes, ["pass"])
    with pytest.raises(OutOfOrder, match="the game is over"):
        draft(small().players["anna"], small().eyes["anna"], ["pass"])
