"""A record that grows is read on from where it was read to; what was read stays read."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.protocol.history.read_record import continue_history, read_history
from referee.protocol.step.position import Position
from referee.record.file_names import DEAL, step_name
from referee.record.note import read_bundle, render_bundle
from tests.long_runs import of
from tests.support.rehearse import Match, open_match, test_key
from tests.table.small_games import soon_over

OPENING = ("offer.note", "charter.note")


@cache
def finished() -> Match:
    """A short game to its end, acknowledged."""
    return soon_over(open_match("tigris", 2, "read on"), "read on", of(24, 1000))


@pytest.mark.parametrize("steps", [0, 1, 20])
@pytest.mark.parametrize("seat", ["anna", "host", "nobody"])
def test_reading_on_leads_where_reading_at_once_leads(steps: int, seat: str) -> None:
    files, key = finished().files, test_key(seat)
    early = {
        name: data for name, data in files.items() if name <= step_name(steps) or name in ("charter.note", "offer.note")
    }
    later = {name: data for name, data in files.items() if name not in early}
    seen: list[Position] = []

    history = continue_history(read_history(early, key), later, watch=seen.append)

    assert history == read_history(files, key)
    assert list(history.signed_notes) == sorted(files)
    assert [position.step for position in seen] == list(range(steps + 1, finished().host.step + 1))


def test_a_later_step_that_does_not_fit_is_named() -> None:
    files = finished().files
    early = {name: files[name] for name in (*OPENING, DEAL, step_name(1))}

    with pytest.raises(OutOfOrder) as refusal:
        continue_history(read_history(early), {step_name(2): files[step_name(3)]})

    assert str(refusal.value.at) == step_name(2)


def test_a_gap_before_a_later_step_is_refused() -> None:
    files = finished().files
    early = {name: files[name] for name in (*OPENING, DEAL)}

    with pytest.raises(OutOfOrder) as refusal:
        continue_history(read_history(early), {step_name(2): files[step_name(2)]})

    assert (refusal.value.at, refusal.value.values) == (step_name(2), {"step": 1})


def test_the_last_signature_of_a_later_step_is_checked() -> None:
    """It countersigns everything before it, also what was read in another breath."""
    files = finished().files
    name = step_name(finished().host.step)
    *signed_notes, last = read_bundle(files[name])
    forged = render_bundle(
        (*signed_notes, replace(last, signature=bytes([last.signature[0] ^ 1]) + last.signature[1:]))
    )
    early = {file: data for file, data in files.items() if file < name or file in OPENING}

    with pytest.raises(NotAuthentic) as refusal:
        continue_history(read_history(early), {name: forged})

    assert (refusal.value.at, str(refusal.value.said)) == (
        name,
        "the signature does not match the text: one of them was changed",
    )
