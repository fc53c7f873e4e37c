"""Comments after the end: each by a party of the table, on a step that is there, beside a record that needs none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.audit.comments import LAST_NUMBER, MOST_COMMENTS, check_comment, shown_comment
from referee.audit.recompute import audit
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.protocol.history.read_record import read_history
from referee.record.file_names import comment_name, step_name
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.note_slots import equivocation
from referee.record.notes import COMMENT_MOST, Comment
from referee.record.store import COMMENT_LIMIT
from referee.session.sign_comment import comment_note, stored_comments
from tests.support.rehearse import test_key
from tests.table.intake.mails import LAST
from tests.table.players_on_disk import Person, materialize
from tests.table.signatures import second_signature
from tests.table.small_games import HOST, STRANGER, key_of, small
from tests.table.test_tampered_people import WAITED, keyed

STEPS = int(LAST[:4])
END = small().signed_notes[LAST][-1].id
FIRST = small().signed_notes[step_name(1)][-1].id


def comment(seat: str = "anna", key: str = "", **values: object) -> SignedNote:
    plain = {"game": small().table.game_id, "step": 1, "seat": seat, "head": END, "number": 1, "say": ("so be it",)}
    return sign_note(Comment(**{**plain, **values}), test_key(key) if key else key_of(seat))  # type: ignore[arg-type]


def mail(*signed_notes: SignedNote) -> bytes:
    return render_bundle(signed_notes)


@pytest.fixture
def people(tmp_path: Path) -> dict[str, Person]:
    return materialize(small(), tmp_path, ("anna", "bert", HOST, STRANGER))


def said(person: Person) -> list[tuple[int, str, str]]:
    told = map(shown_comment, stored_comments(person.session()))
    return [(one.step, one.seat, one.text) for one in told]


def test_players_and_host_comment_steps_and_everybody_reads_them_in_the_order_of_the_talk(
    people: dict[str, Person],
) -> None:
    for speaker, text in (
        ("bert", "too early"),
        ("anna", "I had nothing else"),
        ("referee", "both true"),
        ("bert", "so"),
    ):
        letter = people[HOST if speaker == "referee" else speaker].comment(3, text)
        for other in people.values():
            other.take(letter)
    opening = people["anna"].comment(0, "thank you all")
    people[STRANGER].take(opening)

    assert said(people[STRANGER]) == [
        (0, "anna", "thank you all"),
        (3, "bert", "too early"),
        (3, "anna", "I had nothing else"),
        (3, "referee", "both true"),
        (3, "bert", "so"),
    ]
    assert said(people[STRANGER])[1:] == said(people["bert"])
    assert {name: person.record() for name, person in people.items()} == dict.fromkeys(people, people[HOST].record())


def test_the_same_comment_is_one_however_often_it_is_typed_signed_or_sent(people: dict[str, Person]) -> None:
    first = people["anna"].comment(2, "well  played")
    before = people["anna"].files()
    again = people["anna"].comment(2, "well played")
    signed = comment(step=2, say=("well played",))
    told = people["bert"].take(first, first, mail(second_signature(signed, key_of("anna"))))

    assert (first, people["anna"].files()) == (again, before)
    assert told == [
        "Anna has commented on step 2",
        "Anna's comment on step 2 has already been received",
        "Anna's comment on step 2 has already been received",
    ]
    assert said(people["bert"]) == [(2, "anna", "well played")]


WRONG: dict[str, tuple[Callable[[], SignedNote], type[RefereeError], str]] = {
    "by the other seat": (lambda: comment(key="bert"), NotAuthentic, "comment-other-key"),
    "by a stranger": (lambda: comment(key="mallory"), NotAuthentic, "comment-other-key"),
    "for the host, by a seat": (lambda: comment("referee", key="anna"), NotAuthentic, "comment-other-key"),
    "for a seat of nobody": (lambda: comment("zoe", key="anna"), NotAuthentic, "no-such-seat"),
    "of another game": (lambda: comment(game=END), OutOfOrder, "comment-of-other-game"),
    "on another end": (lambda: comment(head=FIRST), NotAuthentic, "comment-other-end"),
    "on a step behind the last": (lambda: comment(step=STEPS + 1), OutOfOrder, "no-step-newest"),
    "without words": (lambda: comment(say=()), Unreadable, "comment-empty"),
    "without a number": (lambda: comment(number=0), Unreadable, "comment-empty"),
    "with a number of all": (lambda: comment(number=LAST_NUMBER + 1), Unreadable, "comment-empty"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_comment_that_does_not_hold_is_refused_and_in_a_folder_named_without_a_fault(
    people: dict[str, Person], what: str
) -> None:
    make, error, code = WRONG[what]
    before = people["bert"].files()
    with pytest.raises(error) as refusal:
        people["bert"].take(mail(comment(step=2), make()))

    assert people["bert"].files() == before
    if what != "by a stranger":  # in a mail it is told by whom it is not
        assert refusal.value.code == code
    good = comment(step=2)
    files = {"comment-0002-anna-00000000.note": mail(good), "comment-0001-anna-11111111.note": mail(make())}
    report = audit(people["bert"].record(), comments=files)
    plain = audit(people["bert"].record())
    assert [(one.at, one.code) for one in report.remarks[len(plain.remarks) :]] == [
        ("comments", "comments-hold"),
        ("comments/comment-0001-anna-11111111.note", "comment-passed-over"),
    ]
    assert (report.verdict, report.findings, report.depth) == ("clean", (), 5)


def test_nobody_comments_before_the_end(tmp_path: Path) -> None:
    people = materialize(small(), tmp_path, ("anna", "bert"), steps=STEPS - 1)
    session = people["anna"].session()
    with pytest.raises(OutOfOrder) as own:
        comment_note(session, session.signer(), 1, "early")
    with pytest.raises(OutOfOrder) as others:
        people["bert"].take(mail(comment()))

    assert (own.value.code, others.value.code) == ("comment-before-end", "comment-before-end")
    assert not (people["bert"].folder.path / "comments").exists()
    assert [one.code for one in audit(people["bert"].record(), comments={"x": mail(comment())}).remarks] == [
        "foreign-file"
    ]


def test_the_end_and_a_comment_come_in_one_mail(tmp_path: Path) -> None:
    people = materialize(small(), tmp_path, ("bert",), steps=STEPS - 1)
    people["bert"].take(small().files[LAST] + mail(comment()))

    assert said(people["bert"]) == [(1, "anna", "so be it")]


def test_of_one_party_so_many_are_kept_and_the_next_is_refused_aloud(people: dict[str, Person]) -> None:
    many = [comment(number=number) for number in range(1, MOST_COMMENTS + 2)]
    with pytest.raises(OutOfOrder) as flood:
        people["bert"].take(mail(*many))
    assert not (people["bert"].folder.path / "comments").exists()
    people["bert"].take(mail(*many[:-1]), mail(comment("bert", say=("I as well",))))
    with pytest.raises(OutOfOrder) as more:
        people["bert"].take(mail(many[-1]))
    people["anna"].take(mail(*many[:-1]))
    session = people["anna"].session()
    with pytest.raises(OutOfOrder) as own:
        comment_note(session, session.signer(), 1, "one more")

    assert {refusal.value.code for refusal in (flood, more, own)} == {"comments-full"}
    assert len(said(people["bert"])) == MOST_COMMENTS + 1
    files = {f"comment-0001-anna-{number:08x}.note": mail(signed) for number, signed in enumerate(many)}
    assert [one.code for one in audit(small().files, comments=files).remarks] == [
        "comments-hold",
        "comment-passed-over",
    ]


def test_the_numbers_of_a_step_are_never_used_up(people: dict[str, Person]) -> None:
    people["bert"].take(mail(comment(number=LAST_NUMBER)))
    people["bert"].comment(1, "still here")

    assert [text for _, _, text in said(people["bert"])] == ["so be it", "still here"]


def test_two_comments_of_one_key_contradict_nothing() -> None:
    assert equivocation((comment(), comment(say=("or not",)))) == ()


def test_what_lies_among_the_comments_is_named_and_read_up_to_a_limit(people: dict[str, Person]) -> None:
    bert = people["bert"]
    bert.take(mail(comment()))
    folder = bert.folder.path / "comments"
    (folder / "notes.txt").write_bytes(b"mine")
    (folder / "comment-0001-anna-00000000.note").write_bytes(b"x" * (COMMENT_LIMIT + 1))
    (folder / "comment-0001-anna-00000001.note").write_bytes(mail(comment(), comment(number=2)))
    report = audit(bert.record(), comments=bert.folder.comments())

    assert said(bert) == [(1, "anna", "so be it")]
    assert [(one.at.rpartition("/")[2], one.code) for one in report.remarks] == [
        ("comments", "comments-hold"),
        ("comment-0001-anna-00000000.note", "comment-passed-over"),
        ("comment-0001-anna-00000001.note", "comment-passed-over"),
        ("notes.txt", "foreign-file"),
    ]
    assert audit(bert.record(), comments={f"{n}.bak": b"" for n in range(3000)}).remarks[-1].values == {"count": 2900}


def test_every_byte_of_a_comment_is_signed(people: dict[str, Person]) -> None:
    """Attack 32, for what is said after the end: whatever is changed, nothing else is kept."""
    session, text = people["bert"].session(), mail(comment()).decode()
    kept = set()
    for at in range(0, len(text), 5):
        changed = f"{text[:at]}{'x' if text[at] != 'x' else 'y'}{text[at + 1 :]}"
        with pytest.raises(RefereeError):
            people["bert"].take(changed.encode())
        kept.add(stored_comments(session))

    assert kept == {()}


def test_a_comment_of_too_many_lines_is_no_note() -> None:
    with pytest.raises(Unreadable) as refusal:
        comment(say=("x",) * (COMMENT_MOST + 1))
    assert refusal.value.code == "too-many-lines"


def test_a_former_key_comments_nothing() -> None:
    """The key of the end signs: who was overruled, and a thief, have no say in the name of the seat."""
    match = keyed().match
    history = read_history(match.files)
    assert history.end is not None
    note = Comment(game=match.table.game_id, step=0, seat=WAITED, head=history.end.id, number=1, say=("mine",))

    assert check_comment(history, sign_note(note, match.keys[WAITED])) == note
    with pytest.raises(NotAuthentic) as refusal:
        check_comment(history, sign_note(note, key_of(WAITED)))
    assert refusal.value.code == "comment-other-key"


def test_a_comment_is_named_by_its_own_bytes() -> None:
    one, other = comment(), comment(number=2)
    assert comment_name(1, "anna", one.body) != comment_name(1, "anna", other.body)
