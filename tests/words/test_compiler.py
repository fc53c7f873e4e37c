"""Catalogues as translators write them, and what becomes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.i18n.catalogue import Catalogue
from referee.i18n.compiler import game_catalogues, join_entries, mo_bytes, read

RUSSIAN = """
plural-forms = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
yes = "да"

[n]
tile = ["фишка", "фишки", "фишек"]
"""


def test_contexts_are_tables_and_forms_are_lists() -> None:
    assert read('yes = "yes"\n[n]\ntile = ["a tile", "{n} tiles"]\n["rule"]\n"TE 3.4" = "First the question."') == {
        ("", "yes"): ("yes",),
        ("n", "tile"): ("a tile", "{n} tiles"),
        ("rule", "TE 3.4"): ("First the question.",),
    }


def test_each_number_has_the_form_that_the_rule_of_the_language_gives_it() -> None:
    words = Catalogue(mo_bytes(read(RUSSIAN)))

    assert words.text("yes") == "да"
    assert [words.text("n\4tile", n) for n in (1, 3, 11, 21)] == ["фишка", "фишки", "фишек", "фишка"]


@pytest.mark.parametrize("source", ["yes = 1", "yes = []", 'yes = ["a", 2]', "[n]\ntile = { one = 1 }"])
def test_what_is_no_text_is_refused_by_its_code(source: str) -> None:
    with pytest.raises(ValueError, match=r"(yes|tile) is neither a text nor a list of texts"):
        read(source)


def test_two_files_do_not_say_the_same_thing(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text('yes = "yes"\n')

    with pytest.raises(ValueError, match=r"b\.toml has an entry that stands in another file: yes"):
        join_entries(tmp_path / "a.toml", tmp_path / "b.toml")


def test_a_game_has_one_compiled_file_a_language(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.toml").write_text('yes = "yes"\n')

    ((path, data),) = game_catalogues(tmp_path)

    assert (path, Catalogue(data).text("yes")) == (tmp_path / "words" / "en.mo", "yes")
