"""Mails are lost, doubled, changed, forged and crossed, machines stop, keys lie: the honest end with one history."""

from __future__ import annotations

import pytest

from scripts.dishonest.post import Post, run

RUNS = 200


def test_whatever_happens_to_the_mail_the_honest_end_with_one_head() -> None:
    Post.done.clear()

    run(RUNS)

    assert Post.done["runs"] >= RUNS
    assert min(Post.done[what] for what in ("steps", "one head", "machines stopped", "mails refused")) > RUNS // 2
    assert Post.done["two histories convicted"] > 0


def test_the_runs_find_a_host_who_signs_two_histories_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same runs where the liars' notes do not count as lies: then two histories stand unexplained."""
    monkeypatch.setattr(Post, "_convicts", _nobody)

    with pytest.raises(AssertionError, match="nobody is convicted"):
        run(RUNS // 4)


def _nobody(self: Post, ours: dict[str, bytes], theirs: dict[str, bytes], honest: set[str]) -> None:
    raise AssertionError("nobody is convicted")
