"""The corpus of mails: whatever program, person or mishap a mail comes from, the same is found in it."""

from __future__ import annotations

import pytest

from scripts.make_corpus import MAILS
from tests.post.corpus_of import CORPUS, expected, files, found_in, programs
from tests.support.corpus_by_hand import mails
from tests.support.frozen_notes import bundle, move


@pytest.mark.parametrize("name", files())
def test_what_a_mail_holds_is_found_and_what_it_lacks_is_told(name: str) -> None:
    assert found_in((CORPUS / name).read_bytes()) == expected()[name]


def test_every_mail_of_the_corpus_is_expected_and_comes_from_somewhere() -> None:
    made = {name for program in programs().values() for name in program["mails"]}
    by_hand = set(mails(bundle(12), bundle(11), move(12)))

    assert sorted(expected()) == files() == sorted(made | by_hand)
    assert len(files()) >= 60
    assert made == set(MAILS)
    assert len(made) >= 20


def test_the_mails_that_no_program_writes_are_those_made_here() -> None:
    made = mails(bundle(12), bundle(11), move(12))

    assert {name: (CORPUS / name).read_bytes() for name in made} == made


def test_every_program_is_named_with_its_version() -> None:
    assert all(any(sign.isdigit() for sign in program["version"]) for program in programs().values())
