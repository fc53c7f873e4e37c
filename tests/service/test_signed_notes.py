"""What a service signs is what was asked: a yes to something else signs nothing, and the same yes twice signs once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.crypto.keys import SigningKey
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.record.file_names import step_name
from referee.record.note import read_bundle
from referee.record.store import DataFolder
from referee.service.agreements import Agreement, ask_propose, propose
from referee.service.ask import Ask
from referee.service.closing import acknowledge, ask_acknowledge, ask_comment, comment
from referee.service.complaints import Reveals, ask_claim, ask_reply, claim, reply
from referee.service.errors import Changed, Stale
from referee.service.moves.standing_answers import ask_standing, set_standing
from referee.service.reader import Reader
from referee.service.signed_notes import Signed
from referee.service.table import OpenTable, open_table
from tests.cli.games_on_disk import finished, home_of, lay, running
from tests.cli.masked_story import dealt
from tests.support.dishonest.light import light

Pair = tuple[Callable[[OpenTable], Ask], Callable[[OpenTable, str], Signed]]

PAIRS: dict[str, Pair] = {
    "ack": (ask_acknowledge, acknowledge),
    "comment": (
        lambda table: ask_comment(table, 2, "well played"),
        lambda table, yes: comment(table, 2, "well played", yes),
    ),
    "claim": (
        lambda table: ask_claim(table, (), Reveals(), ("it was late",)),
        lambda table, yes: claim(table, (), Reveals(), ("it was late",), yes),
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return lay(tmp_path / "game", finished().files)


def opened(folder: Path, name: str = "anna", lang: str = "en") -> OpenTable:
    return open_table(Reader(DataFolder(home_of(folder.parent, name)), lang), folder)


def written(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("kind", PAIRS)
def test_a_yes_to_something_else_signs_nothing(folder: Path, kind: str) -> None:
    ask, does = PAIRS[kind]
    before = written(folder)
    others = [asked(opened(folder)).digest for name, (asked, _) in PAIRS.items() if name != kind]
    for yes in ("", *others, ask(opened(folder, "bert")).digest):
        with pytest.raises(Changed) as changed:
            does(opened(folder), yes)
        assert changed.value.ask == ask(opened(folder))

    assert written(folder) == before


@pytest.mark.parametrize("kind", PAIRS)
def test_asking_writes_nothing_and_the_yes_signs_once(folder: Path, kind: str) -> None:
    ask, does = PAIRS[kind]
    before = written(folder)
    asked = ask(opened(folder))
    assert written(folder) == before and asked.sentence
    signed = does(opened(folder), asked.digest)
    after = written(folder)

    assert (signed.type, signed.to, Path(signed.file).is_file()) == (kind, "all", True)
    assert len(after) > len(before)
    if kind != "ack":  # an acknowledgement has changed the record, so that its yes is an old one
        assert does(opened(folder), asked.digest) == signed
        assert written(folder) == after


@pytest.mark.parametrize("kind", ["claim", "comment"])
def test_the_yes_signs_its_note_once(folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, does = PAIRS[kind]
    digest, signed, sign = ask(opened(folder)).digest, list[bytes](), SigningKey.sign
    monkeypatch.setattr(SigningKey, "sign", lambda key, message: signed.append(message) or sign(key, message))
    does(opened(folder), digest)

    assert len(signed) == 1


def test_a_table_that_has_grown_under_the_lock_signs_nothing(tmp_path: Path) -> None:
    files = running().files
    folder = lay(tmp_path / "game", files, without=[step_name(5)])
    table, leaves, answers = opened(folder), Agreement("leave"), ("defend min 2",)
    agreed, standing = ask_propose(table, leaves).digest, ask_standing(table, answers).digest
    (folder / "record" / step_name(5)).write_bytes(files[step_name(5)])
    before = written(folder)
    with pytest.raises(Stale):
        propose(table, leaves, agreed)
    with pytest.raises(Stale):
        set_standing(table, answers, standing)

    assert written(folder) == before


def test_the_yes_is_the_same_in_every_language(folder: Path) -> None:
    for ask, _ in PAIRS.values():
        here, there = ask(opened(folder)), ask(opened(folder, lang="it"))
        assert here.digest == there.digest and here.sentence != there.sentence


def test_an_answer_says_which_claim_it_is_to(folder: Path) -> None:
    table = opened(folder)
    made = claim(table, (), Reveals(), ("late",), ask_claim(table, (), Reveals(), ("late",)).digest)
    mail = read_bundle(Path(made.file).read_bytes())
    other = opened(folder, "bert")
    asked = ask_reply(other, mail, ("it was not",))

    assert made.id in asked.sentence
    assert reply(other, mail, ("it was not",), asked.digest).type == "answer"
    with pytest.raises(Changed):
        reply(other, mail, ("it was",), asked.digest)


def test_what_is_agreed_to_is_what_was_read(tmp_path: Path) -> None:
    folder = lay(tmp_path / "game", running().files)
    leaves, draw, back = Agreement("leave"), Agreement("draw"), Agreement("back", 4, reason="a slip")
    digests = {wanted.what: ask_propose(opened(folder), wanted).digest for wanted in (leaves, draw, back)}
    other = ask_propose(opened(folder), Agreement("back", 4, reason="another")).digest
    assert len({*digests.values(), other}) == 4
    for wrong in (digests["draw"], other):
        with pytest.raises(Changed):
            propose(opened(folder), back, wrong)
    signed = propose(opened(folder), back, digests["back"])

    assert (signed.type, Path(signed.file).parent.name) == ("consent", "outbox")
    assert propose(opened(folder), back, digests["back"]) == signed


def test_standing_answers_are_those_that_were_read(tmp_path: Path) -> None:
    folder = lay(tmp_path / "game", running().files)
    asked = ask_standing(opened(folder), ("defend min 2; attack with 3",))
    for other in (("defend min 2",), ()):
        with pytest.raises(Changed):
            set_standing(opened(folder), other, asked.digest)
    before = written(folder)
    with pytest.raises(Unreadable):
        ask_standing(opened(folder), ("defend sometimes",))
    assert written(folder) == before
    signed = set_standing(opened(folder), ("defend min 2; attack with 3",), asked.digest)

    assert (signed.type, signed.to, sorted(signed.sealed)) == ("standing", "host", ["attack with 3", "defend min 2"])


def test_a_word_about_a_silent_seat_is_said_once_and_early_with_a_warning() -> None:
    with light():
        evening = dealt(("anna", "bert", "carl"), "deadline=7", "grace=3", host_plays=True)
        while evening.asked() != "bert":
            evening.swaps()
        evening.look()
        table = OpenTable(Reader(DataFolder(evening.home("anna"))), evening.session("anna"))
        word = Agreement("silent", seat="bert")
        asked = ask_propose(table, word)
        signed = propose(table, word, asked.digest)

        assert (asked.warnings != (), signed.type) == (True, "consent")
        assert propose(table, word, asked.digest) == signed
        with pytest.raises(Unreadable):
            ask_propose(table, Agreement("silent", seat="nobody"))
        with pytest.raises(OutOfOrder):
            ask_propose(table, Agreement("unheard", seat="carl"))
