"""Translators' tools get each catalogue as a `.po` file, and what comes back is what they wrote."""

from __future__ import annotations

import subprocess
from pathlib import Path
from runpy import run_path

import pytest

from referee.i18n.compiler import read

ROOT = Path(__file__).resolve().parents[2]
po = run_path(str(ROOT / "scripts" / "po.py"))
exported, imported, read_po, Damaged = (po[name] for name in ("exported", "imported", "read_po", "Damaged"))
FILE = "referee/i18n/{}/cli.toml"
ENGLISH = """# What stands here.
plain = "one {name}"
count = ["{count} tile", "{count} tiles"]
long = \"\"\"

Two lines, with "quotes" and a \\\\ backslash.\"\"\"

[letter]
"a:b" = "three"
empty = ""
"""
ODD = 'ein "{name}"\\ mit\tTab,\nZeile, und \\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one catalogue."""
    path = tmp_path / FILE.format("en")
    path.parent.mkdir(parents=True)
    path.write_text(ENGLISH)
    return tmp_path


def write(found: dict[Path, str]) -> None:
    for path, text in found.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def said(text: str, **texts: str) -> str:
    """A `.po` file with these texts for the entries whose contexts end so."""
    blocks = text.split("\n\n")
    for code, told in texts.items():
        at = next(number for number, block in enumerate(blocks) if f'| {code}"' in block)
        blocks[at] = blocks[at].replace('msgstr ""', f"msgstr {po['_quoted'](told)}")
    return "\n\n".join(blocks)


def test_a_file_that_comes_back_as_it_was_made_changes_no_catalogue() -> None:
    assert imported(exported("it"), "it") == {}


@pytest.mark.needs("msgfmt")
def test_gettext_takes_the_file(tmp_path: Path) -> None:
    for lang in ("it", "de"):
        (tmp_path / lang).write_text(exported(lang), "utf-8")
        done = subprocess.run(["msgfmt", "-c", "-o", "/dev/null", tmp_path / lang], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-2000:]


def test_a_new_language_has_what_was_translated_and_nothing_else(project: Path) -> None:
    text = said(exported("de", project), plain=ODD, long=ODD)
    write(imported(text, "de", project))
    german = (project / FILE.format("de")).read_text()

    assert read(german) == {("", "plain"): (ODD,), ("", "long"): (ODD,)}
    assert german.startswith("# What stands here.\nplain = ")
    assert read_po(exported("de", project))[0].keys() == {"i18n/cli |  | plain", "i18n/cli |  | long"}


def test_a_later_file_adds_to_a_language_and_takes_nothing_away(project: Path) -> None:
    write(imported(said(exported("de", project), plain="eins"), "de", project))
    path = project / FILE.format("de")
    path.write_text(path.read_text() + '\n[only-here]\nword = "W"\n')
    write(
        imported(said(exported("de", project).replace('msgstr "eins"', 'msgstr ""'), **{"a:b": "drei"}), "de", project)
    )

    assert read(path.read_text()) == {
        ("", "plain"): ("eins",),
        ("only-here", "word"): ("W",),
        ("letter", "a:b"): ("drei",),
    }


def test_plurals_come_with_the_rule_of_the_language(project: Path) -> None:
    text = exported("pl", project).replace("plural=(n != 1)", "plural=(n%10==1 ? 0 : 1)")
    text = text.replace('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"')
    write(imported(text, "pl", project))

    found = read((project / FILE.format("pl")).read_text())
    assert found["", "count"] == ("a", "b", "c")
    assert found["", "plural-forms"] == ("n%10==1 ? 0 : 1",)


def test_what_is_not_sure_is_left_out(project: Path) -> None:
    text = said(exported("de", project), plain="eins")
    assert imported(text.replace("#, python-brace-format", "#, fuzzy"), "de", project) == {}


@pytest.mark.parametrize(
    "line", ['msgid "a', 'msgid a"', '"alone"', 'msgid "a\\qb"', 'msgid "a"b"', "told nothing", 'msgid "a\\"']
)
def test_a_file_that_is_damaged_is_named_by_its_line(line: str) -> None:
    with pytest.raises(Damaged, match="line 3: "):
        read_po(f"# one\n\n{line}\n")


def test_no_name_of_a_language_leads_elsewhere() -> None:
    for lang in ("../x", "en", "de/..", "", "DE"):
        assert po["main"](["import", "/dev/null", lang]) == 2
