"""Local time: days across a change of clocks, and zones that are none."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.service import dates
from referee.service.dates import day_after, days_since, here, local_time, start_of_day
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.needed_tools import posix

MATCH = running()
Zone = Callable[[str], None]

pytestmark = posix  # the zone of a process is set there alone


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Zone]:
    def in_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield in_zone
    monkeypatch.undo()
    time.tzset()


ROME = "CET-1CEST,M3.5.0,M10.5.0/3"

SPANS = [
    ("2026-10-24T12:00:00+02:00", 7, "2026-10-31T12:00:00+01:00"),
    ("2026-10-24T10:00:00+00:00", 7, "2026-10-31T12:00:00+01:00"),
    ("2026-03-28T12:00:00+01:00", 1, "2026-03-29T12:00:00+02:00"),
    ("2026-06-01T00:00:00+02:00", 10, "2026-06-11T00:00:00+02:00"),
]


@pytest.mark.parametrize(("begin", "days", "end"), SPANS)
def test_so_many_days_later_it_is_the_same_time_on_the_wall(zone: Zone, begin: str, days: int, end: str) -> None:
    zone(ROME)

    assert day_after(datetime.fromisoformat(begin), days).isoformat() == end


@pytest.mark.parametrize(("begin", "days", "end"), SPANS)
def test_a_day_is_over_at_the_same_time_on_the_next(
    zone: Zone, monkeypatch: pytest.MonkeyPatch, begin: str, days: int, end: str
) -> None:
    """The days of grace do not end an hour early in autumn."""
    zone(ROME)

    class Clock(datetime):
        at = datetime.fromisoformat(end)

        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return cls.at.astimezone(UTC)

    monkeypatch.setattr(dates, "datetime", Clock)
    assert days_since(datetime.fromisoformat(begin)) == days
    Clock.at = datetime.fromtimestamp(datetime.fromisoformat(end).timestamp() - 60, UTC)
    assert days_since(datetime.fromisoformat(begin)) == days - 1


def test_a_zone_that_is_none_is_utc(zone: Zone) -> None:
    zone("XXX+99")

    assert local_time(0).isoformat() == "1970-01-01T00:00:00+00:00"
    assert start_of_day("2026-11-20").isoformat() == "2026-11-20T00:00:00+00:00"
    assert here(datetime(2026, 11, 20, 12, tzinfo=UTC)).hour == 12


@pytest.mark.parametrize("words", [(), ("games",), ("status", "--full"), ("status", "--json"), ("log",)], ids=str)
@pytest.mark.parametrize("name", ["XXX+99", "XXX-99", "nonsense", ":/no/such"])
def test_no_command_fails_in_such_a_zone(tmp_path: Path, zone: Zone, name: str, words: tuple[str, ...]) -> None:
    game, home = lay(tmp_path / "game", MATCH.files), home_of(tmp_path, MATCH.table.names[0])
    assert inside(("status",), home, game)[0] == 0
    zone(name)
    code, out, errors = inside(words, home, game)

    assert code == 0, (out, errors)
