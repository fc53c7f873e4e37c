"""What the program must not contain: read from its source, so that no path through it is left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.source_trees import modules, nodes


def importing(*names: str) -> set[str]:
    """The modules that import one of these, anywhere in their text."""
    return {path for path, found in nodes().items() if not set(names).isdisjoint(_imported(found))}


def _imported(found: tuple[ast.AST, ...]) -> Iterator[str]:
    for node in found:
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


def naming(word: str) -> set[str]:
    """The modules that speak of this function, attribute or value."""
    return spoken_of().get(word, set())


@cache
def spoken_of() -> dict[str, set[str]]:
    """Every name, and the modules that it stands in."""
    where: dict[str, set[str]] = {}
    for path, found in nodes().items():
        for node in found:
            if isinstance(node, ast.Attribute | ast.Name):
                where.setdefault(node.attr if isinstance(node, ast.Attribute) else node.id, set()).add(path)
    return where


def asked_for(*words: str) -> set[str]:
    """The modules that ask something for one of these, as `datetime.now` does; a variable of that name asks nothing."""
    return {
        path
        for path, found in nodes().items()
        for node in found
        if isinstance(node, ast.Attribute) and node.attr in words
    }


def asking(of: str, word: str) -> set[str]:
    """The modules that use `of.word`, `json.decode` say, whatever stands before it."""
    return {
        path
        for path, found in nodes().items()
        for node in found
        if isinstance(node, ast.Attribute) and node.attr == word and ast.unparse(node.value).endswith(of)
    }


def test_this_reading_sees_what_there_is() -> None:
    assert len(modules()) > 100
    assert "crypto/keys.py" in importing("cryptography")
    assert "crypto/keys.py" in naming("SigningKey")
    assert "record/files.py" in asking("os", "open")


def test_fresh_random_bytes_are_drawn_for_new_keys_and_nonces_only() -> None:
    """Attacks 20 and 49: all other chance follows from what was locked before anybody knew anything."""
    assert importing("secrets") == {
        "service/home/key_files.py",
        "service/opening/new_players.py",
        "service/opening/offers.py",
        "service/opening/practice_games.py",
        "service/home/key_requests.py",
        "cli/web/session_auth.py",  # tickets and the session of a page: nothing of a game
    }
    assert importing("random", "uuid") == naming("urandom") == naming("getrandbits") == set()


def test_signatures_are_looked_at_only_where_notes_are_written_and_verified() -> None:
    """Attack 20: nothing is hashed or drawn from them, and no storey above the record has a use for them."""
    # `inspect.signature`; two copies of a note are told apart
    beside = {"cli/context.py", "service/disputed_notes.py"}

    assert {path.partition("/")[0] for path in naming("signature") - beside} == {"crypto", "record"}
    assert {path for path in naming("signature") if path.startswith("crypto/")} == {"crypto/sshsig.py"}


def test_no_part_of_the_program_knows_the_time() -> None:
    """Attack 26: no clock decides anything; who is waited for is seen from the record."""
    sweeping = {"record/files.py"}  # what a dead process has left is known by its age, in the folder's own time

    telling = {
        "service/waiting/absences.py",
        "service/views/deadlines.py",
        "service/dates.py",
        "service/watching/late_reminders.py",
        "session/todo/task.py",
    }  # when a step came here, as the file system has it, and how long ago that is; what the clock of a host says who
    # lets a seat pass, or closes a step where days were agreed, stands in its note, as a claim that no rule reads

    assert importing("time", "datetime", "calendar", "zoneinfo", "sched") == telling
    assert asked_for("now", "utcnow", "today") == {"service/dates.py"}
    assert naming("st_mtime") | naming("st_ctime") | naming("st_mtime_ns") == sweeping


OWN_MEMORY = {
    "service/audits/index_file.py",
    "service/moves/move_drafts.py",
    "session/signing_guard.py",
    "session/memos.py",
    "session/game_folders.py",
    "practice/opponents.py",
    "mail/address_book.py",
    "mail/accounts.py",
    "mail/mail_memory.py",
    "cli/web/session_auth.py",
    "web/json_answers.py",  # what the scripts of the own page send; no stranger is let in
}


def test_json_is_read_from_the_own_memory_from_files_of_cases_and_from_packs_only() -> None:
    """Attack 41: what strangers send are flat lines; no reader of nested text ever sees them. A data pack alone is
    nested, so it has a reader of its own, which bounds size and depth and takes no key twice.
    """
    packs = {"kernel/packs.py"}
    index = {"audit/game_index.py"}  # an auditor's own memory too; line by line, in one fixed shape

    own = {"kernel/canonical_json.py"}
    assert asking("json", "decode") == {"games/game_files.py"} | packs
    assert naming("decode_as") == OWN_MEMORY
    assert naming("decoder_of") == own | index
    assert asking("json", "Decoder") == own
    sealed = {"session/checkpoint.py", "session/log_cache.py", "protocol/step/position_log.py"}  # sealed to oneself
    assert naming("unpack_as") == sealed
    assert importing("json") == packs
    assert importing("pickle", "marshal", "shelve", "tomli", "yaml") == set()


def test_a_type_is_built_by_one_thread_at_a_time() -> None:
    """`kernel.canonical_json` says why; `mypy` and `msgspec` let any module do it."""
    assert asking("msgspec", "convert") == {"kernel/canonical_json.py"}
    assert asking("msgspec.json", "Decoder") == {"kernel/canonical_json.py"}
    assert {path for path, found in nodes().items() for node in found if _decodes_a_type(node)} == {
        "kernel/canonical_json.py"
    }


def _decodes_a_type(node: ast.AST) -> bool:
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "decode"
    return is_call and "type" in {keyword.arg for keyword in node.keywords}  # type: ignore[attr-defined]


def test_no_private_module_of_another_package_is_imported() -> None:
    """What a package keeps to itself may be gone in its next version; `scripts/canary.py` tries that one."""
    faster = {"crypto/boxes.py", "crypto/sealing.py"}  # and where it is gone, its public name does

    assert faster == {
        path
        for path, found in nodes().items()
        for node in found
        if isinstance(node, ast.ImportFrom) and not node.level and "._" in str(node.module)
    }


def test_code_is_loaded_from_the_package_only() -> None:
    """Attack 99: a name that is typed or signed never becomes an import on its own."""
    assert naming("import_module") == {"cli/registry.py", "kernel/late_loading.py", "games/__init__.py"}
    assert naming("exec") == naming("eval") == naming("__import__") == naming("spec_from_file_location") == set()


def test_no_other_program_is_started_but_those_that_are_asked_for() -> None:
    """Attack 74: no editor, no pager, nothing that would keep a copy of what it is shown. The clipboard gets the words
    of a letter, which everybody may read; the command that knows the password of an account is told nothing, that of
    `--on-event` what happens, which the screen tells; `show --open` has a browser look at a picture, which is its use.
    A program with Python inside is started again by itself, for several processes. `open --shortcut` has Windows make
    a link, the paths of which are no part of the line.
    """
    asked_for = {
        "cli/main.py",
        "cli/printing/picture_files.py",
        "cli/shortcut.py",
        "cli/receiving/hook.py",
        "cli/sending/clipboard.py",
        "mail/accounts.py",
    }

    assert importing("subprocess", "webbrowser", "pty", "multiprocessing") == asked_for
    assert asking("os", "system") == asking("os", "popen") == asking("os", "fork") == set()


# Regular expressions that let something in

READERS_OF_A_BEGINNING = {
    ("record/notes/codec.py", "_HEAD"),  # the first line of a note; the rest is read line by line
    ("record/mails/mime_text.py", "_FIRST_HEADER"),  # is it a mail at all?
    ("record/mails/mbox.py", "HEADER"),  # does a mail begin here?
    ("protocol/step/split_orders.py", "_RESULT"),  # where a typed line is cut; what stands between is read as orders
    ("protocol/step/split_orders.py", "_THEN"),
}


def _patterns() -> Iterator[tuple[str, str, str]]:
    """(module, name, pattern) of every regular expression with a name, compiled at once or where it is used."""
    for path, found in nodes().items():
        late = {name for call in found for name in _first_name(call)}
        for node in found:
            if not isinstance(node, ast.Assign) or not isinstance(name := node.targets[0], ast.Name):
                continue
            value = node.value.args[0] if isinstance(node.value, ast.Call) and _calls(node.value, "compile") else None
            pattern = node.value if name.id in late else value
            if isinstance(pattern, ast.Constant):
                text = pattern.value
                yield path, name.id, text.decode() if isinstance(text, bytes) else str(text)


def _calls(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == name


def _first_name(call: ast.AST, *functions: str) -> Iterator[str]:
    """The name of the expression that `re.match(NAME, text)` looks for, or another of these functions of `re`."""
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        is_asked = call.func.value.id == "re" and call.func.attr in (functions or (call.func.attr,))
        if is_asked and call.args and isinstance(call.args[0], ast.Name):
            yield call.args[0].id


def _matched_at_the_beginning() -> set[tuple[str, str]]:
    return {
        (path, name)
        for path, found in nodes().items()
        for node in found
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
        for name in (*_first_name(node, "match"), *([node.func.value.id] if node.func.attr == "match" else []))
    }


def test_a_pattern_that_lets_something_in_covers_the_whole_text() -> None:
    """Attack 44: `match` looks at the beginning alone, and `$` lets a line end pass."""
    patterns = {(path, name): pattern for path, name, pattern in _patterns()}
    asked = _matched_at_the_beginning() & set(patterns)
    open_ended = {key for key in asked if not re.fullmatch(r"\\A.*\\Z", patterns[key], re.DOTALL)}

    assert len(asked) > 10
    assert open_ended == READERS_OF_A_BEGINNING
    assert [key for key, pattern in patterns.items() if re.search(r"(?<!\\)\$(?![^\[]*\])", pattern)] == []


def test_no_type_is_bound_by_a_pattern_that_is_only_searched_for() -> None:
    """Attack 44: the patterns of msgspec match a part of a text."""
    bound = [
        path
        for path, found in nodes().items()
        for node in found
        if isinstance(node, ast.Call)
        and (_calls(node, "Meta") or (isinstance(node.func, ast.Name) and node.func.id == "Meta"))
        and any(word.arg == "pattern" for word in node.keywords)
    ]

    assert bound == []


@pytest.mark.parametrize("storey", ["kernel", "games", "drawing", "record", "crypto", "table"])
def test_below_the_command_line_nothing_is_printed(storey: str) -> None:
    """Attacks 72 and 73: what is shown passes one door, which makes it safe."""
    assert [path for path in naming("print") if path.startswith(f"{storey}/")] == []


def test_no_value_of_a_refusal_is_an_english_word() -> None:
    """`", ".join(names) or "none"` would be told in English in every language: a `Sentence` stands there."""
    found = {
        (path, ast.unparse(word.value))
        for path, names in nodes().items()
        for node in names
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        for word in node.exc.keywords
        if isinstance(word.value, ast.BoolOp) and _is_word(word.value.values[-1])
    }

    assert found == set()


def _is_word(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isalpha()
