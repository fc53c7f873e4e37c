"""Nothing leaks: change everything a seat cannot know, and what is published says the same in the same room."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest
from msgspec.structs import replace

from referee.audit.recompute import audit
from referee.crypto import sealing
from referee.kernel.dice import shuffle, stream
from referee.kernel.errors import IllegalMove, RefereeError
from referee.kernel.goods import Dealer, Supply
from referee.messages.letters import step_letter
from referee.protocol.step.draft import draft, move_note
from referee.protocol.step.position import Position
from referee.protocol.step.produce import produce
from referee.record.file_names import step_name
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Move
from tests.support.rehearse import Match, test_key
from tests.table.small_games import (
    asked,
    copy_of,
    dealt_to,
    four,
    fresh_kinds,
    hand,
    order,
    running,
    sealed_note,
    steps_of,
    swap_all,
    with_fresh_draw,
)
from tests.table.two_worlds import attempts, masked, reasons, worlds

pytestmark = pytest.mark.usefixtures("remembered_proofs")


def test_the_two_worlds_differ_in_everything_hidden() -> None:
    """Otherwise the tests below would prove nothing."""
    one, other = worlds().matches
    assert isinstance(one.host.knowledge, Dealer)
    assert isinstance(other.host.knowledge, Dealer)

    assert one.host.knowledge.hands != other.host.knowledge.hands
    assert one.host.knowledge.piles[0].kinds != other.host.knowledge.piles[0].kinds
    words = {event.split()[0] for step_note in steps_of(one) for event in step_note.event}
    assert {"won", "discarded", "drew", "spent", "placed"} <= words
    covered = [signed for name in one.signed_notes for signed in one.signed_notes[name] if b"\nseal " in signed.body]
    assert len(covered) > 5


def test_every_published_file_of_two_worlds_is_the_same_but_for_locks_and_ids() -> None:
    """The deal, every turn and every move: same lines, same sizes, same state digests."""
    one, other = worlds().matches

    assert sorted(one.files) == sorted(other.files)
    for name in sorted(one.files):
        if name[:4].isdigit():
            assert masked(one.files[name]) == masked(other.files[name]), name


def test_every_state_digest_of_two_worlds_is_equal() -> None:
    """The state holds no hidden fact: not the same length, the same bytes."""
    one, other = worlds().matches

    assert [step_note.state for step_note in steps_of(one)] == [step_note.state for step_note in steps_of(other)]
    assert one.host.state == other.host.state


def test_the_letters_of_two_worlds_say_the_same() -> None:
    """The words for people come from the public position alone, in every language, whoever writes them."""
    one, other = worlds().matches
    names = (step_name(one.host.step), step_name(other.host.step))
    for lang in ("en", "it"):
        letters = [
            step_letter(match.host, match.signed_notes[name], lang)
            for match, name in zip(worlds().matches, names, strict=True)
        ]
        by_players = [
            step_letter(match.players["anna"], match.signed_notes[name], lang)
            for match, name in zip(worlds().matches, names, strict=True)
        ]

        assert masked(letters[0]) == masked(letters[1])
        assert letters == by_players


def test_an_audit_of_a_running_game_says_the_same_of_two_worlds() -> None:
    reports = [audit(match.files) for match in worlds().matches]
    shown = [(r.verdict, r.depth, r.step, r.findings, r.unchecked, r.result, r.acked, r.notes) for r in reports]

    assert shown[0] == shown[1]
    assert reports[0].verdict == "in progress"


def test_the_reason_of_a_bot_is_the_same_in_two_worlds_and_to_every_reader() -> None:
    """Attack A-9: whatever the hands hold, and whoever reads."""
    one, other = worlds().matches
    said = reasons(one)

    assert said == reasons(other) == reasons(one, one.keys["anna"]) == reasons(one, test_key("host"))
    assert len({reason.code for *_, reason in said if reason is not None}) > 5


# Room: sealed notes have one size


def room(signed: SignedNote) -> int:
    return len(render_bundle((signed,)))


PLANS = (
    (),
    ("pass",),
    ("win pass", "lose pass"),
    ("win commit 0", "lose commit 6", "then pass"),
    ("win place settlement B10", "lose place temple A1", "swap 6", "swap: farm farm farm temple temple temple"),
    ("x" * 44, "x" * 44, "x" * 44, "x" * 44),
)


def test_a_note_takes_the_same_room_for_every_plan() -> None:
    """Attacks 116 and 131: no plan, four lines, a hidden swap, the longest lines there can be."""
    match = dealt_to(("temple",), ("temple",))
    do = ("leader king B9", "commit 0")

    assert len({room(sealed_note(match, asked(match), do, plan)) for plan in PLANS}) == 1


def test_a_note_takes_the_same_room_for_every_number_of_tiles_in_a_sealed_commit() -> None:
    """Attack 116."""
    match = dealt_to(("temple",), ("temple",))

    assert len({room(sealed_note(match, asked(match), ("pass",), (f"commit {n}",))) for n in range(7)}) == 1


def test_a_swap_takes_the_same_room_for_every_number_and_every_kind() -> None:
    """Attack 116: the number is public, the kinds are not; neither shows in the size."""
    match = with_fresh_draw()
    seat = asked(match)
    held = hand(match, seat)
    notes = [
        move_note(match.players[seat], match.keys[seat], draft(match.players[seat], match.eyes[seat], [typed]))
        for typed in (" ".join(("swap", *held[:number])) for number in range(1, 7))
    ]

    assert len({room(note) for note in notes}) == 1


def test_a_hand_line_takes_the_same_room_for_one_tile_and_for_twelve() -> None:
    """Attack 85: only who drew is seen, and how many is in the events anyway."""
    sizes = {len(line) for step_note in steps_of(four()) for line in step_note.hand.values()}

    assert sizes == {sealing.sealed_size(1)}
    assert {sealing.blocks_for(number) for number in range(1, 13)} == {1}


def test_every_covered_note_of_a_whole_game_has_the_games_one_size_of_cover() -> None:
    """Over every note of a game of random players, with and without plans behind them."""
    moves = [
        note
        for data in four().files.values()
        for note in (signed.note() for signed in read_bundle(data))
        if isinstance(note, Move) and note.seal is not None
    ]

    info = four().table.game.info
    assert len(moves) > 10
    assert {len(note.pin) for note in moves} == {info.pins}
    assert {len(note.seal) for note in moves if note.seal} == {sealing.sealed_size(info.seal_blocks)}


# Refusals


def other_hidden(match: Match, seat: str, words: Iterator[int]) -> Position:
    """The referee's position in a world where only what `seat` cannot know is different: others' hands and the bag."""
    knowledge, index = match.host.knowledge, match.table.seat(seat)
    assert isinstance(knowledge, Dealer)
    (pile,) = knowledge.piles
    others = [kind for at, held in enumerate(knowledge.hands) if at != index for kind in held]
    hidden = [*others, *pile.kinds[pile.drawn :]]
    mixed = [hidden[at] for at in shuffle(next(words).to_bytes(8, "big"), "mix", len(hidden))]
    hands = []
    for at, held in enumerate(knowledge.hands):
        taken = held if at == index else tuple(sorted(mixed[: len(held)]))
        mixed = mixed if at == index else mixed[len(held) :]
        hands.append(taken)
    supply = Supply(pile.name, (*pile.kinds[: pile.drawn], *mixed), pile.stock)
    return replace(match.host, knowledge=Dealer(tuple(hands), (supply,), knowledge.covered))


def verdict(position: Position, match: Match, note: Move) -> tuple[object, ...]:
    """What the referee says of a note: its refusal with every word, or the orders up to the first news."""
    try:
        run = produce(position, note, match.host_eyes)
    except RefereeError as error:
        return type(error), str(error), error.at, error.hint, error.rule
    return tuple(run.orders[: len(note.do)])


def test_whether_a_note_is_refused_depends_on_nothing_its_author_does_not_know() -> None:
    """The same notes in ten worlds with other hands of the others and another bag: the same words, every time."""
    words = stream(sha256(b"refusals").digest(), "worlds")
    tried = 0
    match = copy_of(running())
    for _ in range(6):
        seat = asked(match)
        for signed in attempts(match, seat):
            note = signed.note()
            assert isinstance(note, Move)
            heard = {verdict(other_hidden(match, seat, words), match, note) for _ in range(3)}
            heard.add(verdict(match.host, match, note))
            tried += 1

            assert len(heard) == 1, note.do
        order(match, "pass" if match.host.request.question == "turn" else "commit 0")  # type: ignore[union-attr]
    assert tried > 100


def test_a_note_is_accepted_whatever_its_own_swap_draws() -> None:
    """A sealed order behind a draw is carried out or not; it never refuses the note (attack 125)."""
    words = stream(sha256(b"draws").digest(), "worlds")
    match = with_fresh_draw()
    seat = asked(match)
    signed = match.write(seat, [swap_all(match), f"then place {fresh_kinds(match)[0]} A1"])
    note = signed.note()
    assert isinstance(note, Move)
    ends = {len(produce(other_hidden(match, seat, words), note, match.host_eyes).orders) for _ in range(40)}

    assert ends == {1, 2}


def test_no_refusal_says_what_a_hand_holds() -> None:
    """Whatever a seat lacks, and however many it has of it, the sentence is the same one."""
    said = set()
    for match in (dealt_to(("temple",), ("temple",)), dealt_to(("farm", "farm"), ("farm",)), with_fresh_draw()):
        seat = asked(match)
        held = hand(match, seat)
        for kind in ("temple", "settlement", "market", "farm"):
            wanted = min(6, held.count(kind) + 1)
            signed = sealed_note(match, seat, (f"swap {wanted}",), (f"swap: {' '.join([kind] * wanted)}",))
            note = signed.note()
            assert isinstance(note, Move)
            if held.count(kind) < wanted:
                with pytest.raises(IllegalMove) as refusal:
                    produce(match.host, note, match.host_eyes)
                said.add((str(refusal.value), refusal.value.hint, refusal.value.at))

    assert said == {("[TE 3.5] you do not have this in your hand", None, None)}
