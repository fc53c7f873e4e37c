"""Pins stand in a secret order: what is opened of a plan says nothing about what stays closed, and is used once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from referee.crypto import joint_randomness, sealing
from referee.kernel.errors import IllegalMove, NotAuthentic, Unreadable
from referee.kernel.play import play
from referee.protocol.step.draft import draft, move_note
from referee.protocol.step.follow import _follow_sealed_orders
from referee.protocol.step.planned_orders import Plan, take_next_secret
from referee.protocol.step.produce import open_plan, play_due_plan
from referee.protocol.step.record_step import record_step_file
from referee.protocol.step.step_run import StepRun
from referee.record.note import SignedNote
from referee.record.notes import Entered, Move, Opened, Order, Step
from referee.session.close_step import close_step
from tests.long_runs import of
from tests.support.rehearse import Match, open_match
from tests.table.small_games import (
    HOST,
    STRANGER,
    asked,
    changed,
    copy_of,
    hand,
    key_of,
    order,
    seal_key,
    sealed_note,
    set_up,
    signed_again,
    step_name,
    with_stranger,
)

SEEDS = 4000


@pytest.mark.parametrize("pins", [4, 10], ids=["tigris", "cards"])
def test_every_line_stands_behind_every_pin_equally_often(pins: int) -> None:
    """M-6: the number of an opened line is about uniform, whichever line of the plan it is."""
    found = Counter(
        (line, place)
        for seed in range(SEEDS)
        for line, place in enumerate(joint_randomness.pin_places(sha256(f"pins {seed}".encode()).digest()[:16], pins))
    )
    expected = SEEDS / pins

    assert len(found) == pins * pins
    assert all(0.8 * expected < times < 1.2 * expected for times in found.values())


@pytest.mark.parametrize("pins", [4, 10], ids=["tigris", "cards"])
def test_where_one_line_stands_tells_nothing_of_where_another_stands(pins: int) -> None:
    """M-6: two openings of one note have all pairs of different numbers equally often, in either order."""
    places = [
        joint_randomness.pin_places(sha256(f"pairs {seed}".encode()).digest()[:16], pins) for seed in range(SEEDS)
    ]
    found = Counter((place[0], place[1]) for place in places)
    expected = SEEDS / (pins * (pins - 1))

    assert set(found) == {(one, other) for one in range(pins) for other in range(pins) if one != other}
    assert all(0.4 * expected < times < 1.7 * expected for times in found.values())


def test_the_pins_of_a_note_are_those_of_its_lines_in_the_order_of_its_seal() -> None:
    q, texts = b"q" * 16, ("win pass", "lose pass", "", "")
    places, salts = joint_randomness.pin_places(q, 4), joint_randomness.line_salts(q, 4)
    pins = joint_randomness.plan_commitments(b"g" * 32, "anna", 3, q, texts)

    assert pins == tuple(
        joint_randomness.line_commitment(b"g" * 32, "anna", 3, place + 1, salts[place], texts[places.index(place)])
        for place in range(4)
    )
    assert sorted(places) == [0, 1, 2, 3]
    assert places != (0, 1, 2, 3)


# A card game in which two connectors can be laid with nobody to ask, and turned up at once


def ready(match: Match) -> Match:
    """The same game with columns long enough for connectors everywhere, and no leader on the table."""
    match = with_stranger(match)
    state = match.host.state
    return set_up(match, columns=("*rrr",) * 8, slots="." * 7, leaders=tuple(("",) * 4 for _ in state.leaders))


@cache
def before_connectors() -> Match:
    """The seat that is asked holds two cards of one colour."""
    games = (ready(open_match("cards", 2, f"connectors {number}")) for number in count())
    return next(match for match in games if max(Counter(hand(match, asked(match))).values()) >= 2)


def twice(match: Match) -> str:
    """A colour that the seat that is asked holds twice."""
    return Counter(hand(match, asked(match))).most_common(1)[0][0]


@cache
def two_connectors() -> tuple[Match, SignedNote, SignedNote]:
    """A game before a note that lays two connectors of one colour, and the move and step of that note."""
    match = copy_of(before_connectors())
    kind = twice(match)
    after = order(copy_of(match), f"connect A-B {kind}", f"then connect C-D {kind}")
    move, step_note = after.signed_notes[step_name(after.host.step)]
    return match, move, step_note


READERS = (HOST, "owner", "other", STRANGER)


def reads_as(match: Match, reader: str, signed_notes: tuple[SignedNote, ...]) -> None:
    if reader == HOST:
        record_step_file(match.host, signed_notes, match.host_eyes)
        return
    seats = {"owner": asked(match), "other": next(name for name in match.table.names if name != asked(match))}
    seat = seats.get(reader, reader)
    record_step_file(match.players[seat], signed_notes, match.eyes[seat])


@pytest.mark.parametrize("reader", READERS)
def test_a_step_that_turns_up_two_cards_of_one_note_is_taken_by_every_reader(reader: str) -> None:
    match, move, step_note = two_connectors()

    reads_as(match, reader, (move, step_note))


def test_a_pin_that_is_not_that_of_its_sealed_line_is_seen_by_whoever_opens_the_seal() -> None:
    """Nobody else can tell: what is opened later would not be what was sealed."""
    match, move, _ = two_connectors()
    first, second, *rest = move.read(Move).pin
    note = changed(move.read(Move), pin=(second, first, *rest))
    seat, turn = match.table.seat(note.seat), match.host.turn
    for eyes in (match.host_eyes, match.eyes[note.seat]):
        with pytest.raises(NotAuthentic) as refusal:
            open_plan(match.table, eyes, note, seat, turn)
        assert refusal.value.code == "pinned-line-differs"

    plan = open_plan(match.table, match.eyes[STRANGER], note, seat, turn)
    assert plan is not None and plan.texts is None


def _opened_twice(note: Step, which: int) -> dict[str, Any]:
    """The note with the opening behind the sealed order or one of the cards instead of the last one."""
    return {"opened": (*note.opened[:2], note.opened[which]), "order": (*note.order[:2], note.order[which])}


TWICE: Mapping[str, Callable[[Step], dict[str, Any]]] = {
    "one line for both cards": lambda note: _opened_twice(note, 1),
    "the line of the order for a card": lambda note: _opened_twice(note, 0),
    "no line for the second card": lambda note: {"opened": note.opened[:2], "order": note.order[:2]},
    "a line that no note has": lambda note: {
        "opened": (*note.opened[:2], changed(note.opened[2], line=11)),  # type: ignore[type-var]
        "order": (*note.order[:2], changed(note.order[2], line=11)),  # type: ignore[type-var]
    },
    "line 0": lambda note: {
        "opened": (*note.opened[:2], changed(note.opened[2], line=0)),  # type: ignore[type-var]
        "order": (*note.order[:2], changed(note.order[2], line=0)),  # type: ignore[type-var]
    },
}


@pytest.mark.parametrize("what", TWICE)
@pytest.mark.parametrize("reader", READERS)
def test_no_sealed_line_of_a_note_is_used_twice(reader: str, what: str) -> None:
    """F7, M-6: every reader knows the lines that were used, though not their order."""
    match, move, step_note = two_connectors()
    note = step_note.note()
    assert isinstance(note, Step)
    assert len(note.opened) == 3
    forged = signed_again(step_note, key_of(HOST), **TWICE[what](note))

    with pytest.raises(NotAuthentic):
        reads_as(match, reader, (move, forged))


def test_only_the_owner_and_the_referee_know_which_of_two_like_lines_is_whose() -> None:
    """M-6: to everybody else one secret line of a note is as good as another; they see that it is used once."""
    match, move, step_note = two_connectors()
    note = step_note.note()
    assert isinstance(note, Step)
    order_line, first, second = note.opened
    texts = note.order
    forged = signed_again(
        step_note, key_of(HOST), opened=(order_line, second, first), order=(texts[0], texts[2], texts[1])
    )

    for reader in ("other", STRANGER):
        reads_as(match, reader, (move, forged))
    for reader in ("owner", HOST):
        with pytest.raises(NotAuthentic):
            reads_as(match, reader, (move, forged))


def test_a_line_that_showed_a_card_is_used_up_in_the_plan_as_well() -> None:
    """What the same note lays in a later step cannot be shown by it; whoever cannot open the seal remembers that."""
    match = order(copy_of(before_connectors()), f"connect A-B {twice(before_connectors())}", "lose pass")
    note = match.signed_notes[step_name(1)][-1].note()
    assert isinstance(note, Step)
    plan = match.players[STRANGER].plans[match.table.seat(note.opened[0].seat)]

    assert plan is not None
    assert [place + 1 for place, pin in enumerate(plan.pins) if not pin] == [line.line for line in note.opened]


# Steps that use more lines than a note has


@pytest.mark.parametrize(("following", "refused"), [(7, False), (8, False), (9, True), (10, True)])
def test_a_sealed_order_that_hides_needs_a_line_for_what_it_hides(following: int, refused: bool) -> None:
    """F7: once all lines but one are used, nothing more can be opened that hides something; in words, no crash."""
    match, move, step_note = two_connectors()
    with_note, seat = _after_clear(match, move, following)
    if not refused:
        _follow_rest(with_note, seat, step_note)
        return
    with pytest.raises(NotAuthentic, match="has no plan left for connect C-D"):
        _follow_rest(with_note, seat, step_note)


def _after_clear(match: Match, move: SignedNote, following: int) -> tuple[Any, int]:
    """A run of a stranger behind the clear connector, with so many lines of the plan known to be used."""
    position, note = match.players[STRANGER], move.note()
    assert isinstance(note, Move)
    seat = match.table.seat(note.seat)
    run = StepRun(position, seat, open_plan(match.table, match.eyes[STRANGER], note, seat, position.turn))
    run.play_clear(note, (("A-B", twice(match)),))
    plan = run.plans[seat]
    assert plan is not None
    assert plan.following == 1
    run.plans[seat] = replace(plan, following=following)
    return run, seat


def _follow_rest(run: Any, seat: int, step_note: SignedNote) -> None:
    note = step_note.note()
    assert isinstance(note, Step)
    _follow_sealed_orders(run, note.did[1], note.opened[0], note.order[0], note.show)


def test_a_clear_order_that_hides_without_a_line_left_is_refused_in_words() -> None:
    """F7: by the rule of secret parts, by whoever cannot open the seal as well."""
    match, move, _ = two_connectors()
    run, seat = _after_clear(match, move, 10)
    order_text = "connect C-D"

    with pytest.raises(IllegalMove) as refusal:
        take_next_secret(run.game, run.plans[seat], order_text, run.game.notation.parse_order(order_text))
    assert refusal.value.rule == "PM 4"


@cache
def last_line_hides() -> tuple[SignedNote, ...]:
    """A note whose last line hides a card in a line that is not, and the step that carries it out all the same."""
    match, _, honest = two_connectors()
    seat = asked(match)
    texts = (f"connect: {twice(match)}", *("lose pass",) * 8, "connect C-D")
    bad, note = sealed_note(match, seat, ("connect A-B",), texts), honest.note()
    move = bad.note()
    assert isinstance(move, Move)
    assert isinstance(note, Step)
    assert move.seal is not None
    ad = sealing.associated_data("seal", move.game, move.head, move.step, move.seat)
    q, _ = sealing.unpack_lines(sealing.unseal(seal_key(match, seat), move.seal, ad))
    places, salts = joint_randomness.pin_places(q, 10), joint_randomness.line_salts(q, 10)
    lines = [(places[line], texts[line]) for line in (9, 0)]
    step_note = signed_again(
        honest,
        key_of(HOST),
        note=(Entered(seat, bad.id),),
        opened=tuple(Opened(seat, 1, place + 1, salts[place]) for place, _ in lines),
        order=tuple(Order(seat, 1, place + 1, text) for place, text in lines),
    )
    return bad, step_note


REFUSED = {
    HOST: (Unreadable, "planned order 10 gives away tiles or cards that the plan does not name"),
    "owner": (Unreadable, "planned order 10 gives away tiles or cards that the plan does not name"),
    "other": (NotAuthentic, "the revealed lines do not match the tiles turned up"),
    STRANGER: (NotAuthentic, "the revealed lines do not match the tiles turned up"),
}


@pytest.mark.parametrize("reader", READERS)
def test_the_last_line_of_a_note_that_hides_something_is_refused_by_every_reader(reader: str) -> None:
    """F7: player and referee together. Whoever cannot open the seal does not know that it is the last line, but sees
    that no line shows the card.
    """
    layer, sentence = REFUSED[reader]

    with pytest.raises(layer, match=sentence):
        reads_as(two_connectors()[0], reader, last_line_hides())


# Lines that speak of goods which no pile holds

UNKNOWN: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "behind a clear order": (
        ("connect A-B",),
        ("connect: nope",),
        "planned order 1 names tiles or cards that this game does not",
    ),
    "behind a sealed order": (
        ("connect A-B",),
        ("connect: {kind}", "connect C-D", "connect: nope"),
        "planned order 3 names tiles or cards that this game does not",
    ),
    "of another game": (("connect A-B",), ("connect: {kind}", "swap: temple"), "planned order 2 names tiles or cards"),
    "too many": (
        ("connect A-B",),
        ("connect: {kind}", "connect C-D", "connect: {kind} {kind}"),
        "planned order 2 gives",
    ),
    "of another order": (("connect A-B",), ("connect: {kind}", "connect C-D", "swap: {kind}"), "planned order 2 gives"),
    "none": (("connect A-B",), ("connect: {kind}", "connect C-D", "pass"), "planned order 2 gives away tiles"),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_a_line_with_goods_that_cannot_be_is_refused_by_its_number_alone(what: str) -> None:
    """F19: before the note is entered, and nothing of the line's content is said."""
    match = before_connectors()
    do, lines, sentence = UNKNOWN[what]
    note = sealed_note(match, asked(match), do, tuple(line.format(kind=twice(match)) for line in lines))

    with pytest.raises(Unreadable, match=sentence) as refusal:
        close_step(match.host, note, match.host_eyes, key_of(HOST))
    assert "nope" not in str(refusal.value)


def test_a_planned_line_that_cannot_be_carried_out_ends_its_plan_and_nothing_else() -> None:
    """F19: even one that stands in a record already; the answer before which it falls due goes its way."""
    match, move, _ = two_connectors()
    note = move.note()
    assert isinstance(note, Move)
    run, seat = _after_clear(match, move, 1)
    plan = Plan(note.step, 0, note.pin, 0, texts=("connect C-D", "connect: nope"), salts=(b"",) * 2, places=(0, 1))
    run.before = match.host
    run.knowledge = match.host.knowledge
    run.plans[seat] = plan
    orders = list(run.orders)

    assert play_due_plan(run) is None
    assert run.plans[seat].following == len(note.pin)
    assert run.orders == orders


@pytest.mark.parametrize("reader", [HOST, "owner"])
def test_the_hand_is_asked_for_a_secret_before_the_rules_are(reader: str) -> None:
    """F19: no rule ever sees a kind that the hand does not hold."""
    match = before_connectors()
    seat = asked(match)
    position = match.host if reader == HOST else match.players[seat]
    connect = match.table.game.notation.parse_order("connect A-B")
    for kind in ("nope", _lacking(match)):
        with pytest.raises(IllegalMove) as refusal:
            play(match.table.game, position.state, match.table.seat(seat), connect, position.knowledge, secret=(kind,))
        assert refusal.value.rule == "CK 4.2"


def _lacking(match: Match) -> str:
    return next((kind for kind in ("black", "blue", "green", "red") if kind not in hand(match, asked(match))), "nope")


def test_the_numbers_opened_in_real_notes_take_every_value() -> None:
    """M-6: the first line of a plan, carried out in one game after the other."""
    found = Counter[int]()
    for number in range(of(40, 60)):
        match = ready(open_match("cards", 2, f"numbers {number}"))
        seat = asked(match)
        kind = hand(match, seat)[0]
        note = move_note(
            match.players[seat], match.keys[seat], draft(match.players[seat], match.eyes[seat], [f"connect A-B {kind}"])
        )
        match.enter(note)
        step_note = match.signed_notes[step_name(1)][-1].note()
        assert isinstance(step_note, Step)
        found[step_note.opened[0].line] += 1

    assert set(found) == set(range(1, 11))
    assert max(found.values()) < 18
