"""What the status tells as data."""

from __future__ import annotations

from pathlib import Path

from referee.table.desk.status import status_of
from tests.table.matches import asked, copy_of
from tests.table.people import materialize
from tests.table.test_plans import before_revolt, order, sides


def test_who_is_asked_in_a_conflict_reads_its_sums_and_ends_as_lines_and_nobody_else_does(tmp_path: Path) -> None:
    attacker, defender = sides(before_revolt())
    match = order(copy_of(before_revolt()), "leader king B9")
    people = materialize(match, tmp_path, (attacker, defender))
    told = {name: status_of(people[name].desk(), "en").questions for name in people}
    rows = told[attacker][0].conflict

    assert asked(match) == attacker
    assert [row.split()[:3] for row in rows[:3]] == [
        ["board", "added", "together"],
        ["you", "B9", "1"],
        [defender.title(), "C8", "1"],
    ]
    assert [row[: len("If you lose")].rstrip() for row in rows[3:]] == ["If you win,", "If you lose"]
    assert told[defender][0].conflict == ()
