"""Odd mails, each oddity with each: what they hold is taken, or named with what to do."""

from __future__ import annotations

import base64
from functools import cache

import pytest

from referee.record.mails import search
from referee.record.mails.mbox import split_mbox
from referee.record.mails.unwrap import unwrap
from tests.long_runs import of
from tests.post.corpus_of import name_of
from tests.post.odd_mails import mail_of, odd_mails, outcome
from tests.support.frozen_notes import move


@cache
def mails() -> dict[str, bytes]:
    """The mails, by what is odd in them."""
    return dict(odd_mails(of(200, 2000)))


@cache
def outcomes() -> dict[str, str]:
    """What becomes of each."""
    return {name: outcome(mail) for name, mail in mails().items()}


def test_of_odd_mails_nearly_all_are_taken() -> None:
    """Attacks 142, 143, 144: each oddity alone, and drawn ones together."""
    assert len(set(mails().values())) >= 175
    assert sum(what == "taken" for what in outcomes().values()) >= len(mails()) * 165 / 175


def test_each_oddity_alone_is_taken() -> None:
    alone = [name for name in mails() if ", " not in name.replace(", quoted", "").replace(", twice", "")]

    assert [name for name in alone if outcomes()[name] != "taken"] == []
    assert len(alone) >= 70


def test_no_odd_mail_is_passed_over_without_a_word() -> None:
    """Attack 142: whatever is not taken is told with what to do; nothing is said to hold no note."""
    left = {what for what in outcomes().values() if what != "taken"}

    assert not [what for what in left if what in ("half", "no-note-text/save-whole-mail") or what.endswith("/-")]


@pytest.mark.parametrize(
    ("coding", "header"),
    [("UTF-16", ""), ("base64 quoted", "in parts under another boundary"), ("base64 not said", "in parts")],
)
def test_letters_that_are_no_ascii_are_read_in_every_coding(coding: str, header: str) -> None:
    """Whatever their bytes look like, and what stands behind them."""
    assert outcome(mail_of(coding, header, "", "full-width letters")) == "taken"


@pytest.mark.parametrize(
    "mail",
    [
        b"Come for cake on Sunday.\n",
        b"Content-Type: text/html\n\n<p>Come for <b>cake</b> on Sunday &amp; bring tea.</p>\n",
        b"Content-Transfer-Encoding: base64\n\nQ29tZSBmb3IgY2FrZSBvbiBTdW5kYXkuIENvbWUgZm9yIGNha2Ugb24gU3VuZGF5Lgo=\n",
    ],
)
def test_a_mail_about_something_else_holds_no_note(mail: bytes) -> None:
    assert outcome(mail) == "no-note-text/save-whole-mail"


def test_only_a_mail_without_a_note_is_looked_through_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    monkeypatch.setattr(search.Search, "texts", lambda self, mail: looked.append(mail) or iter(()))
    unwrap(mails()["quoted with a name"])

    words = b"words, " * 60

    assert outcome(words) == "no-note-text/save-whole-mail"
    assert looked == [words]


def test_mails_of_a_mailbox_without_blank_lines_between_them_are_all_read() -> None:
    """Attack 149."""
    postmark = b"From anna@example.org Sat Nov 28 19:18:07 2026\n"
    coded = [b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(move(step).encode()) for step in (11, 12)]
    words = b"Subject: a\n\nFrom Anna with love\nFrom: here on\n"
    found = unwrap(b"".join(postmark + mail for mail in (coded[0], words, coded[1])))

    assert [name_of(signed) for signed in found.signed_notes] == [
        name_of(signed) for step in (11, 12) for signed in unwrap(move(step).encode()).signed_notes
    ]


def test_words_that_begin_like_a_postmark_part_no_mail() -> None:
    """Attack 149: only a date, or a blank line, and a header behind it do."""
    mail = b"From x\nSubject: a\n\nOnly this:\nFrom Monday on\nSubject: I am away\n" + move(12).encode()

    assert len(split_mbox(mail)) == 1
    assert len(unwrap(mail).signed_notes) == 1
