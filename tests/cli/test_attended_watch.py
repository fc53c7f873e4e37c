"""Somebody who sits at a running `watch` is told what is due, and asked once Enter is pressed, and only then."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree, rmtree
from types import SimpleNamespace

import pytest

from referee.cli.prompts import terminal, watch_prompts
from referee.record.store import effects
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import converse, inside
from tests.long_runs import of
from tests.record.store.disk import PowerCut, count_effects
from tests.support.dishonest.run import tell
from tests.table.two_worlds import worlds

TITLE, FOLDER = "Quick game", "quick-game"
SIGN = "sign this? [y/N]"


@dataclass
class Table:
    """Hanna, who hosts, Anna and Bert, each with a home, and the folder that all share."""

    root: Path
    typed: list[str | None] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def shared(self) -> Path:
        return self.root / "shared"

    def home(self, who: str) -> Path:
        return self.root / who / ".referee"

    def game(self, who: str, folder: str = FOLDER) -> Path:
        return self.root / who / folder

    def does(self, who: str, *words: str | Path) -> str:
        code, out, errors = inside(words, self.home(who), self.root / who)
        assert code == 0, (who, words, out, errors)
        return out + errors

    def looks(self, *people: str) -> None:
        for who in people:
            self.does(who, "watch", self.shared, "--once")

    def signed(self, who: str, begins: str, folder: str = FOLDER) -> list[str]:
        """What somebody has signed whose file is called so."""
        places = (self.game(who, folder) / place for place in ("outbox", "record"))
        return sorted(path.name for place in places for path in place.glob(f"{begins}*"))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The invitation is in the shared folder."""
    made = Table(tmp_path)
    made.shared.mkdir()
    for who in ("hanna", "anna", "bert"):
        (tmp_path / who).mkdir()
        made.does(who, "key", "new", who)
    offers(made, TITLE)
    return made


def offers(table: Table, title: str) -> None:
    table.does("hanna", "offer", "tigris", "--seats", "2", "--title", title, "--name", "Hanna", "--share", table.shared)


@pytest.fixture
def joined(table: Table) -> Table:
    """Both have joined, and Hanna's computer knows it."""
    for who in ("anna", "bert"):
        table.does(who, "join", table.shared, "--name", who.title())
    table.looks("hanna")
    return table


@pytest.fixture
def chartered(joined: Table) -> Table:
    """The charter is with both."""
    joined.does("hanna", "charter", "--game", FOLDER)
    joined.looks("hanna", "anna", "bert")
    return joined


@pytest.fixture
def sits(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Somebody sits at a watch and types these lines one after the other, then Ctrl-D; `answers` are given at what is
    asked, or done: the exit code and what was printed.
    """

    def at(
        table: Table, who: str, *typed: str, answers: Sequence[str | Callable[[], str]] = (), every: str = "1"
    ) -> tuple[int, str]:
        lines: Iterator[str] = iter((*typed, ""))
        given = iter(answers)

        def answered(question: str, *rest: object, **more: object) -> str:
            table.asked.append(question)
            answer = next(given)
            return answer() if callable(answer) else answer

        with monkeypatch.context() as patch:
            patch.setattr(terminal, "is_terminal", lambda: True)
            patch.setattr(terminal, "ask_line", answered)
            patch.setattr(watch_prompts, "typed_line", lambda seconds: next(lines))
            code, out, errors = inside(["watch", table.shared, "--every", every], table.home(who), table.root / who)
        return code, out + errors

    return at


def test_the_host_is_asked_to_make_the_charter_once_everyone_has_joined(
    joined: Table, sits: Callable[..., tuple[int, str]]
) -> None:
    code, seen = sits(joined, "hanna", "\n", answers=["y"])

    assert code == 0
    assert "everyone has joined; make the charter: press Enter" in " ".join(seen.split())
    assert joined.asked == [SIGN]
    assert "charter for Anna, Bert" in seen
    assert joined.signed("hanna", "charter")


def test_a_player_reads_the_charter_and_is_asked_to_accept(
    chartered: Table, sits: Callable[..., tuple[int, str]]
) -> None:
    code, seen = sits(chartered, "anna", "\n", answers=["y"])

    assert code == 0
    assert "then accept: press Enter" in " ".join(seen.split())
    assert "you accept this charter" in seen
    assert chartered.asked == [SIGN]
    assert chartered.signed("anna", "accept")


@pytest.mark.parametrize(("columns", "line"), [(72, "  press Enter"), (200, "make the charter: press Enter")])
def test_the_key_to_press_stands_unbroken_in_a_line(
    joined: Table, sits: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch, columns: int, line: str
) -> None:
    """In a narrow window `press` stood at the end of one line, and `Enter` alone in the next."""
    monkeypatch.setattr("referee.cli.commands.post.watch.terminal_columns", lambda stream: columns)
    _, seen = sits(joined, "hanna")

    assert next(one for one in seen.splitlines() if one.endswith("press Enter")).endswith(line)


@pytest.mark.parametrize("answer", ["", "n", "what"])
def test_what_is_typed_ahead_and_any_answer_but_yes_sign_nothing(
    chartered: Table, sits: Callable[..., tuple[int, str]], answer: str
) -> None:
    code, seen = sits(chartered, "anna", "y\n", answers=[answer])

    assert code == 0
    assert "nothing was signed" in seen
    assert chartered.signed("anna", "accept") == []


def test_without_enter_nobody_is_asked_and_it_is_told_once(
    chartered: Table, sits: Callable[..., tuple[int, str]]
) -> None:
    code, seen = sits(chartered, "anna")

    assert (code, chartered.asked) == (0, [])
    assert " ".join(seen.split()).count("press Enter") == 1
    assert chartered.signed("anna", "accept") == []


def test_of_two_games_both_are_asked_about_one_after_the_other(
    table: Table, sits: Callable[..., tuple[int, str]]
) -> None:
    offers(table, "Late game")
    for who in ("anna", "bert"):
        for folder in (FOLDER, "late-game"):
            table.does(who, "join", table.game("hanna", folder) / "letters" / "invitation.txt", "--name", who.title())
    table.looks("anna", "bert", "hanna")
    code, _ = sits(table, "hanna", "\n", answers=["n", "y"])

    assert (code, len(table.asked)) == (0, 2)
    made = [bool(table.signed("hanna", "charter", folder)) for folder in (FOLDER, "late-game")]
    assert sorted(made) == [False, True]


def test_a_yes_to_a_charter_that_has_changed_meanwhile_makes_none(
    joined: Table, sits: Callable[..., tuple[int, str]]
) -> None:
    def says_yes_too_late() -> str:
        other = joined.does("hanna", "charter", "--game", FOLDER, "--order", "bert,anna")
        assert "Bert, Anna" in other
        return "y"

    code, seen = sits(joined, "hanna", "\n", answers=[says_yes_too_late])

    assert code == 0
    assert "referee:" in seen
    assert "Bert, Anna" in joined.does("hanna", "charter", "--game", FOLDER)


def test_ctrl_c_at_a_question_signs_nothing_and_it_is_asked_again(
    chartered: Table, sits: Callable[..., tuple[int, str]]
) -> None:
    before = signal.getsignal(signal.SIGINT)

    def leaves() -> str:
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        raise KeyboardInterrupt

    code, _ = sits(chartered, "anna", "\n", answers=[leaves])

    assert code == 130
    assert signal.getsignal(signal.SIGINT) is before
    assert chartered.signed("anna", "accept") == []
    assert sits(chartered, "anna", "\n", answers=["y"])[0] == 0
    assert chartered.signed("anna", "accept")


def test_the_end_of_the_input_at_a_question_goes_on_watching(
    chartered: Table, sits: Callable[..., tuple[int, str]]
) -> None:
    def ends() -> str:
        raise EOFError

    code, seen = sits(chartered, "anna", "\n", "\n", answers=[ends, "y"])

    assert code == 0
    assert "nothing was changed" in seen
    assert chartered.signed("anna", "accept")


def test_where_nothing_is_due_enter_says_so(chartered: Table, sits: Callable[..., tuple[int, str]]) -> None:
    chartered.does("anna", "accept", "--game", FOLDER, "--yes")
    code, seen = sits(chartered, "anna", "\n")

    assert (code, chartered.asked) == (0, [])
    assert "Nothing for you to do" in seen


def test_another_window_that_accepts_first_leaves_one_acceptance(
    chartered: Table, sits: Callable[..., tuple[int, str]]
) -> None:
    def says_yes_too_late() -> str:
        chartered.does("anna", "accept", "--game", FOLDER, "--yes")
        return "y"

    code, _ = sits(chartered, "anna", "\n", answers=[says_yes_too_late])

    assert code == 0
    assert len(chartered.signed("anna", "accept")) == 1


def test_a_watch_in_the_background_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.write(write, b"y\n")
    with os.fdopen(read) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        monkeypatch.setattr(os, "tcgetpgrp", lambda number: os.getpgrp() + 1)
        assert terminal.typed_line(0.01) is None
        monkeypatch.setattr(os, "tcgetpgrp", lambda number: os.getpgrp())
        assert terminal.typed_line(0.01) == "y\n"
    os.close(write)


@pytest.mark.parametrize(
    ("keys", "typed", "left"),
    [("", None, ""), ("y", None, ""), ("y\ry\r", "\n", "y\r"), ("\x00H", None, ""), ("no\x1a\r", "", "\r")],
)
def test_on_windows_a_key_without_enter_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch, keys: str, typed: str | None, left: str
) -> None:
    """A line read would wait for Enter once any key was pressed, and nothing would be received until then."""
    there = list(keys)
    console = SimpleNamespace(kbhit=lambda: bool(there), getwch=lambda: there.pop(0))
    monkeypatch.setattr(terminal, "msvcrt", console, raising=False)
    monkeypatch.setattr(terminal, "sys", SimpleNamespace(platform="win32", stdin=None))

    assert terminal.typed_line(0) == typed
    assert "".join(there) == left


def test_what_a_watch_prints_is_the_same_in_two_worlds(tmp_path: Path, sits: Callable[..., tuple[int, str]]) -> None:
    """Whatever the hands hold: the hand is shown in the prompt, which begins with Enter, and never before."""
    said = list[list[str]]()
    for number, match in enumerate(worlds().matches):
        seen = Table(tmp_path / f"world {number}")
        seen.shared.mkdir(parents=True)
        for who in (*match.table.names, "host"):
            lay(seen.game(who), match.files)
            home_of(seen.root / who, who).rename(seen.home(who))
            words = seen.does(who, "words", "--game", FOLDER).split("your words: ")[-1].split("\n")[0].split()
            seen.does(who, "words", *words, "--from", "all", "--game", FOLDER)
        found = [sits(seen, who)[1].replace(str(seen.root), "ROOT") for who in (*match.table.names, "host")]
        said.append([re.sub(r"\w+ +\d+ \w+ \d\d:\d\d|-[0-9a-f]{8}", "..", one) for one in found])

    assert said[0] == said[1]
    assert sum("one order at a time: press Enter" in " ".join(one.split()) for one in said[0]) == 1


def test_a_crash_while_a_watch_signs_leaves_one_acceptance_with_the_same_bytes(
    chartered: Table, sits: Callable[..., tuple[int, str]], stop_at: Callable[[int, BaseException], list[str]]
) -> None:
    """At any change on the disk between Enter and the next look; who comes back is asked again, or it is done."""
    kept = copytree(chartered.root, chartered.root.parent / "kept")  # a home knows its games by their paths
    changes = count_effects(lambda: sits(chartered, "anna", "\n", answers=["y"]))
    signed = _acceptances(chartered)
    for number in range(0, changes, of(max(1, changes // 5), 1)):
        rmtree(chartered.root)
        copytree(kept, chartered.root)
        stop_at(number, PowerCut())
        with suppress(PowerCut):
            sits(chartered, "anna", "\n", answers=["y"])
        effects.clear()
        assert sits(chartered, "anna", "\n", answers=["y"])[0] == 0
        assert _acceptances(chartered) == signed, number
    assert len(signed) == 1 and changes > 5


def _acceptances(table: Table) -> list[bytes]:
    return [path.read_bytes() for path in (table.game("anna") / "outbox").glob("accept*")]


@pytest.mark.parametrize("seed", range(of(2, 30)))
def test_a_charter_that_the_host_exchanges_at_the_question_is_not_accepted(seed: int) -> None:
    assert tell(seed, "charter exchanged at a watch").found == []


def test_who_joins_at_a_terminal_goes_on_watching_and_accepts_there(table: Table) -> None:
    table.does("bert", "join", table.shared, "--name", "Bert")
    answers = {"Your name": "Anna", "when you are needed? [Y/n]": "", "Ctrl-C stops safely": "\x04"}
    code, seen = converse(["join", table.shared], table.home("anna"), answers, cwd=table.root / "anna")

    assert code == 0
    assert "watching 1 game" in seen
    assert "stopped; everything received so far is saved" in seen


def test_the_charter_is_accepted_at_a_real_terminal(chartered: Table) -> None:
    answers = {"Enter\r\n": "", SIGN: "y", "nothing to send": "\x04"}
    code, seen = converse(["watch"], chartered.home("anna"), answers, cwd=chartered.root / "anna")

    assert code == 0, seen
    assert chartered.signed("anna", "accept")


def dealt(table: Table) -> str:
    """Both have accepted and compared words; who is asked first."""
    for who in ("anna", "bert"):
        table.does(who, "accept", "--game", FOLDER, "--yes")
    for _ in range(3):
        table.looks("hanna", "anna", "bert")
    for who in ("anna", "bert"):
        words = table.does(who, "words", "--game", FOLDER).split("your words: ")[-1].split("\n")[0].split()
        table.does(who, "words", *words, "--from", "all", "--game", FOLDER)
    return next(who for who in ("anna", "bert") if "your turn" in table.does(who, "--game", FOLDER))


def test_a_turn_begins_with_the_board_and_the_prompt(chartered: Table) -> None:
    asked = dealt(chartered)
    answers = {"Enter\r\n": "", "undo = one back": "quit", "nothing was signed": "\x04"}
    code, seen = converse(["watch"], chartered.home(asked), answers, cwd=chartered.root / asked)

    assert code == 0, seen
    assert "one order at a time: press Enter" in seen


def test_a_turn_begins_with_what_has_happened_from_the_own_last_move_on(chartered: Table) -> None:
    first = dealt(chartered)
    other = "bert" if first == "anna" else "anna"
    for who in (first, other):
        chartered.does(who, "move", "pass, pass", "--game", FOLDER, "--yes")
        chartered.looks("hanna", "anna", "bert")
    answers = {"Enter\r\n": "", "undo = one back": "quit", "nothing was signed": "\x04"}
    _, seen = converse(["watch"], chartered.home(first), answers, cwd=chartered.root / first)
    told = [line.strip() for line in seen.splitlines() if "passes an action" in line]

    assert told == [f"{who.title()} passes an action (2 times)." for who in (first, other)], seen
