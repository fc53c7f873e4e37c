"""Steps that came before an earlier one: they wait in `pending/`, and are entered when the gap is closed."""

from __future__ import annotations

import re

from referee.kernel.sentence import Sentence
from referee.table.desk.desk import Desk
from referee.table.reading.words import listed, others

MOST = 50
"""How far ahead a step may be to be kept; a letter that is further ahead is asked for again, when the gap is closed."""

_NAME = r"\Aahead-([0-9]{4})\.note\Z"


def ahead_name(step: int) -> str:
    """The file in `pending/` of a step that waits: `ahead-0013.note`."""
    return f"ahead-{step:04d}.note"


def kept_steps(desk: Desk) -> tuple[int, ...]:
    """The steps that wait, ascending; those that the record has by now are among them until they are dropped."""
    found = (re.match(_NAME, name) for name in desk.folder.list_pending())
    return tuple(sorted(int(match[1]) for match in found if match is not None))


def missing_steps(desk: Desk) -> tuple[int, ...]:
    """The steps that must come before those that wait can be entered; none if nothing waits."""
    kept = [step for step in kept_steps(desk) if step > desk.position.step]
    return tuple(step for step in range(desk.position.step + 1, max(kept, default=0)) if step not in kept)


def gap(desk: Desk) -> dict[str, Sentence | str]:
    """What is said of a gap: the `missing` letters, the `kept` ones, and `who` can write a missing one again; everybody
    has the same record.
    """
    kept = [step for step in kept_steps(desk) if step > desk.position.step]
    return {
        "missing": ", ".join(f"{step:04d}" for step in missing_steps(desk)),
        "kept": ", ".join(f"{step:04d}" for step in kept),
        "who": listed(party.role for party in others(desk.table, desk.role)),
    }
