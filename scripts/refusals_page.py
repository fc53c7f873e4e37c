"""The page of refusals: each with its code, the layer that speaks, the exit code, the sentence, what to do.

Read out of the source: where a refusal is raised, its class tells layer and exit code, and its hint what to do.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import msgspec

import referee
from referee.i18n.catalogue import catalogue_text
from referee.kernel.errors import IllegalMove, RefereeError, Unreadable
from referee.record.notes import fields

ROOT = Path(__file__).resolve().parent.parent / "referee"

INTRODUCTION = """\
# What is refused

Generated from the source by `python scripts/make_docs.py`. With `--json` a refusal carries its `code`, the same in
every language and from version to version; the words may change. The exit code says which layer speaks. A refusal by a
rule of a game names the rule: `referee rule "TE 6.2"` tells it.
"""


class Raised(msgspec.Struct, frozen=True):
    """A place where a refusal is raised: its code, the rule if one is named, and the code or text of its hint."""

    kind: type[RefereeError]
    code: str
    rule: str
    hint: str


def page() -> str:
    """The whole page: one table a layer."""
    found: dict[type[RefereeError], dict[str, set[tuple[str, str]]]] = defaultdict(lambda: defaultdict(set))
    for raised in every():
        layer = next(kind for kind in raised.kind.__mro__ if "layer" in vars(kind))
        found[layer][raised.code].add((raised.rule, raised.hint))
    lines = [INTRODUCTION]
    for kind in sorted(found, key=lambda kind: (kind.exit_code, kind.layer)):
        lines += [f"## {kind.layer}: exit {kind.exit_code}", "", "| code | sentence | what to do |", "|---|---|---|"]
        for code, told in sorted(found[kind].items()):
            rules = ", ".join(sorted({rule for rule, _ in told if rule}))
            hints = "; ".join(sorted({sentence(hint) for _, hint in told if hint}))
            by = f" [{rules}]" if rules else ""
            lines.append(f"| `{code}` | {cell(sentence(code))}{by} | {cell(hints)} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def sentence(code: str) -> str:
    """The English of a code with its places; what is no code stays as it is."""
    game, _, rest = code.rpartition("/")
    return catalogue_text(game, "", rest, "en") or code


def cell(text: str) -> str:
    """A text for a table."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("`", "'")


def every() -> Iterator[Raised]:
    """Every place where a refusal is raised under a code that stands there, and the kinds of values of notes."""
    kinds = {kind.__name__: kind for kind in _below(RefereeError)}
    for path in sorted(ROOT.rglob("*.py")):
        source = path.read_text("utf-8")
        if not any(f"{kind}(" in source for kind in ("illegal", *kinds)):
            continue  # most modules refuse nothing
        tree = ast.parse(source)
        named = _named_hints(tree) if "hint=hint" in source else {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from _raised(node, node.func.id, kinds, named.get(node, []))
    for value in vars(fields).values():
        if isinstance(value, fields.Kind) and value.code:
            yield Raised(Unreadable, value.code, "", "")


def _named_hints(tree: ast.Module) -> dict[ast.Call, list[ast.expr]]:
    """The hints of calls that say `hint=hint`: what the name was given in that function since the last such call."""
    found: dict[ast.Call, list[ast.expr]] = {}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        given: list[ast.expr] = []
        taken = False
        for node in sorted(ast.walk(function), key=lambda node: getattr(node, "lineno", 0)):
            if isinstance(node, ast.Assign) and (value := _given_hint(node)) is not None:
                given, taken = [value] if taken else [*given, value], False
            elif isinstance(node, ast.Call) and any(_is_hint(keyword.value) for keyword in node.keywords):
                found[node], taken = given, True
    return found


def _is_hint(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "hint"


def _given_hint(node: ast.Assign) -> ast.expr | None:
    """What a statement gives to the name `hint`, alone or beside others."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=True)
        return next((given for name, given in pairs if _is_hint(name)), None)
    return value if _is_hint(target) else None


def _raised(
    node: ast.Call, called: str, kinds: dict[str, type[RefereeError]], named: list[ast.expr]
) -> Iterator[Raised]:
    kind = IllegalMove if called == "illegal" else kinds.get(called)
    at = 1 if called == "illegal" else 0
    if kind is None or len(node.args) <= at:
        return
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    rule = node.args[0] if called == "illegal" else keywords.get("rule")
    for code in _texts(node.args[at]):
        for hint in [text for given in (keywords.get("hint"), *named) for text in _hints(given)] or [""]:
            yield Raised(kind, code, next(iter(_texts(rule)), ""), hint)


def _texts(node: ast.expr | None) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body), *_texts(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _hints(node: ast.expr | None) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*_hints(node.body), *_hints(node.orelse)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "how_to_add":
        return ["extra-line", "extra-own-environment"]  # which of them hangs on how the program is run
    if isinstance(node, ast.Call) and node.args:
        return _texts(node.args[0])
    return _texts(node)


def _below(kind: type[RefereeError]) -> set[type[RefereeError]]:
    for module in walk_packages(referee.__path__, "referee."):
        try:
            import_module(module.name)
        except ModuleNotFoundError as missing:
            if (missing.name or "").partition(".")[0] == "referee":
                raise  # else the module serves an extra, which is not there where a package is built
    return {kind}.union(*map(_below, kind.__subclasses__()))
