"""The catalogues of a language as one `.po` file, as translators' tools have it, and back.

    python3 scripts/po.py export LANG FILE.po   English beside what LANG has already; LANG may be new
    python3 scripts/po.py import FILE.po LANG   write what is translated there; what is empty or fuzzy stays as it is

The context of an entry is its file, its table and its code. A file that comes back as it was made leaves every
catalogue as it is, to the byte. `python3 scripts/test.py tests/words` says afterwards what is missing. Needs the
standard library alone.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
PLACES = ("referee/i18n/{}/*.toml", "referee/games/*/words/{}.toml")
PLURAL = "plural-forms"
USUAL = "n != 1"
SIGN = " | "
"""Stands between the parts of a context; no file, table or code has it."""
ENTRY = re.compile(
    r'^\[(?P<table>[\w-]+)\]$|^(?P<code>"[^"\n]+"|[\w-]+) = (?P<value>"""(?:.|\n)*?"""|\[.*\]|".*")$', re.MULTILINE
)
"""The head of a table, or an entry; between them stand comments and blank lines."""
BLOCK = '"""'
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
Forms = tuple[str, ...]


class Damaged(Exception):
    """A `.po` file that cannot be read, with the number of the line."""


def catalogues(lang: str, root: Path = ROOT) -> Iterator[tuple[str, Path]]:
    """Each catalogue of English by its name in a context, and where that of `lang` lies."""
    for pattern in PLACES:
        for path in sorted(root.glob(pattern.format("en"))):
            inside = path.parent.parent.name if path.parent.name == "words" else path.stem
            if path.parent.name == "words":
                yield f"games/{inside}", path.with_name(f"{lang}.toml")
            else:
                yield f"i18n/{inside}", path.parent.with_name(lang) / path.name


def english(path: Path) -> Path:
    """The English catalogue beside one of another language."""
    return path.with_name("en.toml") if path.parent.name == "words" else path.parent.with_name("en") / path.name


def entries(text: str) -> dict[tuple[str, str], Forms]:
    """The texts of a catalogue by table and code."""
    found: dict[tuple[str, str], Forms] = {}
    for name, value in tomllib.loads(text).items():
        for code, said in value.items() if isinstance(value, dict) else ((name, value),):
            found[name if isinstance(value, dict) else "", code] = tuple(said) if isinstance(said, list) else (said,)
    return found


# Out


def exported(lang: str, root: Path = ROOT) -> str:
    """The `.po` file of a language."""
    rule, blocks = USUAL, list[str]()
    for name, path in catalogues(lang, root):
        known = entries(path.read_text("utf-8")) if path.exists() else {}
        (rule,) = known.get(("", PLURAL), (rule,))
        for (table, code), forms in entries(english(path).read_text("utf-8")).items():
            blocks.append(_block(SIGN.join((name, table, code)), forms, known.get((table, code), ())))
    head = "\n".join(
        ('msgid ""', 'msgstr ""', *map(_quoted, (f"Language: {lang}\n", "Content-Type: text/plain; charset=UTF-8\n")))
    )
    plural = _quoted(f"Plural-Forms: nplurals=2; plural=({rule});\n")
    return "\n\n".join([f"{head}\n{plural}", *blocks]) + "\n"


def _block(context: str, forms: Forms, known: Forms) -> str:
    is_format = not any(sign in re.sub(r"\{\w+\}", "", form) for form in (*forms, *known) for sign in "{}")
    lines = ["#, python-brace-format"] if is_format and "{" in forms[0] else []
    lines += [f"msgctxt {_quoted(context)}", f"msgid {_quoted(forms[0])}"]
    if len(forms) == len(known or forms) == 1:
        return "\n".join([*lines, f"msgstr {_quoted(known[0] if known else '')}"])
    said = known or ("",) * len(forms)
    lines.append(f"msgid_plural {_quoted(forms[-1])}")
    return "\n".join([*lines, *(f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(said))])


def _quoted(text: str) -> str:
    for sign, escape in (("\\", "\\\\"), ('"', '\\"'), ("\t", "\\t"), ("\n", "\\n")):
        text = text.replace(sign, escape)
    return f'"{text}"'


# In


def read_po(text: str) -> tuple[dict[str, Forms], str]:
    """What is translated, by context, and the plural rule. Raises Damaged."""
    found, rule = dict[str, Forms](), USUAL
    fields, field, fuzzy = dict[str, str](), "", False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if not line.strip():
            said = tuple(fields[name] for name in sorted(fields) if name.startswith("msgstr"))
            if "msgctxt" in fields and all(said) and said and not fuzzy:
                found[fields["msgctxt"]] = said
            elif fields.get("msgid") == "" and (plural := re.search(r"plural=\(?(.*?)\)?;", "".join(said))):
                rule = plural[1]
            fields, field, fuzzy = {}, "", False
        elif line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        else:
            match = re.fullmatch(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(.*)"', line.strip())
            if match is None or not (match[1] or field) or re.search(r'(?<!\\)(?:\\\\)*"', match[2]):
                raise Damaged(f"line {number}: {line}")
            field = match[1] or field
            fields[field] = fields.get(field, "") + _unquoted(match[2], number)
    return found, rule


def _unquoted(text: str, number: int) -> str:
    if unknown := re.search(r"\\([^nt\"\\]|$)", re.sub(r"\\\\", "", text)):
        raise Damaged(f"line {number}: what is {unknown[0]}?")
    return re.sub(r"\\(.)", lambda found: ESCAPES[found[1]], text)


def imported(text: str, lang: str, root: Path = ROOT) -> dict[Path, str]:
    """The catalogues that differ from what a `.po` file says, with what they hold then. Raises Damaged."""
    said, rule = read_po(text)
    made: dict[Path, str] = {}
    for name, path in catalogues(lang, root):
        mine = {
            (table, code): forms
            for context, forms in said.items()
            for place, table, code in [context.split(SIGN)]
            if place == name
        }
        before = path.read_text("utf-8") if path.exists() else ""
        known = entries(before)
        if mine and {**known, **mine} != known:
            template = before or english(path).read_text("utf-8")
            made[path] = _filled(template, {**known, **mine}, rule)
    return made


def _filled(template: str, said: Mapping[tuple[str, str], Forms], rule: str) -> str:
    """A catalogue laid out like another one, with other texts: an entry that is not said is left out, and one that the
    layout lacks stands at the end of its table.
    """
    parts, end, tables, left = list[str](), 0, {"": 0}, dict(said)
    table = ""
    for match in ENTRY.finditer(template):
        parts.append(template[end : match.start()])
        end = match.end()
        if match["table"]:
            table = match["table"]
            parts.append(match[0])
        else:
            forms = left.pop((table, match["code"].strip('"')), None)
            parts.append(_line(match, forms))
            end += forms is None and template[end : end + 1] == "\n"
        tables[table] = len(parts)
    parts.append(template[end:])
    for (table, code), forms in reversed(left.items()):
        line = f"\n{_key(code)} = {_value(forms)}"
        if table in tables:
            parts[tables[table] - 1] += line
        else:
            parts.append(f"\n[{table}]{line}\n")
    text = "".join(parts)
    return text if rule == USUAL or re.search(f"^{PLURAL} = ", text, re.MULTILINE) else f'{PLURAL} = "{rule}"\n{text}'


def _line(match: re.Match[str], forms: Forms | None) -> str:
    """An entry as it stood if it says the same, else with other texts; nothing for None."""
    if forms is None:
        return ""
    if forms == next(iter(entries(match[0]).values())):
        return match[0]
    value = match["value"]
    several = value.startswith("[") or len(forms) > 1
    return f"{match['code']} = {_value(forms, several=several, block=value.startswith(BLOCK))}"


def _key(code: str) -> str:
    return code if re.fullmatch(r"[\w-]+", code, re.ASCII) else json.dumps(code)


def _value(forms: Forms, *, several: bool = False, block: bool = False) -> str:
    if several or len(forms) > 1:
        return f"[{', '.join(json.dumps(form, ensure_ascii=False) for form in forms)}]"
    if not block:
        return json.dumps(forms[0], ensure_ascii=False)
    text = forms[0].replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{text}"""' if not text.endswith('"') else json.dumps(forms[0], ensure_ascii=False)


def main(words: list[str]) -> int:
    """Write the file, or the catalogues; the exit code."""
    if len(words) != 3 or words[0] not in ("export", "import"):
        print((__doc__ or "").partition("\n\n")[2].partition("\n\n")[0], file=sys.stderr)
        return 2
    lang, file = (words[1], Path(words[2])) if words[0] == "export" else (words[2], Path(words[1]))
    if not LANGUAGE.fullmatch(lang) or lang == "en":
        print(f"{lang!r} is no language to translate into", file=sys.stderr)
        return 2
    if words[0] == "export":
        file.write_text(exported(lang), "utf-8")
        return 0
    try:
        made = imported(file.read_text("utf-8"), lang)
    except Damaged as why:
        print(f"{file}: {why}", file=sys.stderr)
        return 1
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(ROOT).as_posix())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
