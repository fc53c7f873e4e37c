"""The names for other programs, used as a stranger's program would use them, and the page that promises them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, make_archive

import msgspec
import pytest

from referee import api
from referee.kernel import errors
from referee.kernel.errors import Unreadable
from tests.cli.typing_players import Player

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def test_the_page_names_what_the_module_offers_and_nothing_else() -> None:
    assert sorted(set(re.findall(r"^### `(\w+)", PAGE, re.MULTILINE))) == sorted(api.__all__)


def test_the_program_of_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    program, game = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (printed,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "examples").symlink_to(EXAMPLES)

    assert started(tmp_path, "-c", program) == (0, printed, "")
    code, places, errors = started(tmp_path, "-c", game)
    assert (code, errors) == (0, "")
    assert set(ast.literal_eval(places)) == {"anna", "nina", "otto"}


def started(cwd: Path, *words: str | Path, home: Path | None = None) -> tuple[int, str, str]:
    """A Python of its own with these arguments: exit code, stdout, stderr."""
    here = {**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_HOME": str(home or cwd / "home"), "REFEREE_LANG": "en"}
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, cwd=cwd, env=here, input="", capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_script_audits_a_game_draws_its_board_and_lists_what_was_legal(tmp_path: Path) -> None:
    code, out, errors = started(tmp_path, EXAMPLES / "look_over.py", EXAMPLES / "ur-3p", "20")

    assert (code, errors) == (0, "")
    first, *_, last = out.splitlines()
    assert (first, last) == ("clean, depth 5 of 5, 33 steps", "board.svg")
    done, could = re.findall(r"^step 20, anna: (.*)$", out, re.MULTILINE), re.findall(r"could give (\d+) orders", out)
    orders = api.legal_orders(api.read(EXAMPLES / "ur-3p"), 19)["anna"]
    assert done[0] in orders and could == [str(len(orders))]
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg")
    assert started(tmp_path, EXAMPLES / "look_over.py", tmp_path)[:2] == (1, "")


@pytest.mark.long
def test_a_bot_of_ones_own_plays_a_seat_through_watch(tmp_path: Path) -> None:
    """Anna hosts and plays; the seat of Bert is played by the example alone, once for each event of `watch`."""
    anna, bert = (Player(tmp_path, name) for name in ("anna", "bert"))
    shared = tmp_path / "shared"
    shared.mkdir()
    offered = ("offer", "tigris", "--seats", "2", "--title", "Friday", "--play", "--name", "Anna")
    assert (done := anna.types(*offered))[0] == 0, done
    game = bert.place / "friday"
    invitation = anna.place / "friday" / "letters" / "invitation.txt"
    assert (done := bert.types("join", invitation, "--name", "Bert"))[0] == 0, done

    def looks(who: Player, *more: str) -> None:
        at, words = who.place / "friday", ("watch", shared, "--once", "--yes", *more)
        done = started(at, "-m", "referee", *words, home=who.home) if more else who.types(*words, at=at)
        assert done[0] == 0, done

    for who in (bert, anna):
        looks(who)
    assert (done := anna.types("charter", at=anna.place / "friday"))[0] == 0, done
    for who in (anna, bert):
        looks(who)
    assert (done := bert.types("accept", "--yes", at=game))[0] == 0, done
    for who in (bert, anna, bert):
        looks(who)
    for who in (anna, bert):
        words = who.told("words", at=who.place / "friday")["words"]
        assert (done := who.types("words", *words, "--from", "all", at=who.place / "friday"))[0] == 0, done
    bot = f"{sys.executable} {EXAMPLES / 'bot.py'} {game}"
    code, out, errors = started(game, EXAMPLES / "bot.py", game, home=bert.home)  # what is due before `watch` runs it
    assert (code, errors) == (0, ""), out
    for _ in range(3):
        table = api.open_table(anna.place / "friday", home=anna.home)
        if "anna" in api.legal_orders(table):
            orders = api.bot_orders(table)
            api.sign(table, orders, api.ask_sign(table, orders).digest)
        looks(anna)
        looks(bert, "--on-event", bot)
        looks(bert)
        looks(anna)
    moved = [seat for step in api.replay(api.read(anna.place / "friday")) for seat, _ in step.orders]

    assert {"anna", "bert"} <= set(moved)
    assert moved.count("bert") > 2, "also when an event came"


def test_a_practice_game_is_seen_tried_signed_and_sent_nowhere(tmp_path: Path) -> None:
    table = api.practise("tigris", tmp_path / "game", home=tmp_path / "home", seed=11)
    (order, *_) = api.legal_orders(table)["anna"]
    with pytest.raises(api.Unreadable):
        api.try_orders(table, ["place temple Z99"])
    assert api.try_orders(table, [order]).do == (order,)
    assert (api.outgoing(table), api.view(table).can.practice, len(api.compare_words(table).words)) == ((), True, 4)

    ask = api.ask_sign(table, ["pass"])
    with pytest.raises(api.Changed):
        api.sign(table, [order], ask.digest)
    signed = api.sign(table, ["pass"], ask.digest)
    again = api.open_table(tmp_path / "game", home=tmp_path / "home")

    assert again.session.position.step > table.session.position.step
    with pytest.raises(api.Stale):
        api.sign(table, [order], api.ask_sign(again, [order]).digest)
    (taken,) = api.receive(again, {"move": Path(tmp_path / "game" / "outbox" / Path(signed.file).name).read_bytes()})
    assert taken.name == "move"
    assert repr(again) == f"OpenTable({str(tmp_path / 'game')!r}, role='anna')"
    with pytest.raises(api.OutOfOrder):
        api.practise("tigris", tmp_path / "game", home=tmp_path / "home")
    assert {"tigris", "ur"} <= set(api.games())
    assert api.rule("UR 6.2").rules[0].id == "UR 6.2"
    with pytest.raises(api.OutOfOrder):
        api.legal_orders(again, 999)


def test_an_index_and_an_archive_are_of_the_same_game(tmp_path: Path) -> None:
    packed = api.archive(EXAMPLES / "ur-3p", tmp_path / "ur.zip")
    one, other = api.index([EXAMPLES / "ur-3p", packed.file])

    assert (one, one.verdict) == (other, "clean")


@pytest.mark.parametrize(
    ("example", "verdict", "stage"),
    [("tigris-4p", "clean", "over"), ("tigris-running", "in progress", "playing"), ("ur-3p", "clean", "over")],
)
def test_a_stranger_reads_audits_and_sees_where_a_game_stands(example: str, verdict: str, stage: str) -> None:
    game = api.read(EXAMPLES / example)

    assert (api.audit(game).verdict, api.status(game).stage) == (verdict, stage)


def test_a_replay_tells_every_step_and_ends_where_the_game_stands() -> None:
    game = api.read(EXAMPLES / "ur-3p")
    steps = list(api.replay(game, "it"))

    assert [step.number for step in steps] == list(range(len(steps)))
    assert steps[-1].number == api.status(game).step
    assert steps[-1].state["ending"]


def test_a_note_of_the_record_proves_nothing_and_a_text_without_a_note_is_refused() -> None:
    game = api.read(EXAMPLES / "ur-3p")
    (first, *_) = api.judge(game, [game.record["0001.step"]])

    assert not first.upheld
    with pytest.raises(Unreadable):
        api.judge(game, [b"hello"])


def test_what_is_missing_or_no_game_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(api.FileTrouble) as missing:
        api.read(tmp_path / "nothing")
    assert missing.value.code == "nothing-there"
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "0001-anna-0a1b2c3d.txt").write_bytes((EXAMPLES / "ur-3p/record/0001.step").read_bytes())
    with pytest.raises(api.NoGame):
        api.read(tmp_path / "shared")
    (tmp_path / "text").write_bytes(b"hello")
    with pytest.raises(api.Unreadable):
        api.read(tmp_path / "text")

    assert sorted(path.name for path in tmp_path.rglob("*")) == ["0001-anna-0a1b2c3d.txt", "shared", "text"]


@pytest.mark.parametrize("kind", ["zip", "tar", "gztar"])
def test_a_game_in_an_archive_is_read_as_its_folder_is(tmp_path: Path, kind: str) -> None:
    path = make_archive(str(tmp_path / "ur"), kind, EXAMPLES, "ur-3p")
    packed, laid = api.read(path), api.read(EXAMPLES / "ur-3p")

    assert packed.record == laid.record
    assert api.audit(packed) == api.audit(laid)
    assert api.status(packed) == api.status(laid)
    assert list(api.replay(packed)) == list(api.replay(laid))


def test_of_several_games_in_one_archive_none_is_chosen(tmp_path: Path) -> None:
    for name in ("ur-3p", "tigris-running"):
        copytree(EXAMPLES / name / "record", tmp_path / "both" / name / "record")
    path = make_archive(str(tmp_path / "both"), "zip", tmp_path / "both")
    with pytest.raises(api.Unreadable) as refused:
        api.read(path)

    assert refused.value.code == "several-games-there"
    assert "ur-3p" in str(refused.value) and "tigris-running" in str(refused.value)


def test_a_game_is_shown_in_a_line() -> None:
    path = EXAMPLES / "ur-3p"
    game = api.read(path)
    files, beside = len(game.record), len(game.beside)

    assert repr(game) == f"Game(path={str(path)!r}, record={files} files, beside={beside} files)"


RESULTS = [kind for kind in vars(api).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]


@pytest.mark.parametrize("kind", [kind for kind in RESULTS if kind.__name__ in set(api.__all__) - {"OpenTable"}])
def test_the_page_names_every_field(kind: type[msgspec.Struct]) -> None:
    part = PAGE.partition(f"### `{kind.__name__}`\n")[2].partition("\n#")[0]

    assert set(kind.__struct_fields__) <= set(re.findall(r"`(\w+)`", part))


def test_the_module_has_twenty_functions() -> None:
    assert sum(not isinstance(getattr(api, name), type) for name in api.__all__) == 20


def test_refusals_are_named_by_the_module() -> None:
    for name in ("Unreadable", "NotAuthentic", "OutOfOrder", "IllegalMove", "FileTrouble", "Unsupported"):
        assert getattr(api, name) is getattr(errors, name)
        assert issubclass(getattr(api, name), api.RefereeError)
