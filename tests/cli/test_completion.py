"""What a shell is offered for a line, and that bash, zsh and fish complete with the scripts that are printed."""

from __future__ import annotations

import os
import select
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import PATHS, environment, run
from tests.needed_tools import need
from tests.support.teletype import opened
from tests.support.warm import warm

MATCH = running()
WHO = asked(MATCH)


def offered(words: list[str], game: Path, who: str = WHO, shell: str = "fish") -> list[str]:
    """The words a shell hears, without their meanings."""
    code, out, errors = run(words, home_of(game.parent, who), cwd=game, _REFEREE_COMPLETE=shell)
    assert (code, errors) == (0, b"")
    return [line.partition("\t")[0] for line in out.decode().splitlines()]


LINES = {
    "commands": (["st"], ["status", "standing", "stand-in", "stats"]),
    "commands behind shared options": (["--lang", "it", "--json", "st"], ["status", "standing", "stand-in", "stats"]),
    "commands of a group": (["key", "s"], ["show"]),
    "games": (["offer", "t"], ["tigris"]),
    "options of that game": (["offer", "ur", "--option", "a"], ["agriculture=exempt", "agriculture=literal"]),
    "options of another game": (["offer", "cards", "--option", "board"], []),
    "an option that was not given yet": (["offer", "tigris", "-o", "board=advanced", "-o", "board"], []),
    "a value behind a sign of equality": (
        ["offer", "tigris", "--option=bo"],
        ["--option=board=advanced", "--option=board=standard"],
    ),
    "presets of that game": (["offer", "cards", "--preset", ""], ["published"]),
    "numbers of players of that game": (["offer", "ur", "--seats", ""], ["3", "4"]),
    "keys": (["status", "--as", ""], [WHO]),
    "languages": (["status", "--lang", ""], ["en", "it"]),
    "options of a command": (["show", "--s"], ["--svg"]),
    "steps, the newest first": (["show", ""], ["5", "4", "3", "2", "1", "0"]),
    "shells": (["completion", ""], ["bash", "zsh", "fish"]),
    "orders in a language": (["move", "--lang", "it", "piazza", "te"], ["tempio"]),
    "the orders behind an order": (["move", "place", "temple", "F4,", "pass"], ["pass"]),
    "orders under a condition": (["move", "pass,", "if", "i", "win", "pa"], ["pass"]),
    "orders within quotation marks": (["try", "pass; pa"], ["pass; pass"]),
    "no such command": (["nonsense", ""], []),
    "no such order": (["move", "nonsense", "x"], []),
}


@pytest.mark.parametrize("case", LINES)
def test_a_shell_is_offered(case: str, game: Path) -> None:
    words, expected = LINES[case]

    assert offered(words, game) == expected


def test_the_places_of_an_order_are_those_the_rules_allow_now(game: Path) -> None:
    from referee.games import find

    rules, state = find("tigris"), MATCH.host.state
    seat = MATCH.table.names.index(WHO)
    legal = [rules.notation.format_order(move) for move in rules.legal_orders(state, seat, None)]
    first = next(order.split() for order in legal if order.startswith("place "))
    places = {order.split()[2].lower() for order in legal if order.split()[:2] == first[:2]}

    assert {word.lower() for word in offered(["move", "place", first[1], ""], game)} == places


@pytest.mark.parametrize("words", [["receive", ""], ["audit", "x"]], ids=str)
def test_where_a_file_is_meant_the_shell_is_told_so(words: list[str], game: Path) -> None:
    _, out, _ = run(words, home_of(game.parent, WHO), cwd=game, _REFEREE_COMPLETE="zsh")

    assert out == b"\tfiles\n"


def test_without_a_game_nothing_is_offered_as_an_order_and_nothing_is_said(tmp_path: Path) -> None:
    assert offered(["move", "place", ""], tmp_path) == []


def test_a_completion_leaves_no_file_whatever_happens(tmp_path: Path) -> None:
    broken = lay(tmp_path / "game", {"charter.note": b"\x00", "0000.deal": b"x"})
    before = sorted(tmp_path.rglob("*"))
    said = offered(["move", "place", ""], broken)

    assert (said, sorted(path for path in tmp_path.rglob("*") if "home" not in str(path))) == ([], before)


def test_what_stands_on_a_line_of_bash_is_cut_as_bash_cuts_it(game: Path) -> None:
    told = offered(["referee offer ur --option=agriculture=l", "=:"], game, shell="bash")

    assert told == ["literal"]


def test_an_unknown_shell_is_told_which_there_are(tmp_path: Path) -> None:
    code, out, errors = run(["completion", "tcsh"], tmp_path)

    assert (code, out) == (2, b"")
    assert errors.decode().splitlines() == [
        "referee: there is no script for a shell called tcsh; there are bash, zsh, fish",
        "hint: referee completion bash",
    ]


# The shells themselves


@pytest.fixture
def path() -> str:
    """A search path on which `referee` is this program."""
    return f"{warm(PATHS)}{os.pathsep}{os.environ['PATH']}"


def script(shell: str, tmp_path: Path, name: str) -> Path:
    """The script of a shell, kept where the help page says."""
    _, out, _ = run(["completion", shell], tmp_path)
    place = tmp_path / "scripts" / name
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(out)
    return place


def typed(shell: list[str], keys: str, game: Path, **more: str) -> str:
    """What a shell in a terminal prints of a line, once the keys are typed: the line behind `LINE:`."""
    home = home_of(game.parent, WHO)
    need("terminals of POSIX")
    master, slave = opened(256, 24)
    process = subprocess.Popen(
        shell, env=environment(home, **more), cwd=game, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
    )
    os.close(slave)
    seen, deadline, sent = "", time.monotonic() + 60, False
    try:
        while time.monotonic() < deadline and "\nLINE:" not in seen.replace("\r", "\n"):
            if select.select([master], [], [], 0.2)[0]:
                seen += os.read(master, 65536).decode("utf-8", "replace")
            if not sent and "READY" in seen:
                sent = bool(os.write(master, keys.encode() + b"\x01echo LINE: '\x05'\n"))
    finally:
        process.kill()
        process.wait()
        os.close(master)
    return next((line.removeprefix("LINE: ") for line in seen.splitlines() if line.startswith("LINE:")), seen).rstrip()


TYPED = {
    "referee standi\t": "referee standing",
    "referee offer ti\t": "referee offer tigris",
    "referee offer tigris --option english=y\t": "referee offer tigris --option english=yes",
    "referee --lang it offer ur --option war=adj\t": "referee --lang it offer ur --option war=adjacent",
    "referee move pas\t": "referee move pass",
    "referee move --lang it piazza tem\t": "referee move --lang it piazza tempio",
    "referee receive rec\t": "referee receive record/",
}


@pytest.mark.needs("bash")
@pytest.mark.parametrize("keys", TYPED)
def test_bash_completes(keys: str, game: Path, tmp_path: Path, path: str) -> None:
    kept = script("bash", tmp_path, "referee")
    start = tmp_path / "rc"
    start.write_text(f"PS1='READY '; source {kept}\n")
    line = typed(["bash", "--rcfile", str(start), "--noprofile", "-i"], keys, game, PATH=path)

    assert line == TYPED[keys]


@pytest.mark.needs("bash")
@pytest.mark.parametrize("begin", ["", "enable -n compopt\n"], ids=["a bash of now", "a bash without compopt"])
def test_a_shell_runs_nothing_that_stands_in_the_name_of_a_file(
    begin: str, game: Path, tmp_path: Path, path: str
) -> None:
    """Attack V-5: what is completed is a word, also for the bash of 2006 that some systems still have."""
    kept = script("bash", tmp_path, "referee")
    start = tmp_path / "rc"
    start.write_text(f"{begin}PS1='READY '; source {kept}\n")
    (game / "evil$(touch ran;).eml").write_bytes(b"")
    line = typed(["bash", "--rcfile", str(start), "--noprofile", "-i"], "referee receive ev\t", game, PATH=path)

    assert (line, (game / "ran").exists()) == (r"referee receive evil\$\(touch\ ran\;\).eml", False)


@pytest.mark.needs("zsh")
@pytest.mark.parametrize(
    "keys", [pytest.param(keys, marks=pytest.mark.long if at % 3 else ()) for at, keys in enumerate(TYPED)]
)
def test_zsh_completes_at_the_first_tab(keys: str, game: Path, tmp_path: Path, path: str) -> None:
    kept = script("zsh", tmp_path, "_referee")
    start = tmp_path / ".zshrc"
    start.write_text(
        f"fpath+=({kept.parent}); autoload -Uz compinit; compinit -u -D\n"
        "bindkey -e; setopt no_auto_remove_slash; PS1='READY '\n"
    )
    line = typed(["zsh", "-i"], keys, game, PATH=path, ZDOTDIR=str(tmp_path))

    assert line == TYPED[keys]


@pytest.mark.needs("fish")
@pytest.mark.parametrize("keys", TYPED)
def test_fish_completes(keys: str, game: Path, tmp_path: Path, path: str) -> None:
    kept = script("fish", tmp_path, "referee.fish")
    line = keys.removesuffix("\t")
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {kept}; complete -C '{line}'"],
        env=environment(home_of(tmp_path, WHO), PATH=path, HOME=str(tmp_path)),
        cwd=game,
        capture_output=True,
        text=True,
        check=True,
    )
    words = [told.partition("\t")[0] for told in done.stdout.splitlines()]

    assert (words, done.stderr) == ([TYPED[keys].rpartition(" ")[2]], "")
