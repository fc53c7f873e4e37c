"""The bench measures what its table says: no time is tested here, only that the right things would be timed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature

from referee.audit.recompute import audit
from referee.games.tigris.board import COLUMNS, labels
from referee.games.tigris.legal import tile_spaces
from referee.record.note import read_bundle
from scripts.bench import peers, pythons, recordings
from scripts.bench.archive import TELLING, Audited, Shown
from scripts.bench.audits import bare_checks, check_bare
from scripts.bench.clock import rates
from scripts.bench.legality import Replayed, naive_legality
from scripts.bench.lively import club_game
from scripts.bench.measure import chosen as chosen_rows
from scripts.bench.page import KEPT, PAGE, page, read
from scripts.bench.pythons import Build, build_of, chosen, is_of
from scripts.bench.rates import lines
from scripts.bench.rows import ROWS, Row
from scripts.bench.run import Round, Run, begin, figure, go_on, verdict
from scripts.bench.sources import MAKERS
from scripts.bench.table import table
from scripts.environment import PEERS, ROOT, program

EXAMPLE = recordings.read_record(ROOT / "examples" / "tigris-4p" / "record")


def run_of(*readings: dict[str, float]) -> Run:
    """A run with these readings, one round each."""
    return Run({"cores": "2"}, "code", "2026-01-01", rounds=[Round(1.5, one) for one in readings])


def test_every_reading_of_the_table_has_its_source() -> None:
    given = {reading for maker in MAKERS for reading in maker.gives}
    wanted = {reading for row in ROWS for reading in row.readings()}

    assert wanted - given == set()


def test_rows_are_chosen_by_name_and_left_out_by_name() -> None:
    assert [row.id for row in chosen_rows("c7, s5,L2", "s5")] == [row.id for row in ROWS if row.id in {"C7", "L2"}]
    assert {row.id for row in ROWS} - {row.id for row in chosen_rows(None, "S5,L2")} == {"S5", "L2"}
    with pytest.raises(SystemExit, match="no row X9; there are A1"):
        chosen_rows(None, "X9")


def test_a_figure_is_the_median_of_the_ratios_of_the_rounds() -> None:
    """Not the ratio of the medians: a slow moment hits both sides of one round. Half a round does not count."""
    run = run_of({"ours": 1, "theirs": 1}, {"ours": 9, "theirs": 3}, {"ours": 2, "theirs": 1}, {"ours": 7})

    assert figure(run, "ours", "theirs") == (2.0, 1.0, 3)
    assert figure(run, "ours", None) == (4.5, 1.0, 4)
    assert figure(run, "ours", "somebody else's") is None


def test_everything_is_measured_once_a_round_after_one_that_does_not_count() -> None:
    rows, asked = [Row("T1", "", "a", "b"), Row("T2", "", "long", rounds=2)], []

    def source(name: str) -> Any:
        return lambda: (asked.append(name), {name: len(asked)})[1]

    run = run_of()
    go_on(run, rows, {f"area: {name}": (source(name), [name]) for name in ("a", "b", "long")}, 3, None)

    assert {name: asked.count(name) for name in ("a", "b", "long")} == {"a": 4, "b": 4, "long": 2}
    assert [sorted(one.readings) for one in run.rounds] == [["a", "b", "long"], ["a", "b", "long"], ["a", "b"]]


def test_a_run_that_was_stopped_goes_on_with_the_rounds_it_has(tmp_path: Path) -> None:
    path, left = tmp_path / "run.json", [1.0, 2.0, 3.0]

    def source() -> dict[str, float]:
        if not left:
            raise KeyboardInterrupt
        return {"a": left.pop(0)}

    sources = {"area: a": (source, ["a"])}
    with pytest.raises(KeyboardInterrupt):
        go_on(begin(path, run_of()), [Row("T1", "", "a")], sources, 3, path)
    left += [4.0, 5.0]
    go_on(begin(path, run_of()), [Row("T1", "", "a")], sources, 3, path)

    assert [one.readings for one in begin(path, run_of()).rounds] == [{"a": 2.0}, {"a": 3.0}, {"a": 5.0}]


def test_a_run_of_other_code_or_another_machine_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    go_on(begin(path, run_of()), [Row("T1", "", "a")], {"area: a": (lambda: {"a": 1.0}, ["a"])}, 1, path)

    with pytest.raises(SystemExit, match=r"run\.json: a run of other code"):
        begin(path, Run({"cores": "2"}, "other", "2026-01-01"))
    with pytest.raises(SystemExit, match=r"run\.json: a run with another cores"):
        begin(path, Run({"cores": "8"}, "code", "2026-01-01"))


def test_the_table_says_what_is_met_and_why_something_is_missing() -> None:
    rows = [
        Row("T1", "time", "ours", "theirs", 1.5, floor=("least", "theirs")),
        Row("T2", "rate", "ours", "theirs", 1.3, most=True),
        Row("T3", "another program", "ours", "theirs elsewhere", 1.0),
    ]
    run = run_of({"ours": 1.2, "theirs": 1.0, "least": 0.5})
    run.missing = {"theirs elsewhere": "it is not installed"}

    assert list(table(rows, run)) == [
        "id    median      min   n     goal    floor  met       what",
        "T1       1.2      1.2   1      1.5      0.5  yes       time",
        "T2       1.2      1.2   1      1.3        -  no        rate",
        "T3         -        -   0        1        -  -         another program",
        "cores: 2",
        "load when a round began: median 1.5, 1.5 to 1.5",
        "not measured: it is not installed",
    ]


@pytest.mark.parametrize(("control", "met"), [(0.55, "yes"), (0.9, "no cores")])
def test_what_needs_two_cores_is_judged_only_if_the_control_had_them(control: float, met: str) -> None:
    row = Row("S1", "", "many 2 / 1", "loops", 1.1, control="loops")

    assert verdict(run_of({"many 2 / 1": 0.6, "loops": control}), row) == met


@pytest.mark.parametrize(
    ("own", "system", "taken"),
    [
        (Build("/opt", "3.12.1", says=True, able=True), Build("/usr", "3.11.2", says=False, able=True), "own"),
        (Build("/opt", "3.12.1", says=False, able=True), Build("/usr", "3.11.2", says=False, able=True), "system"),
        (Build("/opt", "3.12.1", says=False, able=True), Build("/usr", "3.9.2", says=False, able=False), "own"),
        (Build("/opt", "3.12.1", says=False, able=True), None, "own"),
    ],
)
def test_an_optimised_python_is_measured_where_there_is_one(
    own: Build, system: Build | None, taken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pythons.shutil, "which", lambda name, path: system and "system")
    monkeypatch.setattr(pythons, "build_of", lambda python: system if python == "system" else own)

    assert chosen(None) == {"own": sys.executable, "system": "system"}[taken]


def test_a_python_is_told_with_its_build_and_one_that_is_named_must_do(tmp_path: Path) -> None:
    this = build_of(sys.executable)

    assert (this.base, this.version) == (sys.base_prefix, sys.version.split()[0])
    assert this._replace(says=True).told() == f"{this.version}, built with --enable-optimizations"
    assert is_of(Path(sys.prefix), sys.executable)
    assert not is_of(tmp_path, sys.executable)
    with pytest.raises(SystemExit, match="no Python that runs"):
        chosen(str(tmp_path / "python"))


def test_the_bare_checks_are_the_signatures_that_an_audit_checks() -> None:
    checks = bare_checks(EXAMPLE)
    check_bare(checks)

    assert len(checks) == audit(EXAMPLE).notes


def test_a_bare_check_fails_where_a_byte_of_the_body_was_changed() -> None:
    name = "0001.step"
    body = read_bundle(EXAMPLE[name])[0].body
    changed = {name: EXAMPLE[name].replace(body, body.replace(b"step 1\n", b"step 7\n"), 1)}

    with pytest.raises(InvalidSignature):
        check_bare(bare_checks(changed))


def test_the_naive_legality_finds_what_the_rules_find() -> None:
    """R8 compares the time of two answers, so they must be the same answer; also where it follows what has changed."""
    replayed, followed = Replayed(), dict[Any, str]()
    for state, (picture, lifted, laid) in zip(replayed.states(), replayed._changes(), strict=True):
        followed = {cell: label for cell, label in {**followed, **laid}.items() if cell not in lifted}
        naive = {f"{COLUMNS[column]}{row + 1}" for row, column in naive_legality(followed, *picture[1:])}

        assert followed == picture[0]
        assert naive == set(labels(sum(tile_spaces(state))))


def test_a_recorded_game_is_lively_finished_and_signed_with_keys_of_its_own() -> None:
    one, other = club_game(3), club_game(0)
    made = recordings.makeup(one.files)

    assert audit(one.files).verdict == "clean"
    assert (made["steps"], made["notes"]) == (one.host.step, audit(one.files).notes)
    assert made["conflicts"] > 0
    assert made["planned orders"] > 0
    assert made["passes"] < 0.05
    assert {key.public for key in one.keys.values()}.isdisjoint(key.public for key in other.keys.values())


def test_a_recording_is_kept_under_another_name_once_its_makers_change(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = recordings.place.__wrapped__()
    monkeypatch.setattr(recordings, "rules_pin", lambda game: "tigris 99")

    assert recordings.place.__wrapped__() != kept


def test_rates_are_given_for_the_operations_that_are_asked_for() -> None:
    told = [json.loads(line) for line in lines(0.0, ["tigris playout_mask_policy"])]

    assert [(one["game"], one["op"]) for one in told] == [("tigris", "playout_mask_policy")]


def test_the_page_is_made_from_the_run_beside_it() -> None:
    assert PAGE.read_text("utf-8") == page(read(KEPT)), "run python scripts/bench.py page docs/speed.json"


# --- the other programs -----------------------------------------------------------------------------------------------


def others(name: str) -> set[str]:
    """The readings that the table wants of another program."""
    gives = next(set(maker.gives) for maker in MAKERS if maker.name == f"rules: {name}")
    return gives & {reading for row in ROWS for reading in row.readings()}


def named(**members: Any) -> type:
    """A class with these members, `__` for the `_` of a name: what is renamed everywhere must not be renamed here."""
    return type("Named", (), {name.replace("__", "_"): member for name, member in members.items()})


def fake_chess() -> Any:
    """As much of python-chess as is used, by the names of its documentation: a game of three moves."""

    def over(board: Any) -> bool:
        return len(board.played) == 3

    return named(
        played=property(lambda board: board.__dict__.setdefault("so far", [])),
        is__game__over=over,
        legal__moves=property(lambda board: iter(("e2e4", "d2d4"))),
        is__legal=lambda board, move: move in {"e2e4", "d2d4"},
        push=lambda board, move: board.played.append(move),
        copy=lambda board, *, stack: board,
    )


def fake_game() -> Any:
    """As much of a game of OpenSpiel as is used: three actions, the first of them chance."""
    state = named(
        played=property(lambda state: state.__dict__.setdefault("so far", [])),
        is__terminal=lambda state: len(state.played) == 3,
        is__chance__node=lambda state: not state.played,
        legal__actions=lambda state: [1, 2],
        apply__action=lambda state, action: state.played.append(action),
    )
    return named(new__initial__state=lambda game: state())()


def test_the_other_programs_are_called_by_the_names_they_have(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "chess", SimpleNamespace(Board=fake_chess()))
    monkeypatch.setitem(sys.modules, "pyspiel", SimpleNamespace(load_game=lambda name: fake_game()))
    peers.chess_rates(0.0)
    peers.gin_rates(0.0)
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert {f"{one['peer']} {one['op']}" for one in told} >= others("chess") | others("gin_rummy")


@pytest.mark.needs("peers")
@pytest.mark.parametrize("name", ["chess", "gin_rummy"])
def test_the_other_programs_give_every_rate_that_the_table_wants(name: str) -> None:
    command = [program(PEERS, "python"), ROOT / "scripts" / "bench" / "peers.py", name, "0.01"]

    assert rates(command).keys() >= others(name)


# --- an archive -------------------------------------------------------------------------------------------------------


def line(folder: str, *findings: str) -> str:
    """A line of an audit with an index, as data."""
    return json.dumps({"folder": folder, "findings": findings})


def shown(**changed: Any) -> Shown:
    """An archive of three games of which all holds, but for what is `changed`."""
    lines = (line("a"), line("b"), line("c"))
    holds = Shown(
        games=3,
        ids=3,
        first=Audited(0, lines, ("a", "b", "c"), 10.0),
        again=Audited(0, lines, (), 0.5),
        changed="z",
        altered=Audited(1, (lines[0], line("z", "N-SIG"), lines[2]), ("z",), 0.6),
        shards=(Audited(0, ("C",), (), 1.0), Audited(0, ("A", "B"), (), 1.0)),
        whole=Audited(0, ("A", "B", "C"), (), 10.0),
    )
    return holds._replace(**changed)


def test_the_program_that_is_measured_tells_what_it_audits() -> None:
    names = [str(ROOT / "examples" / name) for name in ("ur-3p", "cards-2p")]
    ran = subprocess.run([sys.executable, "-c", TELLING, "audit", *names], capture_output=True, text=True, check=True)

    assert ran.stderr.splitlines() == [f"audits {name}" for name in names]


def test_an_archive_of_which_all_holds_keeps_every_promise() -> None:
    assert all(shown().promises().values())


@pytest.mark.parametrize(
    ("changed", "broken"),
    [
        ({"ids": 2}, "id of its own"),
        ({"whole": Audited(1, ("A", "B", "C"), (), 10.0)}, "as they are"),
        ({"again": shown().again._replace(folders=("b",))}, "audits nothing"),
        ({"again": shown().again._replace(cpu=0.51)}, "at most 5%"),
        ({"altered": shown().altered._replace(folders=("a", "z"))}, "alone is audited"),
        ({"altered": shown().altered._replace(lines=shown().first.lines)}, "named with a fault"),
        ({"shards": (Audited(0, ("A", "B"), (), 1.0),)}, "sorted together"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_archive_says_which_promise_is_broken(changed: dict[str, Any], broken: str) -> None:
    promises = shown(**changed).promises()

    assert [broken in promise for promise, holds in promises.items() if not holds] == [True]
