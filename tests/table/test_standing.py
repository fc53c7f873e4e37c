"""Standing answers: sealed to the referee, used without delay, never opened, checked by their owner and at the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.audit.recompute import audit
from referee.crypto.keys import SigningKey
from referee.disputes.judging import judge
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.messages.letters import step_letter
from referee.messages.step_news import answers_without_note as answers_told
from referee.protocol.step.produce import make_step_note, produce
from referee.protocol.step.record_step import record_standing_notes, record_step_file, with_named_standing
from referee.protocol.step.standing_orders import standing_note
from referee.record.file_names import step_name
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Move, Standing, Step
from tests.support.rehearse import Match, open_match, play_out
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST, asked, copy_of
from tests.table.standing_games import POLICY, moves_of, play_until_moved, renewed


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
    match = standing_match("standing orders")

    assert "score yes" in answered(match)


def test_news_and_letter_say_of_which_seat_a_standing_answer_spoke() -> None:
    match = standing_match("standing")
    told = []
    for step in range(1, match.host.step + 1):
        told += answers_told(match.signed_notes[step_name(step)])
    last = answers_told(match.signed_notes[step_name(match.host.step)])
    words = step_letter(match.host, match.signed_notes[step_name(match.host.step)]).decode()

    assert told
    assert words.count("'s standing order answered: ") == len(last)
    assert {order.split()[0] for _, order in told} == {"score", "commit", "convert"}


@pytest.mark.long
def test_a_finished_game_with_standing_answers_is_clean() -> None:
    """As is `renewed` below, which is shorter."""
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
        record_standing_notes(match.host, [signed], match.host_eyes)


def test_pins_that_bind_another_policy_are_found_by_whoever_can_open_the_seal() -> None:
    match = open_match("cards", 3, "standing pins")
    other = standing_note(match.players["anna"], match.keys["anna"], ("score never",)).note()
    assert isinstance(other, Standing)
    signed = sign_note(_note(match, pin=other.pin), match.keys["anna"])

    with pytest.raises(NotAuthentic, match="pinned"):
        record_standing_notes(match.host, [signed], match.host_eyes)


def _forged(
    match: Match, key: SigningKey, move: SignedNote, standing: tuple[SignedNote, ...], lines: tuple[str, ...] = ()
) -> tuple[SignedNote, ...]:
    """The step as a referee writes it who reads the policies of all seats as other ones; without lines as none."""
    moves = [move.read(Move)]
    position = with_named_standing(record_standing_notes(match.host, standing, match.host_eyes), moves)
    policies = match.table.game.policies
    assert policies is not None
    read = policies.parse(lines) if lines else None
    deaf = tuple(orders and replace(orders, policy=read) for orders in position.standing)
    run = produce(replace(position, standing=deaf), moves[0], match.host_eyes)
    notes = (*standing, move)
    return (*notes, sign_note(make_step_note(run, notes, match.host_eyes), key))


def deaf() -> Iterator[tuple[Match, Match]]:
    """A game as it goes on, and each time the same with a step more, which enters standing answers of all seats."""
    before = play_out(open_match("cards", 3, "deaf"), "deaf", steps=8)
    for number in range(50):
        match = copy_of(before)
        for seat in match.players:
            match.stand(seat, POLICY)
        yield before, play_out(match, "deaf answers", steps=1)
        play_out(before, f"deaf {number}", steps=1)


def test_a_player_refuses_a_step_note_that_answers_otherwise_than_his_policy() -> None:
    """The referee answers for a seat what it did not say: others cannot see it before the end, the seat can at once."""
    for before, match in deaf():
        *standing, move, signed = match.signed_notes[step_name(match.host.step)]
        forged = _forged(before, match.keys["host"], move, tuple(standing), ("score never",))
        step_note, honest = forged[-1].note(), signed.note()
        assert isinstance(step_note, Step)
        assert isinstance(honest, Step)
        changed = [(ours, theirs) for ours, theirs in zip(honest.did, step_note.did, strict=False) if ours != theirs]
        if changed and changed[0][0].order == "score yes" and changed[0][1].order == "score no":
            seat = changed[0][0].seat
            with pytest.raises(NotAuthentic, match="is not what"):
                record_step_file(before.players[seat], forged, before.eyes[seat])
            with pytest.raises(NotAuthentic):
                record_step_file(before.host, forged, before.host_eyes)
            return
    raise AssertionError("no step in which the two policies answer differently")


def test_a_player_refuses_a_step_note_that_leaves_his_standing_answer_out() -> None:
    """The referee asks a seat although its policy answers: the seat's own client sees it at once."""
    for before, match in deaf():
        *standing, move, signed = match.signed_notes[step_name(match.host.step)]
        step_note = signed.note()
        assert isinstance(step_note, Step)
        asked = [
            did.seat for did in step_note.did if did.order.startswith("score") and did.seat != step_note.note[-1].seat
        ]
        if asked:
            forged = _forged(before, match.keys["host"], move, tuple(standing))

            with pytest.raises(NotAuthentic, match="not carried out"):
                record_step_file(before.players[asked[0]], forged, before.eyes[asked[0]])
            return
    raise AssertionError("no step in which a policy answers for somebody else")


# Which one holds: the author's next move says it


def held(match: Match, seat: str) -> set[str | None]:
    """What the referee, every player and a stranger take for the standing note of `seat`."""
    index = match.table.seat(seat)
    readers = (match.host, *match.players.values())
    return {orders.note if orders is not None else None for orders in (reader.standing[index] for reader in readers)}


def test_a_withdrawal_that_the_host_keeps_back_counts_from_the_next_own_move_on() -> None:
    """Finding M-1: the empty note never reaches the record, and the answers end all the same."""
    match = open_match("cards", 3, "m1")
    match.stand("anna", POLICY)
    play_out(match, "m1", steps=4)
    match.stand("anna", ())
    play_until_moved(match, "anna", "m1 on", withheld=True)

    assert held(match, "anna") == {None}


def test_withdrawn_standing_answers_answer_nothing_any_more() -> None:
    """Finding M-1: of all that is carried out for the seat afterwards, every order stands in a note of its own."""
    match = open_match("cards", 3, "m1 answers")
    match.stand("anna", POLICY)
    play_out(match, "m1 answers", steps=40)
    match.stand("anna", ())
    play_until_moved(match, "anna", "m1 answers on", withheld=True)
    since = match.host.step
    play_out(match, "m1 answers end", steps=60)

    assert "anna" in {seat for seat, _ in answers_of(match, 1, since)}
    assert "anna" not in {seat for seat, _ in answers_of(match, since, match.host.step + 1)}


def answers_of(match: Match, first: int, behind: int) -> list[tuple[str, str]]:
    """(seat, order) of what standing answers carried out in the steps from `first` to before `behind`."""
    found = []
    for step in range(first, behind):
        *notes, signed = [s for s in match.signed_notes[f"{step:04d}.step"] if s.type != "end"]
        step_note, move = signed.note(), notes[-1].note()
        assert isinstance(step_note, Step)
        assert isinstance(move, Move)
        lines = [(order.seat, order.text.removeprefix("win ").removeprefix("lose ")) for order in step_note.order]
        found += [(did.seat, did.order) for did in step_note.did[len(move.do) :] if (did.seat, did.order) not in lines]
    return found


def test_two_standing_notes_of_one_step_are_no_contradiction() -> None:
    """Finding M-2: a mistyped policy, or a second device."""
    match = open_match("cards", 3, "m2")
    two = [standing_note(match.players["anna"], match.keys["anna"], lines) for lines in (POLICY, POLICY[:1])]

    assert [verdict.upheld for verdict in judge(match.files, two)] == [False, False]


def test_a_move_may_name_older_standing_answers_and_they_are_entered_again() -> None:
    match = open_match("cards", 3, "older")
    match.stand("anna", POLICY)
    first = match.waiting["anna"]
    play_until_moved(match, "anna", "older")
    match.stand("anna", POLICY[:1])
    play_until_moved(match, "anna", "older two")
    assert held(match, "anna") != {first.id}
    match.waiting["anna"], match.wanted["anna"] = first, first.id
    play_until_moved(match, "anna", "older three")

    assert held(match, "anna") == {first.id}


def test_a_finished_game_with_answers_renewed_and_ended_in_the_middle_is_clean() -> None:
    match = renewed()
    named = {note.standing for note in moves_of(match) if note.seat == "anna"}

    assert (len(named), None in named, audit(match.files).verdict) == (4, True, "clean")


# Mails


def table_of_people(root: Path) -> dict[str, Person]:
    match = open_match("cards", 3, "people")
    return materialize(match, root, (*match.table.names, HOST))


def test_a_move_that_names_answers_the_host_lacks_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    people = table_of_people(tmp_path)
    person = people[asked(open_match("cards", 3, "people"))]
    person.stand(*POLICY)
    move = person.move("pass")
    before = people[HOST].files()

    with pytest.raises(OutOfOrder, match="to standing orders that are not here"):
        people[HOST].take(move)
    assert people[HOST].files() == before


@pytest.mark.parametrize("lines", [POLICY, ()], ids=["given", "ended"])
def test_standing_note_and_move_lead_to_one_record_in_any_order_of_delivery(
    lines: tuple[str, ...], tmp_path: Path
) -> None:
    """Alone, together, one before the other; what was refused for lack of the other is sent again."""
    records = []
    for number, parts in enumerate([[(0,), (1,)], [(1,), (0,), (1,)], [(0, 1)], [(1, 0)], [(0, 1), (0,), (1,)]]):
        people = table_of_people(tmp_path / str(number))
        person = people[asked(open_match("cards", 3, "people"))]
        mails = (person.stand(*POLICY), person.stand(*lines), person.move("pass"))[1:]
        for part in parts:
            try:
                people[HOST].take(b"".join(mails[index] for index in part))
            except OutOfOrder:
                assert lines and part == (1,)
        records.append(people[HOST].record())

    assert [record for record in records if record != records[0]] == []


def test_of_two_standing_notes_for_one_step_the_host_enters_neither_until_a_move_names_one(tmp_path: Path) -> None:
    """Finding M-2: which came first is no fact of the record, so no order of mails may decide."""
    records = []
    for number, order in enumerate(permutations((0, 1))):
        people = table_of_people(tmp_path / str(number))
        seat = asked(open_match("cards", 3, "people"))
        other = next(name for name in people if name not in (seat, HOST))
        mails = [people[other].stand(*POLICY), people[other].stand("score never")]
        people[HOST].take(*(mails[index] for index in order), people[seat].move("pass"))
        records.append(people[HOST].record())

    assert records[0] == records[1]
    assert b"referee/1 standing" not in records[0]["0001.step"]


def test_standing_answers_that_are_entered_may_come_again(tmp_path: Path) -> None:
    people = table_of_people(tmp_path)
    person = people[asked(open_match("cards", 3, "people"))]
    standing, move = person.stand(*POLICY), person.move("pass")
    people[HOST].take(standing + move)

    assert people[HOST].take(standing) == [f"{person.name.title()}'s standing orders are already recorded"]
