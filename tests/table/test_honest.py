"""Nobody honest is ever accused: corrections, resends, duplicates, refused notes and damaged copies prove nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.crypto.keys import SigningKey
from referee.kernel.errors import IllegalMove, NotAuthentic, RefereeError
from referee.protocol.step.draft import draft, move_note
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.note_slots import equivocation
from referee.session.close_step import close_step
from referee.session.incoming.receive import receive
from tests.games.known import GAMES
from tests.support.rehearse import Match, open_match, random_note
from tests.table.players_on_disk import Person, materialize
from tests.table.signatures import second_signature
from tests.table.small_games import HOST, STRANGER, asked, dealt, four, key_of, running, signed_again, small, step_name
from tests.words.catalogue_files import catalogue

ACCUSING = re.compile(
    r"\b(cheat|fraud|lied\b|liar|forge(?!t)|dishonest|manipulat|guilty|crook|steal|stolen)", re.IGNORECASE
)


def test_no_sentence_of_the_referee_uses_a_word_for_cheating() -> None:
    """What is found is a fact about a key; what follows from it is for people to say."""
    said = [text for game in ("", *GAMES) for texts in catalogue(game, "en").values() for text in texts]

    assert [text for text in said if ACCUSING.search(text)] == []


def play_with_corrections(match: Match, chance: random.Random, steps: int) -> list[SignedNote]:
    """Every note that was ever signed: some moves are replaced, once or twice, before or after they were entered."""
    everything_signed: list[SignedNote] = []
    for _ in range(steps):
        if match.host.over:
            break
        seat = asked(match)
        row = [_note(match, seat, chance, ())]
        while len(row) < 3 and chance.random() < 0.4:
            row.append(_note(match, seat, chance, row))
        arrived = chance.randrange(1, len(row) + 1)  # the host knew this many when he closed the step
        match.enter(row[arrived - 1])
        everything_signed += row
    return everything_signed


def _note(match: Match, seat: str, chance: random.Random, before: Sequence[SignedNote]) -> SignedNote:
    words = iter(lambda: chance.getrandbits(64), None)
    drafted = random_note(match, seat, words)
    return move_note(
        match.players[seat],
        match.keys[seat],
        drafted,
        say=(f"version {chance.random()}",),
        instead=[earlier.id for earlier in before],
    )


@pytest.mark.parametrize(
    ("seats", "seed"),
    [(2, 1), pytest.param(3, 2, marks=pytest.mark.long), (4, 3), pytest.param(4, 4, marks=pytest.mark.long)],
)
def test_a_game_full_of_corrections_is_clean_and_no_key_contradicts_itself(seats: int, seed: int) -> None:
    """Attacks 31, 94 and 111: over all notes ever signed, entered or not."""
    chance = random.Random(seed)
    match = open_match("tigris", seats, f"honest {seed}")
    everything_signed = play_with_corrections(match, chance, 40)
    everything = [
        *everything_signed,
        *(signed for signed_notes in match.signed_notes.values() for signed in signed_notes),
    ]

    assert len(everything_signed) > 45
    assert equivocation(everything) == ()
    assert audit(match.files).findings == ()
    for key in match.keys.values():
        assert audit(match.files, key).findings == ()


def test_a_refused_note_and_its_correction_contradict_nothing() -> None:
    """An illegal or refused note proves nothing (attack 111)."""
    match = open_match("tigris", 2, "refused")
    seat = asked(match)
    drafted = draft(match.players[seat], match.eyes[seat], ["pass", "pass"])
    bad = signed_again(move_note(match.players[seat], match.keys[seat], drafted), key_of(seat), do=("place temple K1",))
    with pytest.raises(IllegalMove):
        close_step(match.host, bad, match.host_eyes, key_of(HOST))
    good = move_note(match.players[seat], match.keys[seat], drafted, instead=(bad.id,))
    match.enter(good)

    assert equivocation((bad, good)) == ()
    assert audit(match.files).findings == ()


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_duplicates_resends_and_damaged_copies_leave_no_evidence_against_anybody(tmp_path: Path, seed: int) -> None:
    """Everybody gets everything several times, in any order, some of it damaged on the way."""
    chance = random.Random(seed)
    people = materialize(dealt(), tmp_path, ("anna", "bert", HOST, STRANGER), steps=0)
    everything_signed: list[SignedNote] = []
    for _ in range(8):
        host = people[HOST]
        position = host.session().position
        assert position.request is not None
        mover = people[position.table.names[position.request.seat]]
        moves = [mover.move("pass")]
        if chance.random() < 0.5:
            moves.append(mover.move("pass", instead=True, say=("again",)))
        everything_signed += [signed for move in moves for signed in read_bundle(move)]
        mails = [*moves[-1:] * 2, *(_damaged(move, chance) for move in moves), b"".join(moves)]
        chance.shuffle(mails)
        _take_all(host, mails)
        letters = [host.letter(position.step + 1)] * 2 + [host.record()[host.folder.record_names()[0]]]
        letters.append(_damaged(letters[0], chance))
        for name, person in people.items():
            if name != HOST:
                chance.shuffle(letters)
                _take_all(person, letters)

    records = [person.record() for person in people.values()]
    assert all(record == records[0] for record in records)
    assert step_name(8) in records[0]
    assert audit(records[0]).findings == ()
    assert equivocation(everything_signed) == ()
    for person in people.values():
        assert [name for name in person.folder.list_pending() if name.startswith("evidence-")] == []


def _damaged(mail: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(60, len(mail) - 60)
    return mail[:at] + bytes([mail[at] ^ 1]) + mail[at + 1 :]


def _take_all(person: Person, mails: list[bytes]) -> None:
    session = person.session()
    for mail in mails:
        try:
            _, session = receive(session, mail)
        except RefereeError as refusal:
            assert not ACCUSING.search(str(refusal))
            assert "two histories" not in str(refusal)
            assert not isinstance(refusal, IllegalMove)


def test_one_text_under_two_valid_signatures_is_one_statement() -> None:
    """Attacks 7 and 139: ids do not cover signatures."""
    for signed in (*small().signed_notes[step_name(1)], *small().signed_notes["ack-anna.note"]):
        keys: dict[bytes, SigningKey] = {key.public: key for key in small().keys.values()}
        twin = second_signature(signed, keys[signed.key])

        assert twin.signature != signed.signature
        assert twin.id == signed.id
        assert equivocation((signed, twin)) == ()


def test_a_record_in_which_signatures_were_made_anew_is_as_clean_as_the_first() -> None:
    """Another valid signature in one copy is no fault of that copy."""
    keys = {key.public: key for key in small().keys.values()}
    name = step_name(1)
    files = {**small().files, name: render_bundle(second_signature(f, keys[f.key]) for f in small().signed_notes[name])}

    assert files[name] != small().files[name]
    assert audit(files).verdict == "clean"


def test_a_broken_signature_is_nobodys_second_statement() -> None:
    """A text that nobody signed cannot be held against a key: it does not get as far as being compared."""
    host = small().signed_notes[step_name(1)][1]
    for at in range(len(host.signature)):
        broken = SignedNote(host.body, host.key, host.namespace, _flip(host.signature, at))
        with pytest.raises(NotAuthentic):
            broken.check()


def _flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def test_a_step_changed_on_the_way_is_damage_and_not_a_second_history(tmp_path: Path) -> None:
    """Whoever carries mail can change a text, not sign it: the referee is not accused, and nothing is kept."""
    people = materialize(small(), tmp_path, ("anna",), steps=3)
    move, step_note = small().signed_notes[step_name(3)]
    text = step_note.body.replace(b"state ", b"state A", 1)

    said = people["anna"].take(
        render_bundle((move, SignedNote(text, step_note.key, step_note.namespace, step_note.signature)))
    )

    assert len(said) == 2
    assert said[0].startswith("ignored: the note in line ")
    assert said[1] == "already recorded as step 3"
    assert people["anna"].folder.list_pending() == ()


def test_games_that_end_or_run_are_found_without_fault_by_every_party() -> None:
    """Whoever audits, with whatever key, finds nothing in an honest game."""
    for match in (small(), four(), running()):
        for key in (None, *match.keys.values()):
            assert audit(match.files, key).findings == ()
