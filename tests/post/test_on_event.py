"""A program of the user's own is told what happens: whatever a game says is text to it, and it can stop nothing."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from pathlib import Path

import pytest

from referee.cli.context import Context
from referee.cli.receiving import hook
from referee.service.watching.watcher import Event
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.needed_tools import posix

MATCH = running()
STEPS = [f"{step:04d}.step" for step in range(1, MATCH.host.step + 1)]
NAME = MATCH.table.names[0]
HOSTILE = """$(touch broken-in); "it's" `id` -o %s \\n {} \N{RIGHT-TO-LEFT OVERRIDE}"""
PROBE = """
import json, sys
from pathlib import Path
with Path(sys.argv[1]).open("ab") as told:
    told.write(json.dumps([sys.argv[2:], sys.stdin.buffer.read().decode("ascii")]).encode() + b"\\n")
"""


class Told:
    """A program that writes down with which arguments it was run, and what it was told."""

    def __init__(self, place: Path, source: str = PROBE, *arguments: str) -> None:
        self.file, program = place / "told", place / "pro gram.py"
        program.write_text(source)
        self.command = shlex.join([sys.executable, str(program), str(self.file), *arguments])

    def runs(self) -> list[tuple[list[str], str]]:
        lines = self.file.read_text().splitlines() if self.file.exists() else []
        return [tuple(json.loads(line)) for line in lines]

    def events(self) -> list[dict[str, str]]:
        """Each event: one line of JSON, and nothing else."""
        lines = [text for _, text in self.runs()]
        assert all(text.endswith("\n") and text.count("\n") == 1 for text in lines)
        return [json.loads(text) for text in lines]


def player(place: Path) -> tuple[Path, Path, list[Path]]:
    """The home and the folder of a player at the deal, and the mails of all later steps."""
    home, game, box = home_of(place, NAME), lay(place / "game", MATCH.files, without=STEPS), place / "box"
    box.mkdir()
    for name in STEPS:
        (box / name).write_bytes(MATCH.files[name])
    code, out, errors = inside(["status"], home, game)
    assert code == 0, (out, errors)
    return home, game, [box / name for name in STEPS]


def entered(game: Path) -> list[str]:
    return sorted(path.name for path in (game / "record").glob("*.step"))


@pytest.mark.parametrize("door", ["receive", "watch"])
def test_each_thing_that_happens_is_told_once_in_its_order(tmp_path: Path, door: str) -> None:
    home, game, mails = player(tmp_path)
    told = Told(tmp_path, PROBE, "an argument")
    words = ["receive", *mails] if door == "receive" else ["watch", mails[0].parent, "--once"]

    code, out, errors = inside([*words, "--on-event", told.command], home, game)

    assert code == 0, (out, errors)
    assert entered(game)[1:] == STEPS[: len(entered(game)) - 1] or entered(game) == STEPS
    events = told.events()
    assert [arguments for arguments, _ in told.runs()] == [["an argument"]] * len(events)
    steps = [event["sentence"] for event in events if event["code"] == "step-entered"]
    assert steps == [f"step {number} is recorded" for number in range(1, len(STEPS) + 1)]
    assert {event["kind"] for event in events} <= {"news", "asked"}
    if door == "watch":
        shown = [re.split(r"\d\d:\d\d  ", line, maxsplit=1)[1] for line in out.splitlines()]
        assert shown == [f"{event['game'] or '-'}  {event['sentence']}" for event in events]


def test_what_a_game_says_is_text_and_never_an_argument(tmp_path: Path) -> None:
    told = Told(tmp_path)

    def run(who: str, at: Path, *words: str | Path) -> None:
        code, out, errors = inside(words, tmp_path / who, at)
        assert code == 0, (who, words, out, errors)

    for who in ("hanna", "anna", "bert"):
        run(who, tmp_path, "key", "new", who)
    run("hanna", tmp_path, "offer", "tigris", "--seats", "2", "--title", HOSTILE, "--folder", tmp_path / "hosted")
    letters = tmp_path / "hosted" / "letters"
    for who in ("anna", "bert"):
        own = tmp_path / f"at-{who}"
        run(who, tmp_path, "join", letters / "invitation.txt", "--name", who.title(), "--folder", own)
        run("hanna", tmp_path / "hosted", "receive", own / "outbox" / f"join-{who}.note")
    run("hanna", tmp_path / "hosted", "charter")

    run("anna", tmp_path / "at-anna", "receive", letters / "charter.txt", "--on-event", told.command)

    events = told.events()
    assert events and all(event["game"] == HOSTILE for event in events)
    assert {event["kind"] for event in events} == {"news", "asked"}
    assert all(arguments == [] and line.isascii() for arguments, line in told.runs())
    assert not [*tmp_path.rglob("broken-in"), *Path.cwd().glob("broken-in")]


@posix
def test_a_program_that_hangs_is_stopped_with_all_it_has_started_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook, "LONGEST", 1.5)
    home, game, mails = player(tmp_path)
    pids = tmp_path / "pids"
    hangs = shlex.join(["sh", "-c", f"sleep 600 & echo $! > {shlex.quote(str(pids))}; wait"])

    code, out, errors = inside(["watch", mails[0].parent, "--once", "--on-event", hangs], home, game)

    assert code == 0, (out, errors)
    assert entered(game) == STEPS
    assert out.count("did not finish within") == 1
    for _ in range(100):
        if not _runs(int(pids.read_text())):
            break
        time.sleep(0.05)
    else:
        raise AssertionError("what the program has started goes on")


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def test_a_program_that_fails_is_told_once_and_stops_nothing(tmp_path: Path) -> None:
    home, game, mails = player(tmp_path)
    told = Told(tmp_path, "raise SystemExit(3)")

    code, out, errors = inside(["watch", mails[0].parent, "--once", "--on-event", told.command], home, game)

    assert code == 0, (out, errors)
    assert entered(game) == STEPS
    assert out.count("failed with exit code 3") == 1


@pytest.mark.parametrize(
    ("command", "said", "exit_code"),
    [("no-such-program --at-all", "not found: no-such-program", 74), ("'open", "--on-event", 3)],
    ids=["no program", "open quotes"],
)
def test_what_cannot_be_run_is_refused_before_anything_is_taken_in(
    tmp_path: Path, command: str, said: str, exit_code: int
) -> None:
    home, game, mails = player(tmp_path)

    for words in (["receive", *mails], ["watch", mails[0].parent, "--once"]):
        code, out, errors = inside([*words, "--on-event", command], home, game)
        assert (code, out) == (exit_code, "")
        assert said in errors
    assert entered(game) == []


@posix
def test_many_events_are_all_told_and_those_that_ask_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever fills a mail keeps nothing from the program: it has its time for each event."""
    monkeypatch.setattr(hook, "LONGEST", 1.0)
    slow = Told(tmp_path, PROBE.replace("import json, sys", "import json, sys, time; time.sleep(0.3)"))
    told = hook.Hook(Context(), slow.command)
    events = [Event("g", f"news-{number}", "") for number in range(6)] + [Event("g", "asks", "", "asked")]
    monkeypatch.setattr(hook, "events_of", lambda context, received: iter(events))
    assert list(told.announce_receipts([None])) == []  # type: ignore[list-item]

    assert [event["code"] for event in slow.events()] == ["asks", *(f"news-{number}" for number in range(6))]


@posix
def test_a_program_that_hangs_behind_a_mail_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hook, "LONGEST", 0.5)
    runs = tmp_path / "runs"
    told = hook.Hook(Context(), shlex.join(["sh", "-c", f"echo >> {shlex.quote(str(runs))}; sleep 600"]))
    monkeypatch.setattr(hook, "events_of", lambda context, received: (Event("g", "news", "") for _ in range(50)))
    (fault,) = told.announce_receipts([None])  # type: ignore[list-item]

    assert "did not finish within" in fault.sentence
    assert runs.read_text() == "\n"


SHOWS = """
import json, sys
from pathlib import Path
with Path(__file__).with_name("shown").open("a") as shown:
    shown.write(json.dumps(sys.argv[1:]) + "\\n")
"""


def desktop_of(place: Path, monkeypatch: pytest.MonkeyPatch, system: str, name: str) -> Path:
    """A computer of a system, whose notifier writes down its arguments; the file with them."""
    (place / "programs").mkdir()
    notifier = place / "programs" / name
    notifier.write_text(f"#!{sys.executable}\n{SHOWS}")
    notifier.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place / 'programs'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(hook.sys, "platform", system)
    return place / "programs" / "shown"


@posix
@pytest.mark.parametrize(("system", "name"), [("linux", "notify-send"), ("darwin", "osascript")])
def test_the_desktop_shows_what_is_more_than_news_as_two_words_that_are_only_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, name: str
) -> None:
    shown = desktop_of(tmp_path, monkeypatch, system, name)
    program = hook.Hook(Context(), "desktop")
    for event in (
        Event("g", "news", "a step"),
        Event("--help", "asks", "<b>-x</b> & $(touch broken-in)\n\x1b[31m", "asked"),
        Event("", "late", "z" * 900, "late"),
    ):
        program.tell(event)

    assert list(program.close()) == []
    notices = [json.loads(line) for line in shown.read_text().splitlines()]
    markup = "&lt;b&gt;-x&lt;/b&gt; &amp;" if system == "linux" else "<b>-x</b> &"
    assert [one[-2:] for one in notices] == [
        ["--help", markup + " $(touch broken-in)\\u{a}\\u{1b}[31m"],
        ["referee", "z" * 200],
    ]
    assert {one[-3] for one in notices} == {"--" if system == "linux" else "referee"}
    assert not (tmp_path / "broken-in").exists()


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_a_computer_that_shows_no_notices_says_so_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    home, game, mails = player(tmp_path)
    monkeypatch.setattr(hook.sys, "platform", system)
    monkeypatch.setattr(hook.shutil, "which", lambda name: None)

    code, out, errors = inside(["watch", mails[0].parent, "--once", "--on-event", "desktop"], home, game)

    assert (code, out) == (74, "")
    assert "no program that shows notifications" in errors and entered(game) == []
