"""The stories behind `rows.toml`: each makes the same files every time, from test keys.

A story is told twice: while the game runs and all hands are closed, and after the end, when everybody sees everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from msgspec.structs import replace

from referee.kernel.canonical_json import encode_b64
from referee.kernel.goods import Dealer
from referee.protocol.step.draft import draft, move_note
from referee.record.note import SignedNote, read_bundle, sign_note
from referee.record.notes import Answer, Claim, Move, Opened, Order, Proof, Step
from referee.session.close_step import close_step
from tests.support.rehearse import Match, open_match, play_out, test_key
from tests.table.new_seat_keys import agreed, all_but, asks, with_key
from tests.table.plan_games import before_revolt, sides
from tests.table.plan_liars import truth, undone_to_the_end
from tests.table.small_games import (
    HOST,
    asked,
    copy_of,
    dealt,
    four,
    hand,
    key_of,
    order,
    sealed_note,
    signed_again,
    small,
    step_name,
    swap_all,
    with_notes,
)
from tests.table.tampered_records import LAST, second_charter, with_end

AT = 7
"""The step that is in dispute in the small game."""

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Case:
    """What a judge is shown: a record, the notes in question, and those that lie beside them."""

    files: Files
    strays: tuple[SignedNote, ...] = ()
    beside: tuple[SignedNote, ...] = ()


Story = Callable[[bool], Case]
"""A story, told with hands closed or after the end."""


def before(files: Files, step: int) -> Files:
    """A record as it stood before a step."""
    return {name: data for name, data in files.items() if name[0] in "co" or name < step_name(step)}


def record(ended: bool, step: int = AT) -> Files:
    """The small game: all of it, or as it stood before the step in dispute."""
    return small().files if ended else before(small().files, step)


@cache
def at_dispute() -> Match:
    """The small game, played up to the step in dispute."""
    match = copy_of(dealt())
    while match.host.step < AT - 1:
        order(match, swap_all(match))
    assert before(match.files, AT) == before(small().files, AT)
    return match


def honest() -> tuple[SignedNote, SignedNote]:
    """The move and the step note of the step in dispute, as the small game has entered them."""
    move, step_note = small().signed_notes[step_name(AT)]
    return move, step_note


def another(linked: bool) -> tuple[SignedNote, SignedNote, Match]:
    """Another move for the step in dispute, which replaces the first or does not; its step note; and where it led."""
    match = copy_of(at_dispute())
    move, _ = honest()
    seat = move.note().seat  # type: ignore[union-attr]
    drafted = draft(match.players[seat], match.eyes[seat], ["pass"])
    other = move_note(match.players[seat], match.keys[seat], drafted, instead=(move.id,) if linked else ())
    match.enter(other)
    return other, match.signed_notes[step_name(AT)][-1], match


def two_steps(ended: bool) -> Case:
    """The host has closed one step twice: once with a move, once with its correction."""
    move, step_note, _ = another(True)
    return Case(small().files if ended else before(small().files, AT + 3), (step_note,), (move,))


def two_steps_the_other_way(ended: bool) -> Case:
    """The same, shown by somebody whose record is the other one; that game is not played to its end."""
    _, _, match = another(True)
    return Case(match.files, (honest()[1],), (honest()[0],))


def two_moves(ended: bool) -> Case:
    """One key has signed two moves for one step."""
    move, _, _ = another(False)
    return Case(small().files if ended else before(small().files, AT + 3), (move,))


def two_moves_the_other_way(ended: bool) -> Case:
    _, _, match = another(False)
    return Case(match.files, (honest()[0],))


def a_correction(ended: bool) -> Case:
    """The seat has replaced its move, and the host had entered the first one by then."""
    move, _, _ = another(True)
    return Case(small().files if ended else before(small().files, AT + 3), (move,))


def a_wrong_ruling(ended: bool) -> Case:
    """A player's client has refused a step whose state does not follow, and kept it."""
    move, step_note = honest()
    return Case(record(ended), (signed_again(step_note, key_of(HOST), state=bytes(32)),), (move,))


def a_wrong_ruling_in_the_record(ended: bool) -> Case:
    """The same step stands in the record that the judge is given; what lies behind it stands on it."""
    move, step_note = honest()
    wrong = signed_again(step_note, key_of(HOST), event=(*step_note.note().event, "drew anna 1"))  # type: ignore[union-attr]
    files = with_notes(small(), step_name(AT), (move, wrong))
    return Case(files if ended else before(files, AT + 1), (wrong, move))


def a_wrong_hand(ended: bool) -> Case:
    """A hand line is nothing but zeros: its owner cannot open it, and nobody else can look."""
    move, step_note = honest()
    lines = {seat: bytes(len(line)) for seat, line in step_note.note().hand.items()}  # type: ignore[union-attr]
    return Case(record(ended), (signed_again(step_note, key_of(HOST), hand=lines),), (move,))


def what_was_not_held(ended: bool) -> Case:
    """A seat gives away what it has not got, and the host enters it as if it had."""
    match, (entered, _) = at_dispute(), honest()
    seat = entered.note().seat  # type: ignore[union-attr]
    held, index = hand(match, seat), match.table.seat(seat)
    lacking = next(kind for kind in ("farm", "market", "settlement", "temple") if held.count(kind) < 2)
    move = sealed_note(match, seat, ["swap 6"], [f"swap: {' '.join([lacking] * 6)}"], instead=(entered.id,))
    known: Any = match.host.knowledge
    assert isinstance(known, Dealer)
    hands = tuple((lacking,) * 6 if number == index else held for number, held in enumerate(known.hands))
    crooked = replace(match.host, knowledge=replace(known, hands=hands))
    closed = close_step(crooked, move, match.host_eyes, key_of(HOST))
    return Case(record(ended), (closed.signed_notes[-1],), (move,))


def the_end_opens_something_else(ended: bool) -> Case:
    """What the end opens is not what the offer locked; before the end there is nothing to judge."""
    if not ended:
        return Case(record(False))
    files = with_end(open=bytes(32))
    return Case(files, read_bundle(files[LAST])[-1:])


def the_end_opens_nothing(ended: bool) -> Case:
    """The host keeps share and box."""
    return Case(with_end(open=None, box=None) if ended else record(False))


def another_charter(ended: bool) -> Case:
    """Two charters of one offer, and an accept of each by one seat: both keys have done it."""
    charter, _ = second_charter(small())
    return Case(record(ended), (charter,))


def two_accepts(ended: bool) -> Case:
    charter, accept = second_charter(small())
    return Case(record(ended), (accept,), (charter,))


def claim_of(match: Match, seat: str, **values: Any) -> SignedNote:
    """A claim of a seat about a game, as it stands."""
    position = match.players[seat]
    note = Claim(game=match.table.game_id, step=position.step, seat=seat, head=position.head, **values)
    return sign_note(note, test_key(seat))


def answer_to(match: Match, claim: SignedNote, party: str, **values: Any) -> SignedNote:
    """An answer of a party."""
    position = match.host
    seat = "referee" if party == HOST else party
    note = Answer(game=match.table.game_id, step=position.step, seat=seat, head=position.head, claim=claim.id, **values)
    return sign_note(note, test_key(party))


def own_line(number: int, text: str | None = None) -> tuple[SignedNote, Opened, Order]:
    """The note of the attacker's plan, and the opening of its line `number` from 0."""
    match = truth()[0]
    attacker, _ = sides(before_revolt())
    plan = match.players[attacker].plans[match.table.seat(attacker)]
    assert plan is not None and plan.texts is not None
    (note,) = [
        signed
        for signed in match.signed_notes[step_name(match.host.step)]
        if signed.type == "move" and signed.note().step == plan.step  # type: ignore[union-attr]
    ]
    place = plan.places[number] + 1
    said = text or plan.texts[number]
    return note, Opened(attacker, plan.step, place, plan.salts[number]), Order(attacker, plan.step, place, said)


def passed_over(text: str | None = None) -> Story:
    """A sealed line was due and was not carried out; its owner shows it, or shows another text for it."""

    def story(ended: bool) -> Case:
        match = undone_to_the_end()
        note, opened, line = own_line(1, text)
        claim = claim_of(truth()[0], opened.seat, note=(note.id,), opened=opened, order=line)
        crooked = truth()[0].host.step + 1
        files = match.files if ended else before(match.files, crooked + 1)
        return Case(files, (claim, match.signed_notes[step_name(crooked)][-1]))

    return story


@cache
def ignored() -> tuple[SignedNote, Files]:
    """In a game of four, the move of a seat that the host did not enter, and the record as it stood then."""
    step = 9
    entered = four().signed_notes[step_name(step)]
    move = next(signed for signed in entered if signed.type == "move")
    seat = move.note().seat  # type: ignore[union-attr]
    return signed_again(move, test_key(seat), say=("the one that never came",), instead=(move.id,)), before(
        four().files, step
    )


def a_move_ignored(ended: bool) -> Case:
    """Its author sends it to all, and two others say that they have it."""
    move, early = ignored()
    author = move.note().seat  # type: ignore[union-attr]
    claim = claim_of(four(), author, note=(move.id,), seen=(move.id,))
    others = [seat for seat in four().table.names if seat != author][:2]
    answers = [answer_to(four(), claim, seat, seen=(move.id,)) for seat in others]
    return Case(four().files if ended else early, (claim,), (move, *answers))


def words_alone(ended: bool) -> Case:
    """Somebody is late, or slow, or rude: nothing that a signature can show."""
    return Case(record(ended), (claim_of(at_dispute(), "anna", say=("Bert is late.",)),))


def an_honest_step(ended: bool) -> Case:
    """Whoever claims that a step is wrong shows it with the notes it lists, and it is right."""
    move, step_note = honest()
    if ended:
        return Case(small().files, (step_note,))
    return Case(record(False), (step_note,), (move,))


def a_step_alone(ended: bool) -> Case:
    """A step is shown without the notes it lists; beside the step of the record it is a second one."""
    _, step_note = honest()
    return Case(record(ended), (signed_again(step_note, key_of(HOST), note=_other_listed(step_note)),))


def _other_listed(step_note: SignedNote) -> Any:
    note = step_note.note()
    assert isinstance(note, Step)
    return tuple(replace(line, id=encode_b64(bytes(32))) for line in note.note)


def a_false_position(ended: bool) -> Case:
    """A position of the bag is opened with a token that does not lie there."""
    proof = Proof("tiles", 3, 5, bytes(16))
    return Case(record(ended), (claim_of(at_dispute(), "anna", proof=proof),))


def a_damaged_copy(ended: bool) -> Case:
    """A text was changed on the way."""
    move, _ = honest()
    body = move.body.replace(f"step {AT}\n".encode(), f"step {AT + 1}\n".encode())
    return Case(record(ended), (SignedNote(body, move.key, move.namespace, move.signature),))


def a_stranger(ended: bool) -> Case:
    """Somebody who has no part in the game signs what a player might."""
    move, _ = honest()
    assert isinstance(move.note(), Move)
    return Case(record(ended), (sign_note(move.note(), test_key("mallory")),))


@cache
def replaced(ended: bool, named: bool) -> Case:
    """Two moves of one key for one step; the second comes to light behind the step that has replaced the key."""
    match = copy_of(play_out(open_match("tigris", 2, "replaced"), "replaced", steps=4))
    seat = asked(match)
    position, eyes = match.players[seat], match.eyes[seat]
    stray = move_note(position, match.keys[seat], draft(position, eyes, ["pass", "pass"]))
    order(match, "pass")
    rekey = asks(match, seat, seen=(stray.id,) if named else ())
    match = with_key(match, seat, rekey, agreed(match, rekey, *all_but(match, seat)))
    if ended:
        match.decide("end draw", consents=[match.consent(name, "end draw") for name in match.table.names])
    return Case(match.files, (stray,))


def a_replaced_key(ended: bool) -> Case:
    """Nobody had said that the second move was there: whoever has the old key can have made it since."""
    return replaced(ended, False)


def a_replaced_key_whose_note_was_seen(ended: bool) -> Case:
    """The note of the new key names the second move, so that it was there before."""
    return replaced(ended, True)


STORIES: dict[str, Story] = {
    "two steps": two_steps,
    "two steps, shown from the other side": two_steps_the_other_way,
    "two moves": two_moves,
    "two moves, shown from the other side": two_moves_the_other_way,
    "a correction": a_correction,
    "a wrong ruling": a_wrong_ruling,
    "a wrong ruling in the record": a_wrong_ruling_in_the_record,
    "a wrong hand": a_wrong_hand,
    "what was not held": what_was_not_held,
    "the end opens something else": the_end_opens_something_else,
    "the end opens nothing": the_end_opens_nothing,
    "another charter": another_charter,
    "two accepts": two_accepts,
    "a sealed line passed over": passed_over(),
    "a sealed line that was another": passed_over("win pass"),
    "a move ignored": a_move_ignored,
    "words alone": words_alone,
    "an honest step": an_honest_step,
    "a step alone": a_step_alone,
    "a false position": a_false_position,
    "a damaged copy": a_damaged_copy,
    "a stranger": a_stranger,
    "a replaced key": a_replaced_key,
    "a replaced key whose note was seen": a_replaced_key_whose_note_was_seen,
}
"""By the name that `rows.toml` has for it."""
