"""How the house is built: who imports whom, read from the source with all imports, wherever they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from referee.cli import registry
from scripts.house import statements
from tests import source_trees

Graph = dict[str, set[str]]

LATER = {
    ("cli.folders.new_folders", "practice.opponents"): "a new game alone asks",
    ("crypto.openssh", "crypto.extras"): "few keys lack a package",
    ("cli.printing.signed_note", "cli.printing.practice_replies"): "few games are practice",
    ("cli.receiving.import_mails", "cli.prompts.drafts"): "few mails bring orders sent home",
    ("cli.web.actions", "cli.prompts.drafts"): "one form goes on with a draft",
    ("record.mails.order_slips", "record.mails.mime_text"): "most commands read no mail",
    ("cli.commands.playing.status", "cli.watching.look_once"): "most games go by mail",
    ("cli.printing.my_games", "cli.sending.due_mails"): "a host's program alone asks who was sent which letter",
    ("cli.printing.my_games", "mail.address_book"): "data alone has the name that the book of the reader knows",
    ("mail.address_book", "email"): "an address is checked where one is typed",
    ("cli.commands.playing.receive", "cli.watching.hook"): "few people have a program told",
    ("cli.context", "practice.open_table"): "few games are practice",
    ("protocol.agreements.decisions", "protocol.agreements.holidays"): "few tables have holidays",
    ("session.incoming.consents", "protocol.agreements.holidays"): "few tables have holidays",
    ("session.agreements.proposals", "protocol.agreements.holidays"): "few tables have holidays",
    ("mail.outgoing", "protocol.agreements.holidays"): "few tables have holidays",
    ("session.session", "session.checkpoint"): "no game begins with so many steps",
    ("session.session", "session.heal_record"): "few records are damaged",
    ("cli.receiving.import_mails", "session.heal_record"): "few records are damaged",
    ("cli.completion.choices", "kernel.bot"): "a shell asks for one of them",
    ("", "i18n.catalogue"): "what can be typed is asked when somebody types",
    ("", "i18n.formatting"): "catalogues are read when something is said for the first time",
    ("cli.auditing.audit_many", "concurrent.futures"): "one game needs no other processes",
    ("cli.auditing.audit_many", "cli.auditing.cluster"): "most audits are made by this machine",
    ("cli.auditing.cluster", "distributed"): "an extra, for several machines",
    ("cli.commands.pictures.open_", "cli.web.server"): "an HTTP server, for the page alone",
    ("club.ratings", "openskill"): "an extra, for clubs",
    ("cli.auditing.audit_many", "signal"): "in those other processes alone",
    ("cli.auditing.audit_many", "cli.crash_report"): "for a failure of our own alone",
    ("cli.crash_report", "record.mails.unwrap"): "a storey that cannot be loaded must be told too",
    ("cli.crash_report", "record.note"): "a storey that cannot be loaded must be told too",
    ("cli.crash_report", "record.store"): "a storey that cannot be loaded must be told too",
    ("cli.commands.end.audit", "rich"): "for a person who waits at a terminal",
    ("cli.commands.end.audit", "cli.report.audit_page"): "most audits are read in the terminal",
    ("cli.commands.checking.judge", "cli.report.verdict_page"): "most verdicts are read in the terminal",
    ("cli.report.report_files", "cli.report.html"): "one of two formats is asked for",
    ("cli.sending.next_hop", "mail.shared_folder"): "most games go by mail",
    ("cli.sending.next_hop", "mail.inbox"): "most games go by mail",
    ("cli.printing.turn_screen", "cli.printing.status_screen"): "a player needs none of it",
    ("cli.commands.playing.move", "cli.prompts.move_dialogue"): "orders in one line need no conversation",
    ("cli.commands.playing.move", "cli.prompts.drafts"): "through a pipe nothing is kept",
    ("cli.commands.playing.move", "cli.prompts.sign_question"): "only who is asked at the terminal needs it",
    ("cli.commands.playing.move", "i18n.standing_text"): "only what is offered to stand needs it",
    ("cli.commands.playing.show", "cli.printing.picture_files"): "a board in letters needs no symbols",
    ("cli.commands.playing.standing", "games"): "the help page alone lists the games",
    ("cli.completion.choices", "kernel.errors"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "cli.folders.find_game"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "record.store"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "session.game_folders"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "games"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "i18n.option_names"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "i18n.rule_text"): "the shell asks for one list, every command for none",
    ("cli.context", "session.session"): "keys, rules and cases read no game",
    ("cli.context", "session.game_folders"): "keys, rules and cases read no game",
    ("cli.folders.find_game", "session.game_folders"): "who stands in a folder needs no list of them",
    ("record.sources", "record.sources.archive"): "most records lie in folders",
    ("cli.context", "crypto.keys"): "most commands ask a desk for their key, or need none",
    ("cli.completion.choices", "cli.completion.shell_scripts"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "session.agreements.proposals"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "session.session"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "protocol.step.split_orders"): "the shell asks for one list, every command for none",
    ("cli.completion.choices", "i18n.catalogue"): "the shell asks for one list, every command for none",
    ("cli.printing.lines", "protocol.history.key_history"): "few have lost a key",
    ("cli.printing.lines", "service.skipped_turns"): "few are let pass",
    ("cli.receiving.import_mails", "service.skipped_turns"): "few are let pass",
    ("i18n.rule_text", "difflib"): "only a word that no rule holds asks for its neighbours",
    ("cli.printing.signed_note", "cli.receiving.import_mails"): "only a host who plays takes in what the seat signs",
    ("cli.printing.signed_note", "mail.inbox"): "as the line before",
    ("cli.printing.signed_note", "mail.prefilter"): "as the line before",
    ("cli.receiving.import_mails", "protocol.history.key_history"): "few have lost a key",
    ("session.session", "protocol.history.key_history"): "few games have a new key",
    ("protocol.seating", "crypto.deck.masking"): "few games are masked",
    ("protocol.opening.charter", "protocol.masked.deck"): "few games are masked",
    ("protocol.opening.charter", "protocol.masked.shuffling"): "few games are masked",
    ("mail.outgoing", "session.masked.automatic_notes"): "few games are masked",
    ("session.publish", "session.masked.automatic_notes"): "few games are masked",
    ("session.todo.status", "messages.conflict_view"): "few questions are about a conflict",
    ("session.incoming.opening", "session.masked.automatic_notes"): "few games are masked",
    ("disputes.evidence", "protocol.masked.shuffling"): "few games are masked",
    ("session.silence.waiting_time", "protocol.masked.key_share_notes"): "few games are masked",
    ("session.silence.hand_on", "session.masked.automatic_notes"): "few games are masked",
    ("mail.outgoing", "session.silence.hand_on"): "few tables ask for words",
    ("session.agreements.skip_seat", "session.silence.missing_words"): "few tables ask for words",
    ("cli.commands.gone.absent", "session.silence.missing_words"): "few tables ask for words",
    ("service.views.deadlines", "session.silence.missing_words"): "few tables ask for words",
    ("service.views.deadlines", "session.silence.say_words"): "few tables ask for words",
    ("service.views.deadlines", "session.silence.waiting_time"): "few tables ask for words",
    ("mail.outgoing", "session.silence.say_words"): "few tables ask for words",
    ("service.dates", "session.silence.waiting_time"): "few tables ask for words",
    ("session.agreements.proposals", "protocol.agreements.silence"): "few tables ask for words",
    ("session.incoming.consents", "protocol.agreements.silence"): "few tables ask for words",
    ("protocol.agreements.decisions", "protocol.agreements.silence"): "few tables ask for words",
    ("cli.commands.playing.receive", "cli.receiving.over"): "few tables replace a host who is there",
    ("session.incoming.steps", "session.incoming.host_switch"): "few games are masked",
    ("session.incoming.steps", "session.agreements.next_host"): "few games are masked",
    ("session.incoming.consents", "session.agreements.next_host"): "few games are masked",
    ("session.new_notes", "session.agreements.next_host"): "few games are masked",
    ("session.todo.tasks", "session.agreements.next_host"): "few games are masked",
    ("cli.prompts.new_keys", "session.agreements.next_host"): "few games are masked",
    ("cli.prompts.new_keys", "session.incoming.steps"): "few games are masked",
    ("session.silence.say_words", "session.silence.unheard_seats"): "few games are masked",
    ("protocol.agreements.new_key", "protocol.agreements.silence"): "few games are masked",
    ("session.agreements.new_key_requests", "protocol.agreements.silence"): "few tables ask for words",
    ("protocol.agreements.new_key", "protocol.agreements.host_replacement"): "few games are masked",
    ("protocol.agreements.decisions", "protocol.agreements.host_replacement"): "few games are masked",
    ("session.agreements.new_key_requests", "protocol.agreements.host_replacement"): "few games are masked",
    ("cli.commands.gone.rekey", "protocol.agreements.host_replacement"): "few games are masked",
    ("session.agreements.new_key_requests", "protocol.masked.deck_keys"): "few games are masked",
    ("cli.commands.gone.rekey", "session.masked.share_handover"): "few games are masked",
    ("mail.outgoing", "session.masked.share_handover"): "few games are masked",
    ("session.agreements.new_key_requests", "session.masked.share_handover"): "few games are masked",
    ("session.todo.tasks", "session.masked.share_handover"): "few games are masked",
    ("session.masked.automatic_notes", "session.masked.share_handover"): "few games are masked",
    ("session.incoming.consents", "session.masked.share_handover"): "few games are masked",
    ("session.incoming.consents", "protocol.masked.deck_escrow"): "few games are masked",
    ("protocol.agreements.decisions", "protocol.masked.deck_escrow"): "few games are masked",
    ("protocol.agreements.host_change", "protocol.agreements.handover"): "in few games a key changes",
    ("session.todo.tasks", "session.opening.joins"): "most games have their charter",
    ("cli.prompts.terminal", "cli.prompts.line_editor"): "only where somebody types",
    ("cli.prompts.line_editor", "readline"): "a terminal's own library, which only a dialogue needs",
    ("cli.main", "cli.app"): "--version is told at once",
    ("cli.main", "cli.options"): "--version is told at once",
    ("cli.main", "cli.help_pages.usage"): "--version is told at once",
    ("cli.main", "cli.completion.candidates"): "for a shell that asks",
    ("cli.main", "cli.printing.errors"): "only what is refused needs its words",
    ("cli.main", "kernel.errors"): "only what is refused needs its words",
    ("cli.main", "cli.crash_report"): "for a failure of our own alone",
    ("cli.main", "multiprocessing"): "a program in one file alone starts itself again",
    ("cli.main", "resource"): "POSIX alone has it",
    ("cli.printing.output", "rich"): "a picture on a terminal alone is worth its weight",
    ("cli.folders.paths", "record.file_names"): "the list of commands looks into no folder",
    ("cli.prompts.terminal", "getpass"): "most keys have no passphrase",
    ("cli.help_pages.usage", "difflib"): "for somebody who has mistyped",
    ("crypto.boxes", "cryptography"): "most commands open no box",
    ("crypto.joint_randomness", "pkgutil"): "the list of words is read when the first one is asked for",
    ("crypto.keys", "pkgutil"): "the list of test keys is read when the first key is looked up",
    ("crypto.keys", "cryptography"): "a reader without a key signs nothing",
    ("crypto.openssh", "cryptography"): "a key without a passphrase is read without it",
    ("crypto.openssh", "importlib"): "only for a key with a passphrase",
    ("crypto.sealing", "cryptography"): "most commands open no sealed text",
    ("crypto.sshsig", "cryptography"): "a signature that is known already is not checked again",
    ("games", "importlib"): "packages are asked for a game that is not built in",
    ("games", "kernel.option_history"): "a game that has begun under other rules",
    ("games", "tomllib"): "whether a package brings sound tables is asked once",
    ("kernel.packs", "json"): "only who hands in a pack of his own needs its errors told by line and column",
    ("record.locks", "filelock"): "POSIX has its own locks",
    ("record.mails.unwrap", "record.mails.mime_text"): "a plain file of notes is no mail",
    ("record.mails.unwrap", "record.mails.search"): "most mails hold their notes where their headers say",
    ("record.mails.search", "record.mails.html_text"): "for a page that was not said to be one",
    ("record.mails.mime_text", "email"): "a plain mail is read without it",
    ("record.mails.mime_text", "record.mails.html_text"): "for a mail in HTML",
    ("record.mails.mime_text", "record.mails.mime_part"): "for a mail of several parts",
    ("mail.accounts", "keyring"): "an extra that few install",
    ("i18n.catalogue", "games"): "what the house says needs no game",
    ("audit.finding", "tomllib"): "most records hold",
    ("i18n.event_text", "tomllib"): "only what happened needs its facts",
    ("i18n.rule_text", "tomllib"): "only what speaks of a rule needs the rules",
}
"""Imports that wait inside a function (module, what it imports), with the reason; all others stand at the top."""


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
    here = {name.rpartition(".")[2] for name in modules() if name.startswith("cli.commands.") and name.count(".") == 3}

    assert here == {row.module for row in registry.COMMANDS.values()}


def test_only_the_registry_finds_commands() -> None:
    """What lists commands must not load them."""
    arrows = graph(everywhere=True)
    above = {name for name in arrows if name.startswith("cli") and not name.startswith("cli.commands.")}

    assert {name for name in above for imported in arrows[name] if imported.startswith("cli.commands.")} == set()
