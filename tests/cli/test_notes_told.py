"""Notes of every type as people call them: in a verdict, in a report, and in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.printing.verdicts import note_type_text
from referee.i18n.catalogue import languages
from referee.record.file_names import step_name
from referee.record.note import sign_note
from referee.record.notes import TYPES
from tests.cli.games_on_disk import home_of, lay, mail_with, remember
from tests.cli.terminal import inside
from tests.table.games_with_events import eventful
from tests.table.small_games import HOST, changed
from tests.words.catalogue_files import catalogue

TWICE = ("the a ", "the an ", "note note", "della nota una", "della nota un'", "della nota un ")
AGREED = ("step back", "new key", "own key", "draw", "left", "new host", "host's new key", "vanished host")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("context", ["note", "note-alone"])
def test_every_type_of_note_has_its_words_with_an_article_and_without(context: str, lang: str) -> None:
    assert [kind for kind in TYPES if (context, kind) not in catalogue("", lang)] == []


@pytest.mark.parametrize("lang", languages())
def test_a_type_of_note_that_nobody_knows_is_told_by_its_name(lang: str) -> None:
    assert (note_type_text("vote", lang), note_type_text("vote", lang, article=False)) == ("vote", "vote")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("story", AGREED)
def test_a_game_whose_newest_step_holds_consents_is_reported_and_judged(tmp_path: Path, story: str, lang: str) -> None:
    match = eventful(story)
    files, pages = match.files, [tmp_path / f"{name}" for name in ("a.html", "a.md", "j.html", "j.md")]
    game, home = lay(tmp_path / "game", files), home_of(tmp_path, HOST)
    alone = tmp_path / "step.txt"
    alone.write_bytes(files[step_name(match.host.step)])
    remember(game, home, match, match.host.step)
    done = [
        inside(["audit", ".", "--lang", lang, "--html", pages[0], "--markdown", pages[1]], home, game),
        inside(["judge", "record", "--lang", lang, "--html", pages[2], "--markdown", pages[3]], home, game),
        inside(["judge", alone, "--lang", lang], home, game),
    ]
    texts = [page.read_text("utf-8") for page in pages] + [out for _, out, _ in done]

    assert [code for code, _, _ in done] == [0, 0, 0], [errors for _, _, errors in done]
    assert [twice for text in texts for twice in TWICE if twice in text] == []


@pytest.mark.parametrize("story", AGREED)
def test_a_wrong_ruling_in_a_step_with_consents_is_upheld_by_the_command(tmp_path: Path, story: str) -> None:
    match = eventful(story)
    name, game = step_name(match.host.step), lay(tmp_path / "game", match.files)
    *notes, honest = (signed for signed in match.signed_notes[name] if signed.type != "end")
    wrong = sign_note(changed(honest.note(), state=bytes(32)), match.keys[HOST])
    mail = mail_with(tmp_path / "mail.eml", *notes, wrong)
    code, out, errors = inside(["judge", mail, "--html", tmp_path / "j.html"], tmp_path / "home", game)

    assert (code, out.splitlines()[-1]) == (1, "judge: upheld against the host's key"), errors
    assert (tmp_path / "j.html").exists()
