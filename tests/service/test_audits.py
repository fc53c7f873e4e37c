"""Audits as the service gives them: values, one path after another, with nothing printed."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from threading import Event, Thread

import msgspec
import pytest

from referee.audit.game_index import IndexEntry
from referee.audit.recompute import Report
from referee.cli.crash_report import audit_crash
from referee.record.sources import records_at
from referee.service.answers import table_stamp
from referee.service.audits.audit_many import AuditWorkers, audit_many
from referee.service.audits.audit_table import AuditChecks, audit_table
from referee.service.audits.index_file import GameIndex
from referee.service.moves.own_moves import ask_sign, sign_orders
from referee.service.views.view import view_table
from tests.cli.games_on_disk import asked, running
from tests.service.golden_views import table_of

ROOT = Path(__file__).parents[2]
GAMES = tuple(str(ROOT / "examples" / name) for name in ("ur-3p", "cards-2p"))
STRANGER = AuditChecks(None, audit_crash)


@pytest.fixture(autouse=True)
def _nothing_printed(capfd: pytest.CaptureFixture[str]) -> object:
    yield
    assert capfd.readouterr() == ("", "")


def test_each_path_has_its_lines_in_order_and_a_refusal_is_one_of_them(tmp_path: Path) -> None:
    empty = str(tmp_path)
    first, nothing, second = audit_many(STRANGER, [GAMES[0], empty, GAMES[1]], AuditWorkers(1))

    assert [(line.folder, line.report.verdict) for line in (*first, *second) if line.report] == [
        (GAMES[0], "clean"),
        (GAMES[1], "clean"),
    ]
    assert [(line.folder, line.report, line.refused.exit) for line in nothing if line.refused] == [(empty, None, 3)]


def test_processes_bring_back_what_one_gives() -> None:
    assert list(audit_many(STRANGER, GAMES, AuditWorkers(2))) == list(audit_many(STRANGER, GAMES, AuditWorkers(1)))


def test_an_iterator_that_is_closed_early_has_kept_what_was_audited(tmp_path: Path) -> None:
    index = tmp_path / "club.index"
    audits = audit_many(STRANGER._replace(indexed=True), GAMES, AuditWorkers(1), GameIndex(index))
    ((line,),) = islice(audits, 1)
    audits.close()

    assert [msgspec.json.decode(text, type=IndexEntry) for text in index.read_bytes().splitlines()] == [line.entry]


def test_the_progress_of_one_audit_is_called_at_every_step() -> None:
    (found,) = records_at(Path(GAMES[0]))
    calls: list[tuple[int, int]] = []
    report = audit_table(STRANGER, found, lambda files: lambda done, total: calls.append((done, total)))

    assert calls == sorted(calls) and calls[-1][0] == calls[-1][1] and len(calls) >= (report.step or 0) > 1


def test_a_click_is_answered_while_an_audit_goes_on(tmp_path: Path) -> None:
    """The audit does not go on before the move is signed: what waited for the other one's end would never end."""
    (found,) = records_at(Path(GAMES[0]))
    is_auditing, is_answered = Event(), Event()
    reports: list[Report] = []

    def goes_on(done: int, total: int) -> None:
        is_auditing.set()
        assert is_answered.wait(60)

    thread = Thread(target=lambda: reports.append(audit_table(STRANGER, found, lambda files: goes_on)))
    thread.start()
    assert is_auditing.wait(60)
    match = running()
    table = table_of(tmp_path, match, asked(match))
    stamp, orders = table_stamp(table), view_table(table).choices[0].id.split(", ")
    signed = sign_orders(table, stamp, orders, (), (), ask_sign(table, stamp, orders).digest, "")
    is_answered.set()
    thread.join()

    assert (signed.type, [report.verdict for report in reports]) == ("move", ["clean"])
