"""What a dishonest host does with his own notes: deals, hands, steps, ends; alone or with a friend at a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.dishonest.games import hiding_order
from tests.support.dishonest.nonsense import other
from tests.support.dishonest.project import (
    DEAL,
    HOST,
    Did,
    MoveDraft,
    Opened,
    Order,
    Position,
    SignedNote,
    StepRun,
    deal,
    follow_events,
    make_step_note,
    open_plan,
    position_after_run,
    sealing,
    sign_note,
    step_name,
)
from tests.support.dishonest.signing import changed, corrected, hides, legal_orders, may_lack, opening_of, pinned
from tests.support.dishonest.story import Story

STEPS = 12
"""A story that needs no end goes on for at most so many steps."""

TRIES = 4
"""So many fields are tried before a note counts as one that nothing else can be said with."""

COVERED_WITHIN = 24
"""Within so many steps somebody sends a covered note, or the story is about nothing."""


def field_of_a_note(story: Story) -> None:
    """One field of any note of any file, the record otherwise as it was."""
    story.open()
    story.play(story.chance.randrange(1, STEPS))
    match = story.match
    name = story.chance.choice(sorted(match.signed_notes))
    at = story.chance.randrange(len(match.signed_notes[name]))
    old = match.signed_notes[name][at]
    new = field_changed(story, old)
    if new is None:
        return
    story.lied_at = name
    story.liars = {story.role(old), HOST}
    story.shown = story.replaced(name, at, new)
    story.loose = [old, new]


def field_changed(story: Story, signed: SignedNote) -> SignedNote | None:
    """The note with one field changed, if a note can say that."""
    note, chance = signed.note(), story.chance
    for _ in range(TRIES):
        field = chance.choice(note.__struct_fields__)
        leaves_out = field in may_lack(note) and chance.random() < 0.5
        value = None if leaves_out else other(getattr(note, field), chance)
        told = story.signed(signed, **{field: value})
        if told is not None:
            return told
    return None


def field_of_the_deal(story: Story) -> None:
    """One field of the deal; everybody plays on upon it."""
    story.open()
    story.liars = {HOST}
    story.lie_in_deal(lambda signed_notes: _last_changed(story, signed_notes))
    story.to_some_end()


def field_of_a_step(story: Story) -> None:
    """One field of the note of a step; everybody plays on upon it."""
    story.open()
    story.liars = {HOST}
    story.play(story.chance.randrange(STEPS // 2))
    if not story.match.host.over:
        story.one(lambda signed_notes: _last_changed(story, signed_notes))
    story.to_some_end()


def field_of_the_end(story: Story) -> None:
    """One field of the end of a whole game."""
    story.open_whole()
    story.liars = {HOST}
    story.to_some_end()
    name = story.last
    new = field_changed(story, story.match.signed_notes[name][-1])
    if new is None:
        return
    story.lied_at = name
    story.loose = [story.match.signed_notes[name][-1], new]
    story.match.keep(name, (*story.match.signed_notes[name][:-1], new))


def hands_of_the_deal(story: Story) -> None:
    """Hand lines of the deal that say something else; the game goes on upon them, if it is short to its end."""
    game = story.chance.choice(("tigris", "tigris", "cards"))
    story.open(game, seats=2)
    story.liars = {HOST}
    story.lie_in_deal(lambda signed_notes: hands_changed(story, signed_notes))
    story.to_some_end()


def hands_of_a_step(story: Story) -> None:
    """Hand lines of a step that say something else; the game goes on to its end upon them."""
    story.open_whole("tigris", "cards")
    story.liars = {HOST}
    story.play(story.chance.randrange(3))
    while not (story.match.host.over or story.lied_at):
        story.one(lambda signed_notes: hands_changed(story, signed_notes))
    story.to_some_end()


def another_bag(story: Story) -> None:
    """Everything is dealt and drawn from another seed than the one that all made together."""
    honest = story.open("tigris", seats=2)
    story.liars = {HOST}
    table, seed = honest.table, story.chance.randbytes(32)
    story.match.host_eyes = changed(honest.host_eyes, hidden_seed=seed)
    drawn = deal.taken_goods(table, honest.host.events, deal.full_stocks(table)).drawn
    records = deal.hand_records(table, seed, drawn)
    hands = {
        table.names[seat]: _resealed(story, table.names[seat], rows, table.game_id, 0) for seat, rows in records.items()
    }
    bag = deal.bag_lines(table, seed)
    told = story.signed(honest.signed_notes[DEAL][-1], bag=bag, hand=hands)
    assert told is not None
    story.lie_in_deal(lambda signed_notes: (*signed_notes[:-1], told))
    knowledge = follow_events(deal.dealer_knowledge(table, seed), honest.host.events)
    story.match.host = changed(story.match.host, knowledge=knowledge, bag=bag)
    story.swap_to_end()


def other_orders(story: Story) -> None:
    """A step carries out other orders than those of the note it lists, and all the rest follows from them."""
    story.open()
    story.liars = {HOST}
    story.play(story.chance.randrange(STEPS // 2))
    if story.match.host.over:
        return
    seat = story.asked
    listed, carried = story.move(seat), story.move(seat)
    closed = story.close(carried)
    story.enter(closed, lambda signed_notes: (listed, story.listing(signed_notes[-1], {carried.id: listed.id})))
    story.to_some_end()


def plan_ignored(story: Story) -> None:
    """Sealed lines and standing answers that are due are not carried out, and the game goes on without them."""
    story.open("tigris", "cards", hiding=True)
    story.liars = {HOST}
    for _ in range(COVERED_WITHIN):
        if story.match.host.over:
            return
        signed = story.move(story.asked)
        honest = story.close(signed)
        if len(honest.position.orders) > len(signed.note().do):  # type: ignore[union-attr]
            _enter_clear_orders(story, signed)
            story.to_some_end()
            return
        story.enter(honest)


def _enter_clear_orders(story: Story, signed: SignedNote) -> None:
    match, before = story.match, story.match.host
    move: Any = signed.note()
    seat = match.table.seat(move.seat)
    run = StepRun(before, seat, open_plan(match.table, match.host_eyes, move, seat, before.turn))
    run.play_clear(move)
    note = make_step_note(run, (signed,), match.host_eyes)
    told = sign_note(note, match.keys[HOST])
    story.lied_at = step_name(note.step)
    match.keep(story.lied_at, (signed, told))
    match.host = position_after_run(run, note, told.id)


def line_opened(story: Story) -> None:
    """Host and a friend: any sealed line of the friend is opened and carried out, due or not, whole or not."""
    story.open("cards", "cards", "tigris", hiding=True)
    for _ in range(COVERED_WITHIN):
        if story.match.host.over:
            return
        seat = story.asked
        orders = story.draft(seat, hiding_order)
        if orders.covered and orders.run.asked is not None and _open_any_line(story, seat, orders):
            story.to_some_end()
            return
        story.play(1)


def _open_any_line(story: Story, seat: str, orders: MoveDraft) -> bool:
    match, chance = story.match, story.chance
    table, key = match.table, match.keys[seat]
    asked = orders.run.asked
    assert asked is not None
    friend = table.names[asked[0]]
    if friend != seat:  # a line of the author's is opened only when the author is asked again
        return False
    if not orders.run.turn_runs and chance.random() < 0.8:  # with the turn its plan has ended
        return False
    after = _after(match.players[seat], orders)
    possible = legal_orders(after, asked[0])
    if not possible:
        return False
    hiding = [order for order in possible if hides(after, order)]
    if not hiding and chance.random() < 0.9:
        return False
    order = chance.choice(hiding if hiding and chance.random() < 0.8 else possible)
    pins = table.game.info.pins
    first = chance.randrange(pins)
    wanted = chance.choice((pins, chance.randrange(1, pins + 1)))
    plain = corrected(match, seat, orders, ())
    note: Any = plain.note()
    for line in (*range(first, pins), *range(first)):
        texts = [*orders.lines, *("win pass",) * pins][:pins]
        texts[line] = order
        number, salt = opening_of(table, key, note.step, texts, line + 1)
        if number == wanted:  # the place of a pin hangs on all texts, so a liar tries until it stands where he wants
            break
    signed = story.signed(plain, **pinned(table, key, note, texts))
    honest = story.close(plain)
    if signed is None:
        return False
    story.liars = {HOST, seat}

    def opened(signed_notes: tuple[SignedNote, ...]) -> tuple[SignedNote, ...] | None:
        said: Any = signed_notes[-1].note()
        told = story.signed(
            story.listing(signed_notes[-1], {signed_notes[-2].id: signed.id}),
            did=(*said.did[: len(note.do)], Did(seat, order)),
            opened=(Opened(seat, note.step, number, salt),),
            order=(Order(seat, note.step, number, order),),
        )
        return (*signed_notes[:-2], signed, told) if told is not None else None

    story.enter(honest, opened)
    return True


def _after(position: Position, orders: MoveDraft) -> Position:
    return changed(position, state=orders.run.state, knowledge=orders.run.knowledge)  # type: ignore[no-any-return]


def hands_changed(story: Story, signed_notes: tuple[SignedNote, ...]) -> tuple[SignedNote, ...] | None:
    """The file with other hand lines in its last note: one of the ways in which a hand line can lie."""
    note: Any = signed_notes[-1].note()
    honest, hands = dict(note.hand), dict(note.hand)
    if not honest:
        return None
    for name in sorted(hands) if story.chance.random() < 0.3 else [story.chance.choice(sorted(hands))]:
        hands[name] = _hand_line(story, name, honest, note.head, note.step)
    told = story.signed(signed_notes[-1], hand=hands)
    return (*signed_notes[:-1], told) if told is not None else None


def _hand_line(story: Story, name: str, hands: Mapping[str, bytes], head: str, step: int) -> bytes:
    line, chance = hands[name], story.chance
    way = chance.randrange(7)
    if way == 0:
        return bytes(len(line))
    if way == 1:
        return chance.randbytes(len(line))
    if way == 2:
        return hands[chance.choice(sorted(hands))][: len(line)].ljust(len(line), b"\0")
    rows = _records(story, name, line, head, step)
    if way == 3:  # the same records for another place
        return _resealed(story, name, rows, story.match.host.head, step + 1)
    if way == 4:  # a friend reads the hand of another seat in the free half of his own line
        friends = [_records(story, friend, hands[friend], head, step) for friend in sorted(hands) if friend != name]
        return _resealed(story, name, [*rows, *(row for friend in friends for row in friend)], head, step)
    if way == 5:
        return _resealed(story, name, rows[::-1], head, step)
    strange = [changed(row, token=other(row.token, chance) % 65536) for row in rows]
    return _resealed(story, name, strange, head, step)


def _hand_key(story: Story, name: str) -> bytes:
    key = story.match.host_eyes.hand_keys[story.match.table.seat(name)]
    assert key is not None
    return key


def _records(story: Story, name: str, line: bytes, head: str, step: int) -> list[sealing.Record]:
    ad = sealing.associated_data("hand", story.match.table.game_id, head, step, name)
    return list(sealing.unpack_records(sealing.unseal(_hand_key(story, name), line, ad)))


def _resealed(story: Story, name: str, rows: Sequence[sealing.Record], head: str, step: int) -> bytes:
    ad = sealing.associated_data("hand", story.match.table.game_id, head, step, name)
    return sealing.seal(_hand_key(story, name), sealing.pack_records(rows), ad, sealing.blocks_for(len(rows)))


def _last_changed(story: Story, signed_notes: tuple[SignedNote, ...]) -> tuple[SignedNote, ...] | None:
    other_note = field_changed(story, signed_notes[-1])
    return (*signed_notes[:-1], other_note) if other_note is not None else None
