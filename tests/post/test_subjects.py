"""The subject of a mail is what mail programs call its file: no shell and no system stumbles over it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import referee
from referee.i18n.catalogue import languages
from referee.messages.letters import mail_subject

SAID = tomllib.loads((Path(referee.__file__).parent / "i18n" / "en" / "post.toml").read_text())
SUBJECTS = sorted(code for code in SAID if code.startswith("subject-"))
"""Every subject of a mail that the program writes."""

TITLES = (
    "Friday tigris",
    "Tigris & Euphrates: [final]",
    "-rf ~; $(reboot) `x` | \"y\" 'z' \\ * ? < > ! #",
    "Città d'oro",
    "東京 / 2",
)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("code", SUBJECTS)
@pytest.mark.parametrize("title", TITLES)
def test_a_subject_is_a_name_for_a_file_that_no_shell_stumbles_over(code: str, lang: str, title: str) -> None:
    names = {"name": "Dora O'Neil", "names": "Dora: O'Neil", "host": "Hanna (host)"}

    said = mail_subject(code, lang, title=title, step=43, count=1, **names)

    assert re.fullmatch(r"[^\W_]+(?:[ -]+[^\W_]+)*", said), said
    assert "  " not in said


def test_a_subject_says_the_game_the_step_and_who_is_asked() -> None:
    asked = mail_subject("subject-asked", "en", title="Friday tigris", step=43, names="Dora", count=1)

    assert asked == "Friday tigris 43 - waiting for Dora"
    assert (
        mail_subject("subject-invitation", "it", title="Città d'oro", host="Hanna") == "Città d oro - Hanna ti invita"
    )


@pytest.mark.parametrize("decomposed", ["Citta\u0300", "Ru\u0308diger"])
def test_a_letter_with_its_accent_apart_is_a_letter(decomposed: str) -> None:
    said = mail_subject("subject-join", "en", title=decomposed, name="Anna")

    assert " " not in said.partition(" - ")[0]
