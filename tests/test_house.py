"""How the house is built: who imports whom, read from the source with all imports, wherever they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from referee.cli import registry
from tests import sources
from tests.sources import statements

Graph = dict[str, set[str]]

LATER = {
    ("cli.receiving.rooms", "table.practice.others"): "a new game alone asks",
    ("crypto.openssh", "crypto.extras"): "few keys lack a package",
    ("cli.printing.dispatch", "cli.practice"): "few games are practice",
    ("cli.receiving.taking", "cli.asking.drafts"): "few mails bring orders sent home",
    ("cli.web.acts", "cli.asking.drafts"): "one form goes on with a draft",
    ("record.mails.slips", "record.mails.mail"): "most commands read no mail",
    ("cli.commands.status", "cli.watching.looking"): "most games go by mail",
    ("cli.overview", "cli.mailing"): "a host's program alone asks who was sent which letter",
    ("cli.overview", "post.addresses"): "data alone has the name that the book of the reader knows",
    ("post.addresses", "email"): "an address is checked where one is typed",
    ("cli.commands.receive", "cli.watching.hook"): "few people have a program told",
    ("cli.context", "table.practice.seat"): "few games are practice",
    ("table.step.decisions", "table.step.holidays"): "few tables have holidays",
    ("table.intake.consents", "table.step.holidays"): "few tables have holidays",
    ("table.desk.proposals", "table.step.holidays"): "few tables have holidays",
    ("post.parcels", "table.step.holidays"): "few tables have holidays",
    ("table.desk.desk", "table.desk.checkpoint"): "no game begins with so many steps",
    ("table.desk.desk", "table.desk.mending"): "few records are damaged",
    ("cli.receiving.taking", "table.desk.mending"): "few records are damaged",
    ("cli.completion.choices", "kernel.bot"): "a shell asks for one of them",
    ("", "words.catalogue"): "what can be typed is asked when somebody types",
    ("", "words.filling"): "catalogues are read when something is said for the first time",
    ("cli.auditing.audits", "concurrent.futures"): "one game needs no other processes",
    ("cli.auditing.audits", "cli.auditing.cluster"): "most audits are made by this machine",
    ("cli.auditing.cluster", "distributed"): "an extra, for several machines",
    ("cli.commands.open_", "cli.web.server"): "an extra",
    ("table.reading.ratings", "openskill"): "an extra, for clubs",
    ("cli.auditing.audits", "signal"): "in those other processes alone",
    ("cli.auditing.audits", "cli.bugs"): "for a failure of our own alone",
    ("cli.bugs", "record.mails.unwrap"): "a storey that cannot be loaded must be told too",
    ("cli.bugs", "record.note"): "a storey that cannot be loaded must be told too",
    ("cli.bugs", "record.store"): "a storey that cannot be loaded must be told too",
    ("cli.commands.audit", "rich"): "for a person who waits at a terminal",
    ("cli.commands.audit", "cli.report.audited"): "most audits are read in the terminal",
    ("cli.commands.judge", "cli.report.judged"): "most verdicts are read in the terminal",
    ("cli.report.written", "cli.report.html"): "one of two formats is asked for",
    ("cli.report.written", "cli.report.markdown"): "one of two formats is asked for",
    ("cli.outgoing", "post.dropped"): "most games go by mail",
    ("cli.outgoing", "post.inbox"): "most games go by mail",
    ("cli.printing.screen", "cli.printing.host_page"): "a player needs none of it",
    ("cli.commands.move", "cli.asking.dialogue"): "orders in one line need no conversation",
    ("cli.commands.move", "cli.asking.drafts"): "through a pipe nothing is kept",
    ("cli.commands.move", "cli.asking.signing"): "only who is asked at the terminal needs it",
    ("cli.commands.move", "words.standing"): "only what is offered to stand needs it",
    ("cli.commands.show", "cli.printing.pictures"): "a board in letters needs no symbols",
    ("cli.commands.standing", "games"): "the help page alone lists the games",
    ("cli.completion.choices", "kernel.errors"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "cli.whereabouts"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "record.store"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "table.desk.places"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "games"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "words.options"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "words.rules"): "the shell asks for one list, every command for none",
    ("cli.context", "table.desk.desk"): "keys, rules and cases read no game",
    ("cli.context", "table.desk.places"): "keys, rules and cases read no game",
    ("cli.whereabouts", "table.desk.places"): "who stands in a folder needs no list of them",
    ("record.elsewhere", "record.elsewhere.archive"): "most records lie in folders",
    ("cli.context", "crypto.keys"): "most commands ask a desk for their key, or need none",
    ("cli.completion.choices", "cli.completion.shells"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "table.desk.proposals"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "table.desk.desk"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "table.step.typed_orders"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "words.catalogue"): "the shell asks for one list, every command for none",
    ("cli.printing.lines", "table.reading.new_keys"): "few have lost a key",
    ("cli.printing.lines", "cli.passed_over"): "few are let pass",
    ("cli.receiving.taking", "cli.passed_over"): "few are let pass",
    ("words.rules", "difflib"): "only a word that no rule holds asks for its neighbours",
    ("cli.printing.dispatch", "cli.receiving.taking"): "only a host who plays takes in what the seat signs",
    ("cli.printing.dispatch", "post.inbox"): "as the line before",
    ("cli.printing.dispatch", "post.sieve"): "as the line before",
    ("cli.receiving.taking", "table.reading.new_keys"): "few have lost a key",
    ("table.desk.desk", "table.reading.new_keys"): "few games have a new key",
    ("table.seating", "crypto.masks"): "few games are masked",
    ("table.opening.charter", "table.opening.mixing"): "few games are masked",
    ("table.opening.deal", "table.opening.mixing"): "few games are masked",
    ("cli.asking.turn", "table.desk.lit"): "few games are masked",
    ("post.parcels", "table.desk.unlocks"): "few games are masked",
    ("table.desk.desk", "table.desk.lit"): "few games are masked",
    ("table.desk.publish", "table.desk.unlocks"): "few games are masked",
    ("table.desk.status", "table.desk.lit"): "few games are masked",
    ("table.desk.status", "table.telling.stakes"): "few questions are about a conflict",
    ("table.intake.opening", "table.desk.unlocks"): "few games are masked",
    ("table.step.draft", "table.step.tiles"): "few games are masked",
    ("table.reading.docket", "table.opening.mixing"): "few games are masked",
    ("table.reading.docket", "table.step.unlock"): "few games are masked",
    ("table.step.enter", "table.step.tiles"): "few games are masked",
    ("table.step.enter", "table.step.unlock"): "few games are masked",
    ("table.desk.silence", "table.desk.lit"): "few games are masked",
    ("table.desk.silence", "table.step.unlock"): "few games are masked",
    ("table.desk.waited", "table.step.unlock"): "few games are masked",
    ("table.step.silence", "table.step.unlock"): "few games are masked",
    ("table.desk.handing", "table.desk.unlocks"): "few games are masked",
    ("post.parcels", "table.desk.handing"): "few tables ask for words",
    ("table.desk.lacking", "table.desk.lit"): "few games are masked",
    ("table.desk.lacking", "table.step.unlock"): "few games are masked",
    ("table.desk.absence", "table.desk.lacking"): "few tables ask for words",
    ("cli.commands.absent", "table.desk.lacking"): "few tables ask for words",
    ("cli.late", "table.desk.lacking"): "few tables ask for words",
    ("cli.late", "table.desk.silence"): "few tables ask for words",
    ("cli.late", "table.desk.waited"): "few tables ask for words",
    ("post.parcels", "table.desk.silence"): "few tables ask for words",
    ("cli.printing.moments", "table.desk.waited"): "few tables ask for words",
    ("table.desk.proposals", "table.step.silence"): "few tables ask for words",
    ("table.intake.consents", "table.step.silence"): "few tables ask for words",
    ("table.step.decisions", "table.step.silence"): "few tables ask for words",
    ("cli.commands.receive", "cli.receiving.over"): "few tables replace a host who is there",
    ("table.intake.steps", "table.intake.going_over"): "few games are masked",
    ("table.intake.steps", "table.desk.succeeding"): "few games are masked",
    ("table.intake.consents", "table.desk.succeeding"): "few games are masked",
    ("table.desk.unread", "table.desk.succeeding"): "few games are masked",
    ("table.desk.todo", "table.desk.succeeding"): "few games are masked",
    ("cli.new_keys", "table.desk.succeeding"): "few games are masked",
    ("cli.new_keys", "table.step.replacing"): "few games are masked",
    ("cli.new_keys", "table.intake.steps"): "few games are masked",
    ("table.desk.silence", "table.desk.unheard"): "few games are masked",
    ("table.step.rekey", "table.step.silence"): "few games are masked",
    ("table.desk.rekeys", "table.step.silence"): "few tables ask for words",
    ("table.step.rekey", "table.step.replacing"): "few games are masked",
    ("table.step.decisions", "table.step.replacing"): "few games are masked",
    ("table.desk.rekeys", "table.step.replacing"): "few games are masked",
    ("cli.commands.rekey", "table.step.replacing"): "few games are masked",
    ("table.step.consent", "table.step.deck_secrets"): "few games are masked",
    ("table.step.decisions", "table.step.deck_secrets"): "few games are masked",
    ("table.desk.rekeys", "table.step.deck_secrets"): "few games are masked",
    ("cli.commands.rekey", "table.desk.sharing"): "few games are masked",
    ("post.parcels", "table.desk.sharing"): "few games are masked",
    ("table.desk.rekeys", "table.desk.sharing"): "few games are masked",
    ("table.desk.todo", "table.desk.sharing"): "few games are masked",
    ("table.desk.unlocks", "table.desk.sharing"): "few games are masked",
    ("table.intake.consents", "table.desk.sharing"): "few games are masked",
    ("table.intake.consents", "table.step.deck_shares"): "few games are masked",
    ("table.opening.deal", "table.step.deck_shares"): "few games are masked",
    ("table.step.decisions", "table.step.deck_shares"): "few games are masked",
    ("table.telling.decided", "table.step.tiles"): "few games are masked",
    ("table.step.succession", "table.step.handover"): "in few games a key changes",
    ("table.desk.todo", "table.desk.joins"): "most games have their charter",
    ("cli.asking.prompt", "cli.asking.editing"): "only where somebody types",
    ("cli.asking.editing", "readline"): "a terminal's own library, which only a dialogue needs",
    ("cli.main", "cli.app"): "--version is told at once",
    ("cli.main", "cli.options"): "--version is told at once",
    ("cli.main", "cli.helping.usage"): "--version is told at once",
    ("cli.main", "cli.completion.answer"): "for a shell that asks",
    ("cli.main", "cli.printing.errors"): "only what is refused needs its words",
    ("cli.main", "kernel.errors"): "only what is refused needs its words",
    ("cli.main", "cli.bugs"): "for a failure of our own alone",
    ("cli.main", "multiprocessing"): "a program in one file alone starts itself again",
    ("cli.main", "resource"): "POSIX alone has it",
    ("cli.printing.output", "rich"): "a picture on a terminal alone is worth its weight",
    ("cli.paths", "record.names"): "the list of commands looks into no folder",
    ("cli.asking.prompt", "getpass"): "most keys have no passphrase",
    ("cli.helping.usage", "difflib"): "for somebody who has mistyped",
    ("crypto.boxes", "cryptography"): "most commands open no box",
    ("crypto.joint", "pkgutil"): "the list of words is read when the first one is asked for",
    ("crypto.keys", "pkgutil"): "the list of test keys is read when the first key is looked up",
    ("crypto.keys", "cryptography"): "a reader without a key signs nothing",
    ("crypto.openssh", "cryptography"): "a key without a passphrase is read without it",
    ("crypto.openssh", "importlib"): "only for a key with a passphrase",
    ("crypto.sealed", "cryptography"): "most commands open no sealed text",
    ("crypto.sshsig", "cryptography"): "a signature that is known already is not checked again",
    ("games", "importlib"): "packages are asked for a game that is not built in",
    ("games", "kernel.versions"): "a game that has begun under other rules",
    ("games", "tomllib"): "whether a package brings sound tables is asked once",
    ("kernel.packs", "json"): "only who hands in a pack of his own needs its errors told by line and column",
    ("record.locks", "filelock"): "POSIX has its own locks",
    ("record.mails.unwrap", "record.mails.mail"): "a plain file of notes is no mail",
    ("record.mails.unwrap", "record.mails.search"): "most mails hold their notes where their headers say",
    ("record.mails.search", "record.mails.page"): "for a page that was not said to be one",
    ("record.mails.mail", "email"): "a plain mail is read without it",
    ("record.mails.mail", "record.mails.page"): "for a mail in HTML",
    ("record.mails.mail", "record.mails.parts"): "for a mail of several parts",
    ("post.accounts", "keyring"): "an extra that few install",
    ("words.catalogue", "games"): "what the house says needs no game",
    ("table.reading.finding", "tomllib"): "most records hold",
    ("words.prose", "tomllib"): "only what happened needs its facts",
    ("words.rules", "tomllib"): "only what speaks of a rule needs the rules",
}
"""Imports that wait inside a function (module, what it imports), with the reason; all others stand at the top."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the program by its name below `referee`; a package has the name of its folder."""
    names = {path: path.removesuffix(".py").replace("/", ".") for path in sources.modules()}
    return {names[path].removesuffix("__init__").removesuffix("."): tree for path, tree in sources.modules().items()}


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


def test_an_import_inside_a_function_has_its_reason() -> None:
    known = frozenset(modules())
    inside = {
        (name, imported)
        for name, tree in modules().items()
        for function in functions(tree)
        for imported in imports(function, known)
    }

    assert inside == set(LATER)


def test_commands_do_not_import_one_another() -> None:
    arrows = graph(everywhere=True)
    commands = {name for name in arrows if name.startswith("cli.commands.")}

    assert {name: arrows[name] & commands for name in commands if arrows[name] & commands} == {}


def test_every_module_of_commands_is_in_the_registry() -> None:
    here = {name.rpartition(".")[2] for name in modules() if name.startswith("cli.commands.")}

    assert here == {row.module for row in registry.COMMANDS.values()}


def test_only_the_registry_finds_commands() -> None:
    """What lists commands must not load them."""
    arrows = graph(everywhere=True)
    above = {name for name in arrows if name.startswith("cli") and not name.startswith("cli.commands.")}

    assert {name for name in above for imported in arrows[name] if imported.startswith("cli.commands.")} == set()
