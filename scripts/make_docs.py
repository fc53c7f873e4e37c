"""Write what is generated and read in review: `docs/rules/<game>.md` from each game's `rules.toml`, in Italian
`docs/it/regole-<game>.md`, `schemas/` from the types, and the list of the examples' test keys. Beside it, in `build`
and not in the repository, the pages of `scripts/built_pages.py`: commands, refusals, orders, and those for `man`.

`python scripts/make_docs.py` writes, `--check` only tells what the repository has that is not current (exit 1). A test
runs the check.
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
"""Where pages are written that the repository does not hold."""
sys.path.insert(0, str(ROOT))

from referee import api, games  # noqa: E402
from referee.audit.game_index import IndexEntry  # noqa: E402
from referee.audit.recompute import Report  # noqa: E402
from referee.cli.printing.errors import RefusalReply  # noqa: E402
from referee.cli.registry import shapes  # noqa: E402
from referee.crypto.keys import fingerprint  # noqa: E402
from referee.crypto.openssh import public_of  # noqa: E402
from referee.i18n import catalogue  # noqa: E402
from referee.i18n.rule_text import anchor  # noqa: E402
from referee.kernel.cases import book_type  # noqa: E402
from referee.kernel.game import AnyGame  # noqa: E402
from referee.kernel.sentence import Sentence  # noqa: E402
from referee.record.notes import TYPES  # noqa: E402
from referee.service.views.view import View  # noqa: E402
from scripts import italian_pages  # noqa: E402
from scripts.built_pages import built_pages, write  # noqa: E402
from scripts.field_docs import field_docs, schema_parts  # noqa: E402

INTRODUCTION = """\
In italiano: [regole-{game}.md](../it/regole-{game}.md).
Generated from [rules.toml](../../referee/games/{game}/rules.toml) by `python scripts/make_docs.py`. Every rule in one
sentence, with the [cases](../../tests/games/{game}/cases/) that obey and break it; then every disputed
point with our choice and the reason. A refusal names its rule: `referee rule "{first}"` shows it.
"""


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def compliance_page(game: AnyGame) -> str:
    """The page of one game: its rules, its options, and our answers to what the rulebook leaves open."""
    name = game.info.name
    book = _book(name)
    rules: dict[str, Any] = book["rules"]
    lines = [f"# {game.info.title}: the rules and our answers", ""]
    lines += [INTRODUCTION.format(game=name, first=next(iter(rules))), "## Options", ""]
    lines += ["| option | values (the first is the default) | |", "|---|---|---|"]
    for option in game.info.options:
        values = ", ".join([option.default, *(value for value in option.choices if value != option.default)])
        lines.append(f"| `{option.name}` | {values} | {words_for(name, 'option', option.name, 'en')} |")
    for preset, values in game.info.presets:
        lines += ["", f"Preset `{preset}`: {', '.join(f'{option} {value}' for option, value in values)}."]
    lines += ["", "## Rules", ""]
    for rule_id, rule in rules.items():
        lines += _rule(rule_id, rule)
    lines += ["## Disputed points", ""]
    for ruling_id, ruling in book.get("rulings", {}).items():
        lines += _ruling(ruling_id, ruling)
    return "\n".join(lines).rstrip() + "\n"


def words_for(game: str, context: str, code: str, lang: str) -> str:
    """The words of a game for a code. Raises LookupError where its catalogue has none: no page says `None`."""
    told = catalogue.catalogue_text(game, context, code, lang)
    if told is None:
        raise LookupError(f'{game}/words/{lang}.toml has no entry "{code}" under [{context}]')
    return told


def _book(game: str) -> dict[str, Any]:
    """The rules and rulings of a game with their sentences."""
    found = tomllib.loads((ROOT / "referee" / "games" / game / "rules.toml").read_text("utf-8"))
    for lang in ("en", "it"):
        for rule_id, rule in found["rules"].items():
            rule[lang] = words_for(game, "rule", rule_id, lang)
        for ruling_id, ruling in found.get("rulings", {}).items():
            ruling[lang] = words_for(game, "ruling", ruling_id, lang)
            question = catalogue.catalogue_text(game, "ruling", f"{ruling_id}:question", lang)
            if question is not None:
                ruling[f"question_{lang}"] = question
    return found


def _rule(rule_id: str, rule: dict[str, Any]) -> list[str]:
    lines = [f'<a id="{anchor(rule_id)}"></a>**{rule_id}** {rule["en"]}  ']
    facts = [f"Source: {rule['source']}"]
    if rule.get("rulings"):
        facts.append("see " + ", ".join(f"[{ruling}](#{ruling.lower()})" for ruling in rule["rulings"]))
    if rule.get("obeys"):
        facts.append(f"obeyed in {', '.join(rule['obeys'])}")
    if rule.get("breaks"):
        facts.append(f"broken in {', '.join(rule['breaks'])}")
    return [*lines, f"{'; '.join(facts)}.", ""]


def _ruling(ruling_id: str, ruling: dict[str, Any]) -> list[str]:
    heading = f'<a id="{ruling_id.lower()}"></a>**{ruling_id}** {ruling.get("question_en", "")}  '
    return [heading, ruling["en"], ""]


def schema(about: str, kind: Any) -> str:
    """The JSON Schema of a type, as a file."""
    (found,), parts = schema_parts([kind], _sentence)
    return _as_file({"$schema": DIALECT, "description": about, **found, "$defs": parts})


def _as_file(found: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(_undented(found)), indent=1).decode() + "\n"


def _undented(found: Any) -> Any:
    """A schema whose descriptions are docstrings without their indentation, which Python keeps before 3.13; `null` is
    the last of alternatives, for msgspec has changed their order.
    """
    if isinstance(found, list):
        parts = [_undented(part) for part in found]
        return sorted(parts, key=lambda part: part == {"type": "null"})
    if not isinstance(found, dict):
        return found
    return {
        name: cleandoc(value) if name == "description" and isinstance(value, str) else _undented(value)
        for name, value in found.items()
    }


def _sentence(kind: type) -> dict[str, Any]:
    """The schema of a sentence: its code, the values in its places, and its English."""
    assert kind is Sentence
    properties = {
        "code": {"type": "string", "description": "The code of the sentence, the same in every language."},
        "values": {"type": "object", "description": "The values in the places of the sentence, by name."},
        "sentence": {"type": "string", "description": "The sentence in English."},
    }
    return {"type": "object", "properties": properties, "required": sorted(properties)}


def output_schema() -> str:
    """The schema of everything that is printed with `--json`: a definition for each command, by its name."""
    output = shapes()
    names = [*output, "refused"]
    found, parts = schema_parts([*output.values(), RefusalReply], _sentence)
    about = (
        "What a command prints with --json, one object: see `commands`. A refused command prints `refused` instead, "
        "`receive` its own object with `error`; audits of several games print one object a line."
    )
    whole = {"$schema": DIALECT, "description": about, "commands": dict(zip(names, found, strict=True)), "$defs": parts}
    return _as_file(whole)


def api_page() -> str:
    """The page of the names for other programs: as it is written, with the fields of each struct behind it."""
    written = (ROOT / "docs" / "api.md").read_text("utf-8").partition("\n### `OpenTable`\n")[0]
    parts = [f"{written}\n### `OpenTable`\n{' '.join((api.OpenTable.__doc__ or '').split())}\n"]
    for name in api.__all__:
        kind = getattr(api, name)
        if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct) or kind is api.OpenTable:
            continue
        docs = field_docs(kind)
        rows = [f"- `{field}`: {docs[field]}" for field in kind.__struct_fields__]
        parts.append("\n".join((f"### `{name}`", " ".join((kind.__doc__ or "").split()), "", *rows)) + "\n")
    return "\n".join(parts)


def test_key_list() -> str:
    """The fingerprints of the keys in `examples/keys`, with their names."""
    keys = sorted((ROOT / "examples" / "keys").glob("*.pub"))
    lines = [f"{fingerprint(public_of(path.with_suffix('').read_bytes()))} {path.stem}" for path in keys]
    about = "# The test keys of examples/keys: their private halves are published, so anybody can sign with them."
    return "\n".join([about, *lines, ""])


def cases_schema() -> str:
    """The schema of case files: one envelope, and a part for each game that is built in."""
    books = [book_type(games.find(name)) for name in games.built_in()]
    found, parts = schema_parts(books)
    about = (
        "A file of rule cases: docs/cases.md. A case is the same for every game but for its `given`. A game of a "
        "package has no part here."
    )
    whole = {"$schema": DIALECT, "description": about, "oneOf": list(found), "$defs": parts}
    return _as_file(whole)


def schemas() -> dict[str, str]:
    """Every schema by its name."""
    about = "A note of type {} as values; bytes are base64. Its signed form is text: docs/protocol.md."
    return {
        "report": schema("What `referee audit --json` prints.", Report),
        "output": output_schema(),
        "view": schema("All that one reader sees and may do at one table at one moment.", View),
        "index": schema("A line of an index of audits.", IndexEntry),
        "cases": cases_schema(),
        **{f"note-{name}": schema(about.format(name), kind) for name, kind in TYPES.items()},
    }


def generated() -> dict[str, str]:
    """Every generated file that the repository holds, by its path below the project."""
    built_in = [games.find(name) for name in games.built_in()]
    files = {f"docs/rules/{game.info.name}.md": compliance_page(game) for game in built_in}
    for game in built_in:
        files[f"docs/it/regole-{game.info.name}.md"] = italian_pages.rules_page(game, _book(game.info.name))
    files |= {f"schemas/{name}.schema.json": text for name, text in schemas().items()}
    files["referee/crypto/test_keys.txt"] = test_key_list()
    files["docs/api.md"] = api_page()
    return files


def main() -> None:
    """Write or check."""
    files = generated()
    stale = [name for name, text in files.items() if not _is(ROOT / name, text)]
    if "--check" in sys.argv[1:]:
        for name in stale:
            print(f"{name} is not current: python scripts/make_docs.py")
        raise SystemExit(1 if stale else 0)
    write({name: files[name] for name in stale}, ROOT)
    print(f"{len(files)} files, {len(stale)} written")
    for folder in ("docs", "man"):
        shutil.rmtree(BUILD / folder, ignore_errors=True)
    pages = built_pages()
    write(pages, BUILD)
    print(f"{len(pages)} pages in {BUILD.name}")


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


if __name__ == "__main__":
    main()
