"""How the house is built: who imports whom, read from the source with all imports, wherever they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module

import pytest

from referee.cli import registry
from scripts.house import statements
from tests import source_trees

Graph = dict[str, set[str]]


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the program by its name below `referee`; a package has the name of its folder."""
    names = {path: path.removesuffix(".py").replace("/", ".") for path in source_trees.modules()}
    return {
        names[path].removesuffix("__init__").removesuffix("."): tree for path, tree in source_trees.modules().items()
    }


def imports(tree: ast.AST, known: frozenset[str]) -> Iterator[str]:
    """What is imported anywhere in the tree: modules of the program below `referee`, others by their first names."""
    for node in (tree, *statements(tree)):
        if isinstance(node, ast.Import):
            yield from (_named(alias.name, known) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield _named(whole if whole.removeprefix("referee.") in known else str(node.module), known)


def _named(name: str, known: frozenset[str]) -> str:
    if name.partition(".")[0] == "referee":
        return name.partition(".")[2]
    return name if name == "concurrent.futures" else name.partition(".")[0]


def functions(tree: ast.AST) -> Iterator[ast.AST]:
    return (node for node in statements(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@cache
def graph(*, everywhere: bool) -> Graph:
    """Who imports whom when the modules are loaded, or `everywhere`: in functions and for types alone as well."""
    known = frozenset(modules())
    found: Graph = {}
    for name, tree in modules().items():
        wanted = set(imports(tree, known))
        if not everywhere:
            wanted = {name for node in tree.body if not _types_alone(node) for name in _at_load(node, known)}
        found[name] = (wanted & known) - {name}
    return found


def _types_alone(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _at_load(node: ast.stmt, known: frozenset[str]) -> set[str]:
    """What is imported when this statement of a module is run."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return set()
    inside = {name for function in functions(node) for name in imports(function, known)}
    return set(imports(node, known)) - inside


def ring(arrows: Graph) -> list[str]:
    """The modules of one ring, each importing the next; none if there is no ring."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_a_ring_would_be_seen() -> None:
    assert ring({"a": {"b"}, "b": {"c"}, "c": {"a"}}) != []
    assert ring({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


@pytest.mark.parametrize("everywhere", [False, True], ids=["when loaded", "wherever they stand"])
def test_no_module_imports_one_that_imports_it(everywhere: bool) -> None:
    arrows = graph(everywhere=everywhere)

    assert len(arrows) > 200
    assert ring(arrows) == []


def test_inside_functions_only_packages_of_others_are_imported() -> None:
    """A module of ours that most commands do without is named by `late` in the `__init__` of its package."""
    known = frozenset(modules())

    assert {
        (name, imported)
        for name, tree in modules().items()
        for function in functions(tree)
        for imported in imports(function, known)
        if imported in known
    } == set()


@cache
def late_modules() -> frozenset[str]:
    """The modules that the packages name as loaded late."""
    calls = ((name, call) for name, tree in modules().items() for call in map(late_call, tree.body) if call)
    names = ((name, ast.literal_eval(argument)) for name, call in calls for argument in call.args[1:])
    return frozenset(f"{name}.{module}".lstrip(".") for name, module in names)


def late_call(node: ast.stmt) -> ast.Call | None:
    """The call of `late` that a statement is."""
    call = node.value if isinstance(node, ast.Expr) else None
    return call if isinstance(call, ast.Call) and ast.unparse(call.func) == "late" else None


def imported_modules(tree: ast.Module, known: AbstractSet[str]) -> Iterator[tuple[str, str]]:
    """(name in this module, module) of every module that is imported as one out of its package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found = {f"{node.module}.{alias.name}".removeprefix("referee."): alias for alias in node.names}
            yield from ((alias.asname or alias.name, whole) for whole, alias in found.items() if whole in known)


def test_what_is_loaded_late_is_there_and_used() -> None:
    used = {whole for tree in modules().values() for _, whole in imported_modules(tree, late_modules())}

    assert len(late_modules()) > 50
    assert late_modules() - set(modules()) == set(), "no such modules"
    assert late_modules() - used == set(), "nobody waits for these"


def test_every_name_taken_from_a_module_that_is_loaded_late_is_there() -> None:
    missing = set[tuple[str, str]]()
    for name, tree in modules().items():
        waiting = dict(imported_modules(tree, late_modules()))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in waiting:
                found = import_module(f"referee.{waiting[node.value.id]}")
                missing |= set() if hasattr(found, node.attr) else {(name, ast.unparse(node))}

    assert missing == set()


def test_commands_do_not_import_one_another() -> None:
    arrows = graph(everywhere=True)
    commands = {name for name in arrows if name.startswith("cli.commands.")}

    assert {name: arrows[name] & commands for name in commands if arrows[name] & commands} == {}


def test_every_module_of_commands_is_in_the_registry() -> None:
    here = {name.rpartition(".")[2] for name in modules() if name.startswith("cli.commands.") and name.count(".") == 3}

    assert here == {row.module for row in registry.COMMANDS.values()}


def test_only_the_registry_finds_commands() -> None:
    """What lists commands must not load them."""
    arrows = graph(everywhere=True)
    above = {name for name in arrows if name.startswith("cli") and not name.startswith("cli.commands.")}

    assert {name for name in above for imported in arrows[name] if imported.startswith("cli.commands.")} == set()
