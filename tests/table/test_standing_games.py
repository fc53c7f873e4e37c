"""Standing answers at the table of Tigris and Ur: fewer mails, the same record for all, nothing told of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.audit.recompute import audit
from referee.kernel.dice import below, stream
from referee.kernel.errors import NotAuthentic
from referee.kernel.goods import Dealer
from referee.protocol.step.draft import draft, move_note
from referee.protocol.step.produce import make_step_note, produce
from referee.protocol.step.record_step import record_step_file
from referee.protocol.step.standing_orders import standing_note
from referee.record.note import sign_note
from referee.record.notes import Did, Move, Step
from referee.session.todo.status import status_for
from tests.long_runs import of
from tests.support.policies import random_order, steady_order
from tests.support.rehearse import Match, open_match, play_out
from tests.table.every_world import checked_again
from tests.table.players_on_disk import Person, materialize
from tests.table.signatures import checked_apart
from tests.table.small_games import asked, copy_of, render_bundle, soon_over, steps_of
from tests.table.two_worlds import Worlds, masked, with_secret

pytestmark = pytest.mark.usefixtures("remembered_proofs")

WISHES = {
    "anna": ("place c4 c4 d4 b3 c3 b4 c5 d3 b5 d5",),
    "bert": ("place c4 a1 a1 a2 b1 b2 a3 c1 c2 a4",),
    "carl": ("place c4 f6 e6 f6 f5 e5 d6 f4 e4 d5",),
    "dora": ("place c4 f1 e1 f1 f2 e2 d1 f3 e3 d2",),
}
QUIET = ("defend min 0", "attack with 0", "treasure any", "monument none")
"""Standing answers that no hand can change, so that two worlds answer alike."""


@cache
def wished(seats: int) -> Match:
    """A game of Ur in which everybody sent wishes, one step of one move in."""
    match = open_match("ur", seats, "wishes")
    for seat in match.players:
        match.stand(seat, WISHES[seat])
    first = asked(match)
    match.enter(match.write(first, ["place " + WISHES[first][0].split()[2]]))
    return match


@pytest.mark.parametrize("seats", [3, 4])
def test_wishes_and_one_move_lay_all_cubes_of_the_set_up_in_one_step(seats: int) -> None:
    match = wished(seats)
    (step_note,) = steps_of(match)

    assert len(step_note.did) == 3 * seats
    assert step_note.opened == ()
    assert match.host.state.phase == "exchange"
    assert {len(held) for held in (match.players[seat].plans for seat in match.players)} == {seats}


@pytest.mark.parametrize("game", ["tigris", "ur"])
def test_a_finished_game_with_standing_answers_is_clean_for_both_checkers(game: str) -> None:
    match = answered_game(game)

    assert audit(match.files).verdict == "clean"
    assert checked_apart(match.files) is None


@cache
def answered_game(game: str) -> Match:
    match = open_match(game, 3 if game == "ur" else 2, "answered")
    for seat in match.players:
        match.stand(seat, WISHES[seat] if game == "ur" else ("defend min 3", "attack with 2", "treasure any"))
    match = play_out(match, "answered", policy=steady_order if game == "ur" else random_order, steps=of(60, None))
    return soon_over(match, "answered", 0)


def test_picks_and_lower_boxes_of_civilization_cost_no_mail_and_everybody_follows_them() -> None:
    match = open_match("civilization", 3, "answered")
    for seat, card in zip(match.players, ("c103", "c104", "c105"), strict=True):
        match.stand(
            seat, (f"pick {card} c101 c102", "decline box peek strike symbol", "tech 40 pot mas", "best colonist")
        )
    match = play_out(match, "answered", policy=steady_order, steps=16)
    turns = match.host.state.turn

    assert match.host.step < 2 * turns
    assert {"pick", "pass"} <= {did.order.split()[0] for step in steps_of(match) for did in step.did if _unsigned(step)}
    match.decide("end draw", consents=[match.consent(name, "end draw") for name in match.table.names])
    match.acknowledge()
    assert audit(match.files).verdict == "clean"
    assert checked_again(match.files) is None


def test_standing_answers_of_tigris_spoke_in_conflicts() -> None:
    spoken = [did.order.split()[0] for step in steps_of(answered_game("tigris")) for did in step.did if _unsigned(step)]

    assert "commit" in spoken


def _unsigned(step: Step) -> bool:
    return len({did.seat for did in step.did}) > 1


def test_a_host_cannot_order_a_whole_turn_for_a_seat_of_ur_that_gave_wishes() -> None:
    """Only what a policy may answer passes for its answer, even for those who cannot read it."""
    match = copy_of(wished(3))
    for _ in range(2):
        match.enter(match.write(asked(match), ["keep"]))
    mover = asked(match)
    looker = next(seat for seat in match.players if seat != mover)
    before = match.players[looker]
    match.enter(match.write(mover, ["keep"]))
    name = max(name for name in match.signed_notes if name.endswith(".step"))
    *notes, signed = match.signed_notes[name]
    step_note = signed.note()
    assert isinstance(step_note, Step)
    invented = replace(step_note, did=(*step_note.did, Did(asked(match), "culture")))

    with pytest.raises(NotAuthentic) as refused:
        record_step_file(before, (*notes, sign_note(invented, match.keys["host"])), match.eyes[looker])

    assert refused.value.said.code == "order-in-no-note"


# Two worlds under the same public orders


class AnsweredWorlds(Worlds):
    """Tigris in two worlds whose seats answer by policies, or are asked where these are silent."""

    def _move(self, match: Match, seat: str, chosen: str, words: Iterator[int]) -> None:
        typed = with_secret(match, seat, chosen, words)
        drafted = draft(match.players[seat], match.eyes[seat], typed)
        match.enter(move_note(match.players[seat], match.keys[seat], drafted, standing=match.meant(seat)))


@cache
def tigris_worlds(lines: tuple[str, ...]) -> Worlds:
    one = open_match("tigris", 4, "answering world 0")
    others = (open_match("tigris", 4, f"answering world {number}") for number in count(1))
    both = AnsweredWorlds(one, next(match for match in others if asked(match) == asked(one)))
    for match in both.matches:
        for seat in match.players:
            match.stand(seat, lines)
    both.play(stream(sha256(b"answering worlds").digest(), "orders"), 50)
    return both


@pytest.mark.parametrize("lines", [QUIET, ("defend farm 0", "treasure leave A1")], ids=["answers", "silences"])
def test_answers_and_silences_of_two_worlds_publish_the_same(lines: tuple[str, ...]) -> None:
    one, other = tigris_worlds(lines).matches
    assert isinstance(one.host.knowledge, Dealer)
    assert isinstance(other.host.knowledge, Dealer)

    assert one.host.knowledge.hands != other.host.knowledge.hands
    assert any(line.question == "commit" for step in steps_of(one) for line in step.next) == (lines != QUIET)
    assert any("commit 0" in {did.order for did in step.did} for step in steps_of(one))
    assert sorted(one.files) == sorted(other.files)
    for name in sorted(one.files):
        if name[:4].isdigit():
            assert masked(one.files[name]) == masked(other.files[name]), name


LINES = ("pick c103 c109 c101 c105", "decline box peek strike symbol", "tech 40 pot mas", "best colonist place build")


@pytest.mark.parametrize("lines", [LINES, ("best grow",)], ids=["answers", "silences"])
def test_other_covered_places_of_civilization_publish_the_same_with_standing_answers(lines: tuple[str, ...]) -> None:
    one, other = (open_match("civilization", 3, "covered", hidden=sha256(seed).digest()) for seed in (b"one", b"other"))
    words = stream(sha256(b"covered").digest(), "orders")
    for match in (one, other):
        for seat in match.players:
            match.stand(seat, lines)
    assert covered(one) != covered(other)
    for _ in range(14):
        seat = asked(one)
        typed = quiet_order(one, seat, words)
        for match in (one, other):
            match.enter(match.write(seat, [typed]))

    picked = [step for step in steps_of(one) if any(did.order.startswith("pick") for did in step.did)]
    assert any(map(_unsigned, picked)) == (lines == LINES)
    assert covered(one) != covered(other)
    for name in sorted(one.files):
        if name[:4].isdigit():
            assert masked(one.files[name]) == masked(other.files[name]), name


SILENT = (("best grow",), ("decline strike",), ("decline peek symbol but c101 c102", "best grow"))
"""Answers to what nobody is asked in the first turns."""


def test_what_standing_answers_of_civilization_say_shows_in_no_byte() -> None:
    """Nor whether there are any in a note: one without lines looks like one that is full."""
    told = dict[tuple[str, ...], dict[str, str]]()
    for lines in SILENT:
        match = open_match("civilization", 3, "covered", hidden=sha256(b"one").digest())
        words = stream(sha256(b"covered").digest(), "orders")
        for seat in match.players:
            match.stand(seat, lines)
        for _ in range(8):
            seat = asked(match)
            match.enter(match.write(seat, [quiet_order(match, seat, words)]))
        told[lines] = {name: masked(data) for name, data in match.files.items() if name[:4].isdigit()}
        notes = [standing_note(match.players["anna"], match.keys["anna"], given) for given in (lines, ())]
        assert len({masked(render_bundle((signed,))) for signed in notes}) == 1

    assert [told[lines] == told[SILENT[0]] for lines in SILENT] == [True] * len(SILENT)


def test_a_host_cannot_pick_another_card_than_the_standing_answer_says() -> None:
    """Whoever gave the answers refuses the step; to the others it looks like any other."""
    match, rest = open_match("civilization", 3, "answered"), ("decline box peek strike symbol", "best colonist")
    for seat in match.players:
        match.stand(seat, ("pick c103 c109 c101 c105", *rest))
    while True:
        before, seat = copy_of(match), asked(match)
        play_out(match, f"answered {match.host.step}", policy=steady_order, steps=1)
        *notes, _ = match.signed_notes[f"{match.host.step:04d}.step"]
        step_note = steps_of(match)[-1]
        picked = next((did for did in step_note.did if did.order.startswith("pick") and did.seat != seat), None)
        if picked is not None and len(notes) == 1:
            break
    owner = match.table.seat(picked.seat)
    held = before.host.standing[owner]
    assert held is not None
    policies = match.table.game.policies
    assert policies is not None
    other = replace(held, policy=policies.parse(("pick c110 c108 c102", *rest)))
    position = replace(before.host, standing=(*before.host.standing[:owner], other, *before.host.standing[owner + 1 :]))
    (move,) = notes
    run = produce(position, move.read(Move), match.host_eyes)
    forged = (move, sign_note(make_step_note(run, (move,), match.host_eyes), match.keys["host"]))
    refused = set()
    for name, reader in before.players.items():
        try:
            record_step_file(reader, forged, before.eyes[name])
        except NotAuthentic:
            refused.add(name)

    assert refused == {picked.seat}


def covered(match: Match) -> tuple[tuple[str, str], ...]:
    """What lies face down in a game, as the host knows it."""
    assert isinstance(match.host.knowledge, Dealer)
    return match.host.knowledge.covered


def quiet_order(match: Match, seat: str, words: Iterator[int]) -> str:
    """An order of the seat that turns nothing up."""
    position, eyes = match.players[seat], match.eyes[seat]
    index, game = match.table.seat(seat), match.table.game
    own = position.knowledge.own(index)
    known = [game.notation.format_order(move) for move in game.legal_orders(position.state, index, own)]
    known = [order for order in known if order.split()[0] not in ("change", "excess", "end", "vote", "peek")]
    while True:
        order = known.pop(below(words, len(known)))
        if not draft(position, eyes, [order]).run.open_end:
            return order


# Where a policy is silent


def silent_match() -> Match:
    """Ur, in which a seat that is asked wished for what is taken."""
    match = open_match("ur", 3, "silent")
    first = asked(match)
    behind = match.table.names[(match.table.seat(first) + 1) % 3]
    match.stand(behind, ("place c4",))
    match.enter(match.write(first, ["place c4"]))
    return match


def test_where_a_policy_is_silent_the_seat_is_asked_and_nothing_is_published() -> None:
    match = silent_match()
    (step_note,) = steps_of(match)
    (line,) = step_note.next

    assert line.seat == asked(match) != step_note.did[0].seat
    assert [did.order for did in step_note.did] == ["place c4"]
    assert "wish" not in match.files["0001.step"].decode()


@pytest.mark.parametrize(
    ("lang", "why"), [("en", "no wish that is left can be fulfilled now"), ("it", "nessuno dei desideri rimasti")]
)
def test_only_the_own_client_says_why_the_policy_is_silent(tmp_path: Path, lang: str, why: str) -> None:
    match = silent_match()
    people = people_of(match, tmp_path)
    told = {
        name: [todo.sentence for todo in status_for(person.session(), lang).next if todo.code == "standing-silent"]
        for name, person in people.items()
    }

    assert [name for name, said in told.items() if said] == [asked(match)]
    assert why in told[asked(match)][0]


def people_of(match: Match, root: Path) -> dict[str, Person]:
    """All who sit at the table, with the four words of everybody heard."""
    people = materialize(match, root, [*match.players, "host"], steps=1)
    roles = (*match.players, "referee")
    for name, person in people.items():
        own = "referee" if name == "host" else name
        person.session().keep_comparison([role for role in roles if role != own], "equal")
    return people


def test_the_own_client_says_that_no_line_is_for_the_question(tmp_path: Path) -> None:
    match = open_match("ur", 3, "silent")
    first = asked(match)
    behind = match.table.names[(match.table.seat(first) + 1) % 3]
    match.stand(behind, ("share fullest",))
    match.enter(match.write(first, ["place c4"]))
    person = people_of(match, tmp_path)[behind]

    assert any("none of them covers this question" in todo.sentence for todo in status_for(person.session(), "en").next)
