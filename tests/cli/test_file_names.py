"""Mails are saved under names with blanks: what is printed can be typed, and a folder is enough."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.typing_players import Player, offered

People = Callable[[str], Player]
NAME = "Re_ Friday tigris & more.eml"


@pytest.fixture
def saved(people: People) -> Path:
    """An invitation in anna's folder of mails, beside a file that is no mail."""
    mails = people("anna").place / "my mails"
    mails.mkdir()
    (mails / NAME).write_bytes(offered(people).read_bytes())
    (mails / "photo.jpg").write_bytes(b"\xff\xd8")
    return mails


def test_a_folder_of_mails_tells_of_an_invitation_in_it(people: People, saved: Path) -> None:
    (people("anna").place / "full").write_text("a folder in use\n")
    code, out, errors = people("anna").types("receive", saved)

    assert f"referee join '{saved / NAME}'" in out + errors
    assert code == 0


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_hint_that_names_an_invitation_can_be_pasted(people: People, saved: Path, lang: str) -> None:
    (people("anna").place / "full").write_text("a folder in use\n")
    errors = people("anna").types("receive", Path("my mails") / NAME, "--lang", lang)[2]

    assert f"referee join 'my mails/{NAME}'" in errors


def test_join_takes_a_folder(people: People, saved: Path) -> None:
    anna = people("anna")

    assert anna.types("join", saved, "--name", "Anna")[0] == 0
    assert anna.types("join", anna.place / "friday-tigris" / "outbox", "--name", "Anna")[0] == 3


@pytest.mark.parametrize(
    ("lang", "hint"),
    [("en", "put the name in quotes: 'my mail.eml'"), ("it", "metti il nome tra virgolette: 'my mail.eml'")],
)
def test_words_that_make_the_name_of_a_file_belong_in_quotes(people: People, lang: str, hint: str) -> None:
    anna = people("anna")
    (anna.place / "my mail.eml").write_bytes(offered(people).read_bytes())
    code, _, errors = anna.types("join", "my", "mail.eml", "--lang", lang)

    assert (code, hint in errors) == (2, True)
