"""A step that the referee has signed follows from the notes it lists, or that is a fact about his key (finding J-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.disputes.evidence import Evidence, read_evidence
from referee.disputes.judging import judge, judge_evidence
from referee.kernel.errors import RefereeError
from referee.protocol.step.record_step import split_step_notes
from referee.record.note import SignedNote, read_bundle, render_bundle, sign_note
from referee.record.notes import Did, Entered, Move, Next, Opened, Order, Proof, Step
from tests.long_runs import of
from tests.support import ROOT
from tests.support.policies import sensible_order
from tests.support.rehearse import Match, open_match, play_out, test_key
from tests.table.intake.mails import evidence
from tests.table.players_on_disk import Person, materialize
from tests.table.signatures import second_signature
from tests.table.small_games import HOST, four, key_of, signed_again, small, step_name

SALT = bytes(16)


CONFLICTS = "conflicts"
PLAYED = (*games.names(), CONFLICTS)
SOON = {"tigris": of(10, 30), "civilization": of(14, 30)}
"""Behind these steps of a longer game none is more interesting."""


@cache
def played(name: str) -> Match:
    """A game some way into it, in the card game with faces shown; `conflicts` is a whole one with opened lines."""
    if name == CONFLICTS:
        return four()
    label = "rulings"
    match, steps = open_match(name, games.find(name).info.seats[0], label), SOON.get(name, 30)
    return play_out(match, label, steps=steps, policy=sensible_order)


@cache
def docket_before(game: str, step: int) -> Evidence:
    """The record of `played` as it stood before a step."""
    files = played(game).files
    early = {name for name in files if name[0] != "a" and not (name[0].isdigit() and int(name[:4]) >= step)}
    return read_evidence({name: files[name] for name in sorted(early)})


def bundle_of(match: Match, step: int) -> tuple[tuple[SignedNote, ...], SignedNote]:
    """(notes of the seats, step note) of a step."""
    notes, step_note, _ = split_step_notes(match.signed_notes[step_name(step)])
    return notes, step_note


@cache
def interesting(game: str) -> tuple[int, ...]:
    """The first step that shows a face, the first that opens a sealed line, and the one with the most events."""
    last = played(game).host.step
    notes = {step: bundle_of(played(game), step)[1].note() for step in range(3, last)}
    found = [next((step for step, note in notes.items() if getattr(note, lines)), None) for lines in ("show", "opened")]
    richest = max(notes, key=lambda step: len(notes[step].event))  # type: ignore[union-attr]
    return tuple(dict.fromkeys(step for step in (*found, richest) if step is not None))


Change = Callable[[str, Step], dict[str, Any]]
"""What a lying step says instead, from the game and its honest step."""

CHANGES: dict[str, Change] = {
    "another state": lambda game, note: {"state": bytes(32)},
    "an event that did not happen": lambda game, note: {"event": (*note.event, "scored anna red 9 tile")},
    "no events": lambda game, note: {"event": () if note.event else ("drew anna 6",)},
    "another question": lambda game, note: {"next": tuple(Next(n.seat, "monument") for n in note.next)},
    "another seat asked": lambda game, note: {"next": tuple(Next(_other(game, n.seat), n.question) for n in note.next)},
    "nobody asked": lambda game, note: {"next": ()},
    "nothing done": lambda game, note: {"did": ()},
    "an order more": lambda game, note: {"did": (*note.did, Did(note.did[0].seat, note.did[0].order))},
    "an order by another seat": lambda game, note: {"did": (Did(_other(game, note.did[0].seat), note.did[0].order),)},
    "a face shown": lambda game, note: {"show": (*note.show, ("A1", "temple"))},
    "no face shown": lambda game, note: {"show": () if note.show else (("A1", "nothing"),)},
    "a proof": lambda game, note: {"proof": (Proof("bag", 0, 0, SALT),)},
    "no notes listed": lambda game, note: {"note": ()},
    "a note listed twice": lambda game, note: {"note": (*note.note, *note.note)},
    "a note listed for another seat": lambda game, note: {
        "note": tuple(Entered(_other(game, line.seat), line.id) for line in note.note)
    },
    "an old note listed": lambda game, note: {"note": (_old(game, note), *note.note)},
    "an old note listed instead": lambda game, note: {"note": (_old(game, note),)},
    "a line opened": lambda game, note: {
        "opened": (*note.opened, Opened(note.did[0].seat, note.step, 1, SALT)),
        "order": (*note.order, Order(note.did[0].seat, note.step, 1, "pass")),
    },
    "an opening without its order": lambda game, note: {
        "opened": (*note.opened, Opened(note.did[0].seat, note.step, 1, SALT))
    },
    "an order without its opening": lambda game, note: {
        "order": (*note.order, Order(note.did[0].seat, note.step, 1, "pass"))
    },
    "a hand for nobody, or none": lambda game, note: {"hand": {} if note.hand else {note.did[0].seat: bytes(272)}},
    "another step before it": lambda game, note: {"head": played(game).signed_notes["0000.deal"][-1].id},
}


def _other(game: str, seat: str) -> str:
    names = played(game).table.names
    return names[names.index(seat) - 1]


def _old(game: str, note: Step) -> Entered:
    signed = bundle_of(played(game), note.step - 1)[0][-1]
    return Entered(signed.note().seat, signed.id)  # type: ignore[union-attr]


def lie(game: str, what: str, step: int | None = None) -> tuple[tuple[SignedNote, ...], SignedNote]:
    """(notes of the seats, step note) of a step (the last interesting one), with one field changed and signed again by
    the host.
    """
    notes, honest = bundle_of(played(game), step or interesting(game)[-1])
    note = honest.note()
    assert isinstance(note, Step)
    wrong = signed_again(honest, key_of(HOST), **CHANGES[what](game, note))
    assert wrong.id != honest.id
    return notes, wrong


def each_in_some(played: Sequence[str]) -> pytest.MarkDecorator:
    """Each change in each game; in a short run each in some of the games, and each game with some of them."""
    return pytest.mark.parametrize(
        ("what", "game"),
        [
            pytest.param(what, game, marks=() if (at + place) % APART == 0 else pytest.mark.long)
            for at, what in enumerate(CHANGES)
            for place, game in enumerate(played)
        ],
    )


APART = 3


@each_in_some(PLAYED)
def test_every_public_word_of_a_step_that_does_not_follow_is_a_fact_about_the_referees_key(
    game: str, what: str
) -> None:
    for step in interesting(game):
        notes, wrong = lie(game, what, step)
        (verdict,) = judge_evidence(docket_before(game, step), [wrong], notes)

        assert (verdict.upheld, verdict.party) == (True, "referee"), verdict.sentence()


@each_in_some(games.names())
def test_a_players_client_refuses_such_a_step_and_keeps_what_proves_it(tmp_path: Path, game: str, what: str) -> None:
    notes, wrong = lie(game, what)
    step = interesting(game)[-1]
    player = materialize(played(game), tmp_path, (played(game).table.names[0],), steps=step - 1)[
        played(game).table.names[0]
    ]
    before = player.record()
    with pytest.raises(RefereeError) as refusal:
        player.take(render_bundle((*notes, wrong)))
    kept = [signed for data in evidence(player) for signed in read_bundle(data)]
    verdicts = judge(player.record(), kept)

    assert player.record() == before
    assert "saved as pending/evidence-" in str(refusal.value.hint)
    assert [(verdict.note, verdict.party) for verdict in verdicts if verdict.upheld] == [(wrong.id, "referee")]


def test_two_such_steps_are_kept_and_no_more(tmp_path: Path) -> None:
    """A wrong hand shows nothing to others; two steps for one place do, whatever stands in them."""
    match, step = played("tigris"), interesting("tigris")[-1]
    notes, honest = bundle_of(match, step)
    anna = materialize(match, tmp_path, ("anna",), steps=step - 1)["anna"]
    for number in range(4):
        wrong = signed_again(honest, key_of(HOST), event=(f"drew anna {number}",))
        for _ in range(2):
            with pytest.raises(RefereeError):
                anna.take(render_bundle((*notes, wrong)))

    assert len(evidence(anna)) == 2


def test_a_step_that_is_honest_is_entered_after_a_wrong_one_was_kept(tmp_path: Path) -> None:
    match, step = played("tigris"), interesting("tigris")[-1]
    notes, wrong = lie("tigris", "another state")
    anna = materialize(match, tmp_path, ("anna",), steps=step - 1)["anna"]
    with pytest.raises(RefereeError):
        anna.take(render_bundle((*notes, wrong)))

    assert anna.take(match.files[step_name(step)]) == [f"step {step} is recorded"]
    assert [verdict.upheld for verdict in judge(anna.record(), [wrong])] == [True]


def test_a_copy_under_another_key_beside_the_right_one_stops_nothing(tmp_path: Path) -> None:
    """Whoever carries the mail may sign the text of a move again: the copy of its seat counts, whatever comes first."""
    match, step = played("tigris"), interesting("tigris")[-1]
    notes, honest = bundle_of(match, step)
    for copier in match.table.names:
        copies = [sign_note(note.note(), key_of(copier)) for note in notes]
        for number, shown in enumerate(((*copies, *notes, honest), (*notes, *copies, honest))):
            anna = materialize(match, tmp_path / f"{copier} {number}", ("anna",), steps=step - 1)["anna"]

            assert anna.take(render_bundle(shown)) == [f"step {step} is recorded"]
            assert evidence(anna) == []


def test_a_second_history_is_kept_even_if_the_first_was_once_refused(tmp_path: Path) -> None:
    """What came with a bad copy of its move was kept, and has been entered since: it is in dispute no more."""
    match, step = played("tigris"), interesting("tigris")[-1]
    notes, honest = bundle_of(match, step)
    copier = next(seat for seat in match.table.names if seat != notes[-1].note().seat)  # type: ignore[union-attr]
    copies = [sign_note(note.note(), key_of(copier)) for note in notes]
    anna = materialize(match, tmp_path, ("anna",), steps=step - 1)["anna"]
    with pytest.raises(RefereeError):
        anna.take(render_bundle((*copies, honest)))
    assert [verdict.upheld for verdict in judge(anna.record(), read_bundle(evidence(anna)[0]))] == [False, False]
    anna.take(match.files[step_name(step)])
    _, wrong = lie("tigris", "another state")
    with pytest.raises(RefereeError, match="two histories"):
        anna.take(render_bundle((*notes, wrong)))

    assert render_bundle((wrong,)) in evidence(anna)


# Nobody honest is accused


def copies(match: Match, step: int) -> Iterator[tuple[list[SignedNote], list[SignedNote]]]:
    """What may be shown of an honest step: the notes judged, and those beside them."""
    notes, honest = bundle_of(match, step)
    yield [honest], list(notes)
    yield [honest, *notes], []
    yield [honest], []
    yield [second_signature(honest, key_of(HOST))], list(notes)
    yield [SignedNote(honest.body, honest.key, honest.namespace, bytes(64)), honest], list(notes)
    yield [sign_note(honest.note(), test_key("mallory")), honest], list(notes)
    yield [honest], [sign_note(note.note(), test_key("mallory")) for note in notes]
    yield [honest], [sign_note(note.note(), key_of(match.table.names[0])) for note in notes]
    yield [honest], [SignedNote(note.body, note.key, note.namespace, bytes(64)) for note in notes]
    damaged = honest.body.replace(b"state ", b"state A", 1)
    yield [SignedNote(damaged, honest.key, honest.namespace, honest.signature)], list(notes)


@pytest.mark.parametrize("game", PLAYED)
def test_no_copy_of_an_honest_step_is_ever_upheld(game: str) -> None:
    match = played(game)
    for step in (2, *interesting(game)):
        for docket in (docket_before(game, step), docket_before(game, step + 1), docket_before(game, step - 1)):
            for shown, beside in copies(match, step):
                upheld = [verdict.sentence() for verdict in judge_evidence(docket, shown, beside) if verdict.upheld]
                assert upheld == [], step


@pytest.mark.parametrize("game", PLAYED)
def test_of_all_notes_of_honest_games_none_is_upheld_beside_any_part_of_the_record(game: str) -> None:
    """Notes of steps to come, and those of another game of the same people with the same keys."""
    match = played(game)
    other = play_out(open_match(match.table.game.info.name, len(match.table.names), "other"), "other", steps=6)
    notes = [signed for one in (match, other) for bundle in one.signed_notes.values() for signed in bundle]
    for step in (1, 2, *interesting(game)):
        upheld = [verdict.sentence() for verdict in judge_evidence(docket_before(game, step), notes) if verdict.upheld]

        assert upheld == [], step


FINISHED = sorted(path.name for path in (ROOT / "examples").iterdir() if (path / "record").is_dir())


@pytest.mark.parametrize("example", FINISHED)
def test_every_step_of_a_whole_game_follows_for_a_stranger(example: str) -> None:
    """Hidden faces, sealed lines and hands that nobody here can open: what cannot be seen is never held against him."""
    files = {path.name: path.read_bytes() for path in (ROOT / "examples" / example / "record").iterdir()}
    whole = read_evidence(files)
    for step, position in enumerate(whole.positions[1:], 1):
        *notes, last = read_bundle(files[step_name(step)])
        parts = [*notes, last]
        steps = [signed for signed in parts if signed.type in ("step", "end")]
        docket = Evidence(whole.table, whole.positions[:step], {}, {})
        found = judge_evidence(docket, steps, parts)

        assert [verdict.upheld for verdict in found] == [False] * len(steps), (step, position.head)
        assert "follows" in found[0].sentence()


def test_a_step_says_nothing_while_a_note_it_lists_is_missing() -> None:
    notes, wrong = lie("tigris", "another state")
    (verdict,) = judge_evidence(docket_before("tigris", interesting("tigris")[-1]), [wrong])

    assert not verdict.upheld
    assert verdict.said.values["missing"] == ", ".join(note.id for note in notes)


def test_a_step_behind_the_record_says_nothing() -> None:
    notes, wrong = lie("tigris", "another state")
    (verdict,) = judge_evidence(docket_before("tigris", interesting("tigris")[-1] - 1), [wrong], notes)

    assert not verdict.upheld
    assert "the record ends before step" in verdict.sentence()


def test_who_enters_an_illegal_move_answers_for_it_and_who_signed_it_does_not() -> None:
    """The referee had to refuse it; a note that had to be refused proves nothing against the key of its author."""
    match, step = played("tigris"), interesting("tigris")[-1]
    (*_, entered), honest = bundle_of(match, step)
    note = entered.note()
    assert isinstance(note, Move)
    illegal = signed_again(entered, key_of(note.seat), do=("place temple K1",), pin=(), seal=None)
    listed = (Entered(note.seat, illegal.id),)
    wrong = signed_again(honest, key_of(HOST), note=listed, did=(Did(note.seat, "place temple K1"),))
    ruling, move = judge_evidence(docket_before("tigris", step), [wrong, illegal])

    assert (ruling.upheld, ruling.party, move.upheld) == (True, "referee", False)
    assert f"which proves nothing against {note.seat.title()}'s key" in ruling.sentence()
    assert ruling.reason is not None


def test_a_wrong_face_is_not_laid_to_the_seat_whose_move_met_it() -> None:
    """The rules refuse a move because of what the referee shows, not because of what was ordered."""
    step = interesting("cards")[0]
    notes, honest = bundle_of(played("cards"), step)
    ((place, face), *_) = honest.note().show  # type: ignore[union-attr]
    others = {kind for pile in played("cards").table.piles for kind, _ in pile.kinds} - {face}
    for other in sorted(others):
        wrong = signed_again(honest, key_of(HOST), show=((place, other),))
        ruling, *moves = judge_evidence(docket_before("cards", step), [wrong, *notes])

        assert ruling.upheld
        assert ruling.said.code == "step-does-not-follow"
        assert [verdict.upheld for verdict in moves] == [False] * len(moves)


# The end


def test_an_end_with_another_result_is_refused_kept_and_upheld(tmp_path: Path) -> None:
    last = small().host.step
    *notes, end = small().signed_notes[step_name(last)]
    wrong = signed_again(end, key_of(HOST), rank=end.note().rank[::-1])  # type: ignore[union-attr]
    anna: Person = materialize(small(), tmp_path, ("anna",), steps=last - 1)["anna"]
    with pytest.raises(RefereeError):
        anna.take(render_bundle((*notes, wrong)))
    kept = [signed for data in evidence(anna) for signed in read_bundle(data)]

    assert [verdict.note for verdict in judge(anna.record(), kept) if verdict.upheld] == [wrong.id]


def test_a_last_step_whose_end_was_lost_on_the_way_is_no_evidence(tmp_path: Path) -> None:
    last = small().host.step
    anna = materialize(small(), tmp_path, ("anna",), steps=last - 1)["anna"]
    with pytest.raises(RefereeError, match="must come with the end"):
        anna.take(render_bundle(small().signed_notes[step_name(last)][:-1]))

    assert evidence(anna) == []
