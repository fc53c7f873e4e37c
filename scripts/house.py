"""How heavy the code is, and a check that it gets no heavier.

    python3 scripts/house.py            the counts
    python3 scripts/house.py --names    and each function name that is defined in more than two places, with how many
    python3 scripts/house.py --where X  and the places that one count is made of, where it is made of places
    python3 scripts/house.py --json     for other programs
    python3 scripts/house.py --check    exit 1 if a count is above its bound in `scripts/house.toml`, or below it
    python3 scripts/house.py --lower    write the bounds that the code is below of

What is new makes some counts larger: save as much elsewhere, or raise the number in `scripts/house.toml` by hand, in a
commit of its own that says why. A count below its bound fails too, until `--lower` has written the smaller number, so
that each commit shows which counts it has brought down. A line of code is one that is no docstring, no comment, no
blank and no import. Needs the standard library alone.
"""

from __future__ import annotations

import ast
import gc
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "referee"
BOUNDS = ROOT / "scripts" / "house.toml"
GAMES = ("cards", "civilization", "tigris", "ur")
ORDERS = ("moves", "notation", "words", "typed", "orders")
"""The modules of a game that say what its orders are and how they are written, typed and read."""
GENERATED = ("schemas/*.json",)
"""What `scripts/make_docs.py` writes and the repository holds all the same; pages of rules are read in review."""

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_DOCUMENTED = (ast.Module, ast.ClassDef, *_FUNCTION)
_KEYED = (ast.Dict, ast.Set, ast.Tuple, ast.List, ast.Match)
_ASKED = (ast.Attribute, ast.Call, ast.Compare, ast.JoinedStr, ast.match_case)
_COUNTED = (*_ASKED, *_KEYED, *_DOCUMENTED)
_LONG_DOCSTRING = 60
_PARTICIPLES = (
    *("begun", "bound", "built", "done", "drawn", "found", "given", "gone", "heard", "held", "kept", "known", "left"),
    *(
        "let",
        "lost",
        "made",
        "paid",
        "said",
        "seen",
        "sent",
        "set",
        "shown",
        "spoken",
        "sworn",
        "taken",
        "thrown",
        "told",
    ),
    *("worn", "written"),
)
_NO_PARTICIPLES = ("need", "seed", "feed", "speed", "bed", "unneeded", "fed", "red", "indeed")

Place = tuple[Path, int]
"""A module, by its path below the project, and a line."""


@cache
def _tree(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def _nodes_of(source: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(_tree(source)))


def code_lines(source: str) -> int:
    """How many lines of a module are code: all but those that are empty, a comment, a docstring or an import. Of a text
    over several lines each one counts.
    """
    lines = enumerate(source.split("\n"), 1)
    spoken = {number for number, line in lines if line.strip() and not line.lstrip().startswith("#")}
    for node in _nodes_of(source):
        if isinstance(node, ast.Constant | ast.JoinedStr) and (node.end_lineno or 0) > node.lineno:
            spoken |= {*range(node.lineno, (node.end_lineno or 0) + 1)}
    return len(spoken - set(_unspoken(_tree(source))))


def _unspoken(tree: ast.Module) -> Iterator[int]:
    """The lines of docstrings, also those below a name, and of imports, of what is loaded late too."""
    for node in statements(tree):
        said = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        if said or isinstance(node, ast.Import | ast.ImportFrom) or _is_late(node):
            assert isinstance(node, ast.stmt)
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _is_late(node: ast.AST) -> bool:
    """Whether a statement names modules that wait: `late(__name__, ..)`."""
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "late"


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Every statement inside another or a module, at any depth; no expression is looked into, for none holds any."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, part, ()):
            if isinstance(inner, ast.stmt):
                yield inner
            yield from statements(inner)


def functions(source: str) -> Iterator[str]:
    """The names of the functions that a module defines, outside classes and other functions."""
    return (node.name for node in _tree(source).body if isinstance(node, _FUNCTION))


def repeated(sources: Iterable[str]) -> dict[str, int]:
    """The function names that are defined in more than two places, with how many."""
    names = Counter(name for source in sources for name in functions(source))
    return {name: count for name, count in names.most_common() if count > 2}


@cache
def sources() -> Mapping[Path, str]:
    """The text of every module of the program, by its path below the project."""
    return {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in sorted(HOUSE.rglob("*.py"))}


@cache
def nodes() -> tuple[tuple[Path, ast.AST], ...]:
    """Every node of every module that something is counted of, each with its module."""
    found = ((path, node) for path, source in sources().items() for node in _nodes_of(source))
    return tuple((path, node) for path, node in found if isinstance(node, _COUNTED))


def counts() -> dict[str, int]:
    """Every count, by what is counted."""
    modules = sources()
    found = {"code lines": sum(map(code_lines, modules.values())), "modules": len(modules)}
    found["modules in the largest folder"] = max(Counter(path.parent for path in modules).values())
    for game in GAMES:
        folder = Path("referee", "games", game)
        found[f"modules of {game}"] = sum(folder in path.parents for path in modules)
        spoken = [source for path, source in modules.items() if path.parent == folder and path.stem in ORDERS]
        found[f"lines of the orders of {game}"] = sum(len(source.splitlines()) for source in spoken)
    catalogues = [text for folder in ("words", "i18n") for text in _catalogues(folder)]  # games and the program
    found["lines of catalogues"] = sum(len(text.splitlines()) for text in catalogues)
    found["function names in more than two places"] = len(repeated(modules.values()))
    found["class names in more than one place"] = _repeated_classes()
    stems = Counter(path.stem for path in modules if path.stem != "__init__")
    found["file names in more than one place"] = sum(count > 1 for count in stems.values())
    found |= {what: len(places()[what]) for what in places()}
    found["rows of the glossary"] = _glossary_rows()
    found["properties of schemas without a description"] = sum(map(undescribed, _schemas()))
    found["lines of generated files"] = sum(map(_lines, (path for form in GENERATED for path in ROOT.glob(form))))
    found["imports of scripts by tests"] = sum(map(_imports_of_scripts, (ROOT / "tests").rglob("*.py")))
    found["imports of test modules by tests"] = sum(map(_imports_of_tests, (ROOT / "tests").rglob("*.py")))
    found["product names replaced in every test"] = sum(map(_replaced, (ROOT / "tests").rglob("conftest.py")))
    return found


def _catalogues(folder: str) -> Iterator[str]:
    """The catalogues of languages below folders of this name, without the tables that every language shares."""
    for path in sorted(HOUSE.glob(f"**/{folder}/**/*.toml")):
        if path.parent != HOUSE / folder:
            yield path.read_text(encoding="utf-8")


def _repeated_classes() -> int:
    names = Counter(node.name for _, node in nodes() if isinstance(node, ast.ClassDef))
    return sum(count > 1 for count in names.values())


@cache
def places() -> dict[str, list[Place]]:
    """The counts that are made of places in the program, with the places."""
    kinds = _note_kinds()
    found: dict[str, list[Place]] = {
        what: []
        for what in (
            "sites that ask .masked",
            "tables keyed by note type",
            "comparisons of .type",
            "questions for the class of a note",
            "uses of context.json",
            "swapped standard streams",
            "values put into markup by f-strings",
            "imports in functions",
            "functions with told in their name",
            "functions whose name ends in a participle",
            "docstrings of more than 60 words",
        )
    }
    for path, node in nodes():
        for what, count in _found_in(path, node, kinds):
            found[what] += [(path, getattr(node, "lineno", 1))] * count
    return found


def _found_in(path: Path, node: ast.AST, kinds: frozenset[str]) -> Iterator[tuple[str, int]]:
    """What a node adds to which count."""
    if _is_attribute(node, "masked") and path.stem != "deck":
        yield "sites that ask .masked", 1
    if isinstance(node, _KEYED) and path.stem != "kinds" and _is_table_of_kinds(node, kinds):
        yield "tables keyed by note type", 1
    if isinstance(node, ast.Compare) and any(_is_attribute(part, "type") for part in (node.left, *node.comparators)):
        yield "comparisons of .type", 1
    if _asks_for_class(node, kinds):
        yield "questions for the class of a note", 1
    if _is_attribute(node, "json") and ast.unparse(node).startswith("context."):
        yield "uses of context.json", 1
    if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2].startswith("redirect_std"):
        yield "swapped standard streams", 1
    if isinstance(node, ast.JoinedStr) and _is_markup(node):
        yield "values put into markup by f-strings", sum(isinstance(part, ast.FormattedValue) for part in node.values)
    if isinstance(node, _FUNCTION):
        yield "imports in functions", sum(isinstance(inner, ast.Import | ast.ImportFrom) for inner in _own(node))
        yield "functions with told in their name", "told" in node.name
        yield "functions whose name ends in a participle", _is_participle(node.name.rstrip("_").rpartition("_")[2])
    if isinstance(node, _DOCUMENTED):
        words = (ast.get_docstring(node) or "").split()
        yield "docstrings of more than 60 words", len(words) > _LONG_DOCSTRING


def _own(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a function that are in no function inside it."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, part, ()):
            if isinstance(inner, _FUNCTION):
                continue
            if isinstance(inner, ast.stmt):
                yield inner
            yield from _own(inner)


def _is_attribute(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name


def _is_participle(word: str) -> bool:
    return (word.endswith("ed") and word not in _NO_PARTICIPLES) or word in _PARTICIPLES


def _is_markup(node: ast.JoinedStr) -> bool:
    text = "".join(part.value for part in node.values if isinstance(part, ast.Constant) and isinstance(part.value, str))
    return bool(re.search(r"<[a-zA-Z/!]", text)) and ">" in text


@cache
def _note_kinds() -> frozenset[str]:
    """The classes of signed notes, and their types, which are the same words in small letters."""
    text = (HOUSE / "record" / "notes" / "__init__.py").read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "AnyNote":
            classes = {inner.id for inner in ast.walk(node.value) if isinstance(inner, ast.Name)}
            return frozenset(classes | {name.lower() for name in classes})
    raise SystemExit("house: record/notes does not say any more what a note is (AnyNote)")


def _is_kind(node: ast.AST | None, kinds: frozenset[str]) -> bool:
    if isinstance(node, ast.Constant):
        return node.value in kinds
    name = ast.unparse(node).rpartition(".")[2] if isinstance(node, ast.Name | ast.Attribute) else ""
    return name[:1].isupper() and name in kinds


def _is_table_of_kinds(node: ast.AST, kinds: frozenset[str]) -> bool:
    """Whether two keys, elements or cases at least, and more than half of them, are types of notes."""
    keys: list[ast.expr | None] = []
    if isinstance(node, ast.Dict):
        keys = list(node.keys)
    elif isinstance(node, ast.Set | ast.Tuple | ast.List):
        keys = list(node.elts)
    elif isinstance(node, ast.Match):
        keys = [part for case in node.cases for part in _matched(case)]
    count = sum(_is_kind(key, kinds) for key in keys)
    return count > 1 and count * 2 > len(keys)


def _matched(case: ast.match_case) -> Iterator[ast.expr]:
    """The classes and values that a case asks for."""
    for inner in ast.walk(case.pattern):
        if isinstance(inner, ast.MatchClass):
            yield inner.cls
        elif isinstance(inner, ast.MatchValue):
            yield inner.value


def _asks_for_class(node: ast.AST, kinds: frozenset[str]) -> bool:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance" and len(node.args) > 1:
        return any(_is_kind(inner, kinds) for inner in ast.walk(node.args[1]))
    return isinstance(node, ast.match_case) and any(
        isinstance(inner, ast.MatchClass) and _is_kind(inner.cls, kinds) for inner in ast.walk(node.pattern)
    )


def _glossary_rows() -> int:
    """The rows of the tables of docs/glossary.md, without their heads."""
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    heads = sum(line.startswith(("|--", "| --", "|:-")) for line in lines)
    return sum(line.startswith("|") for line in lines) - 2 * heads


def _schemas() -> Iterator[Any]:
    for path in sorted((ROOT / "schemas").glob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def undescribed(schema: Any) -> int:
    """How many properties in a schema, at any depth, have no description; a reference has that of its definition."""
    if isinstance(schema, list):
        return sum(map(undescribed, schema))
    if not isinstance(schema, dict):
        return 0
    properties = schema.get("properties", {})
    bare = sum(isinstance(each, dict) and "description" not in each for each in properties.values())
    return bare + sum(map(undescribed, schema.values()))


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def _imports_of_scripts(path: Path) -> int:
    """How many statements of a module of tests import what lies in `scripts/`."""
    return len(re.findall(r"^\s*(?:from|import) scripts\b", path.read_text(encoding="utf-8"), re.MULTILINE))


def _imports_of_tests(path: Path) -> int:
    """How many statements of a module of tests import what lies in another one that holds tests."""
    text = path.read_text(encoding="utf-8")
    return len(re.findall(r"^\s*from tests[\w.]*(?:\.test_\w+ import| import test_\w+ as)\b", text, re.MULTILINE))


def _replaced(path: Path) -> int:
    """How often a `conftest.py` sets an attribute of a module or class for the tests below it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return sum(isinstance(node, ast.Call) and _is_attribute(node.func, "setattr") for node in ast.walk(tree))


def bounded(found: Mapping[str, int]) -> dict[str, int]:
    """The counts that may only fall: not those that grow with each sentence and each order of a game."""
    return {what: count for what, count in found.items() if not what.startswith(("lines of", "modules of"))}


def against(bounds: Mapping[str, int], found: Mapping[str, int]) -> list[str]:
    """A line for each count that is not what its bound says, or that has none, or that is not counted any more."""
    told = [f"{what}: it has no bound" for what in found if what not in bounds]
    told += [f"{what}: a bound, and nothing is counted" for what in bounds if what not in found]
    for what, bound in bounds.items():
        count = found.get(what, bound)
        if count > bound:
            told.append(f"{what}: {count:,}, at most {bound:,}; save some, or raise it in house.toml and say why")
        elif count < bound:
            told.append(f"{what}: {count:,} where {bound:,} may be; `python3 scripts/house.py --lower` writes it down")
    return told


def read_bounds() -> dict[str, int]:
    """What each count may be at most."""
    bounds: dict[str, int] = tomllib.loads(BOUNDS.read_text(encoding="utf-8"))
    return bounds


def lower(bounds: Mapping[str, int], found: Mapping[str, int]) -> str:
    """The file of bounds with what has fallen; what is new gets its count, and nothing ever rises."""
    text = "# What each count of `scripts/house.py` may be at most. Written by `--lower`; the numbers only fall.\n\n"
    return text + "".join(f'"{what}" = {min(count, bounds.get(what, count))}\n' for what, count in found.items())


def main(arguments: list[str]) -> int:
    """Print, check or lower; the exit code."""
    gc.disable()  # trees of the whole program are kept to the end
    if "--where" in arguments:
        for path, line in places().get(arguments[-1], ()):
            print(f"{path.as_posix()}:{line}")
        return 0
    found = counts()
    if "--check" in arguments:
        wrong = against(read_bounds(), bounded(found))
        print(*(f"house: {line}" for line in wrong), sep="\n", end="\n" if wrong else "")
        return 1 if wrong else 0
    if "--lower" in arguments:
        BOUNDS.write_text(
            lower(read_bounds() if BOUNDS.exists() else {}, bounded(found)), encoding="utf-8", newline="\n"
        )
    elif "--json" in arguments:
        print(json.dumps(found, indent=2))
    else:
        for what, count in found.items():
            print(f"{count:>7,}  {what}")
    if "--names" in arguments:
        print("  ".join(f"{name} {count}" for name, count in repeated(sources().values()).items()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
