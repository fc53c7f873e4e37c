"""Whoever lies to the page of a home, with false notes and false digests, ends no game and accuses nobody."""

from __future__ import annotations

import pytest

from tests.support.dishonest.run import tell

pytestmark = pytest.mark.needs("starlette")


@pytest.mark.parametrize("lie", ["end pressed on a page", "judged on a page"])
def test_no_lie_told_to_a_page_is_believed(lie: str) -> None:
    story = tell(1, lie)

    assert (story.lied, story.found) == (True, [])
