"""A month by mail: what gets lost, comes late, falls silent or is stolen does not keep a game from a clean end."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.month import seeds_in
from tests.long_runs import of
from tests.support import masked_months, masked_tables
from tests.support.dishonest.light import light
from tests.support.months import MISHAPS, play


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_month_of_mishaps_ends_clean_for_both_checkers_and_the_same_way_twice(tmp_path: Path, seed: int) -> None:
    told, again = (play(seed, tmp_path / place, steps=12) for place in ("one", "two"))

    assert (told.verdict, told.second) == ("clean", None)
    assert told.record == again.record
    assert told.counts["keys entered"] == 2  # that of a player, and that of the new host
    assert {mishap.name for mishap in MISHAPS} | {
        "lost",
        "late",
        "sent again",
        "taken back",
        "keys entered",
        "let pass",
    } <= set(told.counts)


@pytest.mark.long
def test_a_month_with_a_deck_that_nobody_sees_ends_clean_for_both_checkers(tmp_path: Path) -> None:
    """A key is changed, a step regretted, the host gone and a player hosts, a key and a home are lost for good."""
    told = masked_months.play(1, tmp_path, steps=12)

    assert (told.verdict, told.second, told.counts["keys entered"]) == ("clean", None, 2)
    assert {mishap.name for mishap in masked_months.MISHAPS} | {"lost", "late", "taken back", "let pass"} <= set(
        told.counts
    )


@pytest.mark.parametrize("host_plays", [True, pytest.param(False, marks=pytest.mark.long)])
def test_friends_who_mail_each_other_come_through_and_a_stranger_audits_each_step(
    tmp_path: Path, host_plays: bool
) -> None:
    """The first move goes out in hop 6 at the latest where the host plays, else in hop 7; a host who begins enters a
    turn more in the same hop.
    """
    with light():
        told = masked_tables.play(tmp_path, 2, 1, steps=2, host_plays=host_plays)

    steps, hop = told["steps"], told["first move in hop"]
    assert told["came through"] is True and told["moves"] == steps
    assert steps in (2, 3) and told["audits at each step"] == {"in progress": steps + 1}  # type: ignore[operator]
    assert hop in ((5, 6) if host_plays else (6, 7))


@pytest.mark.long
def test_friends_replace_a_host_who_plays_and_is_gone_and_she_plays_on_when_she_is_back(tmp_path: Path) -> None:
    """Nobody waits for the word of her own seat; all audits are clean."""
    with light():
        told = masked_tables.play(tmp_path, 3, 1, steps=of(5, 400), host_plays=True, vanishes=2)

    assert told["came through"] is True and told["host replaced in step"] == 3, told


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_a_month_with_escrow_brings_a_key_back_and_opens_who_is_gone(tmp_path: Path, seed: int) -> None:
    """By the shares of all others, with mails lost and late, and a host who vanishes in between."""
    told = masked_months.play(seed, tmp_path, steps=12, escrow=True)

    assert (told.verdict, told.second, told.counts["keys entered"]) == ("clean", None, 2)
    assert told.counts["opened by shares"] == 1
    assert {mishap.name for mishap in masked_months.WITH_ESCROW} | {"lost", "late", "taken back"} <= set(told.counts)


def test_seeds_are_one_or_a_row_with_both_ends() -> None:
    assert [list(seeds_in(text)) for text in ("7", "1..3")] == [[7], [1, 2, 3]]
