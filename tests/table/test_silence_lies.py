"""What liars try where a seat is let pass by words: nothing of it is followed, all of it would be without the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from referee.protocol.agreements import silence
from tests.long_runs import of
from tests.support.dishonest import silence_lies
from tests.support.dishonest.run import tell

LIES = [lie.__name__.replace("_", " ") for lie in silence_lies.EVERY]
SEEDS = range(of(3, 60))


@contextmanager
def without_the_rules(lie: str) -> Iterator[None]:
    """Everybody takes whatever a host enters; or every let-pass counts."""
    name, found = ("counts", True) if lie == "half that counts" else ("check_line", None)
    with patch.object(silence, name, lambda *_, **__: found):
        yield


@pytest.mark.parametrize("lie", LIES)
def test_nobody_follows_a_let_pass_behind_which_not_enough_people_stand(lie: str) -> None:
    stories = [tell(seed, lie) for seed in SEEDS]
    assert [story.found for story in stories] == [[] for _ in stories]
    assert any(story.shown for story in stories)


@pytest.mark.parametrize("lie", LIES)
def test_without_the_rules_each_of_these_lies_would_be_followed(lie: str) -> None:
    with without_the_rules(lie):
        assert any(tell(seed, lie).found for seed in SEEDS)
