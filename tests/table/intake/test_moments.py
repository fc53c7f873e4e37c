"""When a host says that he closed a step: where days were agreed, once, and the same after a crash."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from referee.audit.recompute import audit
from referee.messages.decisions_text import table_lines_of
from referee.record.file_names import step_name
from referee.record.store import GameFolder
from referee.session.incoming.receive import receive
from tests.support.rehearse import Match, open_match
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST, asked, copy_of

FIRST, SECOND = "2026-11-21T18:00Z", "2026-11-21T18:07Z"
DAYS = (("deadline", "7"), ("grace", "3"))


@cache
def begun(*terms: tuple[str, str]) -> Match:
    return open_match("tigris", 3, "moments", terms)


def people(root: Path, *terms: tuple[str, str]) -> dict[str, Person]:
    match = copy_of(begun(*terms))
    return materialize(match, root, (*match.table.names, HOST))


def table_lines(person: Person) -> tuple[str, ...]:
    return table_lines_of(person.session().history.signed_notes[step_name(1)])


@pytest.mark.parametrize(("terms", "lines"), [(DAYS, (f"time {FIRST}",)), ((), ())])
def test_a_step_says_when_it_was_closed_where_days_were_agreed(
    tmp_path: Path, terms: tuple[tuple[str, str], ...], lines: tuple[str, ...]
) -> None:
    there = people(tmp_path, *terms)
    mover = asked(begun(*terms))
    receive(there[HOST].session(), there[mover].move("pass", "pass"), moment=FIRST)
    there[mover].take(there[HOST].letter(1))

    assert table_lines(there[HOST]) == table_lines(there[mover]) == lines
    assert not audit(there[mover].record()).findings
    assert not there[HOST].folder.list_pending()


def test_where_no_clock_was_looked_at_none_is_named(tmp_path: Path) -> None:
    there = people(tmp_path, *DAYS)
    receive(there[HOST].session(), there[asked(begun(*DAYS))].move("pass", "pass"))

    assert table_lines(there[HOST]) == ()


@pytest.mark.parametrize("part", ["replace_pending", "commit", "write_letter", "drop_pending"])
def test_a_machine_that_stops_while_it_closes_a_step_names_no_second_moment(tmp_path: Path, part: str) -> None:
    """Once the step is signed its moment stands, whatever the clock shows when it is made again."""
    there = people(tmp_path, *DAYS)
    host, mail = there[HOST], there[asked(begun(*DAYS))].move("pass", "pass")
    with patch.object(GameFolder, part, side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        receive(host.session(), mail, moment=FIRST)
    signed = host.session().guard().signed.get("step 1")
    receive(host.session(), mail, moment=SECOND)
    session = host.session()

    assert (signed is None) == (part == "replace_pending")
    assert signed in (None, (session.position.head,))
    assert table_lines(host) == (f"time {SECOND if signed is None else FIRST}",)
    assert not host.folder.list_pending()
